#!/usr/bin/env python3
"""Writes the outputs that the README and the pages show, or checks them.

A block of text is an output where a comment stands before it:

    <!-- output of: slumber run scenarios/quickstart.yaml; from: energy; to: front -->
    <!-- table of: scenarios/data/parameter-effects.csv -->

The command runs in the project's folder, each command once. Of what it prints the lines are shown from the first that begins
with `from` up to the one before the first behind it that begins with `to`; both may be left out. A command must end with code 0, or
with the one that `exits` names. What takes a minute or more has a digest, `sample: 0123456789ab`, of the block, of its picture and of
what the same command gives when it is made small. While all are what they were, the block stays; otherwise `make readme` runs the
whole. Pictures are written by the same commands (`--svg notebooks-export/…`), or by one that prints nothing, whose comment stands
before the picture:

    <!-- picture of: slumber trace scenarios/quickstart.yaml --to notebooks-export/day.svg -->

In sections that say so (`<!-- every number of this section stands in its blocks -->`), a number in a sentence has to stand in one
of the section's blocks, so that no sentence outlives its table.
"""

import argparse
import csv
import difflib
import glob
import hashlib
import pathlib
import re
import shlex
import subprocess
import sys
import time

MARK = re.compile(r"^<!-- output of: (?P<command>[^;]+?)(?:; exits: (?P<exits>\d+))?(?:; from: (?P<from>[^;]+?))?(?:; to: (?P<to>[^;]+?))?(?:; sample: (?P<sample>[0-9a-f]{12}))? -->$")
PICTURE = re.compile(r"^<!-- picture of: (?P<command>[^;]+?) -->$")
TABLE = re.compile(r"^<!-- table of: (?P<path>[^;]+?) -->$")
PAGES = ["README.md", *sorted(str(page) for page in pathlib.Path("Sources").glob("*/*.docc/*.md"))]
# What makes a command small that names neither points nor replications.
SMALL = {"run": " --replications 2", "sensitivity": " --replications 2", "describe": " --devices 20"}
# The exit code of a check that a small population may miss.
MISSED = 5
NUMBERS = "<!-- every number of this section stands in its blocks -->"
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
# How many phones, times and weeks a study has is said in words of its own file.
FREE = re.compile(r"`[^`]*`|\[[^\]]*\]\([^)]*\)|\d+ (?:phones|devices|times|weeks|days|replications|policies)\b|95 %|\bv?\d+\.\d+\.\d+\b")


class Failure(Exception):
    pass


def run(command, binary, outputs, codes=(0,)):
    """What a command prints that ends with one of `codes`; commands are run once."""
    if command not in outputs:
        words = shlex.split(command)
        if words[0] != "slumber":
            raise Failure(f"{command}: only slumber is run")
        words = [path for word in words for path in (sorted(glob.glob(word)) if "*" in word else [word])]
        start = time.monotonic()
        done = subprocess.run([binary, *words[1:], *(["--progress", "none"] if words[1] == "run" else [])],
                              capture_output=True, text=True)
        if done.returncode not in codes:
            raise Failure(f"{command}: exit code {done.returncode}\n{done.stderr}")
        if (seconds := time.monotonic() - start) > 10:
            print(f"{seconds:5.0f} s  {command}", flush=True)
        outputs[command] = done.stdout.rstrip("\n").split("\n")
    return outputs[command]


def sample(mark, block, binary, outputs):
    """The digest of a block, of its picture, and of the same command with two points, two replications or twenty devices."""
    command = mark["command"]
    small = re.sub(r"(--points|--replications) \d+", r"\1 2", command).replace(".results.sqlite", "-sample.results.sqlite")
    if not re.search(r"--(points|replications) ", command):
        small += SMALL.get(command.split()[1], "")
    small = re.sub(r"--svg \S+/", "--svg out/", small)
    parts = run(small, binary, outputs, (0, MISSED)) + block
    for drawn in re.findall(r"--svg (\S+)", f"{small} {command}"):
        parts.append(pathlib.Path(drawn).read_text())
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


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


def table(path):
    """The rows of a CSV file, each column as wide as its longest cell; numbers stand to the right."""
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    isnumber = [all(re.fullmatch(r"-?\d*\.?\d*", row[column]) for row in rows[1:]) for column in range(len(rows[0]))]
    return ["  ".join(cell.rjust(width) if right else cell.ljust(width) for cell, width, right in zip(row, widths, isnumber)).rstrip()
            for row in rows]


def written(text, binary, outputs, checks):
    """A page with the outputs as they are."""
    result = []
    lines = text.split("\n")
    index = 0
    while index < len(lines):
        line = lines[index]
        place = len(result)
        result.append(line)
        index += 1
        if picture := PICTURE.match(line):
            run(picture["command"], binary, outputs)
            continue
        mark, data = MARK.match(line), TABLE.match(line)
        if not mark and not data:
            continue
        while lines[index] == "":
            result.append("")
            index += 1
        if lines[index] != "```text":
            raise Failure(f"no block of text behind: {line}")
        result.append(lines[index])
        index += 1
        shown = index
        while lines[index] != "```":
            index += 1
        if mark and mark["sample"]:
            block = lines[shown:index]
            if sample(mark, block, binary, outputs) == mark["sample"]:
                result += block
                continue
            if checks:
                raise Failure(f"{mark['command']}: its sample or its block has changed; `make readme` writes it")
        if data:
            result += table(data["path"])
        else:
            command = mark["command"]
            block = excerpt(run(command, binary, outputs, (int(mark["exits"] or 0),)), mark["from"], mark["to"], command)
            result += block
            if mark["sample"]:
                result[place] = line.replace(mark["sample"], sample(mark, block, binary, outputs))
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
    problems, outputs = [], {}
    folders = ["notebooks-export", "Sources/SlumberCommands/SlumberCommands.docc"]
    pictures = {path: path.read_bytes() for folder in folders for path in pathlib.Path(folder).glob("*.svg")}
    for path in map(pathlib.Path, PAGES):
        text = path.read_text()
        try:
            new = written(text, options.binary, outputs, options.check)
        except Failure as failure:
            sys.exit(f"{path}: {failure}")
        if options.check:
            problems += difflib.unified_diff(text.split("\n"), new.split("\n"), str(path), "as it is", lineterm="")
        else:
            path.write_text(new)
        problems += [f"{path}: {problem}" for problem in unsupported_numbers(new)]
    if options.check:
        problems += [f"{path}: the program draws another picture" for path, was in pictures.items() if path.read_bytes() != was]
    if problems:
        sys.exit("\n".join(problems))
    print(", ".join(PAGES) + ": outputs and numbers are " + ("those of the program" if options.check else "written"))


if __name__ == "__main__":
    main()
