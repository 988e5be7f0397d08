"""Runs the studies of `scenarios/literature` and judges the claims of papers by their results, with the standard library only.

    python3 notebooks-export/literature.py SLUMBER FOLDER [--only STUDY...]

FOLDER gets `scoreboard.csv`, one line for each study, next to the results and exports of the studies. The verdicts:

    reproduced      the result, or its whole interval, is inside the paper's range; a single number has the range of its last digit
    order kept      the same policy is better: the 95 % interval of the difference excludes 0
    not reproduced  neither

Intervals are jackknife intervals over replications or devices, with a quantile of Student's distribution. The head of a study names
its paper, the page that was read, and the assumptions. This file states the numbers of the papers and computes ours.
"""

import argparse
import csv
import math
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from statistics import NormalDist, fmean
from typing import Callable

STUDIES = Path(__file__).resolve().parents[1] / "scenarios/literature"
COLUMNS = ["study", "paper", "claim", "setting", "paper number", "result", "low", "high", "unit", "verdict", "reason"]
# The 97.5 % quantiles of Student's distribution by degrees of freedom.
STUDENT = {5: 2.5706, 11: 2.2010, 19: 2.0930, 29: 2.0452}


@dataclass
class Result:
    """A value with its 95 % interval, or only the ends of a range of values."""

    low: float
    high: float
    value: float | None = None
    # Whether the same policy is better, if the claim compares policies.
    is_better: bool = False
    # Whether the other conditions of the claim are true.
    is_complete: bool = True
    # Numbers for the reason.
    notes: dict[str, float] = field(default_factory=dict)


@dataclass
class Claim:
    """A claim of a paper: `range` in the unit of the result, and a reason with places for the notes of the result."""

    study: str
    paper: str
    claim: str
    setting: str
    number: str
    range: tuple[float, float]
    unit: str
    digits: int
    reason: str
    measure: Callable[["Export"], Result]

    def verdict(self, result):
        low, high = self.range
        is_inside = low <= result.low and result.high <= high
        if result.is_complete and (is_inside or result.value is not None and low <= result.value <= high):
            return "reproduced"
        return "order kept" if result.is_better else "not reproduced"

    def row(self, result):
        text = f"{{:.{self.digits}f}}"
        low, high = text.format(result.low), text.format(result.high)
        if result.value is None:
            shown = f"{low} to {high}"
        elif result.low == result.high:
            shown = text.format(result.value)
        else:
            shown = f"{text.format(result.value)} ({low}–{high})"
        unit = f" {self.unit}" if self.unit else ""
        return dict(zip(COLUMNS, [
            self.study, self.paper, self.claim, self.setting, self.number, (shown + unit).replace("-", "−"), low, high,
            self.unit, self.verdict(result), self.reason.format(**result.notes).replace(" -", " −"),
        ]))


class Export:
    """The export of a study. A cell is an arm and a policy; `slumber` runs the program for this study."""

    def __init__(self, slumber, study, folder):
        self.slumber, self.path, self.folder = slumber, STUDIES / f"{study}.yaml", folder / study
        results = folder / f"{study}.results.sqlite"
        results.unlink(missing_ok=True)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.command("run", str(self.path), "--allow-commands", "--jobs", "1", "--progress", "none", "--results", str(results))
        self.command("export", str(results), "--detail", "--to", str(self.folder))
        self.runs = {row["run_id"]: row for row in self.rows("runs")}

    def command(self, *words):
        done = subprocess.run([self.slumber, *words], capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"slumber {' '.join(words)}: exit code {done.returncode}\n{done.stderr}")

    def rows(self, table):
        with open(self.folder / f"{table}.csv", newline="", encoding="utf-8") as file:
            yield from csv.DictReader(file)

    def total(self, arm, policy, table, column, wanted=lambda row: True):
        """The sum of a column for each replication of a cell."""
        sums = Counter()
        for row in self.rows(table):
            run = self.runs[row["run_id"]]
            if (run["arm"], run["policy"]) == (arm, policy) and wanted(row):
                sums[int(run["replication"])] += float(row[column])
        return sums

    def energy(self, arm, policy, wanted=lambda row: True):
        """The energy in joules after warm-up."""
        return self.total(arm, policy, "energy", "observed_energy_j", wanted)

    def traffic(self, arm, policy, without=(), radios=("cellular", "wifi")):
        """The energy of radios for traffic, without causes."""
        return self.energy(arm, policy, lambda row: row["component"] in radios and row["cause"] not in {"idle", *without})

    def metric(self, policy, name, part, arm="base"):
        """The numerator or the denominator of a metric of the population."""
        return self.total(arm, policy, "metrics", part, lambda row: row["scope"] == "population" and row["metric"] == name)


