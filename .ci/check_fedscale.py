"""Asks FedScale's rule at every minute whether a client is active, and availability.csv the same.

    python3 .ci/check_fedscale.py EXPORT CLIENTS    with the files that notebooks-export/federated.py made of the export
"""

import bisect
import csv
import json
import pathlib
import sys

folder, clients = map(pathlib.Path, sys.argv[1:])


def is_active(trace, now):
    time = now % trace["finish_time"]
    return any(start <= time <= end for start, end in zip(trace["active"], trace["inactive"]))


intervals = {}
for row in csv.DictReader(open(folder / "availability.csv")):
    device = intervals.setdefault((row["run_id"], int(row["device"])), {"observed": [], "eligible": [], "granted": []})
    device[row["kind"]].append((float(row["start_s"]), float(row["end_s"])))
runs = {row["run_id"]: row for row in csv.DictReader(open(folder / "runs.csv"))}

asked = active = 0
for kind in ("eligible", "granted"):
    traces = {policy: json.load(open(clients / f"{policy}.{kind}.json")) for policy in {run["policy"] for run in runs.values()}}
    assert sum(map(len, traces.values())) == len(intervals)
    for (run, device), own in intervals.items():
        number = int(runs[run]["replication"]) * int(runs[run]["devices_expected"]) + device + 1
        trace = traces[runs[run]["policy"]][str(number)]
        expected = sorted(own[kind])
        starts = [start for start, _ in expected]
        ((begin, end),) = own["observed"]
        assert trace["finish_time"] == int(end - begin)
        edges = [edge + step for edge in trace["active"] + trace["inactive"] for step in (-1, 0, 1)]
        for now in list(range(0, trace["finish_time"], 60)) + edges:
            if not 0 <= now < trace["finish_time"]:
                continue
            time = now + begin
            place = bisect.bisect_right(starts, time)
            # Runs that overlap are not many.
            is_open = any(time <= expected[i][1] for i in range(max(0, place - 4), place))
            assert is_active(trace, now) == is_open, (kind, run, device, now)
            asked += 1
            active += is_open
assert active > 0
print(f"FedScale's rule and availability.csv agree at {asked} instants, {active} of them active")
