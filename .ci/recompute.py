"""Recomputes the comparison of an export from its other tables, with pandas and scipy.

    python3 .ci/recompute.py EXPORT...

Every difference with a verdict is estimated again from the numerators and denominators of `metrics.csv` (values where
a metric is no ratio), with the joint jackknife, and compared with `comparison.csv`: estimates, intervals, ratios, p-values,
margins, verdicts, directions and replications needed, to a relative 1e-9. Effects of factors are compared with
`effects.csv` and `interactions.csv` in the same way. Energy, opens and regret of a run are added up again from `devices.csv`, `regret.csv` and
compared with the numerators and denominators. Exits 1 and names the rows that differ.
"""

import json
import math
import sys
from pathlib import Path

import numpy as np
import pandas as pd
from scipy import stats

TOLERANCE = 1e-9


class Export:
    """The tables of an export, and what differs in them."""

    def __init__(self, folder):
        self.folder = Path(folder)
        text = {"dtype": str, "keep_default_na": False}
        self.runs = pd.read_csv(self.folder / "runs.csv", **text)
        self.metrics = self.read("metrics.csv")
        self.comparison = self.read("comparison.csv")
        study = json.loads((self.folder / "study.json").read_text())
        self.compare = study.get("compare", {})
        package = json.loads((self.folder / "datapackage.json").read_text())
        self.polarity = {metric["name"]: metric["polarity"] for metric in package["metrics"]}
        self.factors = [
            field["name"][: -len("_text")]
            for field in next(r for r in package["resources"] if r["name"] == "runs")["schema"]["fields"]
            if field["name"].endswith("_text")
        ]
        self.confidence = float(self.compare.get("confidence", 0.95))
        self.problems = []
        self.checked = 0
        population = self.metrics[self.metrics["scope"] == "population"]
        self.values = {
            (row.run_id, row.metric): (row.value, row.numerator, row.denominator)
            for row in population.itertuples()
        }
        self.is_ratio = set(population.loc[population["numerator"].notna(), "metric"])

    def read(self, name):
        words = {"run_id", "design_point", "arm", "policy", "metric", "unit", "baseline", "interval", "verdict",
                 "direction", "note", "scope", "entity", "kind", "factor", "level_text", "first_level_text",
                 "second_factor", "second_level_text", "second_first_level_text", "app", "component", "cause"}
        table = pd.read_csv(self.folder / name, dtype=str, keep_default_na=False)
        for column in table.columns:
            if column not in words:
                table[column] = pd.to_numeric(table[column], errors="coerce")
        return table

    def expect(self, place, column, found, expected):
        """Compares a cell with the number or word that it should hold."""
        self.checked += 1
        if isinstance(expected, str) or isinstance(found, str):
            same = (found or "") == (expected or "")
        elif missing(expected) or missing(found):
            same = missing(expected) and missing(found)
        else:
            same = abs(found - expected) <= TOLERANCE * max(1e-12, abs(expected), abs(found))
            # A difference of large numbers has no more digits than these leave.
            if not same and column != "p_adjusted":
                same = abs(found - expected) <= 1e-13 * self.scale
            elif not same:
                same = abs(found - expected) <= 1e-9
        if not same:
            self.problems.append(f"{place}, {column}: found {found}, recomputed {expected}")

    # Samples

    def entry(self, run_id, metric):
        """Numerator and denominator of a run, or its value over 1; None where it says nothing."""
        value, numerator, denominator = self.values.get((run_id, metric), (math.nan,) * 3)
        if metric in self.is_ratio:
            return None if missing(numerator) else (numerator, denominator)
        return None if missing(value) else (value, 1.0)


def missing(value):
    return value is None or (isinstance(value, float) and math.isnan(value))