def mean(values):
    """The mean of independent values with its interval."""
    return jackknife(dict(enumerate(values)), lambda keys: fmean(values[key] for key in keys))


def jackknife(keys, statistic):
    """A statistic of replications with its interval."""
    keys = sorted(keys)
    count, value = len(keys), statistic(keys)
    without = [statistic(keys[:place] + keys[place + 1:]) for place in range(count)]
    middle = fmean(without)
    reach = STUDENT[count - 1] * math.sqrt((count - 1) / count * math.fsum((one - middle) ** 2 for one in without))
    return Result(value - reach, value + reach, value)


def share(part, whole):
    """The ratio of two sums in percent."""
    return jackknife(whole, lambda keys: 100 * sum(part[key] for key in keys) / sum(whole[key] for key in keys))


def saving(of, baseline, per=None):
    """The percentage by which a policy uses less than a baseline; `per` has the counts by which both are divided."""
    count, reference = per or (defaultdict(lambda: 1.0), defaultdict(lambda: 1.0))

    def percent(keys):
        own, other = (sum(table[key] for key in keys) for table in (of, baseline))
        return 100 * (1 - own / other * sum(reference[key] for key in keys) / sum(count[key] for key in keys))

    result = jackknife(baseline, percent)
    result.is_better = result.low > 0
    return result


def needed(share, expected):
    """The percentage of the other energy with which a share in percent becomes the expected share."""
    return 100 * share / (100 - share) * (100 - expected) / expected


# The claims


def screen_off_traffic(export):
    def off(arm, policy):
        return share(export.traffic(arm, policy, {"user", "notification"}), export.traffic(arm, policy))

    result = off("networks-of-today", "seven-factor")
    result.notes = {"most": off("lte-of-2012", "immediate").value, "needed": needed(result.value, 58.5)}
    return result


def background_network(export):
    def background(arm, policy):
        return share(export.traffic(arm, policy, {"user"}), export.traffic(arm, policy))

    result = background("networks-of-today", "seven-factor")
    result.notes = {"most": background("lte-of-2012", "immediate").value, "needed": needed(result.value, 84)}
    return result


def back_off(export):
    def off(policy):
        return export.energy("base", policy, lambda row: row["cause"] not in {"user", "notification"})

    def part(policy, causes):
        return share(export.energy("base", policy, lambda row: row["cause"] in causes), export.energy("base", policy)).value

    result = saving(off("back-off"), off("immediate"))
    result.notes = {
        "off": share(off("immediate"), export.energy("base", "immediate")).value,
        "idle": part("immediate", {"idle"}), "refresh": part("immediate", {"refresh"}),
        "left": 100 * sum(export.energy("base", "back-off", lambda row: row["cause"] == "refresh").values())
        / sum(export.energy("base", "immediate", lambda row: row["cause"] == "refresh").values()),
    }
    return result


