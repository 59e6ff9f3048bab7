# SPDX-License-Identifier: Apache-2.0
"""The conformance set through the package: the orders that the projects themselves make, and the program's times of them."""

import json
import os
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import bubblescope as bs
from support import cli

#: Every so many of the orders are timed by the program, too; all of them with BUBBLESCOPE_ALL_RECORDS.
_EVERY = 1 if "BUBBLESCOPE_ALL_RECORDS" in os.environ else 40
#: Where a record has orders.
_ORDERS = ("order", "spaced", "spaced_corrected", "sendrecv", "comms")
_COSTS = {"forward": 9, "backward_input": 10.1, "backward_weight": 7.3, "p2p_latency": 0.6}


def orders_of(record):
    """Every order in a record, or in the lists of records that a file of them holds."""
    if isinstance(record, list):
        for one in record:
            yield from orders_of(one)
    elif isinstance(record, dict):
        for key, value in record.items():
            if key in _ORDERS and isinstance(value, list):
                yield value
            elif isinstance(value, list):
                yield from orders_of(value)


def orders():
    shared = os.environ.get("BUBBLESCOPE_SHARED")
    for path in sorted(Path(shared, "conformance", "orders").glob("*.json")) if shared else []:
        yield from orders_of(json.loads(path.read_text()))


def cells_of(rows):
    return [[cell for cell in row if cell] for row in rows]


class ConformanceTest(unittest.TestCase):
    def test_orders_and_times(self):
        """Every order is read, written, read again and timed; where it cannot be timed, it is refused for what it is."""
        read, timed, asked = 0, 0, []
        for order in orders():
            schedule = bs.from_rows(order)
            read += 1
            self.assertEqual(cells_of(schedule.rows), cells_of(order))
            csv = schedule.to_csv()
            self.assertEqual(bs.from_csv(csv), schedule)
            try:
                told = schedule.simulate(**_COSTS)
            except bs.Error as error:
                self.assertEqual(error.kind, "does-not-hold", str(error))
                continue
            if timed % _EVERY == 0:
                asked.append((csv, told.to_json(actions=True)))
            timed += 1
        if read == 0:
            self.skipTest("BUBBLESCOPE_SHARED names no folder with conformance/orders")
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for (_, told), wanted in zip(asked, pool.map(self.of_program, (csv for csv, _ in asked))):
                self.assertEqual(told, wanted)
        print(f"{read} orders, {timed} timed, {len(asked)} of them by the program, too")
        self.assertGreater(timed, 0.9 * read)

    def of_program(self, csv):
        words = [word for key, value in _COSTS.items() for word in (f"--{key.replace('_', '-')}", value)]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "schedule.csv")
            path.write_text(csv)
            return cli("simulate", path, *words, "--json", "--actions")
