"""Calculates how often a field study rejects the wrong model, with the standard library of Python only.

    python3 notebooks-export/field_power.py EXPORT PLAUSIBLE FOLDER

EXPORT is an export of `scenarios/field-study.yaml`, PLAUSIBLE the same with plausible parameter sets, both with `--gzip`. The
script writes `power.csv`, `predictions.csv` and `plausible.csv` into FOLDER. The devices of all runs of a model are its population.
A draw takes volunteers from it with replacement, and its statistic is the mean over them. A statistic x rejects a model with draws X if

    2 min(P(X <= x), P(X >= x)) < 0.05

The power is the smaller of two shares: the draws of one model that reject the other model, in both directions.
"""

import csv
import gzip
import random
import sys
from bisect import bisect_left, bisect_right
from collections import defaultdict
from pathlib import Path

APP, DAY, DRAWS, LEVEL = "org.example.probe", 86400, 2000, 0.05
VOLUNTEERS, WEEKS, RUN_IN = (5, 10, 20, 50, 100), (1, 2, 4), 7 * DAY
# The volunteers and weeks of the predictions.
EXAMPLE = (20, 2)


def starts_soon(mechanism):
    """The share of a volunteer's requests that start within an hour of their earliest begin date."""
    def share(requests, end):
        # A request without a start at the end of the log has waited for a day or more.
        waits = [start - begin for kind, begin, start in requests if kind == mechanism and begin < end - DAY]
        return sum(wait <= 3600 for wait in waits) / len(waits) if waits else 0.0
    return share


def starts_at_night(requests, end):
    """The share of a volunteer's refreshes that start between 00:00 and 06:00; None without a refresh."""
    starts = [start for kind, _, start in requests if kind == "refresh" and start < end]
    return sum(start % DAY < DAY / 4 for start in starts) / len(starts) if starts else None


STATISTICS = {"refresh within 1 h": starts_soon("refresh"), "refresh at night": starts_at_night,
              "processing within 1 h": starts_soon("processing")}


def volunteers(folder):
    """The requests of each device, by policy and parameter set."""
    requests, pools = defaultdict(list), defaultdict(list)
    with gzip.open(f"{folder}/attempts.csv.gz", "rt", encoding="utf-8") as file:
        head = next(file)
        for row in csv.DictReader([head, *(line for line in file if f",{APP}," in line)]):
            begin, start = (float(row[name] or "inf") for name in ("earliest_begin_s", "launched_s"))
            requests[row["run_id"], int(row["device"])].append((row["mechanism"], begin, start))
    with gzip.open(f"{folder}/runs.csv.gz", "rt", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            devices = range(int(row["devices_expected"]))
            key = row["policy"], row.get("plausible_point_text", "base")
            pools[key] += [requests[row["run_id"], device] for device in devices]
    return pools


def values(statistic, pool, weeks):
    found = (statistic(requests, RUN_IN + weeks * 7 * DAY) for requests in pool)
    return [value for value in found if value is not None]


def rejections(data, predictions):
    """The share of draws that the predictions of a model reject."""
    def p(x):
        return 2 * min(bisect_right(predictions, x), DRAWS - bisect_left(predictions, x)) / DRAWS
    return sum(p(x) < LEVEL for x in data) / DRAWS


if len(sys.argv) != 4:
    sys.exit(__doc__)
pools, plausible = volunteers(sys.argv[1]), volunteers(sys.argv[2])
models, stream = sorted({model for model, _ in pools}, reverse=True), random.Random(1)
power = [["statistic", "weeks", *(f"{count} volunteers" for count in VOLUNTEERS)]]
predictions, ranges = [["statistic", "model", "2.5 %", "median", "97.5 %"]], [["statistic", "model", "smallest", "largest"]]
for name, statistic in STATISTICS.items():
    for weeks in WEEKS:
        power.append([name, weeks])
        own = {model: values(statistic, pools[model, "base"], weeks) for model in models}
        for count in VOLUNTEERS:
            data, drawn = ({model: sorted(sum(stream.choices(pool, k=count)) / count for _ in range(DRAWS))
                            for model, pool in own.items()} for _ in range(2))
            share = min(rejections(data[a], drawn[b]) for a in models for b in models if a != b)
            power[-1].append(f"{share:.2f}")
            if (count, weeks) == EXAMPLE:
                predictions += [[name, model, *(f"{drawn[model][int(DRAWS * share)]:.2f}" for share in (0.025, 0.5, 0.975))]
                                for model in models]
    for model in models:
        points = [values(statistic, pool, EXAMPLE[1]) for (policy, _), pool in plausible.items() if policy == model]
        means = [sum(point) / len(point) for point in points]
        ranges.append([name, model, f"{min(means):.2f}", f"{max(means):.2f}"])
Path(sys.argv[3]).mkdir(parents=True, exist_ok=True)
for name, rows in {"power": power, "predictions": predictions, "plausible": ranges}.items():
    with open(f"{sys.argv[3]}/{name}.csv", "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)
