#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A sweep of a million configurations: whole, by GNU parallel, and as a Slurm job array under a stand-in scheduler.

usage: sweep_at_scale.py CLI [LATENCIES]

Each of LATENCIES (100) is 10,000 configurations. The lines that run are those of docs/sweeps.md. The scheduler takes the tasks in
any order, two at a time, ends each once by SIGTERM or SIGKILL and queues it again. All ways give the same bytes; prints the rows of
the table in docs/scale.md.
"""

import filecmp
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "sweeps.md")
TASKS = 16


def documented(first):
    """The block of the page whose first line is this."""
    with open(PAGE, encoding="utf-8") as page:
        for block in re.findall(r"```bash\n(.*?)```", page.read(), re.DOTALL):
            if block.startswith(first):
                return block
    sys.exit(f"{PAGE} has no lines that begin with '{first}'")


class Folder:
    def __init__(self, path, cli, latencies):
        self.path = path
        os.mkdir(os.path.join(path, "bin"))
        os.symlink(cli, os.path.join(path, "bin", "bubblescope-cli"))
        self.environment = dict(os.environ, PATH=os.path.join(path, "bin") + ":" + os.environ["PATH"])
        times = ",".join(f"{i / 100:g}" for i in range(latencies))
        self.write("plan.sh", "sweep=(gpipe 1f1b zb-h1 zbv interleaved-1f1b --ranks 2..11 --microbatches 12..211 "
                              f"--p2p-latency {times})\n")

    def name(self, file):
        return os.path.join(self.path, file)

    def write(self, file, text):
        with open(self.name(file), "w", encoding="utf-8") as out:
            out.write(text)

    def start(self, script, **more):
        return subprocess.Popen(["bash", script], cwd=self.path, env=dict(self.environment, **more), stderr=subprocess.DEVNULL)

    def run(self, text):
        self.write("run.sh", text)
        run = self.start("run.sh")
        if run.wait() != 0:
            sys.exit(f"status {run.returncode} of:\n{text}")


def array(folder):
    """Runs the job array; how many tasks were queued again."""
    folder.write("job.sh", documented("#!/bin/bash"))
    chance = random.Random(1)
    queue = list(range(1, TASKS + 1))
    chance.shuffle(queue)
    running, ended_once, again = [], set(), 0
    while queue or running:
        while queue and len(running) < 2:
            task = queue.pop(0)
            run = folder.start("job.sh", SLURM_ARRAY_TASK_ID=str(task), SLURM_CPUS_PER_TASK="1")
            running.append((task, run, time.monotonic() + chance.uniform(0.02, 3)))
        time.sleep(0.01)
        for entry in list(running):
            task, run, end = entry
            if run.poll() is not None:
                running.remove(entry)
                if run.returncode == 0:
                    continue
                if run.returncode not in (130, -signal.SIGKILL):
                    sys.exit(f"task {task} ended with status {run.returncode}")
                queue.append(task)
                again += 1
            elif time.monotonic() > end and task not in ended_once:
                ended_once.add(task)
                run.send_signal(chance.choice([signal.SIGTERM, signal.SIGKILL]))
    return again


def timed(what, work):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.monotonic()
    result = work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    print(f"| {what} | {time.monotonic() - begin:.1f} s | {processor:.1f} s | {after.ru_maxrss / 1024:.0f} MiB |", flush=True)
    return result


def main():
    if len(sys.argv) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 2
    latencies = int(sys.argv[2]) if len(sys.argv) == 3 else 100
    with tempfile.TemporaryDirectory() as path:
        folder = Folder(path, os.path.abspath(sys.argv[1]), latencies)
        print("| | by the clock | processor | most memory of one process |\n|---|---|---|---|")
        plan = "source plan.sh\n"
        timed("one command", lambda: folder.run(plan + 'bubblescope-cli sweep "${sweep[@]}" -o whole.csv\n'))
        ways = [("job array", lambda: array(folder))]
        if shutil.which("parallel"):
            ways.insert(0, ("GNU parallel", lambda: folder.run(documented("# parallel"))))
        for name, work in ways:
            again = timed(f"{TASKS} parts, {name}", work)
            timed(f"{TASKS} parts of {name}, joined", lambda: folder.run(documented("# join")))
            if not filecmp.cmp(folder.name("whole.csv"), folder.name("sweep.csv"), shallow=False):
                sys.exit(f"the parts of {name} are not the whole")
            shutil.rmtree(folder.name("parts"))
            os.remove(folder.name("sweep.csv"))
            if again is not None:
                print(f"\n{again} tasks were ended and queued again.")
        with open(folder.name("whole.csv"), "rb") as rows:
            count = sum(1 for _ in rows) - 1
        print(f"\n{count:,} rows, {os.path.getsize(folder.name('whole.csv')) / 1e6:.0f} MB; the same bytes in all ways.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
