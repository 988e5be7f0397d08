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
# # Figures for a paper
#
# This notebook reads one exported folder (`slumber export RESULTS --to FOLDER`). It draws the fronts with their joint regions and
# the effects of factors with their intervals. All numbers are those of `front.csv` and `effects.csv`. Each figure is written as
# PNG and as PDF.
#
# - `SLUMBER_PAPER_EXPORT` names the folder; the default is `out/quickstart-export`.
# - `SLUMBER_SCORES` names a folder of `slumber check --table --to FOLDER`, for the figure of predictive checks. Without this
#   folder, the notebook leaves the figure out.
# - `SLUMBER_FIGURES` names the folder for the figures; the default is `notebooks-export/out`.

# %%
import os
import sys
from pathlib import Path

import matplotlib

if "ipykernel" not in sys.modules:
    matplotlib.use("Agg")  # run as a script there is nothing to show figures on

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

EXPORT = Path(os.environ.get("SLUMBER_PAPER_EXPORT", "out/quickstart-export"))
SCORES = Path(os.environ.get("SLUMBER_SCORES", "out/scores"))
FIGURES = Path(os.environ.get("SLUMBER_FIGURES", "notebooks-export/out"))
FIGURES.mkdir(parents=True, exist_ok=True)
WIDTH = 5.5  # inches: the text width of a page
plt.rcParams.update({"font.size": 9, "axes.spines.top": False, "axes.spines.right": False, "legend.frameon": False,
                     "pdf.fonttype": 42, "savefig.bbox": "tight"})


def table(name, folder=EXPORT):
    """A table of a folder; None if the folder does not have it, or if it has no rows."""
    path = folder / f"{name}.csv"
    if not path.exists():
        print(f"{name}.csv is not in {folder}")
        return None
    text = dict.fromkeys(["front", "arm", "policy", "choice", "factor", "level_text", "first_level_text", "id"], str)
    rows = pd.read_csv(path, dtype=text, keep_default_na=False, na_values=[""])
    return rows if len(rows) else None


def save(figure, name):
    for form in ("png", "pdf"):
        # Without a date, the same export gives the same bytes.
        figure.savefig(FIGURES / f"{name}.{form}", dpi=300, metadata={"CreationDate": None} if form == "pdf" else None)
    plt.show()


def axis(metric, unit, largest):
    """The label of an axis, and the size of its unit: hours for long times."""
    name = metric.removesuffix("_s" if unit == "s" else "_j_per_day").replace("_", " ")
    if unit == "s" and largest > 7200:
        return f"{name} (h)", 3600
    return name if unit == "1" else f"{name} ({unit})", 1


# %% [markdown]
# ## Fronts
#
# A point is the estimate of a policy. The ellipse around it is the joint confidence region of both differences from the baseline,
# which is the square. The regions of a front are simultaneous. The line joins the policies on the front.

# %%
fronts = table("front")
groups = [] if fronts is None else list(fronts.groupby(["front", "first_metric", "second_metric"], sort=False))
for number, ((name, first, second), rows) in enumerate(groups[:4], 1):
    x_label, x_size = axis(first, rows["first_unit"].iloc[0], rows["first"].max())
    y_label, y_size = axis(second, rows["second_unit"].iloc[0], rows["second"].max())
    figure, axes = plt.subplots(figsize=(WIDTH, 0.65 * WIDTH))
    colors = dict(zip(rows["choice"], plt.get_cmap("tab20" if len(rows) > 10 else "tab10").colors))
    on_front = rows[rows["dominance"] == "on the front"].sort_values("first")
    axes.plot(on_front["first"] / x_size, on_front["second"] / y_size, color="0.7", linewidth=1, zorder=1)
    turn = np.linspace(0, 2 * np.pi, 200)
    for _, row in rows.iterrows():
        color = colors[row["choice"]]
        x, y = row["first"] / x_size, row["second"] / y_size
        axes.plot(x, y, "s" if row["is_baseline"] else "o", color=color, markersize=4, label=row["choice"], zorder=3)
        if pd.isna(row["first_half_width"]):
            continue
        tilt = 0 if pd.isna(row["correlation"]) else row["correlation"]
        axes.fill(
            x + row["first_half_width"] / x_size * np.cos(turn),
            y + row["second_half_width"] / y_size * (tilt * np.cos(turn) + np.sqrt(max(0, 1 - tilt**2)) * np.sin(turn)),
            color=color, alpha=0.25, linewidth=0.5, zorder=2)
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    if fronts["front"].nunique() > 1:
        axes.set_title(name, fontsize=8)
    axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1))
    print(f"front-{number}: {name}, joint confidence {rows['confidence'].iloc[0]:g}, {rows['replications_used'].iloc[0]} replications")
    save(figure, f"front-{number}")