def pseudo_values(entries, is_ratio):
    """Estimate and jackknife pseudo-values, centered at the estimate; None where there are none."""
    numerators = np.array([entry[0] for entry in entries])
    denominators = np.array([entry[1] for entry in entries])
    count = len(entries)
    if count == 0:
        return None, None
    if not is_ratio:
        return math.fsum(numerators) / count, numerators
    total, weight = math.fsum(numerators), math.fsum(denominators)
    if weight == 0:
        return None, None
    estimate = total / weight
    left = []
    for place in range(count):
        rest = math.fsum(np.delete(denominators, place))
        if rest == 0:
            return estimate, None
        left.append(math.fsum(np.delete(numerators, place)) / rest)
    pseudo = count * estimate - (count - 1) * np.array(left)
    return estimate, pseudo - pseudo.mean() + estimate


def log_pseudo_values(entries):
    """The logarithm of a ratio of sums and its jackknife pseudo-values; None unless all sums left out are positive."""
    sums = [np.array([entry[part] for entry in entries]) for part in (0, 1)]
    count = len(entries)
    left = [[math.fsum(np.delete(part, place)) for place in range(count)] for part in sums]
    if count < 2 or min(map(min, left)) <= 0:
        return None, None
    estimate = math.log(math.fsum(sums[0]) / math.fsum(sums[1]))
    pseudo = count * estimate - (count - 1) * np.log(np.array(left[0]) / np.array(left[1]))
    return estimate, pseudo - pseudo.mean() + estimate


class Difference:
    """A paired difference of estimates, from its linear combination of samples, with the logarithm of their ratio."""

    def __init__(self, samples, signs, is_ratio, unpaired=False, values=pseudo_values):
        self.logarithm = None
        if is_ratio and len(samples) == 2 and values is pseudo_values:
            log = Difference(samples, signs, is_ratio, unpaired, lambda entries, _: log_pseudo_values(entries))
            self.logarithm = log if log.error is not None else None
        self.values = values
        self.is_same = self.estimate = self.base = self.p = self.error = None
        self.unpaired = unpaired
        if unpaired:
            self.welch(samples, is_ratio)
            return
        places = [i for i in range(len(samples[0])) if all(sample[i] is not None for sample in samples)]
        self.count = len(places)
        chosen = [[sample[i] for i in places] for sample in samples]
        parts = [self.values(sample, is_ratio) for sample in chosen]
        self.is_same = self.count > 0 and all(
            chosen[i] == chosen[i + 1] for i in range(0, len(chosen), 2))
        self.base = parts[-1][0]
        self.deviation = None
        if any(part[0] is None for part in parts):
            return
        self.estimate = sum(sign * part[0] for sign, part in zip(signs, parts))
        if self.count < 2 or any(part[1] is None for part in parts):
            return
        values = sum(sign * part[1] for sign, part in zip(signs, parts))
        self.deviation = 0.0 if self.is_same else float(np.std(values, ddof=1))
        scale = max(float(np.max(np.abs(part[1]))) for part in parts)
        # What rounding leaves of a difference that does not vary is no deviation.
        if self.deviation <= 1e-13 * scale:
            self.deviation = 0.0
        self.error = self.deviation / math.sqrt(self.count)
        self.freedom = self.count - 1
        if self.error > 0:
            self.p = float(2 * stats.t.sf(abs(self.estimate / self.error), self.freedom))

    def welch(self, samples, is_ratio):
        """Independent samples."""
        parts = [self.values([e for e in sample if e is not None], is_ratio) for sample in samples]
        self.count = min(sum(e is not None for e in sample) for sample in samples)
        self.base = parts[1][0]
        self.deviation = None
        if any(part[0] is None for part in parts):
            return
        self.estimate = parts[0][0] - parts[1][0]
        if any(part[1] is None or len(part[1]) < 2 for part in parts):
            return
        shares = [np.var(part[1], ddof=1) / len(part[1]) for part in parts]
        self.error = math.sqrt(sum(shares))
        self.deviation = math.sqrt(sum(np.var(part[1], ddof=1) for part in parts))
        if self.error == 0:
            self.error = None
            return
        self.freedom = sum(shares) ** 2 / sum(
            share**2 / (len(part[1]) - 1) for share, part in zip(shares, parts))
        self.p = float(2 * stats.t.sf(abs(self.estimate / self.error), self.freedom))

    def half_width(self, confidence):
        if self.error is None:
            return None
        return 0.0 if self.error == 0 else self.error * stats.t.ppf((1 + confidence) / 2, self.freedom)


