"""Reads tables of exports and reports, for the checks of transcripts."""

import csv
import json


def rows(path, **cells):
    """The rows of a table whose cells have these values."""
    with open(path, newline="", encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if all(row[name] == value for name, value in cells.items())]


def runs(folder, column="policy"):
    """A column of the runs of an export, by run."""
    return {row["run_id"]: row[column] for row in rows(f"{folder}/runs.csv")}


def total(path, column, by=(), **cells):
    """The sum of a column, in billionths where its digits tell them: of all rows, or by the values of other columns."""
    sums = {}
    for row in rows(path, **cells):
        key = tuple(row[name] for name in by)
        whole, _, fraction = row[column].lstrip("-").partition(".")
        value = int(whole + fraction.ljust(9, "0")) if len(fraction) <= 9 else float(row[column]) * 1e9
        sums[key] = sums.get(key, 0) + (-value if row[column].startswith("-") else value)
    return sums if by else sums.get((), 0)


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def near(one, other, share=1e-9):
    """Whether two numbers agree but for rounding."""
    return abs(one - other) <= share * max(1, abs(other))
