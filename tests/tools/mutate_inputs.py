#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Gives the command line mutations of the fuzzers' corpora, reader by reader.

usage: mutate_inputs.py CLI CORPUS [READER...]

No run may end by a signal, take longer than 10 s or more than 1 GB, or print a message of 3 KB or more.
BUBBLESCOPE_MUTATIONS says how many are tried of each reader (40); the same number gives the same ones.
Inputs that fail are kept in the folder of BUBBLESCOPE_MUTATION_FINDS.
"""

import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SECONDS = 10
BYTES = 1 << 30
MESSAGE = 3000

TRACE = [["trace", "FILE", "--json", "--actions"], ["trace", "FILE", "--keep-damaged"], ["calibrate", "FILE"],
         ["compare", "--measured", "FILE"]]
# By folder of the corpus: the ending of the file, and what is run.
READERS = {
    "chrome": (".json", TRACE),
    "inflate": (".json.gz", TRACE),
    "nsight": (".sqlite", TRACE),
    "primus": (".json", TRACE),
    "timeline": (".json", TRACE),
    "csv": (".csv", [["validate", "FILE"], ["simulate", "FILE"]]),
    "document": (".bubble", [["simulate", "FILE"], ["convert", "FILE", "-o", "OUT.csv"]]),
    "costs": (".json", [["simulate", "1f1b", "--costs", "FILE"]]),
    "calibration": (".json", [["simulate", "1f1b", "--costs", "FILE"]]),
}
NUMBERS = [b"0", b"-1", b"1", b"16777215", b"16777216", b"65535", b"4294967295", b"9223372036854775807",
           b"1e308", b"-1e999", b"0.1", b"null", b'""', b"[]", b"{}"]


def numbers_in(data):
    """Begin and end of each run of digits."""
    found = []
    begin = None
    for i, byte in enumerate(data[:65536]):
        if 48 <= byte <= 57:
            begin = i if begin is None else begin
        elif begin is not None:
            found.append((begin, i))
            begin = None
    return found


def mutated(data, other, chance):
    data = bytearray(data)
    for _ in range(chance.choice([1, 1, 1, 2, 4, 16])):
        at = chance.randrange(len(data) + 1)
        kind = chance.randrange(9)
        if kind == 0 and data:
            data[at % len(data)] ^= 1 << chance.randrange(8)
        elif kind == 1 and data:
            data[at % len(data)] = chance.randrange(256)
        elif kind == 2:
            del data[at:at + chance.choice([1, 2, 8, 64, 4096])]
        elif kind == 3:
            data[at:at] = bytes(chance.randrange(256) for _ in range(chance.choice([1, 2, 8])))
        elif kind == 4:
            begin = chance.randrange(len(data) + 1)
            data[at:at] = data[begin:begin + chance.choice([1, 16, 256, 4096])]
        elif kind == 5:
            begin = chance.randrange(len(other) + 1)
            data[at:at] = other[begin:begin + chance.choice([16, 256, 4096])]
        elif kind == 6:
            del data[at:]
        elif kind == 7:
            places = numbers_in(data)
            if places:
                begin, end = chance.choice(places)
                data[begin:end] = chance.choice(NUMBERS)
        else:
            quote = data.find(b'"', at)
            if quote >= 0:
                data[quote + 1:quote + 1] = b"k" * chance.choice([100, 5000, 70000])
    return bytes(data)


def run(cli, words, folder):
    """What is wrong with a run, if anything."""
    errors_path = os.path.join(folder, "errors")
    begin = time.monotonic()
    with open(errors_path, "wb") as errors:
        child = subprocess.Popen([cli, *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors,
                                 cwd=folder)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        _, status, usage = os.wait4(child.pid, 0)
    except TimeoutError:
        child.kill()
        os.wait4(child.pid, 0)
        child.returncode = -1
        return "took longer than %d s" % SECONDS
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode < 0:
        return "ended by signal %d" % -child.returncode
    if child.returncode > 3:
        return "ended with status %d" % child.returncode
    if usage.ru_maxrss * 1024 > BYTES:
        return "took %d MB" % (usage.ru_maxrss // 1024)
    with open(errors_path, "rb") as file:
        messages = file.read().split(b"\nbubblescope-cli: ")
    if max(len(message) for message in messages) >= MESSAGE:
        return "prints a message of %d bytes" % max(len(message) for message in messages)
    return None if time.monotonic() - begin < SECONDS else "took longer than %d s" % SECONDS


def try_reader(cli, corpus, reader, count):
    ending, commands = READERS[reader]
    folder = os.path.join(corpus, reader)
    seeds = []
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as file:
            seeds.append(file.read())
    chance = random.Random(reader)
    failures = 0
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "rank0" + ending)
        for turn in range(count):
            with open(path, "wb") as file:
                file.write(mutated(chance.choice(seeds), chance.choice(seeds), chance))
            words = [path if word == "FILE" else word for word in commands[turn % len(commands)]]
            wrong = run(cli, words, place)
            if wrong is None:
                continue
            failures += 1
            print("%s, mutation %d, %s: %s" % (reader, turn, " ".join(words[:2]), wrong), flush=True)
            finds = os.environ.get("BUBBLESCOPE_MUTATION_FINDS")
            if finds:
                shutil.copy(path, os.path.join(finds, "%s-%d%s" % (reader, turn, ending)))
    return failures


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)

    def stop(_signal, _frame):
        raise TimeoutError

    signal.signal(signal.SIGALRM, stop)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    count = int(os.environ.get("BUBBLESCOPE_MUTATIONS", "40"))
    cli = os.path.abspath(sys.argv[1])
    failures = sum(try_reader(cli, sys.argv[2], reader, count) for reader in sys.argv[3:] or READERS)
    sys.exit("%d runs failed" % failures if failures else 0)


if __name__ == "__main__":
    main()
