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
# # What the policies cost, and what they buy
#
# This notebook reads one exported folder (`slumber export RESULTS --detail --to FOLDER`) and nothing else. Means and
# intervals are those of `comparison.csv`; every point is a replication, that is, a fleet of its own, and all
# policies met the same fleets.
#
# - `SLUMBER_EXPORT` names the folder; the default is `out/quickstart-export`.
# - `SLUMBER_DETAILS` names the folder of an export of the same study that holds `attempts.csv`, which is large and so
#   recorded for one replication only; the default is `SLUMBER_EXPORT`.
# - `SLUMBER_FIGURES` names the folder for the PNG files; the default is `notebooks-export/out`.

# %%
import os
import sys
from pathlib import Path

import matplotlib

if "ipykernel" not in sys.modules:
    matplotlib.use("Agg")  # run as a script there is nothing to show figures on

import matplotlib.pyplot as plt
import pandas as pd
import seaborn as sns

EXPORT = Path(os.environ.get("SLUMBER_EXPORT", "out/quickstart-export"))
DETAILS = Path(os.environ.get("SLUMBER_DETAILS", EXPORT))
FIGURES = Path(os.environ.get("SLUMBER_FIGURES", "notebooks-export/out"))
FIGURES.mkdir(parents=True, exist_ok=True)
sns.set_theme(style="whitegrid", context="notebook")


def table(name, folder=EXPORT):
    """A table of an export; None where the study did not record it."""
    path = folder / f"{name}.csv"
    if not path.exists():
        print(f"{name}.csv is not in {folder}")
        return None
    # Identities stay text even if one of them looks like a number, and only an empty field is missing.
    text = dict.fromkeys(["run_id", "design_point", "arm", "policy", "event_hash", "app", "identifier"], str)
    rows = pd.read_csv(path, dtype=text, keep_default_na=False, na_values=[""])
    return rows if len(rows) else None


def save(figure, name):
    figure.savefig(FIGURES / f"{name}.png", dpi=150, bbox_inches="tight")


# %%
summary = table("summary")
if summary is None:
    raise SystemExit(f"no finished runs in {EXPORT}: run the study and export its results first")
summary = summary[summary["status"] == "ok"]
comparison = table("comparison")

policies = list(summary["policy"].unique())
points = list(summary["design_point"].unique())
palette = dict(zip(policies, sns.color_palette("colorblind" if len(policies) <= 10 else "husl", len(policies))))


def count(number, word, words=None):
    return f"{number} {word if number == 1 else words or word + 's'}"


replications = summary["replication"].nunique()
print(", ".join([count(len(policies), "policy", "policies"), count(len(points), "design point"), count(replications, "replication")]))


# %% [markdown]
# ## Energy against staleness
#
# Down and to the left is better. Small points are replications, large ones means with their intervals.
# Two policies may differ clearly although their intervals overlap, because each replication compares them on the
# same fleet: the last table has those differences.


# %%
def mean_and_half_width(metric, point, policy):
    """As compared by slumber; from the replications, without an interval, if it did not compare the metric."""
    if comparison is not None:
        row = comparison.query("metric == @metric and design_point == @point and policy == @policy")
        if len(row) and pd.notna(row["mean"].iloc[0]):
            return row["mean"].iloc[0], row["half_width"].iloc[0]
    values = summary.query("design_point == @point and policy == @policy")[metric].dropna()
    return values.mean(), float("nan")


