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
# # Which assumptions decide
#
# This notebook reads one folder of `slumber sensitivity STUDY --quick --points N --to FOLDER` and nothing else. The response is
# the paired difference of a policy and the baseline, never the level of one policy.
#
# - `SLUMBER_SENSITIVITY` names the folder; the default is `out/sensitivity`.
# - `SLUMBER_FIGURES` names the folder for the PNG files; the default is `notebooks-export/out`.

# %%
import json
import os
import sys
from pathlib import Path
from statistics import NormalDist

import matplotlib

if "ipykernel" not in sys.modules:
    matplotlib.use("Agg")  # run as a script there is nothing to show figures on

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import seaborn as sns

FOLDER = Path(os.environ.get("SLUMBER_SENSITIVITY", "out/sensitivity"))
FIGURES = Path(os.environ.get("SLUMBER_FIGURES", "notebooks-export/out"))
FIGURES.mkdir(parents=True, exist_ok=True)
sns.set_theme(style="whitegrid", context="notebook")

if not (FOLDER / "sensitivity.json").exists():
    raise SystemExit(f"no sensitivity.json in {FOLDER}: run `slumber sensitivity STUDY --quick --points 64 --to {FOLDER}` first")
search = json.loads((FOLDER / "sensitivity.json").read_text(encoding="utf-8"))
print(f"{search['study']}: {search['assumptions']} assumptions, {search['points']} points, "
      f"{search['replications']} replications of {search['devices']} devices")
for sentence in search["conclusions"] + search["cuts"]:
    print(sentence)


def save(figure, name):
    figure.savefig(FIGURES / f"{name}.png", dpi=150, bbox_inches="tight")


# %% [markdown]
# ## One assumption at a time
#
# Each bar spans the differences between the levels that were tried, all other assumptions as in the study. A bar that reaches
# over the line at 0 belongs to an assumption that can turn the comparison around; thin lines are 95 % intervals.

# %%
VERDICTS = {"changesSign": "changes the sign", "leavesOpen": "leaves the sign open", "keepsSign": "keeps the sign"}
COLORS = dict(zip(VERDICTS, ("#c0392b", "#e0a030", "#4477aa")))


def levels(comparison):
    """One row per level of each assumption that has an effect, the strongest assumption first."""
    rows = [
        {
            "assumption": assumption["assumption"],
            "verdict": assumption["verdict"],
            "level": level["level"],
            "difference": level["response"]["difference"],
            "half_width": level["response"]["half_width"],
        }
        for assumption in comparison["assumptions"]
        if assumption["verdict"] in VERDICTS
        for level in assumption["levels"]
        if level["response"]
    ]
    return pd.DataFrame(rows)


def bars(comparison):
    """A bar for each of the fifteen strongest assumptions; None where none has an effect."""
    rows = levels(comparison)
    if rows.empty or not comparison["in_study"]:
        return None
    base = comparison["in_study"]["difference"]
    names = list(rows["assumption"].unique())[:15]
    figure, axis = plt.subplots(figsize=(9, 1.6 + 0.36 * len(names)))
    for place, name in enumerate(names):
        own = rows[rows["assumption"] == name]
        ends = [*own["difference"], base]
        axis.barh(place, max(ends) - min(ends), left=min(ends), height=0.55, color=COLORS[own["verdict"].iloc[0]])
        axis.errorbar(
            own["difference"], [place] * len(own), xerr=own["half_width"], fmt="none", ecolor="#222222", elinewidth=1
        )
    axis.axvline(0, color="#888888", linewidth=1.2)
    axis.axvline(base, color="black", linewidth=1.2)
    axis.set_yticks(range(len(names)), names)
    axis.invert_yaxis()
    axis.set_xlabel(f"difference of {comparison['metric']}" + (f" ({comparison['unit']})" if comparison["unit"] else ""))
    axis.set_title(f"{comparison['policy']} − {comparison['baseline']}")
    axis.legend(
        [plt.Rectangle((0, 0), 1, 1, color=COLORS[word]) for word in VERDICTS], VERDICTS.values(), frameon=False,
        loc="upper left", bbox_to_anchor=(1.02, 1),
    )
    return figure


