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
# # The waits of one app
#
# This notebook reads one exported folder with `attempts.csv` (`record: [attempts]`, `slumber export RESULTS --detail --to FOLDER`) and nothing
# else. It follows the work of one app: how long it waits, what holds it back, and at which hour it runs.
#
# - `SLUMBER_DETAILS` names the folder; the default is `out/details-export`.
# - `SLUMBER_APP` names the app; the default is the one with the most waits for refreshes.
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

DETAILS = Path(os.environ.get("SLUMBER_DETAILS", "out/details-export"))
FIGURES = Path(os.environ.get("SLUMBER_FIGURES", "notebooks-export/out"))
FIGURES.mkdir(parents=True, exist_ok=True)
sns.set_theme(style="whitegrid", context="notebook")

if not (DETAILS / "attempts.csv").exists():
    raise SystemExit(f"no attempts.csv in {DETAILS}: run the study with `--set 'record=[attempts]'` and export its results with `--detail` first")


def save(figure, name):
    figure.savefig(FIGURES / f"{name}.png", dpi=150, bbox_inches="tight")


# %%
text = dict.fromkeys(["run_id", "design_point", "arm", "policy", "event_hash", "app", "identifier", "wait_end"], str)
runs = pd.read_csv(DETAILS / "runs.csv", dtype=text, keep_default_na=False, na_values=[""])
point = runs["design_point"].iloc[0]
runs = runs[(runs["status"] == "ok") & (runs["design_point"] == point)]
attempts = pd.read_csv(DETAILS / "attempts.csv", dtype=text, keep_default_na=False, na_values=[""], low_memory=False)
attempts = attempts.merge(runs[["run_id", "policy"]], on="run_id")
policies = list(runs["policy"].unique())
palette = dict(zip(policies, sns.color_palette("colorblind" if len(policies) <= 10 else "husl", len(policies))))

refreshes = attempts[(attempts["mechanism"] == "refresh") & attempts["wait_end"].notna()]
if refreshes.empty:
    raise SystemExit(f"no refreshes in {DETAILS}")
APP = os.environ.get("SLUMBER_APP") or refreshes["app"].value_counts().sort_index().idxmax()
own = attempts[attempts["app"] == APP]
if own.empty:
    raise SystemExit(f"no app {APP} in {DETAILS}; apps: {', '.join(sorted(attempts['app'].unique()))}")
print(f"{APP}: {len(own)} items over {own['device'].nunique()} phones, design point {point}")

# %% [markdown]
# ## How long it waits
#
# Kaplan–Meier curves from the columns `wait_from_s`, `wait_until_s` and `wait_end`. A wait ends when the item is launched or
# delivered; every other end cuts it off, and it counts as waiting up to then. Items that were submitted during warm-up are not
# in the table: under a policy that starts nothing they wait on unseen.


# %%
def kaplan_meier(lengths, has_ended):
    """Lengths, and the share that still waits after each of them."""
    steps = pd.DataFrame({"length": lengths, "ended": has_ended}).groupby("length")["ended"].agg(["sum", "size"])
    at_risk = len(lengths) - steps["size"].cumsum().shift(fill_value=0)
    return steps.index.to_numpy(), (1 - steps["sum"] / at_risk).cumprod().to_numpy()


waits = own[own["wait_end"].notna()].copy()
waits["length_s"] = waits["wait_until_s"] - waits["wait_from_s"]
waits["has_ended"] = waits["wait_end"].isin(["launched", "delivered"])
mechanisms = [name for name in ("refresh", "processing", "push") if name in set(waits["mechanism"])]
figure, axes = plt.subplots(1, len(mechanisms), figsize=(5.2 * len(mechanisms), 4.4), squeeze=False, sharey=True)
rows = []
for axis, mechanism in zip(axes[0], mechanisms):
    for policy in policies:
        part = waits[(waits["mechanism"] == mechanism) & (waits["policy"] == policy)]
        if part.empty:
            continue
        length, share = kaplan_meier(part["length_s"], part["has_ended"])
        axis.step([0.0001, *(length / 3600).clip(0.0001)], [1, *share], where="post", color=palette[policy], label=policy)
        reached = length[share <= 0.5 + 1e-12]
        rows.append({"mechanism": mechanism, "policy": policy, "waits": len(part), "cut off": int((~part["has_ended"]).sum()),
                     "median h": round(reached[0] / 3600, 3) if len(reached) else None})
    axis.set_xscale("log")
    axis.set_xlabel("hours since the first window opened")
    axis.set_title(mechanism)
axes[0][0].set_ylabel("share still waiting")
axes[0][0].set_ylim(0, 1.02)
axes[0][-1].legend(title="policy", frameon=False, loc="upper left", bbox_to_anchor=(1.02, 1))
save(figure, "app_waits")
plt.show()
print(pd.DataFrame(rows).to_string(index=False))

# %% [markdown]
# ## What holds it back
#
# Hours for which one reason alone held an item back, or several together (`blocked_joint_s`), per phone and day. They add up to the
# time between the opening of the window and the end of the wait.

# %%
blocked = [column for column in own.columns if column.startswith("blocked_")]
devices = pd.read_csv(DETAILS / "devices.csv", dtype={"run_id": str}).merge(runs[["run_id", "policy"]], on="run_id")
days = devices.groupby("policy")["observed_s"].sum() / 86400
hours = own[own["mechanism"].isin(mechanisms)].groupby("policy")[blocked].sum().div(3600).div(days, axis=0).dropna()
hours.columns = [name.removeprefix("blocked_").removesuffix("_s").replace("joint", "several together") for name in hours.columns]
hours = hours[hours.sum().sort_values(ascending=False).index]
largest = list(hours.columns[hours.sum() > 0.01 * hours.sum().sum()])
shown = hours[largest].assign(others=hours.drop(columns=largest).sum(axis=1))
figure, axis = plt.subplots(figsize=(9, 1.4 + 0.5 * len(shown)))
shown.loc[[policy for policy in policies if policy in shown.index]].plot.barh(
    stacked=True, ax=axis, color=sns.color_palette("colorblind" if shown.shape[1] <= 10 else "husl", shown.shape[1]), width=0.7
)
axis.invert_yaxis()
axis.set_xlabel("hours held back per phone and day")
axis.set_ylabel("")
axis.legend(frameon=False, loc="upper left", bbox_to_anchor=(1.02, 1))
save(figure, "app_reasons")
plt.show()
print(shown.round(3).to_string())

# %% [markdown]
# ## When it runs
#
# Launches by local hour, per phone and day.

# %%
launched = own[own["launched_s"].notna() & own["mechanism"].isin(mechanisms)].copy()
launched["hour"] = (launched["launched_s"] % 86400 // 3600).astype(int)
by_hour = launched.groupby(["policy", "hour"]).size().unstack(fill_value=0).reindex(columns=range(24), fill_value=0)
by_hour = by_hour.div(days, axis=0).dropna()
figure, axis = plt.subplots(figsize=(9, 4))
for policy in policies:
    if policy in by_hour.index:
        axis.step(range(25), [*by_hour.loc[policy], by_hour.loc[policy].iloc[-1]], where="post", color=palette[policy], label=policy)
axis.set_xticks(range(0, 25, 3))
axis.set_xlim(0, 24)
axis.set_xlabel("local hour")
axis.set_ylabel("launches per phone and day")
axis.legend(title="policy", frameon=False, loc="upper left", bbox_to_anchor=(1.02, 1))
save(figure, "app_launches")
plt.show()
