#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What happens to the command line in long runs: it is killed, the disk fills, files change while it reads them,
and orders are damaged. Each part prints one line of figures and keeps what failed.

usage: hardships.py CLI PART COUNT [FINDS]

PART: kills     COUNT writes, each killed (SIGKILL) at a random moment: the old file or the new one is there, whole.
      disk      COUNT writes to a disk with too little room: status 3, the file's name in the message, the old file kept.
                Needs the right to mount; without it a limit on the size of files stands in for the disk.
      changes   COUNT readings of a file that is cut, overwritten or replaced meanwhile: an answer or an error, no signal.
      orders    COUNT damaged orders: what validate accepts simulate times, and what it refuses is refused with a reason.
FINDS: a folder for inputs and messages of what failed (default: hardships-finds)
"""

import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

SECONDS = 60
SCHEDULES = ["gpipe:ranks=3,microbatches=4", "1f1b:ranks=4,microbatches=8", "interleaved-1f1b:ranks=4,microbatches=8,stages-per-rank=2",
             "zb-h1:ranks=4,microbatches=6", "zbv:ranks=4,microbatches=8", "dualpipe:ranks=4,microbatches=8", "dualpipev:ranks=4,microbatches=8",
             "chimera:ranks=4,microbatches=8"]
#: Arguments of a write, and the ending of its file.
WRITES = [(["generate", "1f1b", "--ranks", "16", "--microbatches", "2000"], ".csv"),
          (["convert", "zbv:ranks=8,microbatches=500"], ".bubble"),
          (["convert", "1f1b:ranks=8,microbatches=500"], ".trace.json"),
          (["render", "zbv:ranks=8,microbatches=64"], ".svg"),
          (["render", "zbv:ranks=8,microbatches=64"], ".pdf"),
          (["render", "1f1b:ranks=8,microbatches=64"], ".png"),
          (["render", "1f1b:ranks=4,microbatches=16"], ".tikz")]


class Report:
    def __init__(self, part, finds):
        self.part, self.finds = part, finds
        self.counts = {}
        self.failures = 0

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    def fail(self, what, *files):
        self.failures += 1
        os.makedirs(self.finds, exist_ok=True)
        for i, file in enumerate(files):
            if os.path.exists(file):
                shutil.copy(file, os.path.join(self.finds, f"{self.part}-{self.failures}-{i}-{os.path.basename(file)}"))
        print(f"{self.part}: {what}", file=sys.stderr)

    def end(self):
        figures = ", ".join(f"{what} {count:,}" for what, count in sorted(self.counts.items()))
        print(f"{self.part}: {figures}; failures: {self.failures}")
        return 1 if self.failures else 0


def content(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def supports(cli, arguments, ending, folder):
    """A build without Qt draws no pictures."""
    run = subprocess.run([cli, *arguments, "-o", os.path.join(folder, "try" + ending)], capture_output=True, check=False)
    return run.returncode == 0


def kills(cli, count, report, chance):
    with tempfile.TemporaryDirectory() as folder:
        kinds = []
        for arguments, ending in WRITES:
            if not supports(cli, arguments, ending, folder):
                continue
            begin = time.monotonic()
            subprocess.run([cli, *arguments, "-o", os.path.join(folder, "whole" + ending)], check=True, capture_output=True)
            kinds.append((arguments, ending, content(os.path.join(folder, "whole" + ending)), time.monotonic() - begin))
        for i in range(count):
            arguments, ending, whole, seconds = chance.choice(kinds)
            path = os.path.join(folder, "result" + ending)
            old = None if chance.random() < 0.3 else b"what was there before"
            if old is not None:
                with open(path, "wb") as file:
                    file.write(old)
            run = subprocess.Popen([cli, *arguments, "-o", path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(chance.random() * seconds * 1.1)
            run.kill()
            run.wait()
            found = content(path)
            # PDFs name the moment at which they were made, so whole is told by their ends.
            is_whole = found == whole or (ending == ".pdf" and found is not None and found.startswith(b"%PDF") and
                                          found.rstrip().endswith(b"%%EOF"))
            if found == old:
                report.count("left as it was")
            elif is_whole:
                report.count("written whole")
            else:
                report.fail(f"{' '.join(arguments)}: a part of the file is there after kill {i}", path)
            if os.path.exists(path):
                os.remove(path)
        left = [name for name in os.listdir(folder) if not name.startswith(("whole", "try"))]
        report.counts["parts of files beside the results"] = len(left)


def small_disk(folder):
    """Mounts a disk of 64 KiB there; whether it could."""
    return subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], capture_output=True, check=False).returncode == 0


def disk(cli, count, report, chance):
    with tempfile.TemporaryDirectory() as outer:
        folder = os.path.join(outer, "small")
        os.mkdir(folder)
        is_mounted = small_disk(folder)
        report.count("small disks" if is_mounted else "limits on the size of files")
        try:
            kinds = [kind for kind in WRITES if supports(cli, *kind, outer)]
            for _ in range(count):
                arguments, ending = chance.choice(kinds)
                path = os.path.join(folder, "result" + ending)
                old = b"what was there before"
                with open(path, "wb") as file:
                    file.write(old)
                room = chance.randrange(0, 60) * 1024
                filler = os.path.join(folder, "filler")
                if is_mounted:
                    with open(filler, "wb") as file:
                        file.write(b"x" * (60 * 1024 - room))

                def limited():
                    resource.setrlimit(resource.RLIMIT_FSIZE, (max(room, 1024), max(room, 1024)))
                run = subprocess.run([cli, *arguments, "-o", path], capture_output=True, timeout=SECONDS, check=False,
                                     preexec_fn=None if is_mounted else limited)
                message = run.stderr.decode(errors="replace")
                found = content(path)
                if run.returncode == 0:
                    report.count("had room")
                elif run.returncode != 3:
                    report.fail(f"{' '.join(arguments)}: status {run.returncode} with {room} bytes of room: {message.strip()}")
                elif found != old:
                    report.fail(f"{' '.join(arguments)}: the file that was there is gone or changed", path)
                elif "result" + ending not in message:
                    report.fail(f"{' '.join(arguments)}: the message does not name the file: {message.strip()}")
                else:
                    report.count("refused")
                for name in os.listdir(folder):
                    if name not in ("filler", "result" + ending):
                        report.fail(f"{' '.join(arguments)}: left {name} on the full disk")
                        os.remove(os.path.join(folder, name))
                for name in (filler, path):
                    if os.path.exists(name):
                        os.remove(name)
        finally:
            if is_mounted:
                subprocess.run(["umount", folder], check=False)


def changes(cli, count, report, chance):
    with tempfile.TemporaryDirectory() as folder:
        inputs = []
        for ending, request in ((".csv", "1f1b:ranks=16,microbatches=4000"), (".bubble", "zbv:ranks=8,microbatches=2000"),
                                (".trace.json", "1f1b:ranks=8,microbatches=2000")):
            path = os.path.join(folder, "input" + ending)
            subprocess.run([cli, "convert", request, "-o", path], check=True, capture_output=True)
            inputs.append((ending, content(path)))
        reads = {".csv": [["validate"], ["simulate"]], ".bubble": [["simulate"]], ".trace.json": [["trace"], ["calibrate"]]}
        for _ in range(count):
            ending, whole = chance.choice(inputs)
            path = os.path.join(folder, "changing" + ending)
            with open(path, "wb") as file:
                file.write(whole)
            arguments = chance.choice(reads[ending])
            run = subprocess.Popen([cli, *arguments, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            stop = threading.Event()

            def change():
                while not stop.wait(chance.random() * 0.01):
                    way = chance.randrange(4)
                    try:
                        if way == 0:
                            os.truncate(path, chance.randrange(len(whole)))
                        elif way == 1:
                            with open(path, "r+b") as file:
                                file.seek(chance.randrange(len(whole)))
                                file.write(os.urandom(100))
                        elif way == 2:
                            with open(path + ".new", "wb") as file:
                                file.write(whole[:chance.randrange(len(whole))])
                            os.replace(path + ".new", path)
                        else:
                            with open(path, "ab") as file:
                                file.write(whole[:1000])
                    except FileNotFoundError:
                        pass
            writer = threading.Thread(target=change)
            writer.start()
            try:
                _, errors = run.communicate(timeout=SECONDS)
            except subprocess.TimeoutExpired:
                run.kill()
                _, errors = run.communicate()
                report.fail(f"{' '.join(arguments)}: ran longer than {SECONDS} s", path)
            stop.set()
            writer.join()
            if run.returncode < 0:
                report.fail(f"{' '.join(arguments)} {ending}: ended by {signal.Signals(-run.returncode).name}", path)
            elif run.returncode not in (0, 1, 2):
                report.fail(f"{' '.join(arguments)} {ending}: status {run.returncode}: {errors.decode(errors='replace')[:500]}", path)
            else:
                report.count("answers" if run.returncode == 0 else "errors")


def damaged(rows, chance):
    rows = [list(row) for row in rows]
    for _ in range(chance.choice([1, 1, 2, 5])):
        row = chance.choice(rows)
        if not row:
            continue
        at = chance.randrange(len(row))
        way = chance.randrange(6)
        if way == 0:
            del row[at]
        elif way == 1:
            row.insert(at, chance.choice(row))
        elif way == 2:
            other = chance.randrange(len(row))
            row[at], row[other] = row[other], row[at]
        elif way == 3:
            chance.choice(rows).append(row.pop(at))
        elif way == 4:
            row.insert(chance.randrange(len(row) + 1), row.pop(at))
        else:
            row[at] = row[at].translate(str.maketrans("FIWB0123", chance.choice(["BFIW1230", "IWBF0000", "FIWB3210"])))
    return rows


def orders(cli, count, report, chance):
    with tempfile.TemporaryDirectory() as folder:
        whole = []
        for request in SCHEDULES:
            run = subprocess.run([cli, "generate", request, "-o", "-"], capture_output=True, text=True, check=False)
            if run.returncode == 0:
                whole.append([line.split(",") for line in run.stdout.splitlines()])
        if len(whole) < 4:
            report.fail("fewer than four schedules could be generated")
            return
        path = os.path.join(folder, "order.csv")
        for _ in range(count):
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n".join(",".join(row) for row in damaged(chance.choice(whole), chance)) + "\n")
            runs = []
            for command in ("validate", "simulate"):
                run = subprocess.run([cli, command, path], capture_output=True, timeout=SECONDS, check=False)
                runs.append(run)
                if run.returncode not in (0, 1, 2):
                    report.fail(f"{command}: status {run.returncode}: {run.stderr.decode(errors='replace')[:500]}", path)
                elif run.returncode != 0 and not run.stderr.strip() and not run.stdout.strip():
                    report.fail(f"{command}: refused without a word", path)
            valid, timed = (run.returncode == 0 for run in runs)
            if valid and not timed:
                report.fail("validate accepts what simulate refuses", path)
            report.count("accepted" if valid else "timed with problems" if timed else "refused")


PARTS = {"kills": kills, "disk": disk, "changes": changes, "orders": orders}


def main():
    if len(sys.argv) not in (4, 5) or sys.argv[2] not in PARTS or not sys.argv[3].isdigit():
        print(__doc__, file=sys.stderr)
        return 2
    finds = sys.argv[4] if len(sys.argv) == 5 else "hardships-finds"
    report = Report(sys.argv[2], finds)
    seed = int(os.environ.get("BUBBLESCOPE_HARDSHIP_SEED", "1"))
    PARTS[sys.argv[2]](os.path.abspath(sys.argv[1]), int(sys.argv[3]), report, random.Random(seed))
    return report.end()


if __name__ == "__main__":
    sys.exit(main())