for number, comparison in enumerate(search["comparisons"], start=1):
    figure = bars(comparison)
    if figure is None:
        print(f"{comparison['metric']}, {comparison['policy']}: no assumption has an effect")
        continue
    save(figure, f"sensitivity_{number}")
    plt.show()

# %% [markdown]
# ## Where signs change
#
# Places found by bisection along one assumption, with the half-width of the last step.

# %%
boundaries = pd.read_csv(FOLDER / "boundaries.csv", keep_default_na=False)
print("no sign changes within the box" if boundaries.empty else boundaries.to_string(index=False))

# %% [markdown]
# ## All assumptions together
#
# Each point of the Latin hypercube moves every assumption with an effect. By estimates, a sign holds at the points whose estimate has
# it; noise-adjusted, each estimate is shrunk to their mean first (page *Sensitivity analysis*). It is a share of points, not a probability: nobody
# knows how likely the points are.

# %%
path = FOLDER / "hypercube.csv"
if not path.exists():
    print("no points over the box: `slumber sensitivity` was run without --points")
else:
    cube = pd.read_csv(path, dtype={"policy": str, "baseline": str})
    shares = []
    for comparison in search["comparisons"]:
        metric, policy = comparison["metric"], comparison["policy"]
        rows = cube.query("metric == @metric and policy == @policy").dropna(subset=["difference"])
        if rows.empty or not comparison["in_study"]:
            continue
        base = comparison["in_study"]["difference"]
        counted = comparison["share_of_points"]
        if counted and not counted["no_share"]:
            estimates, noise = rows["difference"], rows["standard_error"] ** 2
            between = max(0, estimates.var() - noise.mean())
            kept = between / (between + noise) if between else 0 * noise
            center = estimates.mean() + kept * (estimates - estimates.mean())
            side = -1 if base < 0 else 1
            freed = np.mean([1 - NormalDist(side * mean, error).cdf(0) if error else float(side * mean > 0)
                             for mean, error in zip(center, np.sqrt(kept * noise))])
            assert (side * estimates > 0).sum() == counted["points_with_sign"], (metric, policy, counted)
            assert abs(freed - counted["share_noise_adjusted"]) < 1e-6, (metric, policy, freed, counted)
            shares.append({"metric": metric, "policy": policy, "points": len(rows), "by estimates": counted["share_by_estimates"],
                           "noise-adjusted": freed, "from": counted["share_lower"], "to": counted["share_upper"]})
        else:
            shares.append({"metric": metric, "policy": policy, "points": len(rows)})
        figure, axis = plt.subplots(figsize=(8, 3.4))
        ranked = rows.sort_values("difference").reset_index(drop=True)
        color = ["#888888" if abs(row.difference) <= row.half_width else "#4477aa" if (row.difference < 0) == (base < 0)
                 else "#c0392b" for row in ranked.itertuples()]
        axis.vlines(ranked.index, ranked["difference"] - ranked["half_width"], ranked["difference"] + ranked["half_width"],
                    color=color)
        axis.scatter(ranked.index, ranked["difference"], c=color, s=14)
        axis.axhline(0, color="#888888", linewidth=1.2)
        axis.axhline(base, color="black", linewidth=1)
        axis.set_xlabel("points of the parameter space, by their difference")
        axis.set_ylabel("difference" + (f" ({comparison['unit']})" if comparison["unit"] else ""))
        axis.set_title(f"{metric}: {policy} − {comparison['baseline']}")
        save(figure, f"sensitivity_points_{len(shares)}")
        plt.show()
    print(pd.DataFrame(shares).to_string(index=False))
