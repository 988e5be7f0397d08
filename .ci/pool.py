"""Makes a pool of replications from an export: numerators and denominators of the default metrics, or values, by policy.

    python3 .ci/pool.py EXPORT > POOL.csv

The suite *Coverage of intervals* draws samples from a pool. `SLUMBER_POOL` names a pool in place of the one of the tests.
"""

import csv
import sys
from pathlib import Path

METRICS = [
    "discretionary_battery_j_per_day", "energy_j_per_day", "staleness_at_reachable_open_s",
    "fresh_reachable_open_share", "processing_completed_share",
]


def main():
    folder = Path(sys.argv[1])
    with open(folder / "runs.csv") as file:
        runs = {row["run_id"]: row for row in csv.DictReader(file) if row["status"] == "ok"}
    found = {}
    with open(folder / "metrics.csv") as file:
        for row in csv.DictReader(file):
            if row["scope"] == "population" and row["metric"] in METRICS and row["run_id"] in runs:
                parts = (row["numerator"] or row["value"], row["denominator"])
                found.setdefault(row["run_id"], {})[row["metric"]] = parts
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["replication", "policy"] + [f"{metric}{part}" for metric in METRICS for part in ("", "_over")])
    for run_id, run in runs.items():
        parts = [found[run_id].get(metric, ("", "")) for metric in METRICS]
        out.writerow([run["replication"], run["policy"]] + [f"{float(n):.9g}" if n else "" for p in parts for n in p])


if __name__ == "__main__":
    main()