def bonferroni(p_values):
    """p-values times the size of the family; the members without one count in it."""
    return [None if p is None else min(1.0, len(p_values) * p) for p in p_values]


def verdict(difference, half_width, margin, polarity):
    """The first word that applies."""
    if difference.is_same:
        return "same"
    if half_width is None:
        return "unresolved"
    low, high = difference.estimate - half_width, difference.estimate + half_width
    if polarity == "lower":
        low, high = -high, -low
    if -margin <= low and high <= margin:
        return "equivalent"
    for bound, words in ((margin, ("better", "worse")), (0, ("slightlyBetter", "slightlyWorse"))):
        if low > bound:
            return words[0]
        if high < -bound:
            return words[1]
    return "unresolved"


def power(difference, total, margin, confidence):
    """The probability that so many replications resolve a difference: an integral over quantiles of their standard deviation."""
    freedom = total - 1
    places = (np.arange(4000) + 0.5) / 4000
    half_width = stats.t.ppf((1 + confidence) / 2, freedom) * np.sqrt(stats.chi2.ppf(places, freedom) / freedom)
    error = difference.deviation / math.sqrt(total)
    shift, room = abs(difference.estimate) / error, margin / error - half_width
    sign = stats.norm.sf(half_width - shift) + stats.norm.sf(half_width + shift)
    equal = np.where(room > 0, stats.norm.cdf(room - shift) - stats.norm.cdf(-room - shift), 0)
    return float(np.mean(np.where(room >= half_width, 1, sign + equal)))


def is_needed(difference, margin, confidence, added, bound):
    """Whether a number of replications to add is the first with power 0.8, as exactly as power is computed."""
    total = difference.count + added
    if bound:
        return added == 9 * difference.count and power(difference, total, margin, confidence) < 0.801
    first = added == 1 or power(difference, total - 1, margin, confidence) < 0.801
    return first and power(difference, total, margin, confidence) >= 0.799


# Without a ratio there is no interval.
UNKNOWN = Difference([[], []], (1, -1), False)


def judge(export, rows):
    """Compares a family of rows, given with their differences and relative or absolute margins."""
    single = 1 - (1 - export.confidence) / max(1, len(rows))
    # A factor judges the logarithm of the ratio.
    judged = [difference.logarithm or UNKNOWN if isinstance(margin, Factor) else difference
              for _, _, difference, margin in rows]
    adjusted = bonferroni([difference.p for difference in judged])
    for (place, row, difference, margin), reading, p in zip(rows, judged, adjusted):
        half_width = difference.half_width(single)
        export.scale = max(abs(difference.base or 0), abs(difference.estimate or 0))
        export.expect(place, "difference", row["difference"], difference.estimate)
        export.expect(place, "difference_half_width", row["difference_half_width"], half_width)
        export.expect(place, "standard_error", row["standard_error"], difference.error)
        export.expect(place, "degrees_of_freedom", row["degrees_of_freedom"],
                      difference.freedom if difference.error else None)
        export.expect(place, "confidence", row["confidence"], export.confidence)
        export.expect(place, "family_size", row["family_size"], float(len(rows)))
        if half_width is not None:
            export.expect(place, "difference_lower", row["difference_lower"], difference.estimate - half_width)
            export.expect(place, "difference_upper", row["difference_upper"], difference.estimate + half_width)
        export.expect(place, "p_adjusted", row["p_adjusted"], p)
        width = margin(difference.base)
        export.expect(place, "margin", row["margin"], width)
        log = difference.logarithm
        reach = log.half_width(single) if log else None
        for column, side in (("ratio", 0), ("ratio_lower", -1), ("ratio_upper", 1)):
            export.scale = 1
            export.expect(place, column, row[column], math.exp(log.estimate + side * reach) if log else None)
        half_width = reading.half_width(single)
        if isinstance(margin, Factor):
            width = math.log(width)
        word = ("same" if difference.is_same
                else verdict(reading, half_width, width or 0, export.polarity[row["metric"]]))
        export.expect(place, "verdict", row["verdict"], word)
        direction = ""
        if half_width is not None and not difference.is_same:
            direction = ("higher" if reading.estimate > half_width
                         else "lower" if reading.estimate < -half_width else "")
        export.expect(place, "direction", row["direction"], direction)
        export.expect(place, "replications_used", row["replications_used"], float(difference.count))
        added, bound = row["extra_replications"], row["extra_is_lower_bound"]
        if word == "unresolved" and half_width is not None and not missing(added):
            right = is_needed(reading, width or 0, single, int(added), bound == 1)
            export.expect(place, "extra_replications", added, added if right else math.inf)
        else:
            is_open = word == "unresolved" and half_width is not None
            export.expect(place, "extra_replications", added, math.inf if is_open else None)
            export.expect(place, "extra_is_lower_bound", bound, None)


