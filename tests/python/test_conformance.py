# SPDX-License-Identifier: Apache-2.0
"""The conformance set through the package: the orders that the projects themselves make, and the program's times of them."""

import json
import os
import tempfile
import unittest
from pathlib import Path

import bubblescope as bs
from support import cli

#: Of each file; all of them with BUBBLESCOPE_ALL_RECORDS.
_SAMPLE = 12


def records():
    shared = os.environ.get("BUBBLESCOPE_SHARED")
    for path in sorted(Path(shared, "conformance", "orders").glob("*.json")) if shared else []:
        read = json.loads(path.read_text())
        compute = [one for one in read if one.get("kind") == "compute" and "order" in one] if isinstance(read, list) else []
        every = 1 if "BUBBLESCOPE_ALL_RECORDS" in os.environ else max(1, len(compute) // _SAMPLE)
        yield from compute[::every]


class ConformanceTest(unittest.TestCase):
    def test_orders_and_times(self):
        compared = 0
        for record in records():
            schedule = bs.from_rows(record["order"])
            self.assertEqual([[cell for cell in row if cell] for row in schedule.rows], [[cell for cell in row if cell] for row in record["order"]])
            if schedule.validate():
                continue
            csv = schedule.to_csv()
            self.assertEqual(bs.from_csv(csv), schedule)
            try:
                told = schedule.simulate(forward=9, backward_input=10.1, backward_weight=7.3, p2p_latency=0.6).to_json(actions=True)
            except bs.Error as error:
                self.assertEqual(error.kind, "does-not-hold")
                continue
            wanted = self.of_program(csv, "--forward", "9", "--backward-input", "10.1", "--backward-weight", "7.3", "--p2p-latency", "0.6")
            self.assertEqual(told, wanted)
            compared += 1
        if compared == 0:
            self.skipTest("BUBBLESCOPE_SHARED names no folder with conformance/orders")
        print(f"{compared} records")

    def of_program(self, csv, *costs):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "schedule.csv")
            path.write_text(csv)
            return cli("simulate", path, *costs, "--json", "--actions")