def prelaunch(export):
    def age(policy):
        parts = [export.metric(policy, "content_age_at_open_s", part) for part in ("numerator", "denominator")]
        return parts, jackknife(parts[0], lambda keys: sum(parts[0][key] for key in keys) / sum(parts[1][key] for key in keys) / 60)

    (own, opens), result = age("predictive")
    (other, reference), _ = age("never")
    energy, capacity = (export.metric("predictive", "battery_share_per_day", part) for part in ("numerator", "denominator"))
    battery = jackknife(energy, lambda keys: sum(energy[key] for key in keys) / sum(capacity[key] for key in keys))
    result.is_complete = battery.high <= 2
    result.is_better = result.is_complete and saving(own, other, (opens, reference)).low > 0
    result.notes = {"battery": battery.value, "never": age("never")[1].value, "immediate": age("immediate")[1].value}
    return result


def deadlines(export):
    def radio(arm, policy):
        return sum(export.traffic(arm, policy).values())

    ratio = radio("messages", "aligned") / radio("planned", "immediate")
    return Result(ratio, ratio, ratio)


def idle_timer(export):
    def less(network, causes=()):
        return saving(*(export.traffic(f"{network}-{arm}", "immediate", causes, ["cellular"]) for arm in ("predicted", "timer")))

    result = less("3g")
    result.notes = {"lte": less("lte").value, "background": less("3g", {"user"}).value, "backgroundLTE": less("lte", {"user"}).value}
    return result


def shaper(export):
    cells = []
    for arm in ("every-two-minutes", "every-four-minutes", "every-sixteen-minutes", "whole-minutes"):
        radio = {policy: export.traffic(arm, policy) for policy in ("immediate", "delay-1", "delay-5", "delay-20")}
        count = {policy: export.total(arm, policy, "events", "count", lambda row: row["event"] == "launched") for policy in radio}
        cells += [saving(radio[policy], radio["immediate"], (count[policy], count["immediate"])) for policy in radio if policy != "immediate"]
    # The last arm is the workload that was replaced: it is reported, and does not decide.
    cells, replaced = cells[:-3], cells[-3:]
    values = [cell.value for cell in cells]
    result = Result(min(values), max(values), is_better=all(cell.is_better for cell in cells))
    result.notes = {"replaced": min(cell.value for cell in replaced)}
    return result


def usage_laws(export):
    """The distances of running and idle times from a log-normal and from an exponential distribution, device by device."""
    running, idle, exponential, zipf = [], [], [], []
    for device in range(20):
        log = export.folder / f"device-{device}.csv"
        export.command("trace", str(export.path), "--device", str(device), "--to", str(log))
        launches, times, gaps = sessions(log)
        running.append(distance(times, log_normal(times)))
        idle.append(distance(gaps, log_normal(gaps)))
        exponential.append(distance(gaps, lambda time, rate=1 / fmean(gaps): 1 - math.exp(-rate * time)) - idle[-1])
        zipf.append(straightness(sorted((count for count in launches.values() if count >= 5), reverse=True)))
    result = max(mean(running), mean(idle), key=lambda one: one.value)
    law = mean(zipf)
    result.is_better = mean(exponential).low > 0
    result.notes = {"running": fmean(running), "idle": fmean(idle), "exponential": fmean(exponential) + fmean(idle),
                    "zipf": law.value, "zipfLow": law.low, "zipfHigh": law.high}
    result.is_complete = law.value >= 0.9
    return result


