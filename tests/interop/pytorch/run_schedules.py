# SPDX-License-Identifier: Apache-2.0
"""PyTorch's pipeline runtime trains a tiny model with every order that bubblescope-cli writes and it can run.

Each order goes in twice: as compute actions, which PyTorch lowers itself, and with the communication that
`--with torch` put in. Losses and gradients are to be those of the model that is not cut, and PyTorch's own
lowering is to be ours, cell for cell. Exit status 0, or 1 with every failure.
"""

import argparse
import collections
import dataclasses
import importlib.metadata
import itertools
import multiprocessing
import multiprocessing.connection
import os
import pathlib
import re
import sys
import tempfile

import orders as orders_module
import worker

TOLERANCE = 1e-12
PATIENCE_S = 60  # without a word from any rank


class Group:
    """The processes of all ranks, working through jobs of one rank count."""

    def __init__(self, folder, jobs):
        folder.mkdir()
        # PyTorch takes seconds to load: it is loaded once, and every rank is a fork that has it.
        fork = multiprocessing.get_context("fork")
        ranks = jobs[0]["ranks"]
        self._connections, self._processes = [], []
        for rank in range(ranks):
            ours, theirs = fork.Pipe(duplex=False)
            process = fork.Process(target=worker.serve, args=(rank, ranks, folder, jobs, theirs), daemon=True)
            process.start()
            theirs.close()
            self._connections.append(ours)
            self._processes.append(process)

    def result_of_next(self):
        """(what all ranks say of their next job, whether they can go on)."""
        said = []
        waiting = list(self._connections)
        while waiting:
            ready = multiprocessing.connection.wait(waiting, PATIENCE_S)
            if not ready:
                return {"error": f"stuck: {len(waiting)} of {len(self._connections)} ranks were not done"}, False
            for connection in ready:
                try:
                    said.append(connection.recv())
                except EOFError:
                    return {"error": "a rank ended before its job was done"}, False
                if "error" in said[-1]:
                    return {"error": f"rank {said[-1]['rank']}: {said[-1]['error']}"}, False
                waiting.remove(connection)
        refusals = [line for line in said if "refused" in line]
        if refusals:
            return {"refused": refusals[0]["refused"]}, len(refusals) == len(said)
        return {
            "loss": max(line["loss"] for line in said),
            "gradient": max(line["gradient"] for line in said),
            "rows": next((line["rows"] for line in said if line["rows"]), None),
        }, True

    def end(self):
        for process in self._processes:
            process.kill()
            process.join()


def run_all(jobs, folder):
    """job id → result. After a failure the ranks start anew with the next job."""
    results = {}
    for ranks in sorted({job["ranks"] for job in jobs}):
        left = [job for job in jobs if job["ranks"] == ranks]
        while left:
            group = Group(folder / f"group{len(results)}-{ranks}", left)
            goes_on = True
            while left and goes_on:
                results[left.pop(0)["id"]], goes_on = group.result_of_next()
            group.end()
    return results


def forms_of(order, release):
    """Forms that the release can read: the words of compute actions are what they are, those of both are the release's."""
    return ("comms",) if "OVERLAP" in order.compute and release < 9 else ("compute", "comms")


def jobs_for(order, number, folder, forms=("compute", "comms")):
    """The forms of an order as jobs."""
    jobs = []
    for form in forms:
        path = folder / f"{number}-{form}.csv"
        path.write_text(getattr(order, form))
        jobs.append({
            "id": f"{number}-{form}", "form": form, form: str(path), "seed": number, "ranks": order.ranks,
            "stages": order.stages, "microbatches": order.microbatches,
            "stages_of": [order.stages_of(rank) for rank in range(order.ranks)],
        })
    return jobs


def control(order):
    """An order without its last backward: PyTorch has to refuse it, or these tests show nothing."""
    rows = order.compute.splitlines()
    return dataclasses.replace(order, compute="\n".join([*rows[:-1], rows[-1].rpartition(",")[0]]) + "\n")


