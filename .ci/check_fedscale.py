"""Asks FedScale's rule at every minute whether a client is active, and availability.csv the same.

    python3 .ci/check_fedscale.py FOLDER    with an export, and one for FedScale
"""

import bisect
import csv
import json
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])


def is_active(trace, now):
    time = now % trace["finish_time"]
    return any(start <= time <= end for start, end in zip(trace["active"], trace["inactive"]))


intervals = {}
for row in csv.DictReader(open(folder / "availability.csv")):
    device = intervals.setdefault((row["run_id"], int(row["device"])), {"observed": [], "eligible": [], "granted": []})
    device[row["kind"]].append((float(row["start_s"]), float(row["end_s"])))
runs = {row["run_id"]: row for row in csv.DictReader(open(folder / "runs.csv"))}

asked = active = 0
for policy in json.load(open(folder / "provenance.json"))["policies"]:
    for kind, name in zip(("eligible", "granted"), policy["files"]):
        traces = json.load(open(folder / name))
        for run in policy["runs"]:
            for device in range(policy["devices"]):
                trace = traces[str(int(runs[run]["replication"]) * policy["devices"] + device + 1)]
                expected = sorted(intervals[run, device][kind])
                starts = [start for start, _ in expected]
                ((begin, end),) = intervals[run, device]["observed"]
                assert trace["finish_time"] == int(end - begin)
                edges = [edge + step for edge in trace["active"] + trace["inactive"] for step in (-1, 0, 1)]
                for now in list(range(0, trace["finish_time"], 60)) + edges:
                    if not 0 <= now < trace["finish_time"]:
                        continue
                    time = now + begin
                    place = bisect.bisect_right(starts, time)
                    # Runs that overlap are not many.
                    is_open = any(time <= expected[i][1] for i in range(max(0, place - 4), place))
                    assert is_active(trace, now) == is_open, (name, run, device, now)
                    asked += 1
                    active += is_open
assert active > 0
print(f"FedScale's rule and availability.csv agree at {asked} instants, {active} of them active")
