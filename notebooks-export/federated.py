# ---
# jupyter:
#   jupytext:
#     formats: py:percent
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Phones as clients of federated learning
#
# This notebook reads `availability.csv` and `runs.csv` of one export (`record: [availability]`, `slumber export RESULTS --detail --to FOLDER`).
# It writes them in the forms that FedScale, FLASH, FLGo and Plato read: a folder for each, with `POLICY.eligible.json` and
# `POLICY.granted.json`. The table `rounds.csv` counts the phones of each round of training.
#
# - `SLUMBER_AVAILABILITY` names the export; the default is `out/federated-round`.
# - `SLUMBER_CLIENTS` names the folder for the files; the default is `notebooks-export/out/clients`.

# %%
import json
import math
import os
import re
from datetime import datetime, timedelta
from pathlib import Path

import pandas as pd

EXPORT = Path(os.environ.get("SLUMBER_AVAILABILITY", "out/federated-round"))
CLIENTS = Path(os.environ.get("SLUMBER_CLIENTS", "notebooks-export/out/clients"))
DAY, TICK = 86_400, 900  # seconds of a round, and of a tick of FLGo

if not (EXPORT / "availability.csv").exists():
    raise SystemExit(f"no availability.csv in {EXPORT}: run the study with `--set 'record=[availability]'` and export its results with `--detail` first")
text = dict.fromkeys(["run_id", "design_point", "arm", "policy", "kind", "outcome"], str)
runs = pd.read_csv(EXPORT / "runs.csv", dtype=text, keep_default_na=False)
runs = runs[runs["status"] == "ok"]
rows = pd.read_csv(EXPORT / "availability.csv", dtype=text, keep_default_na=False).sort_values(["start_s", "item"], kind="stable")
phones = {key: own for key, own in rows.groupby(["run_id", "device"])}

# %% [markdown]
# Clients have the numbers `replication * devices + device + 1`. Times are whole seconds from the end of warm-up, a local midnight.
# Intervals are rounded inwards, and intervals that overlap are joined.


# %%
def spans(intervals, origin, length):
    """Each interval as start and end in whole seconds, which both belong to it, with the level of the battery at both."""
    found = []
    for row in intervals.itertuples():
        start, end = math.ceil(max(row.start_s - origin, 0)), min(math.floor(row.end_s - origin), length)
        if start <= end and found and start <= found[-1][1]:
            if end > found[-1][1]:
                found[-1][1], found[-1][3] = end, row.state_of_charge_end
        elif start <= end:
            found.append([start, end, row.state_of_charge_start, row.state_of_charge_end])
    return found


def fedscale(client, observed, length, found):
    """A client that is never active gets an interval at `finish_time`, which FedScale's rule does not reach."""
    return {
        "duration": sum(end - start for start, end, *_ in found),
        "active": [span[0] for span in found] or [length],
        "inactive": [span[1] for span in found] or [length],
        "finish_time": length,
        "model": "slumber",
    }


def flash(client, observed, length, found):
    """Messages from 3 January 2020 on. The phone is locked and on Wi-Fi throughout, so the charger decides when it is ready."""
    states = [(0, "battery_charged_off"), (0, "screen_off"), (0, "screen_lock"), (0, "wifi"), (0, observed.state_of_charge_start)]
    for start, end, first, last in found:
        states += [(start, first), (start, "battery_charged_on"), (end, "battery_charged_off"), (end, last)]
    lines = []
    for second, state in states + [(length, observed.state_of_charge_end)]:
        state = state if isinstance(state, str) else f"{math.floor(100 * min(1, max(0, state)) + 0.5)}%"
        lines.append(f"{datetime(2020, 1, 3) + timedelta(seconds=second)}\t{state}")
    return {"guid": client, "model": "slumber", "messages": "\n".join(lines)}


def flgo(client, observed, length, found):
    """The share of each tick of 15 minutes for which the client is available."""
    ticks = [0] * math.ceil(length / TICK)
    for start, end, *_ in found:
        for tick in range(start // TICK, math.ceil(end / TICK)):
            ticks[tick] += max(0, min(end, (tick + 1) * TICK) - max(start, tick * TICK))
    return [seconds / TICK for seconds in ticks]


def plato(client, observed, length, found):
    """The status at the start and the times of its changes."""
    changes = [second for span in found for second in span[:2]]
    is_on = changes[:1] == [0]
    return ["on" if is_on else "off", [second for second in changes[is_on:] if second < length]]


# %%
places = list(runs.groupby(["design_point", "policy"], sort=False))
for (point, policy), group in places:
    name = policy if runs["design_point"].nunique() == 1 else f"{point}.{policy}"
    name = re.sub(r"[^A-Za-z0-9._-]", "-", name)
    for kind in ["eligible", "granted"]:
        clients = {}
        for run in group.itertuples():
            for device in range(run.devices_expected):
                own = phones[run.run_id, device]
                observed = next(own[own["kind"] == "observed"].itertuples())
                length = math.floor(observed.end_s - observed.start_s)
                client = str(run.replication * run.devices_expected + device + 1)
                clients[client] = (client, observed, length, spans(own[own["kind"] == kind], observed.start_s, length))
        for form in [fedscale, flash, flgo, plato]:
            written = {client: form(*facts) for client, facts in clients.items()}
            path = CLIENTS / form.__name__ / f"{name}.{kind}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            # FLGo reads a list of clients, the others read clients by number.
            path.write_text(json.dumps(list(written.values()) if form is flgo else written) + "\n")

# %% [markdown]
# A round is a day from noon to noon that is observed as a whole. A phone that is granted runs, and completes none of them, drops out.

# %%
counts = []
for run in runs.itertuples():
    own = [phones[run.run_id, device] for device in range(run.devices_expected)]
    observed = pd.concat([phone[phone["kind"] == "observed"] for phone in own])
    for day in range(math.ceil(observed["start_s"].min() / DAY - 0.5), math.floor(observed["end_s"].max() / DAY - 0.5)):
        start = day * DAY + DAY / 2
        end = start + DAY
        count = dict(run_id=run.run_id, policy=run.policy, replication=run.replication, round=day, start_s=start)
        seen = [phone for phone in own if ((phone.kind == "observed") & (phone.start_s <= start) & (end <= phone.end_s)).any()]
        granted = [phone[(phone.kind == "granted") & (start <= phone.start_s) & (phone.start_s < end)] for phone in seen]
        done = sorted(one.loc[one.outcome == "completed", "end_s"].iloc[0] - start for one in granted if (one.outcome == "completed").any())
        count["devices"] = len(seen)
        count["eligible"] = sum(((phone.kind == "eligible") & (phone.start_s < end) & (phone.end_s > start)).any() for phone in seen)
        count["granted"], count["completed"] = sum(len(one) > 0 for one in granted), len(done)
        count["dropped"] = sum(len(one) > 0 and not one.outcome.isin(["completed", "running"]).any() for one in granted)
        half = (count["eligible"] + 1) // 2
        counts.append(count | {"half_done_s": done[half - 1] if 0 < half <= len(done) else None})
rounds = pd.DataFrame(counts)
rounds.to_csv(CLIENTS / "rounds.csv", index=False)
rounds.groupby("policy")[["devices", "eligible", "granted", "completed", "dropped", "half_done_s"]].mean().round(1)
