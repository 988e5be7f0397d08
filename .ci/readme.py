#!/usr/bin/env python3
"""Writes the outputs that the README shows, or checks them.

A block of text in the README is an output where a comment stands before it:

    <!-- output of: slumber run scenarios/quickstart.yaml; from: energy; to: front -->

The command runs in the project's folder, each command once. Of what it prints the lines are shown from the first that begins
with `from` up to the one before the first behind it that begins with `to`; both may be left out. Pictures are written by
the same commands (`--svg notebooks-export/…`).

In sections that say so (`<!-- every number of this section stands in its blocks -->`), a number in a sentence has to stand in one
of the section's blocks, so that no sentence outlives its table.
"""

import argparse
import difflib
import pathlib
import re
import subprocess
import sys

MARK = re.compile(r"^<!-- output of: (?P<command>[^;]+?)(?:; from: (?P<from>[^;]+?))?(?:; to: (?P<to>[^;]+?))? -->$")
NUMBERS = "<!-- every number of this section stands in its blocks -->"
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
# How many phones, times and weeks a study has is said in words of its own file.
FREE = re.compile(r"`[^`]*`|\[[^\]]*\]\([^)]*\)|\d+ (?:phones|devices|times|weeks|days|replications|policies)\b|95 %|\bv?\d+\.\d+\.\d+\b")


class Failure(Exception):
    pass


def run(command, binary, outputs):
    """What a command prints; commands are run once."""
    if command not in outputs:
        words = command.split()
        if words[0] != "slumber":
            raise Failure(f"{command}: only slumber is run")
        done = subprocess.run([binary, *words[1:], *(["--progress", "none"] if words[1] == "run" else [])],
                              capture_output=True, text=True)
        if done.returncode != 0:
            raise Failure(f"{command}: exit code {done.returncode}\n{done.stderr}")
        outputs[command] = done.stdout.rstrip("\n").split("\n")
    return outputs[command]


def excerpt(lines, start, end, command):
    """The lines from one that begins with `start` up to the one before `end`, without blank lines at the ends."""
    first = 0
    if start:
        first = next((i for i, line in enumerate(lines) if line.startswith(start)), None)
        if first is None:
            raise Failure(f"{command}: no line begins with {start!r}")
    last = len(lines)
    if end:
        last = next((i for i in range(first + 1, len(lines)) if lines[i].startswith(end)), None)
        if last is None:
            raise Failure(f"{command}: no line behind begins with {end!r}")
    part = lines[first:last]
    while part and not part[-1].strip():
        part.pop()
    return [line.rstrip() for line in part]


def written(text, binary):
    """The README with the outputs as they are."""
    outputs = {}
    result = []
    lines = text.split("\n")
    index = 0
    while index < len(lines):
        line = lines[index]
        result.append(line)
        index += 1
        mark = MARK.match(line)
        if not mark:
            continue
        while lines[index] == "":
            result.append("")
            index += 1
        if lines[index] != "```text":
            raise Failure(f"no block of text behind: {line}")
        result.append(lines[index])
        index += 1
        while lines[index] != "```":
            index += 1
        command = mark["command"]
        result += excerpt(run(command, binary, outputs), mark["from"], mark["to"], command)
    return "\n".join(result)


def unsupported_numbers(text):
    """Numbers of sentences that no block of their section has."""
    found = []
    for section in re.split(r"^(?=## )", text, flags=re.M):
        if NUMBERS not in section:
            continue
        blocks = re.findall(r"^```.*?\n(.*?)^```$", section, flags=re.S | re.M)
        known = {number.rstrip(",.") for block in blocks for number in NUMBER.findall(block)}
        prose = re.sub(r"^```.*?^```$|^<!--.*?-->$|^!\[.*$", "", section, flags=re.S | re.M)
        heading = section.split("\n", 1)[0]
        for paragraph in prose.split("\n\n"):
            sentence = " ".join(paragraph.split())
            for number in NUMBER.findall(FREE.sub("", sentence)):
                if number.rstrip(",.") not in known:
                    found.append(f"{heading}: {number} stands in no table: {sentence[:100]}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--binary", required=True, help="the program")
    parser.add_argument("--check", action="store_true", help="compare, and change nothing")
    options = parser.parse_args()
    path = pathlib.Path("README.md")
    text = path.read_text()
    try:
        new = written(text, options.binary)
    except Failure as failure:
        sys.exit(f"README.md: {failure}")
    problems = unsupported_numbers(new)
    if options.check:
        difference = list(difflib.unified_diff(text.split("\n"), new.split("\n"), "README.md", "as it is", lineterm=""))
        problems = difference + problems
    else:
        path.write_text(new)
    if problems:
        sys.exit("\n".join(problems))
    print("README.md: outputs and numbers are " + ("those of the program" if options.check else "written"))


if __name__ == "__main__":
    main()