def problem_of(order, form, result, release):
    """What is wrong with a result; empty if nothing."""
    if "error" in result:
        return result["error"]
    if "refused" in result:
        return f"PyTorch does not load it: {result['refused']}"
    for what in ("loss", "gradient"):
        if not result[what] <= TOLERANCE:
            return f"{what} differs by {result[what]:.1e}"
    if form == "comms":
        return ""
    ours = order.comms.splitlines()
    if release < 10:  # does not reshard what is left at the end of a step
        ours = [re.sub(r"(,\d+RESHARD)+$", "", row) for row in ours]
    return difference(result["rows"], ours)


def difference(theirs, ours):
    """Where PyTorch's own lowering first differs from ours; empty if nowhere."""
    if len(theirs) != len(ours):
        return f"PyTorch lowers it to {len(theirs)} ranks, we to {len(ours)}"
    for rank, (their_row, our_row) in enumerate(zip(theirs, ours)):
        for index, (their, our) in enumerate(itertools.zip_longest(their_row.split(","), our_row.split(","))):
            if their != our:
                return f"rank {rank}, cell {index}: PyTorch's own lowering has {their}, ours {our}"
    return ""


def print_summary(table, left_out, admitted):
    print(f"{'schedule':<28}{'variant':<26}{'orders':>7}  {'loss differs by':>16}{'gradient by':>13}")
    for name, row in sorted(table.items()):
        print(f"{name[0]:<28}{name[1]:<26}{row['orders']:>7}  {row['loss']:>16.1e}{row['gradient']:>13.1e}")
    for name, reasons in sorted(left_out.items()):
        some = "some " if admitted[name] else ""
        print(f"left out: {some}{name[0]} {name[1]}: {', '.join(sorted(reasons))}")


def installed_release():
    """The n of PyTorch 2.n."""
    return int(importlib.metadata.version("torch").split(".")[1])


def main():
    os.environ |= {"GLOO_SOCKET_IFNAME": "lo", "CUDA_VISIBLE_DEVICES": ""}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cli", required=True)
    release = installed_release()
    # Of a later one than we know, in the words of the newest.
    own = f"torch:release=2.{min(release, 15)}"
    parser.add_argument("--lowering", default=own, help="the pass that puts communication in")
    parser.add_argument("--schedule", action="append", help="only this one; may be given again")
    arguments = parser.parse_args()
    cli = orders_module.CommandLine(arguments.cli)
    orders, seen, admitted, left_out = orders_module.collect(cli, arguments.lowering, arguments.schedule)
    if not orders:
        sys.exit("bubblescope-cli gave no order that PyTorch can run")
    with tempfile.TemporaryDirectory(prefix="bubblescope-interop-") as name:
        folder = pathlib.Path(name)
        forms = [forms_of(order, release) for order in orders]
        jobs = [job for number, order in enumerate(orders) for job in jobs_for(order, number, folder, forms[number])]
        broken = jobs_for(control(orders[0]), "control", folder)[0] | {"seed": 0}
        results = run_all([*jobs, broken], folder)
    failures = []
    if "microbatches for stage" not in results["control-compute"].get("refused", ""):
        failures.append(f"the control, an order without its last backward, was not refused: {results['control-compute']}")
    table = collections.defaultdict(lambda: {"orders": 0, "loss": 0.0, "gradient": 0.0})
    for number, order in enumerate(orders):
        for form in forms[number]:
            result = results[f"{number}-{form}"]
            problem = problem_of(order, form, result, release)
            if problem:
                failures.append(f"{order.words} ({form}): {problem}")
                continue
            for name in seen[order.compute]:
                table[name]["orders"] += form == "comms"
                for what in ("loss", "gradient"):
                    table[name][what] = max(table[name][what], result[what])
    print_summary(table, left_out, admitted)
    for name, count in admitted.items():
        if count == 0 and name not in left_out:
            failures.append(f"{name[0]} {name[1]}: no shape that is tried is admissible")
    print(f"PyTorch 2.{release}: {len(orders)} orders, {len(jobs)} files, {len(failures)} failures")
    for failure in failures:
        print(f"FAILED {failure}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