class Factor(float):
    """A margin that judges the ratio."""

    def __call__(self, _):
        return float(self)


def nominal_joules(export):
    """Nominal energy of a battery; the studies that are computed again have one kind of phone."""
    days = {run: row[2] for (run, metric), row in export.values.items() if metric == "background_energy_j_per_day"}
    for (run, metric), row in export.values.items():
        if metric == "battery_share_per_day" and days.get(run, 0) > 0:
            return 100 * row[2] / days[run]
    return None


def margins(export):
    """Margin of each judged metric by its baseline: as the study states it, or else the usual one."""
    usual = {
        "discretionary_battery_j_per_day": "0.1 %/d", "energy_j_per_day": "0.1 %/d",
        "staleness_at_reachable_open_s": "10 %", "fresh_reachable_open_share": "0.02",
        "processing_completed_share": "0.02",
    }
    units = dict(zip(export.comparison["metric"], export.comparison["unit"]))
    by_unit = {"s": "60", "1": "0.02", "J/d": "0.1 %/d"}
    joules = nominal_joules(export)
    stated = {m["name"]: m.get("margin") for m in export.compare.get("metrics", [])}
    names = list(stated) or list(usual)
    found = {}
    for name in names:
        text = stated.get(name) or usual.get(name) or by_unit.get(units.get(name), "1 %")
        if isinstance(text, dict):
            found[name] = Factor(text["factor"])
        elif str(text).endswith("%/d"):
            found[name] = lambda _, share=float(text.split()[0]) / 100: None if joules is None else share * joules
        elif str(text).endswith("%"):
            share = float(str(text).split()[0]) / 100
            found[name] = lambda base, share=share: None if base is None else share * abs(base)
        else:
            found[name] = lambda base, width=float(text): width
    return found


def shared_runs(export):
    """Runs by design point, policy and replication; a run that several points share stands at each of them."""
    runs = export.runs[export.runs["status"] == "ok"]
    points = runs.drop_duplicates("design_point")
    table = {}
    for _, point in points.iterrows():
        for (policy, name), own in runs.groupby(["policy", "policy_name"], sort=False):
            here = own[own["design_point"] == point["design_point"]]
            if here.empty:
                concerning = [f for f in export.factors if not f.startswith("policies.")
                              or f.startswith((f"policies.{policy}.", f"policies.{name}."))]
                alike = own[own["arm"] == point["arm"]]
                for factor in concerning:
                    alike = alike[alike[f"{factor}_text"] == point[f"{factor}_text"]]
                if alike.empty:
                    continue
                here = alike[alike["design_point"] == alike["design_point"].iloc[0]]
            for _, run in here.iterrows():
                table[(point["design_point"], policy, int(run["replication"]))] = run["run_id"]
    return points, table