if len(groups) > 4:
    print(f"drawn: the first 4 of {len(groups)} fronts")

# %% [markdown]
# ## Effects
#
# A point is the difference of a level from the first level of its factor. The bar is its interval, which is simultaneous for all
# effects of the factor.

# %%
effects = table("effects")
judged = None if effects is None else effects.dropna(subset=["difference", "difference_lower", "verdict"])
metrics = [] if judged is None else list(judged["metric"].unique())
for number, metric in enumerate(metrics, 1):
    rows = judged[judged["metric"] == metric].iloc[::-1]
    label, size = axis(metric, rows["unit"].iloc[0], rows["difference"].abs().max())
    several = [name for name in ("arm", "policy") if rows[name].nunique() > 1]
    names = [", ".join([row[name] for name in several if pd.notna(row[name])] + [f"{row['factor']} {row['level_text']}"])
             for _, row in rows.iterrows()]
    places = np.arange(len(rows))
    figure, axes = plt.subplots(figsize=(WIDTH, 0.6 + 0.2 * len(rows)))
    axes.axvline(0, color="0.7", linewidth=1)
    ends = np.abs(np.stack([rows["difference_lower"], rows["difference_upper"]]) - rows["difference"].to_numpy()) / size
    axes.errorbar(rows["difference"] / size, places, xerr=ends, fmt="o", color="black", markersize=3, capsize=2, linewidth=1)
    axes.set_yticks(places, names, fontsize=7)
    axes.set_xlabel(f"{label}: difference from the first level")
    families = rows.drop_duplicates("family")
    print(f"effects-{number}: {metric}, " + "; ".join(
        f"{row['family']}: {row['family_size']:.0f} intervals, joint confidence {row['confidence']:g}"
        for _, row in families.iterrows()))
    save(figure, f"effects-{number}")

# %% [markdown]
# ## Predictive checks
#
# A point is the place of an observation among the draws of a model: the share of draws below it, and half of the draws that equal
# it. Half of all observations of a correct model are in the darker band, and 95 % are in both bands.

# %%
scores = table("scores", SCORES)
rows = None if scores is None else scores[(scores["is_rule"] == 0) & (scores["is_base"] == 1)].dropna(subset=["u"])
if rows is not None and len(rows):
    names = list((rows["id"] + " " + rows["quantity"]).unique())[::-1]
    figure, axes = plt.subplots(figsize=(WIDTH, 0.8 + 0.17 * len(names)))
    axes.axvspan(0.025, 0.975, color="0.94", linewidth=0)
    axes.axvspan(0.25, 0.75, color="0.86", linewidth=0)
    for number, (model, own) in enumerate(rows.groupby("model", sort=False)):
        places = [names.index(name) - 0.2 * (number - 1) for name in own["id"] + " " + own["quantity"]]
        axes.plot(own["u"], places, "osD^v"[number % 5], markersize=3, label=model)
    axes.set_yticks(range(len(names)), names, fontsize=6)
    axes.set_xlim(-0.02, 1.02)
    axes.set_xlabel("place of the observation among the draws of a model")
    axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1))
    print(f"predictive-checks: {len(names)} observations, {', '.join(rows['model'].unique())}, {rows['draws'].min()} draws or more")
    save(figure, "predictive-checks")