def trade_off(x, y, x_label, y_label, y_scale):
    """Metric `y` against metric `x`, one panel per design point."""
    shown = points[:6]
    figure, axes = plt.subplots(
        1, len(shown), figsize=(max(7.5, 5.2 * len(shown)), 5.2), squeeze=False, sharey=True
    )
    for axis, point in zip(axes[0], shown):
        for policy in policies:
            runs = summary.query("design_point == @point and policy == @policy").dropna(subset=[x, y])
            if runs.empty:
                continue
            color = palette[policy]
            axis.scatter(runs[x], runs[y] / y_scale, s=14, alpha=0.35, color=color, linewidths=0)
            (x_mean, x_half), (y_mean, y_half) = (mean_and_half_width(m, point, policy) for m in (x, y))
            axis.errorbar(
                x_mean,
                y_mean / y_scale,
                xerr=None if pd.isna(x_half) else x_half,
                yerr=None if pd.isna(y_half) else y_half / y_scale,
                fmt="o",
                markersize=5,
                capsize=3,
                color=color,
                label=policy,
            )
        axis.set_xlabel(x_label)
        axis.set_title(point if len(points) > 1 else "")
    axes[0][0].set_ylabel(y_label)
    axes[0][-1].legend(title="policy", loc="upper left", bbox_to_anchor=(1.02, 1), frameon=False)
    if len(points) > len(shown):
        print(f"shown: the first {len(shown)} of {count(len(points), 'design point')}")
    return figure


energy_metrics = {
    "background_energy_j_per_day": "background energy (J per device-day)",
    "energy_j_per_day": "energy (J per device-day)",
}
for metric, label in energy_metrics.items():
    if {metric, "staleness_at_open_s"} <= set(summary.columns):
        save(
            trade_off(metric, "staleness_at_open_s", label, "mean staleness at open (min)", 60),
            f"staleness_against_{metric.removesuffix('_per_day')}",
        )
        plt.show()

# %% [markdown]
# ## How long work waits
#
# Kaplan–Meier curves: the share of requests that still waits after so long. A request that was canceled or
# still waited at the end is known to have waited at least that long; it is neither zero nor dropped. The wait
# begins when the first request of a chain of replacements may run, and ends with the launch.

# %%
NEVER_WAITED = {"dropped", "lost", "coalesced", "rejected"}  # shares, not delays


def waits(attempts):
    """One row per chain of requests: how long it waited, and whether the wait was cut off."""
    rows = attempts[~attempts["outcome"].isin(NEVER_WAITED)].copy()
    rows["identifier"] = rows["identifier"].fillna("")
    # What still waits was seen until the last instant that its run tells of.
    rows["last_s"] = rows.groupby("run_id")[["submitted_s", "launched_s", "ended_s"]].transform("max").max(axis=1)
    rows["open_s"] = rows[["submitted_s", "earliest_begin_s"]].max(axis=1)
    series = ["run_id", "device", "app", "mechanism", "identifier"]
    rows = rows.sort_values(series + ["submitted_s", "item"])
    was_replaced = rows.groupby(series)["outcome"].shift().eq("replaced")
    rows["chain"] = (~was_replaced).cumsum()
    chains = rows.groupby("chain").agg(
        run_id=("run_id", "last"),
        mechanism=("mechanism", "last"),
        open_s=("open_s", "first"),
        launched_s=("launched_s", "last"),
        ended_s=("ended_s", "last"),
        last_s=("last_s", "last"),
    )
    chains["is_censored"] = chains["launched_s"].isna()
    end = chains["launched_s"].fillna(chains["ended_s"]).fillna(chains["last_s"])
    chains["wait_s"] = (end - chains["open_s"]).clip(lower=0)
    # A request that ended before its window opened never began to wait.
    return chains[~(chains["is_censored"] & (end < chains["open_s"]))]


def kaplan_meier(lengths, is_censored):
    """Lengths and the share that still waits after each of them."""
    steps = pd.DataFrame({"length": lengths, "ended": ~is_censored}).groupby("length")["ended"].agg(["sum", "size"])
    at_risk = len(lengths) - steps["size"].cumsum().shift(fill_value=0)
    return steps.index.to_numpy(), (1 - steps["sum"] / at_risk).cumprod().to_numpy()


def of_first_point(rows):
    """Rows of finished runs of the first design point, with their policy; None if there are none."""
    runs = summary[summary["design_point"] == points[0]]
    rows = rows.merge(runs[["run_id", "policy"]], on="run_id")
    return rows if len(rows) else None