def check_comparison(export, table):
    """All differences with a verdict, family by family."""
    margin = margins(export)
    judged = export.comparison[export.comparison["verdict"] != ""]
    families = {}
    for _, row in judged.iterrows():
        point = row["design_point"]
        replications = sorted({r for p, _, r in table if p == point})
        samples = [
            [export.entry(table[(point, policy, r)], row["metric"]) if (point, policy, r) in table else None
             for r in replications]
            for policy in (row["policy"], row["baseline"])
        ]
        difference = Difference(samples, (1, -1), row["metric"] in export.is_ratio)
        place = f"comparison.csv {point} {row['metric']} {row['policy']}"
        key = "study" if export.compare.get("family") == "study" else point
        families.setdefault(key, []).append((place, row, difference, margin[row["metric"]]))
    for rows in families.values():
        judge(export, rows)
    # Estimates of each policy alone.
    for _, row in export.comparison.iterrows():
        if "_device_" in row["metric"]:
            continue
        entries = [export.entry(run, row["metric"]) for (point, policy, _), run in sorted(table.items())
                   if point == row["design_point"] and policy == row["policy"]]
        if row["metric"].endswith(("_median_s", "_p90_s")) and "not reached" in row["note"]:
            continue
        estimate, _ = pseudo_values([e for e in entries if e is not None], row["metric"] in export.is_ratio)
        export.scale = abs(estimate or 0)
        export.expect(f"comparison.csv {row['design_point']} {row['metric']} {row['policy']}", "mean",
                      row["mean"], estimate)


def check_effects(export, points, table):
    """All effects and interactions of factors."""
    names = [name for name in ("effects.csv", "interactions.csv") if (export.folder / name).exists()]
    margin = margins(export) if names else {}
    families = {}
    effects = [(name, row) for name in names for _, row in export.read(name).iterrows() if row["verdict"] != ""]
    for name, row in effects:
        replications = sorted({r for _, _, r in table})

        def sample(levels):
            chosen = points[points["arm"] == row["arm"]] if row["arm"] else points
            for factor, level in levels.items():
                chosen = chosen[chosen["arm" if factor == "arms" else f"{factor}_text"] == level]
            pooled = []
            for r in replications:
                runs = [table.get((point, row["policy"], r)) for point in chosen["design_point"]]
                parts = [None if run is None else export.entry(run, row["metric"]) for run in runs]
                if any(part is None for part in parts):
                    pooled.append(None)
                elif row["metric"] in export.is_ratio:
                    pooled.append((math.fsum(p[0] for p in parts), math.fsum(p[1] for p in parts)))
                else:
                    pooled.append((sum(p[0] for p in parts) / len(parts), 1.0))
            return pooled

        factor = row["factor"]
        own, first = row["level_text"], row["first_level_text"]
        other = row.get("second_factor", "")
        place = f"{name} {factor}={own} {other} {row['policy']} {row['metric']}"
        if other:
            high, low = row["second_level_text"], row["second_first_level_text"]
            samples = [sample({factor: a, other: b}) for a, b in
                       ((own, high), (first, high), (own, low), (first, low))]
            difference = Difference(samples, (1, -1, -1, 1), row["metric"] in export.is_ratio)
        else:
            samples = [sample({factor: own}), sample({factor: first})]
            difference = Difference(samples, (1, -1), row["metric"] in export.is_ratio,
                                    unpaired="unpaired" in row["note"])
        for column, part in (("estimate", samples[0]), ("first_estimate", samples[-1])):
            estimate, _ = pseudo_values([e for e in part if e is not None], row["metric"] in export.is_ratio)
            export.scale = abs(estimate or 0)
            export.expect(place, column, row[column], estimate)
        families.setdefault((factor, other), []).append(
            (place, row, difference, margin[row["metric"]]))
    for rows in families.values():
        judge(export, rows)


DISCRETIONARY = ["refresh", "processing", "push", "discretionaryTransfer"]
CAUSES = {
    "discretionary_battery_j_per_day": DISCRETIONARY,
    "background_battery_j_per_day": DISCRETIONARY + ["continued", "mode", "assertion", "arrival", "transfer"],
}