def sessions(log):
    """The number of launches by app, the lengths of visits, and the times from leaving an app until its next open, in seconds."""
    launches, times, gaps, opened, left = Counter(), [], [], {}, {}
    with open(log, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            app, now = row["app"], int(row["t_us"]) / 1e6
            if row["event"] == "userOpened":
                launches[app] += 1
                opened[app] = now
                if app in left:
                    gaps.append(now - left[app])
            elif row["event"] == "userLeft" and app in opened:
                times.append(now - opened.pop(app))
                left[app] = now
    return launches, [time for time in times if time > 0], [gap for gap in gaps if gap > 0]


def log_normal(times):
    fitted = NormalDist.from_samples([math.log(time) for time in times])
    return lambda time: fitted.cdf(math.log(time))


def distance(times, law):
    """The distance of Kolmogorov and Smirnov between times and a distribution function."""
    times = sorted(times)
    count = len(times)
    return max(max((place + 1) / count - law(time), law(time) - place / count) for place, time in enumerate(times))


def straightness(counts):
    """The coefficient of determination of the logarithm of counts by the logarithm of their rank."""
    x, y = ([math.log(value) for value in values] for values in (range(1, len(counts) + 1), counts))
    dx, dy = ([value - fmean(values) for value in values] for values in (x, y))
    return sum(a * b for a, b in zip(dx, dy)) ** 2 / (sum(a * a for a in dx) * sum(b * b for b in dy))


def battery_level(export):
    return saving(*(export.metric(policy, "energy_j_per_day", "numerator") for policy in ("battery-level", "immediate")))


def age_on_harvest(export):
    """The mean age of updates in mean arrival times, from the times between updates."""

    def age(policy):
        starts = defaultdict(list)
        for row in export.rows("attempts"):
            run = export.runs[row["run_id"]]
            if run["policy"] == policy and row["launched_s"]:
                starts[int(run["replication"])].append(float(row["launched_s"]) / 3600)
        gaps = {key: [after - before for before, after in zip(sorted(times), sorted(times)[1:])] for key, times in starts.items()}
        area = {key: sum(gap * gap for gap in own) / 2 for key, own in gaps.items()}
        length = {key: sum(own) for key, own in gaps.items()}
        return jackknife(gaps, lambda keys: sum(area[key] for key in keys) / sum(length[key] for key in keys))

    result, two = age("one-unit"), age("two-units")
    result.notes = {"two": two.value, "reach": (two.high - two.low) / 2}
    result.is_complete = two.low <= 0.7197 <= two.high
    return result


CLAIMS = [
    Claim("screen-off-traffic", "Huang et al., IMC 2012", "traffic with the screen off takes 58.5 % of the radio energy",
          "devices of the quickstart, `seven-factor`", "58.5 %", (58.45, 58.55), "%", 1,
          "The result is an upper bound. The model holds the cellular connection during a whole session, also without traffic. The paper's "
          "number needs {needed:.0f} % of the radio energy of sessions. `immediate` on LTE of 2012 gives {most:.0f} %.", screen_off_traffic),
    Claim("background-network", "Rosen et al., IMC 2015", "background traffic takes 84 % of the network energy",
          "devices of the quickstart, `seven-factor`", "84 %", (83.5, 84.5), "%", 1,
          "The model holds the cellular connection during a whole session, also without traffic. The paper's number needs {needed:.0f} % of the "
          "radio energy of sessions. `immediate` on LTE of 2012 gives {most:.0f} %.",
          background_network),
    Claim("back-off", "HUSH, MobiCom 2015", "a back-off of ignored apps saves 15.7 % of the energy with the screen off",
          "screen-off energy calibrated to the paper, `immediate` against a back-off that doubles", "15.7 %", (15.65, 15.75), "%", 1,
          "Screen-off energy is {off:.0f} % of all energy, maintenance {idle:.0f} %, and background work {refresh:.0f} %. The back-off "
          "leaves {left:.0f} % of the background work. The paper's system spares work that its metric finds useful.", back_off),
    Claim("prelaunch", "FALCON, MobiSys 2012", "content is 3 min old at an open, for at most 2 % of the battery per day",
          "one app with a change every 5 min, `usage-predictive` with a threshold of 5 %", "3 min", (0, 3), "min", 1,
          "The policy uses {battery:.1f} % of the battery per day. `never` gives {never:.0f} min and `immediate` {immediate:.0f} min, so most "
          "of the age above 3 min does not come from the prediction. The policy does not know the location of the user.", prelaunch),
    Claim("deadlines", "TailEnder, IMC 2009", "the rule uses at most 2 times the optimum, and every online rule at least 1.62 times in its worst case",
          "worst-case script on 3G, `aligned` as a rule that sends at deadlines", "1.62 to 2", (1.62, 2), "", 2,
          "Each second message comes shortly after the first one was sent, so the rule pays two tails instead of one. One script shows a "
          "lower bound of the worst case; it does not test the upper bound of 2.", deadlines),
    Claim("idle-timer", "Deng and Balakrishnan, CoNEXT 2012", "a radio that becomes idle by prediction saves 51 to 66 % on 3G, and 67 % on LTE",
          "devices of the quickstart on 3G of 2012, `immediate`, an idle timer of 1 s", "51 to 66 %", (51, 66), "%", 1,
          "The model holds the cellular connection during a whole session, also without traffic. LTE gives {lte:.0f} %. Background traffic alone saves {background:.0f} % on 3G "
          "and {backgroundLTE:.0f} % on LTE.", idle_timer),
    Claim("shaper", "Vergara et al., 2013", "a delay of background traffic saves 8 to 58 %",
          "six apps on 3G of 2012, one request in 2, 4, and 16 min, delays of 1, 5, and 20 min", "8 to 58 %", (8, 58), "%", 1,
          "The result has the smallest and the largest saving of nine combinations. The verdict depends on the workload: with "
          "periods in whole minutes, which were tried before, the smallest saving is {replaced:.0f} %, and the order is not kept.", shaper),
    Claim("usage-laws", "CAS, IEEE JSAC 2017", "launches follow Zipf's law, and running and idle times are log-normal",
          "20 users of the quickstart over 28 days", "laws", (0, 0.1), "", 3,
          "The result is the larger mean distance of Kolmogorov and Smirnov from a log-normal distribution: {running:.3f} for running times "
          "and {idle:.3f} for idle times. An exponential distribution has {exponential:.3f}. Ranks explain {zipf:.3f} ({zipfLow:.3f}–{zipfHigh:.3f}) of the "
          "variance of log counts. The mean meets the limit of 0.9; the lower end of its interval does not.",
          usage_laws),
    Claim("battery-level", "Cito et al., ASE 2016", "requests that are throttled by battery level reduce the power by 5.8 %",
          "one app with a request every minute, `immediate` against a gap that doubles per quarter of charge", "5.8 %", (5.75, 5.85), "%", 2,
          "A summary of the paper reports runs of single apps for 30 min. Here the app competes with all other use of the device.", battery_level),
    Claim("age-on-harvest", "Bacinoglu et al., arXiv 1905.06679", "the least mean age equals the threshold at a full battery",
          "Poisson refills of one unit, batteries of one and two units", "0.901", (0.891, 0.911), "", 3,
          "The number is exact: 2 W(1/√2) mean arrival times. A battery of two units with the threshold 0.720 gives {two:.3f} ± {reach:.3f}. "
          "A test of the engine agrees within 0.001.", age_on_harvest),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("slumber", help="the program")
    parser.add_argument("folder", type=Path, help="the folder of the results")
    parser.add_argument("--only", nargs="+", metavar="STUDY", help="names of studies; all by default")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    names = [claim.study for claim in CLAIMS]
    if unknown := set(options.only or ()) - set(names):
        sys.exit(f"unknown study: {', '.join(sorted(unknown))}. Expected some of {', '.join(names)}")
    rows = []
    for claim in CLAIMS:
        if options.only and claim.study not in options.only:
            continue
        row = claim.row(claim.measure(Export(str(Path(options.slumber).resolve()), claim.study, options.folder)))
        rows.append(row)
        print(f"{row['verdict']}: {row['paper']}: {row['claim']}\n  setting  {row['setting']}\n  paper    {row['paper number']}\n"
              f"  result   {row['result']}\n  reason   {row['reason']}", flush=True)
    with open(options.folder / "scoreboard.csv", "w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


if __name__ == "__main__":
    main()
