#!/usr/bin/env python3
"""Writes the outputs that the README and the pages show, or checks them.

A block of text or a Markdown table is an output if a comment is before it:

    <!-- output of: slumber run scenarios/quickstart.yaml; from: energy; to: front -->
    <!-- table of: scenarios/data/coverage.csv -->
    <!-- table of: .ci/prose/terms.tsv; columns: replacement as term, definition as meaning -->
    <!-- chapters of: slumber rules --json -->

Rows without a value in a named column are left out, and the rest is sorted. A table of chapters has a title and the prefixes of names in
its first two cells, which the page states; the counts are written, and every name must have a row. A table that is too long for a page is a
file, which the page links: `<!-- file of: slumber check --csv …; to: scenarios/data/….csv -->`.

A page with `<!-- new folder -->` runs its commands in a folder that is empty at first, in their order. A block of any language after
`<!-- writes: my-policy/policy.py -->` becomes that file.

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
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

MARK = re.compile(r"^<!-- output of: (?P<command>[^;]+?)(?:; exits: (?P<exits>\d+))?(?:; from: (?P<from>[^;]+?))?(?:; to: (?P<to>[^;]+?))?(?:; sample: (?P<sample>[0-9a-f]{12}))? -->$")
PICTURE = re.compile(r"^<!-- picture of: (?P<command>[^;]+?) -->$")
TABLE = re.compile(r"^<!-- table of: (?P<path>[^;]+?)(?:; columns: (?P<columns>[^;]+?))? -->$")
CHAPTERS = re.compile(r"^<!-- chapters of: (?P<command>[^;]+?) -->$")
FILE = re.compile(r"^<!-- file of: (?P<command>[^;]+?); to: (?P<path>[^;]+?) -->$")
WRITES = re.compile(r"^<!-- writes: (?P<path>[^;]+?) -->$")
FOLDER = "<!-- new folder -->"
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


class Outputs(dict):
    """The outputs of commands, by command, the folder in which they run, and the blocks that failed."""

    def __init__(self, folder=None):
        super().__init__()
        self.folder, self.problems = folder, []


def run(command, binary, outputs, codes=(0,)):
    """What a command prints that ends with one of `codes`; commands are run once."""
    if command not in outputs:
        words = shlex.split(command)
        if words[0] != "slumber":
            raise Failure(f"{command}: only slumber is run")
        words = [path for word in words for path in (sorted(glob.glob(word)) if "*" in word else [word])]
        start = time.monotonic()
        done = subprocess.run([binary, *words[1:], *(["--progress", "none"] if words[1] == "run" else [])],
                              capture_output=True, text=True, cwd=outputs.folder)
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


def table(rows):
    """Rows of text, each column as wide as its longest cell; numbers are aligned to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    isnumber = [all(re.fullmatch(r"-?\d*\.?\d*", row[column]) for row in rows[1:]) for column in range(len(rows[0]))]
    return ["  ".join(cell.rjust(width) if right else cell.ljust(width) for cell, width, right in zip(row, widths, isnumber)).rstrip()
            for row in rows]


def rows_of(path, columns):
    """The rows of a CSV or TSV file, or the columns that `a as b, c as d` names: those rows that have all of them, in order."""
    with open(path, newline="") as file:
        rows = list(csv.reader(file, delimiter="\t" if path.endswith(".tsv") else ","))
    if columns is None:
        return rows
    pairs = [column.strip().split(" as ") for column in columns.split(",")]
    places = [rows[0].index(name) for name, _ in pairs]
    chosen = [[row[place] for place in places] for row in rows[1:] if all(row[place] for place in places)]
    return [[head for _, head in pairs], *sorted(chosen, key=lambda row: row[0].lower().strip("`"))]


def markdown(rows):
    return ["| " + " | ".join(row) + " |" for row in [rows[0], ["---"] * len(rows[0]), *rows[1:]]]


def chapters(block, catalogue):
    """A table of chapters with the counts of the entries whose names begin with the prefixes of its second cells."""
    heads, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in block]
    names = [re.split(r"[-.]", entry.get("id") or entry["name"])[0] for entry in catalogue]
    grades = [entry["grade"] for entry in catalogue]
    counted = []
    for row in rows:
        prefixes = re.findall(r"`([^`]+)`", row[1])
        if unknown := set(prefixes) - set(names):
            raise Failure(f"{', '.join(sorted(unknown))}: no entry has this prefix")
        found = [grade for name, grade in zip(names, grades) if name in prefixes]
        counted.append([*row[:2], str(len(found)), str(sum(grade == "D" for grade in found))])
        names, grades = zip(*[pair for pair in zip(names, grades) if pair[0] not in prefixes] or [("", "")])
    if missing := set(names) - {""}:
        raise Failure(f"{', '.join(sorted(missing))}: no row has this prefix")
    return markdown([heads, *counted])


def written(text, binary, outputs, checks):
    """A page with the outputs as they are."""
    if FOLDER in text:
        with tempfile.TemporaryDirectory() as folder:
            own = Outputs(folder)
            own.problems = outputs.problems
            return filled(text, binary, own, checks)
    return filled(text, binary, outputs, checks)


