#!/usr/bin/env python3
"""Varies each assumed parameter of energy and usage over its range, one at a time, and writes what that does to the
differences between policies.

The parameters are those of grade C and D that describe phones, people and surroundings, not the platform's rules. For each end of
a range a small study runs on the same random streams; the effect is the ratio of the difference between two policies to the
same difference at the default. A ratio below 0 means that the difference changes its sign.
"""

import argparse
import concurrent.futures
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

STUDY = """\
extends: {quickstart}
formatVersion: 1
name: parameter-effects
horizonDays: 21
warmUpDays: 14
replications: {replications}
population: {{devices: {devices}}}
policies: [seven-factor, immediate, charging-only]
record: []
"""
# The metrics of the front, and what each policy is compared with.
METRICS = ["discretionary_battery_j_per_day", "staleness_at_reachable_open_s"]
POLICIES = ["immediate", "charging-only"]
# Chapters of parameters that describe the platform's rules or a policy.
RULES = {"os", "submit", "refresh", "processing", "continued", "push", "transfer", "life", "quit", "bar", "lpm", "factor", "budget",
         "gate", "decision", "usage", "score", "rate", "android", "aligned", "clairvoyant", "deadline", "energyBudget", "exponential", "fixed", "learned", "predictive",
         "random", "assertion", "task", "quality", "voip", "debug", "policy", "api", "ext", "location", "bluetooth", "health", "trace", "ledger", "cpu",
         "memory", "simulator", "resume", "wake", "url", "stall", "expiry"}


def ends(parameter):
    """The values at which a parameter is tried: both ends of its range, or the other words."""
    text = parameter.get("range") or ""
    unit = "" if parameter["unit"] in ("-", "1") else f" {parameter['unit']}"
    if text.startswith("{"):
        return [word.strip() for word in text.strip("{}").split(",") if word.strip() != parameter["default"]]
    if "–" not in text or "," in text:
        return []
    return [end.strip() + unit for end in text.split("–")]


def head(parameter):
    """The columns that come from the catalogue."""
    return [parameter["name"], parameter["grade"], parameter["default"], parameter.get("range") or ""]


def differences(binary, study, folder, name, setting):
    """Differences of each policy from the baseline for both metrics; None where the study is refused."""
    results = folder / f"{name}.sqlite"
    options = [] if setting is None else ["--set", f"{setting[0]}={setting[1]}"]
    run = subprocess.run([binary, "run", study, "--results", results, "--progress", "none", "--jobs", "1", *options],
                         capture_output=True, text=True)
    if run.returncode != 0:
        return None
    shown = subprocess.run([binary, "compare", results, "--json", *[word for metric in METRICS for word in ("--metric", metric)]],
                           capture_output=True, text=True, check=True)
    results.unlink()
    rows = json.loads(shown.stdout)["comparison"]
    return {(row["metric"], row["policy"]): (row["difference"], row["difference_half_width"]) for row in rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--binary", required=True, help="the program")
    parser.add_argument("--to", required=True, help="the CSV file")
    parser.add_argument("--devices", type=int, default=8)
    parser.add_argument("--replications", type=int, default=2)
    parser.add_argument("--only", help="parameters that begin with this")
    parser.add_argument("--check", action="store_true", help="compare the file's parameters with the program's, and run nothing")
    options = parser.parse_args()
    catalogue = json.loads(subprocess.run([options.binary, "parameters", "--json"], capture_output=True, text=True, check=True).stdout)
    chosen = [p for p in catalogue if p["grade"] in ("C", "D") and p["name"].split(".")[0] not in RULES]
    if options.only:
        chosen = [p for p in chosen if p["name"].startswith(options.only)]
    if options.check:
        known = {tuple(head(p)) for p in chosen}
        with open(options.to, newline="") as file:
            found = {tuple(row[:4]) for row in list(csv.reader(file))[1:]}
        if known != found:
            sys.exit(f"{options.to}: other parameters, defaults or ranges than the program's, write it anew with .ci/check effects:\n"
                     + "\n".join(", ".join(row) for row in sorted(known ^ found)))
        print(f"{options.to}: parameters, defaults and ranges are those of the program")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        study = folder / "study.yaml"
        study.write_text(STUDY.format(quickstart=pathlib.Path("scenarios/quickstart.yaml").resolve(), devices=options.devices,
                                      replications=options.replications))
        base = differences(options.binary, study, folder, "base", None)
        if base is None:
            sys.exit("the study does not run")
        tasks = [(p, value) for p in chosen for value in ends(p)]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            found = list(pool.map(
                lambda task: differences(options.binary, study, folder, f"{task[0]['name']}-{task[1]}".replace("/", "_"),
                                         (task[0]["name"], task[1])), tasks))
        columns = [f"{policy}_{metric}" for metric in METRICS for policy in POLICIES]
        with open(options.to, "w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["parameter", "grade", "default", "range", "value", *columns])
            for parameter in chosen:
                rows = [(value, result) for (p, value), result in zip(tasks, found) if p is parameter]
                if not rows:
                    writer.writerow([*head(parameter), "", *[""] * len(columns)])
                for value, result in rows:
                    ratios = []
                    for metric in METRICS:
                        for policy in POLICIES:
                            key = (metric, policy)
                            ratios.append("" if result is None or result[key][0] is None or not base[key][0]
                                          else f"{result[key][0] / base[key][0]:.2f}")
                    writer.writerow([*head(parameter), value, *ratios])


if __name__ == "__main__":
    main()
