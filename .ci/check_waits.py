"""Computes delay metrics again from an export's attempts.csv with lifelines, and compares them with metrics.csv."""

import json
import math
import sys
from pathlib import Path

import pandas as pd
from lifelines import AalenJohansenFitter, KaplanMeierFitter

# Summaries keep lengths within 0.5 %, in buckets of which each is this much wider than the one before. Within a bucket the
# order of ends is lost: like waits of one length, those that ended come before those that were cut off.
ACCURACY = 0.005
GROWTH = (1 + ACCURACY) / (1 - ACCURACY)
TIME, SHARE = 0.0102, 0.001
MECHANISMS = ["refresh", "processing", "push"]
TIMES = {"15min": 900.0, "1h": 3600.0, "24h": 86400.0}

folder = Path(sys.argv[1])
attempts = pd.read_csv(folder / "attempts.csv", low_memory=False)
metrics = pd.read_csv(folder / "metrics.csv")
population = metrics[metrics.scope == "population"].set_index(["run_id", "metric"]).value
waits = attempts[attempts.wait_end.notna()].copy()
waits["length"] = waits.wait_until_s - waits.wait_from_s
assert (waits.length >= 0).all(), "a wait ends before it begins"
assert not (attempts.outcome.eq("completed") & attempts.wait_end.isna()).any(), "a launch without a wait"
# The shares add up to the wait of the chain, in the row that ends it; after a force quit the item waits on.
shares = attempts.filter(regex="^blocked_.*_s$").fillna(0).sum(axis=1)
assert (shares[attempts.wait_end.isna()] == 0).all(), "shares without a wait"
whole = waits[waits.wait_end != "forceQuit"]
assert ((shares[whole.index] - whole.length).abs() < 1e-5).all(), "shares that do not add up to the wait"


def bucketed(length):
    """The length by which the summary knows a wait."""
    return 2 * GROWTH ** math.ceil(math.log(length) / math.log(GROWTH)) / (1 + GROWTH) if length > 0 else 0.0


def incidence(lengths, ends, time):
    """The share that has ended as wanted by a time: ends are 1 wanted, 2 competing, 0 cut off."""
    order = pd.DataFrame({"length": lengths, "end": ends}).groupby("length").end
    waiting, share, at_risk = 1.0, 0.0, len(lengths)
    for length, group in order:
        if length > time:
            break
        wanted, competing = (group == 1).sum(), (group == 2).sum()
        share += waiting * wanted / at_risk
        waiting *= (at_risk - wanted - competing) / at_risk
        at_risk -= len(group)
    return share


def quantile(curve, level):
    """The first length at which the survival function has come down to a level."""
    survival = curve.survival_function_.iloc[:, 0]
    below = survival.index[survival <= level + 1e-12]
    return below[0] if len(below) else float("inf")


def bucket(length):
    """The number of the summary's bucket for a length."""
    return math.ceil(math.log(length) / math.log(GROWTH)) if length > 0 else -math.inf


def completions(rows, horizon):
    """Times from the window's opening to the end of the request, and how: 1 completed, 2 ended otherwise, 0 cut off."""
    launched = rows.wait_end.eq("launched")
    until = rows.wait_until_s.where(~launched, rows.ended_s.fillna(horizon))
    goes_on = rows.wait_end.eq("horizon") | launched & rows.ended_s.isna()
    ends = (launched & rows.outcome.eq("completed")).astype(int)
    return until - rows.wait_from_s, ends.mask((ends == 0) & ~goes_on, 2)


COMPLETED_BY = 72 * 3600.0
study = json.loads((folder / "study.json").read_text())
devices = pd.read_csv(folder / "devices.csv")
observed = devices.groupby("run_id").observed_s.max()
horizon = float(study["horizonDays"].split()[0]) * 86400
compared = 0
for run, rows in waits.groupby("run_id"):
    for mechanism in MECHANISMS:
        mine = rows[rows.mechanism == mechanism]
        if mechanism == "processing":
            stored = population.get((run, "processing_completed_share"))
            if mine.empty or observed[run] < COMPLETED_BY:
                assert pd.isna(stored), (run, stored)
            else:
                lengths, ends = completions(mine, horizon)
                found = incidence(lengths.map(bucket), ends, bucket(COMPLETED_BY))
                assert abs(stored - found) <= 1e-9, (run, stored, found)
                compared += 1
        if mine.empty:
            continue
        ended = mine.wait_end.isin(["launched", "delivered"])
        curve = KaplanMeierFitter().fit(mine.length.map(bucketed), event_observed=ended)
        for name, share in (("median", 0.5), ("p90", 0.9)):
            stored = population.get((run, f"{mechanism}_delay_{name}_s"))
            found = quantile(curve, 1 - share)
            if pd.isna(stored):
                assert found == float("inf"), (run, mechanism, name, found)
            else:
                assert abs(stored - found) <= 1e-9 * max(1, found), (run, mechanism, name, stored, found)
            compared += 1
        ends = ended.astype(int) + 2 * mine.wait_end.isin(["forceQuit", "canceled", "lost"]).astype(int)
        for name, time in TIMES.items():
            stored = population[(run, f"{mechanism}_delivered_by_{name}")]
            least, most = (incidence(mine.length, ends, time * (1 + step)) for step in (-TIME, TIME))
            assert least - SHARE <= stored <= most + SHARE, (run, mechanism, name, least, stored, most)
            compared += 1
        # The estimator itself against the library's, where no two waits are equally long and all take time.
        distinct = mine[mine.length > 0].drop_duplicates("length")
        if (ends[distinct.index] == 1).any():
            fitter = AalenJohansenFitter(calculate_variance=False)
            fitter.fit(distinct.length, ends[distinct.index], event_of_interest=1)
            curve = fitter.cumulative_density_
            for time in TIMES.values():
                library = curve[curve.index <= time].iloc[-1, 0]
                assert abs(incidence(distinct.length, ends[distinct.index], time) - library) < 1e-9, (run, mechanism)
assert compared > 0, "nothing to compare"
print(f"{folder}: {len(waits)} waits, {compared} values agree")
