"""Compares the predictive scores of several models over the sources that all of them predict.

    python3 notebooks-export/compare_scores.py OUT.csv 'LABEL=FOLDER' …

FOLDER has `scores.csv` of `slumber check --table --to FOLDER`, of which the first model counts, or `left-out.csv` of
`slumber fit --to FOLDER`. The first folder also has the scores of `gates-only`, the reference of skill.

Columns of OUT.csv, one line for each label:

    sources     the sources that all labels predict
    never       sources with the verdict never
    width       standard deviation of u / its value for uniform u; below 1 the predictions are too wide
    p           p-value of the Anderson-Darling test of uniform u, from models.csv; none for a fit
    crps        mean CRPS over the sources
    difference  mean CRPS minus that of the first label
    upper       one-sided 95 % bootstrap bound of the difference, over sources
    skill       mean of (reference - own) / the larger of both, with a 95 % bootstrap interval in skill_low and skill_high
"""

import csv
import random
import sys
from pathlib import Path
from statistics import fmean, pstdev

RESAMPLES = 10_000


def rows(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def is_true(cell):
    return cell in ("true", "1")


def judged(folder, model=None):
    """The rows of a model by source."""
    if (left := Path(folder, "left-out.csv")).exists() and model is None:
        return {row["source"]: row for row in rows(left) if is_true(row["is_primary"]) and row["p"]}
    found = rows(Path(folder, "scores.csv"))
    model = model or found[0]["model"]
    wanted = ("is_base", "is_counted", "is_primary")
    return {row["source"]: row for row in found if row["model"] == model and all(is_true(row[name]) for name in wanted)}


def uniformity(folder):
    """The p-value of the first model; none without a table of models."""
    table = Path(folder, "models.csv")
    return rows(table)[0]["p"] if table.exists() else "none"


def skill(own, reference):
    return (reference - own) / larger if (larger := max(own, reference)) else 0.0


def quantiles(values, generator, *shares):
    """Quantiles of the mean over resamples of sources."""
    means = sorted(fmean(generator.choices(values, k=len(values))) for _ in range(RESAMPLES))
    return [means[round(share * (RESAMPLES - 1))] for share in shares]


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    named = [argument.partition("=")[::2] for argument in sys.argv[2:]]
    found = [(label, judged(folder)) for label, folder in named]
    reference = judged(named[0][1], "gates-only")
    common = [source for source in found[0][1] if all(source in own for _, own in found) and source in reference]
    scored = [source for source in common if found[0][1][source]["crps"] and reference[source]["crps"]]
    generator = random.Random(1)
    first = [float(found[0][1][source]["crps"]) for source in scored]
    lines = []
    for (label, own), (_, folder) in zip(found, named):
        crps = [float(own[source]["crps"]) for source in scored]
        differences = [mine - other for mine, other in zip(crps, first)]
        skills = [skill(mine, float(reference[source]["crps"])) for mine, source in zip(crps, scored)]
        low, high = quantiles(skills, generator, 0.025, 0.975)
        shares = [float(own[source]["u"]) for source in common if own[source]["u"]]
        lines.append({
            "label": label, "sources": len(common), "never": sum(own[source]["verdict"] == "never" for source in common),
            "width": f"{pstdev(shares) * 12**0.5:.2f}", "p": uniformity(folder), "crps": f"{fmean(crps):.3f}",
            "difference": f"{fmean(differences):.3f}", "upper": f"{quantiles(differences, generator, 0.95)[0]:.3f}",
            "skill": f"{fmean(skills):.2f}", "skill_low": f"{low:.2f}", "skill_high": f"{high:.2f}",
        })
    with open(sys.argv[1], "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, lines[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)


if __name__ == "__main__":
    main()
