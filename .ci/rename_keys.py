#!/usr/bin/env python3
"""Rewrites studies, and tables of expected words, from the names before this version to its names.

    .ci/rename_keys.py FILE...

`scenarios/rename-keys.tsv` lists each name, its replacement, and its place: a `key` is followed by a colon or is part of a path; a
`word` or a `name` can be anywhere; other places are keys with this word as their value. Each file is rewritten once, in one pass.
"""

import csv
import pathlib
import re
import sys

TABLE = pathlib.Path(__file__).parent.parent / "scenarios/rename-keys.tsv"
BEFORE = {"key": r"(?<![\w-])", "word": r"(?<![\w.-])", "name": r"(?<![\w.])"}
AFTER = {"key": r"(?=\"?\s*:|\]?=|[\"'|]|$)", "word": r"(?![\w.-])", "name": r"(?![\w.])"}


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    with TABLE.open(newline="") as table:
        rows = list(csv.DictReader(table, delimiter="\t"))
    patterns = [
        BEFORE.get(row["place"], rf"(?<![\w]){row['place']}: ") + re.escape(row["old"]) + AFTER.get(row["place"], r"(?![\w.-])")
        for row in rows
    ]
    either = re.compile("|".join(f"({pattern})" for pattern in patterns), re.MULTILINE)

    def new(found):
        row = rows[found.lastindex - 1]
        return found[0].replace(row["old"], row["new"])

    for name in sys.argv[1:]:
        path = pathlib.Path(name)
        path.write_text(either.sub(new, path.read_text()))


if __name__ == "__main__":
    main()
