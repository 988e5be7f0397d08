"""Recomputes the predictive scores of a table from its draws, with the standard library of Python only.

    python3 notebooks-export/scores.py FOLDER

FOLDER has `scores.csv` and `draws.csv` of `slumber check --table --to FOLDER`. The script calculates the quantiles, u, p,
verdict and CRPS of each predictive row from its draws and compares them with `scores.csv`, to 1e-9 of the larger of 1 and the
value. It prints the number of rows that agree, or lists the cells that differ and exits with 1. Rule rows have no scores.

X is a draw, x the observation, d its precision and V the column `v`:

    u     P(X < x - d) + V P(|X - x| <= d); empty for a bound
    p     2 min(u, 1 - u) with V = 1/2; P(X >= x - d) for a bound
    crps  mean |X - x| - mean |X - X'| / 2 on the scale of the row; empty for a bound

The scales are log10 of a time of at least 1 s, log10((n + 1/2) / days) of n events, the circle of the hours of a day, and shares
without a transform. A draw within 1e-9 of an end of the precision belongs to it. Hours are cut opposite to their circular median.
"""

import csv
import math
import sys
from bisect import bisect_left, bisect_right
from collections import defaultdict
from pathlib import Path

TOLERANCE = 1e-9
# One second in each unit of time.
SECOND = {"ms": 1000, "s": 1, "min": 1 / 60, "h": 1 / 3600, "d": 1 / 86400, "days": 1 / 86400}
KEY = ("model", "row", "window_days")


def is_true(cell):
    return cell in ("true", "1")


def wrapped(hour):
    rest = hour - math.floor(hour / 24) * 24
    return rest if rest < 24 else 0.0


def apart(first, second):
    rest = wrapped(first - second)
    return min(rest, 24 - rest)


def circular_median(hours):
    """The hour with the smallest sum of distances; the smallest hour of equal sums."""
    hours = sorted(map(wrapped, hours))
    sums = [math.fsum(apart(hour, candidate) for hour in hours) for candidate in hours]
    least = min(sums)
    return next(hour for hour, found in zip(hours, sums) if found <= least + TOLERANCE * max(1, least))


def placed(hour, center):
    """The hour on the line from 12 h before the center to 12 h after it."""
    hour = wrapped(hour)
    return hour - 24 if hour - center >= 12 else hour + 24 if hour - center < -12 else hour


def position(row):
    """The function from a value to its position on the scale of a row."""
    days = float(row["window_days"] or "nan")
    match row["scale"]:
        case "time":
            return lambda value: math.log10(max(value, SECOND[row["unit"]]))
        case "count":
            return lambda value: math.log10((value + 0.5) / days)
        case "rate":
            return lambda value: math.log10((value * days + 0.5) / days)
        case "share":
            return lambda value: value
        case other:
            raise SystemExit(f"scores.csv: unknown scale `{other}`. Expected time, count, rate, hour or share")


def quantile(values, probability):
    """Linear between the order statistics of sorted values, type 7 of Hyndman and Fan."""
    place = probability * (len(values) - 1)
    low = math.floor(place)
    return values[low] + (place - low) * (values[min(low + 1, len(values) - 1)] - values[low])


def ranked_score(row, draws, value):
    count = len(draws)
    if row["scale"] == "hour":
        distance = math.fsum(apart(draw, value) for draw in draws)
        spread = math.fsum(apart(first, second) for place, first in enumerate(draws) for second in draws[:place])
    else:
        to_scale = position(row)
        places = [to_scale(draw) for draw in draws]
        distance = math.fsum(abs(place - to_scale(value)) for place in places)
        # Each sorted place is larger than `index` of the places, and smaller than the places after it.
        spread = math.fsum((2 * index + 1 - count) * place for index, place in enumerate(places))
    return distance / count - spread / count**2


def scores(row, draws):
    """The cells of a row by column, None for an empty cell."""
    value, precision, share = (float(row[name] or 0) for name in ("observed", "precision", "v"))
    is_bound = is_true(row["is_bound"])
    if row["scale"] == "hour":
        center = circular_median(draws)
        draws, value = [placed(draw, center) for draw in draws], placed(value, center)
    draws = sorted(draws)
    ends = [quantile(draws, probability) for probability in (0.025, 0.5, 0.975)]
    reach = precision + TOLERANCE * max(1, abs(value))
    below = bisect_left(draws, value - reach)
    above = len(draws) - bisect_right(draws, value + reach)
    equal = len(draws) - below - above
    p = ((equal + above) if is_bound else 2 * min(below, above) + equal) / len(draws)
    return {
        **dict(zip(("low", "median", "high"), map(wrapped, ends) if row["scale"] == "hour" else ends)),
        "u": None if is_bound else (below + share * equal) / len(draws),
        "p": p,
        "verdict": "ordinary" if p >= 0.1 else "rare" if p >= 0.01 else "never",
        "crps": None if is_bound else ranked_score(row, draws, value),
    }


def agrees(row, column, cell, expected):
    if expected is None or cell == "":
        return expected is None and cell == ""
    if column == "verdict":
        return cell == expected
    found = float(cell)
    is_hour = row["scale"] == "hour" and column in ("low", "median", "high")
    difference = apart(found, expected) if is_hour else abs(found - expected)
    return difference <= TOLERANCE * max(1, abs(expected))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    draws = defaultdict(list)
    with open(folder / "draws.csv", newline="", encoding="utf-8") as file:
        for line in csv.DictReader(file):
            # A draw in which nothing was observed has no value.
            if line["value"]:
                draws[tuple(line[name] for name in KEY)].append(float(line["value"]))
    with open(folder / "scores.csv", newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if not is_true(row["is_rule"])]
    differences = []
    for row in rows:
        place = f"{row['model']}, {row['study']} {row['id']}, row {row['row']}, {row['window_days']} days"
        own = draws.pop(tuple(row[name] for name in KEY), [])
        if not own:
            differences.append(f"{place}: draws.csv has no draws")
            continue
        for column, expected in scores(row, own).items():
            if not agrees(row, column, row[column], expected):
                differences.append(f"{place}: found {column} `{row[column]}`, expected {'' if expected is None else expected}")
    if differences:
        print("\n".join(differences))
        sys.exit(1)
    print(f"{len(rows)} rows agree")
    if not rows:
        sys.exit("scores.csv has no predictive row")


if __name__ == "__main__":
    main()