attempts = table("attempts", DETAILS)
chains = None if attempts is None else of_first_point(waits(attempts))
if chains is not None:
    names = [name for name in ("refresh", "processing", "push") if name in set(chains["mechanism"])]
    names = names or sorted(chains["mechanism"].unique())[:3]
    figure, axes = plt.subplots(
        1, len(names), figsize=(max(7.5, 4.8 * len(names)), 4.8), squeeze=False, sharey=True
    )
    for axis, name in zip(axes[0], names):
        for policy in policies:
            rows = chains.query("mechanism == @name and policy == @policy")
            if rows.empty:
                continue
            length, share = kaplan_meier(rows["wait_s"], rows["is_censored"])
            # The curve starts at 1 and goes on to the longest wait that was seen.
            axis.step([0, *(length / 3600)], [1, *share], where="post", color=palette[policy], label=policy)
        axis.set_xlim(0, 48)
        axis.set_xticks(range(0, 49, 12))
        axis.set_ylim(0, 1.02)
        axis.set_title(name)
        axis.set_xlabel("wait (h)")
    axes[0][0].set_ylabel("share still waiting")
    handles = [plt.Line2D([], [], color=palette[policy], label=policy) for policy in policies]
    axes[0][-1].legend(
        handles=handles, title="policy", loc="upper left", bbox_to_anchor=(1.02, 1), frameon=False
    )
    save(figure, "waits")
    plt.show()

# %% [markdown]
# ## Where the energy goes
#
# Every joule is billed once, to the cause that made the phone draw it. The left panel has all that a device
# draws in a day after warm-up; the right one only what runs in the background, which is what
# a policy decides about.

# %%
BACKGROUND = ["refresh", "processing", "push", "arrival", "discretionaryTransfer", "transfer", "continued", "mode", "assertion"]
OTHER = ["user", "notification", "idle", "boot", "charging"]

energy = table("energy")
rows = None if energy is None else of_first_point(energy)
if rows is not None:
    observed = table("devices").merge(rows[["run_id", "policy"]].drop_duplicates(), on="run_id")
    days = observed.groupby("policy")["observed_s"].sum() / 86400
    per_day = rows.pivot_table(index="policy", columns="cause", values="observed_energy_j", aggfunc="sum", fill_value=0)
    per_day = per_day.div(days, axis=0)
    order = [cause for cause in BACKGROUND + OTHER if cause in per_day.columns]
    order += sorted(set(per_day.columns) - set(order))
    per_day = per_day.reindex([policy for policy in policies if policy in per_day.index])[order]
    colors = dict(zip(BACKGROUND + OTHER, sns.color_palette("tab20", len(BACKGROUND + OTHER))))
    figure, axes = plt.subplots(1, 2, figsize=(13, 1.8 + 0.45 * len(per_day)), sharey=True)
    background = [cause for cause in order if cause in BACKGROUND]
    for axis, causes, title in (
        (axes[0], order, "all causes"),
        (axes[1], background, "background work only"),
    ):
        if not causes:
            axis.set_axis_off()
            continue
        per_day[causes].plot.barh(
            stacked=True,
            ax=axis,
            legend=False,
            width=0.75,
            linewidth=0,  # an edge would hide thin slices
            color=[colors.get(cause, "gray") for cause in causes],
        )
        axis.set_xlabel("energy (J per device-day)")
        axis.set_ylabel("")
        axis.set_title(title)
        axis.grid(axis="y", visible=False)
    axes[0].invert_yaxis()
    used = [cause for cause in order if per_day[cause].sum() > 0]
    handles = [plt.Rectangle((0, 0), 1, 1, color=colors.get(cause, "gray")) for cause in used]
    axes[1].legend(handles, used, title="cause", loc="upper left", bbox_to_anchor=(1.02, 1), frameon=False)
    save(figure, "energy_by_cause")
    plt.show()

# %% [markdown]
# ## The comparison
#
# Differences are paired by replication. Where there is a verdict, all intervals of the design point hold
# together.

# %%
if comparison is not None:
    judged = comparison[comparison["verdict"].notna()]
    columns = ["design_point", "metric", "policy", "mean", "difference", "difference_half_width", "p_adjusted", "verdict"]
    with pd.option_context("display.max_rows", 200, "display.width", 200):
        print(judged[columns].to_string(index=False))