def filled(text, binary, outputs, checks):
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
        if file := FILE.match(line):
            new = "\n".join(run(file["command"], binary, outputs)) + "\n"
            path = pathlib.Path(file["path"])
            if checks and path.read_text() != new:
                raise Failure(f"{path}: {file['command']} prints another table; `make readme` writes it")
            path.write_text(new)
            continue
        mark, data, chapter, file = (pattern.match(line) for pattern in (MARK, TABLE, CHAPTERS, WRITES))
        if not (mark or data or chapter or file):
            continue
        while lines[index] == "":
            result.append("")
            index += 1
        fence = lines[index].startswith("```")
        if not (lines[index] == "```text" or lines[index].startswith("|") or fence and file):
            raise Failure(f"no block of text or table after: {line}")
        if fence:
            result.append(lines[index])
            index += 1
        shown = index
        while lines[index] != "```" if fence else lines[index].startswith("|"):
            index += 1
        block = lines[shown:index]
        if file:
            # Commands that have run may read the new file.
            path = pathlib.Path(outputs.folder, file["path"])
            path.parent.mkdir(exist_ok=True)
            path.write_text("\n".join(block) + "\n")
            outputs.clear()
        elif mark and mark["sample"] and sample(mark, block, binary, outputs) == mark["sample"]:
            pass
        elif mark and mark["sample"] and checks:
            raise Failure(f"{mark['command']}: its sample or its block has changed; `make readme` writes it")
        elif data:
            block = (table if fence else markdown)(rows_of(data["path"], data["columns"]))
        elif chapter:
            block = chapters(block, json.loads("\n".join(run(chapter["command"], binary, outputs))))
        else:
            command = mark["command"]
            try:
                block = excerpt(run(command, binary, outputs, (int(mark["exits"] or 0),)), mark["from"], mark["to"], command)
            except Failure as failure:
                # The block stays, and the other outputs are written.
                outputs.problems.append(str(failure))
            if mark["sample"]:
                result[place] = line.replace(mark["sample"], sample(mark, block, binary, outputs))
        result += block
    return "\n".join(result)


def unsupported_numbers(text):
    """Numbers of sentences that no block of their section has."""
    found = []
    for section in re.split(r"^(?=## )", text, flags=re.M):
        if NUMBERS not in section:
            continue
        blocks = re.findall(r"^```.*?\n(.*?)^```$", section, flags=re.S | re.M)
        known = {number.rstrip(",.") for block in blocks for number in NUMBER.findall(block)}
        prose = re.sub(r"^```.*?^```$|^<!--.*?-->$|^!\[.*?$|^#.*?$", "", section, flags=re.S | re.M)
        heading = section.split("\n", 1)[0]
        for paragraph in prose.split("\n\n"):
            sentence = " ".join(paragraph.split())
            for number in NUMBER.findall(FREE.sub("", sentence)):
                if number.rstrip(",.") not in known:
                    found.append(f"{heading}: {number} stands in no table: {sentence[:100]}")
    return found


def commands_without_help(binary, outputs):
    """Commands of the program whose help no page shows."""
    listed = re.findall(r"^  ([a-z][a-z-]+)  ", "\n".join(run("slumber --help", binary, outputs)), flags=re.M)
    shown = "".join(pathlib.Path(page).read_text() for page in PAGES)
    return [command for command in listed if f"<!-- output of: slumber {command} --help -->" not in shown]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--binary", required=True, help="the program")
    parser.add_argument("--check", action="store_true", help="compare, and change nothing")
    parser.add_argument("--only", nargs="+", metavar="PAGE", help="names of pages, without their folder; all by default")
    options = parser.parse_args()
    options.binary = str(pathlib.Path(options.binary).resolve())
    problems, outputs = [], Outputs()
    folders = ["notebooks-export", "Sources/SlumberCommands/SlumberCommands.docc"]
    pictures = {path: path.read_bytes() for folder in folders for path in pathlib.Path(folder).glob("*.svg")}
    for path in map(pathlib.Path, PAGES):
        if options.only and path.stem not in options.only:
            continue
        text = path.read_text()
        outputs.problems.clear()
        try:
            new = written(text, options.binary, outputs, options.check)
        except Failure as failure:
            problems.append(f"{path}: {failure}")
            continue
        problems += [f"{path}: {problem}" for problem in outputs.problems]
        if options.check:
            problems += difflib.unified_diff(text.split("\n"), new.split("\n"), str(path), "as it is", lineterm="")
        else:
            path.write_text(new)
        problems += [f"{path}: {problem}" for problem in unsupported_numbers(new)]
    if not options.only:
        problems += [f"no page shows the help of {command}" for command in commands_without_help(options.binary, outputs)]
    if options.check:
        problems += [f"{path}: the program draws another picture" for path, was in pictures.items() if path.read_bytes() != was]
    if problems:
        sys.exit("\n".join(problems))
    print(", ".join(options.only or PAGES) + ": outputs and numbers are " + ("those of the program" if options.check else "written"))


if __name__ == "__main__":
    main()
