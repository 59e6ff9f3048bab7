# SPDX-License-Identifier: Apache-2.0
"""Makes C++ of kernels, for cuda_on_host.h: host_kernels.py OUT.cpp IN.cu. Launches become calls, and what a block shares
static."""
import pathlib
import re
import sys


def matching(text, begin, pair):
    """Behind the bracket that closes the one at `begin`."""
    depth = 0
    for at in range(begin, len(text)):
        depth += (text[at] == pair[0]) - (text[at] == pair[1])
        if depth == 0:
            return at + 1
    raise ValueError("a bracket is not closed")


def arguments(text):
    """Of a list, at its commas outside of brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "({") - (letter in ")}")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def name_before(text, end):
    """Where the kernel's name begins, with what it is a template of."""
    begin = len(text[:end].rstrip())
    end = begin
    if text[begin - 1] == ">":
        depth = 0
        while True:
            begin -= 1
            depth += (text[begin] == ">") - (text[begin] == "<")
            if depth == 0:
                break
    while re.match(r"[\w:]", text[begin - 1]):
        begin -= 1
    return begin, end


def converted(text):
    text = text.replace("__shared__ ", "static ")
    while "<<<" in text:
        launch = text.index("<<<")
        begin, end = name_before(text, launch)
        closed = text.index(">>>", launch)
        blocks, threads = arguments(text[launch + 3:closed])[:2]
        called = text.index("(", closed)
        past = matching(text, called, "()")
        text = (f"{text[:begin]}emulation::launch(dim3({blocks}), dim3({threads}), "
                f"[&] {{ {text[begin:end]}{text[called:past]}; }}){text[past:]}")
    return text


if __name__ == "__main__":
    source = pathlib.Path(sys.argv[2])
    pathlib.Path(sys.argv[1]).write_text('#include "tests/probe/emulated/cuda_on_host.h"\n' + converted(source.read_text()))