def check_energy(export, devices, sums, check):
    """The rows of `energy.csv` add up to what cell and adapter gave, in both windows, and to the battery energy of background work
    and of what a policy decides on, of which `never` has none."""
    if not (export.folder / "energy.csv").exists():
        return
    energy = export.read("energy.csv")
    found = energy.groupby(["run_id", "device"]).sum(numeric_only=True)
    for _, row in devices.iterrows():
        rows = found.loc[(row["run_id"], row["device"])]
        for column, total in [("energy_j", "device_energy_j"), ("battery_j", "battery_energy_out_j")]:
            for window in ["", "observed_"]:
                export.scale = abs(row[window + total])
                export.expect(f"energy.csv {row['run_id']} device {row['device']}", window + column,
                              rows[window + column], row[window + total])
    policies = dict(zip(export.runs["run_id"], export.runs["policy_name"]))
    for metric, causes in CAUSES.items():
        joules = energy[energy["cause"].isin(causes)].groupby("run_id")["observed_battery_j"].sum()
        for run_id, row in sums.iterrows():
            check(run_id, metric, joules.get(run_id, 0.0), row["observed_s"] / 86400)
            if policies[run_id] == "never" and causes is DISCRETIONARY:
                export.expect(f"energy.csv {run_id}", metric, joules.get(run_id, 0.0), 0.0)


def check_sums(export):
    """Numerators and denominators of runs, added up again from the rows of devices and of regret."""
    devices = export.read("devices.csv")
    sums = devices.groupby("run_id").sum(numeric_only=True)
    export.scale = 0

    def check(run_id, metric, numerator, denominator):
        found = export.values.get((run_id, metric))
        if found is None or missing(found[1]):
            return
        export.scale = abs(numerator)
        export.expect(f"metrics.csv {run_id} {metric}", "numerator", found[1], numerator)
        export.expect(f"metrics.csv {run_id} {metric}", "denominator", found[2], denominator)

    for run_id, row in sums.iterrows():
        days = row["observed_s"] / 86400
        check(run_id, "energy_j_per_day", row["observed_device_energy_j"], days)
        check(run_id, "charging_loss_j_per_day", row["observed_charging_loss_j"], days)
        check(run_id, "fresh_open_share", row["fresh_opens"], row["opens"])
        if "reachable_opens" in row:
            check(run_id, "reachable_open_share", row["reachable_opens"], row["opens"])
            check(run_id, "fresh_reachable_open_share", row["fresh_reachable_opens"], row["reachable_opens"])
            if "reachable_staleness_s" in row:
                check(run_id, "staleness_at_reachable_open_s", row["reachable_staleness_s"], row["reachable_opens"])
    check_energy(export, devices, sums, check)
    if not (export.folder / "regret.csv").exists():
        return
    regret = export.read("regret.csv").groupby("run_id").sum(numeric_only=True)
    for run_id, row in regret.iterrows():
        check(run_id, "bound_staleness_s", row["bound_s"], row["opens"])
        check(run_id, "regret_staleness_s", row["staleness_s"] - row["bound_s"], row["opens"])
        if "fetches_needed" in row:
            check(run_id, "fetch_efficiency", row["fetches_needed"], row["observed_fetches"])


def main():
    failed = False
    for folder in sys.argv[1:]:
        export = Export(folder)
        points, table = shared_runs(export)
        check_sums(export)
        check_comparison(export, table)
        check_effects(export, points, table)
        judged = int((export.comparison["verdict"] != "").sum())
        print(f"{folder}: {export.checked} cells computed again, {judged} verdicts, "
              f"{len(export.problems)} different")
        for problem in export.problems[:20]:
            print(f"  {problem}")
        failed = failed or bool(export.problems) or export.checked == 0
    sys.exit(1 if failed or len(sys.argv) < 2 else 0)


if __name__ == "__main__":
    main()
