#!/usr/bin/env python3
"""Draws the charts of two tables that are too long for a page, or checks that they are up to date: charts.py [--check]"""

import csv
import html
import pathlib
import sys

PAGES = pathlib.Path("Sources/SlumberCommands/SlumberCommands.docc")
BLUE, ORANGE, GREEN, PURPLE, GRAY, TEXT = "#0072b2", "#a84900", "#117733", "#882255", "#888888", "#222222"
DARK = {"#ffffff": "#1c1f24", BLUE: "#3f8ae0", ORANGE: "#ff9d5c", GREEN: "#3fa862", PURPLE: "#c9648f", TEXT: "#e6e6e6", "#e8e8e8": "#343a42"}
LEFT, RIGHT, TOP, STEP = 330, 720, 62, 18


class Chart:
    """Rows of labels with marks on one linear axis; values beyond the axis are drawn at its ends."""

    def __init__(self, title, axis, low, high, rows):
        self.low, self.high, self.parts = low, high, []
        self.height = TOP + STEP * rows + 46
        self.text(12, 22, title, weight="bold", size=14)
        self.text(RIGHT, self.height - 8, axis, anchor="end")

    def x(self, value):
        return LEFT + (RIGHT - LEFT) * (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)

    def y(self, row):
        return TOP + STEP * (row + 0.5)

    def text(self, x, y, text, color=TEXT, anchor="start", weight="normal", size=11):
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{color}" text-anchor="{anchor}" '
                          f'font-weight="{weight}">{html.escape(text)}</text>')

    def band(self, low, high):
        self.parts.insert(0, f'<rect x="{self.x(low):.1f}" y="{TOP}" width="{self.x(high) - self.x(low):.1f}" '
                             f'height="{self.height - TOP - 40}" fill="#e8e8e8"/>')

    def tick(self, value, label):
        self.line(self.x(value), TOP, self.x(value), self.height - 40, GRAY, 0.5)
        self.text(self.x(value), self.height - 26, label, anchor="middle")

    def line(self, x1, y1, x2, y2, color, width):
        self.parts.append(f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{color}" stroke-width="{width}"/>')

    def dot(self, row, value, color):
        self.parts.append(f'<circle cx="{self.x(value):.1f}" cy="{self.y(row):.1f}" r="4" fill="{color}"/>')

    def legend(self, entries):
        for place, (color, text) in enumerate(entries):
            x = 12 + place * 184
            self.parts.append(f'<circle cx="{x + 4}" cy="42" r="4" fill="{color}"/>')
            self.text(x + 14, 46, text)

    def svg(self):
        dark = "\n".join(f'svg [{kind}="{light}"] {{ {kind}: {color}; }}' for light, color in DARK.items() for kind in ("fill", "stroke"))
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 {self.height}" width="760" height="{self.height}" '
                'font-family="Helvetica, Arial, sans-serif" style="max-width: 100%; height: auto">\n'
                f"<style>\n@media screen and (prefers-color-scheme: dark) {{\n{dark}\n}}\n</style>\n"
                '<rect width="100%" height="100%" fill="#ffffff"/>\n' + "\n".join(self.parts) + "\n</svg>\n")


def rows_of(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def effects():
    """The twenty rows with the largest effect on a difference."""
    series = [("immediate_discretionary_battery_j_per_day", BLUE, "immediate, energy"),
              ("charging-only_discretionary_battery_j_per_day", GREEN, "charging-only, energy"),
              ("immediate_staleness_at_reachable_open_s", ORANGE, "immediate, staleness"),
              ("charging-only_staleness_at_reachable_open_s", PURPLE, "charging-only, staleness")]
    rows = [row for row in rows_of("scenarios/data/parameter-effects.csv") if row["value"]]
    rows.sort(key=lambda row: -max(abs(float(row[name]) - 1) for name, _, _ in series))
    chart = Chart("The 20 largest effects of an assumed parameter at one end of its range", "difference from seven-factor at this value / "
                  "difference at the default", -2, 8, 20)
    chart.legend([(color, label) for _, color, label in series])
    for value in range(-2, 9):
        chart.tick(value, str(value))
    for place, row in enumerate(rows[:20]):
        chart.text(LEFT - 12, chart.y(place) + 4, f"{row['parameter']} = {row['value']}", anchor="end")
        for name, color, _ in series:
            chart.dot(place, float(row[name]), color)
    return chart.svg()


def validation():
    """The share of draws below each observation that counts, under two models."""
    colors = {"seven-factor": BLUE, "gates-only": ORANGE}
    rows = [row for row in rows_of("scenarios/validation/scores.csv")
            if row["is_base"] == "1" and row["is_rule"] == "0" and row["u"] and row["model"] in colors]
    places = {}
    for row in rows:
        if row["is_counted"] == "1" and row["model"] == "seven-factor":
            places.setdefault(row["row"], len(places))
    chart = Chart("Where the observations are among the draws of two models", "share of draws below the observation; a model without "
                  "error spreads the dots evenly from 0 to 1", 0, 1, len(places))
    chart.band(0.05, 0.95)
    chart.legend([(color, model) for model, color in colors.items()])
    for value in (0, 0.25, 0.5, 0.75, 1):
        chart.tick(value, str(value))
    # The first model is drawn on top.
    for row in sorted(rows, key=lambda row: row["model"] == "seven-factor"):
        if row["row"] not in places:
            continue
        place = places[row["row"]]
        if row["model"] == "seven-factor":
            chart.text(LEFT - 12, chart.y(place) + 4, f"{row['id']}: {row['quantity']}", anchor="end", size=10)
        chart.dot(place, float(row["u"]), colors[row["model"]])
    return chart.svg()


stale = []
for name, drawn in {"parameter-effects": effects(), "validation": validation()}.items():
    path = PAGES / f"{name}.svg"
    if sys.argv[1:] != ["--check"]:
        path.write_text(drawn)
    elif not path.exists() or path.read_text() != drawn:
        stale.append(f"{path} differs from its table; `make readme` draws it")
sys.exit("\n".join(stale) or 0)
