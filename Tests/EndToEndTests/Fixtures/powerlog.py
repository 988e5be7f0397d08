"""Writes the PowerLog that a simulated phone would have kept: from timeline.csv, log.csv and the folder export to phone.PLSQL.

Its times are by a clock that is 411 s ahead, and the times of activities are cut to the second.
"""

import csv
import math
import sqlite3

import tables

START = 1_769_990_400.0  # Monday, 2 February 2026, 00:00 UTC: day 0.
SCREEN, LOCK, BATTERY = "ScreenStateAgent_EventPoint_BacklightEvent", "SpringBoardAgent_EventForward_SBLock", \
    "BatteryAgent_EventBackward_Battery"
FRONT, WIFI, DUET = "ScreenStateAgent_EventForward_ScreenState", "SCDynamicStoreAgent_EventForward_WifiActive", \
    "DuetService_EventNone_DASActivity"
OFFSET = "StorageOperator_EventForward_TimeOffset"
COLUMNS = {
    SCREEN: "BacklightLevel REAL", LOCK: "Locked INTEGER", FRONT: "bundleID TEXT",
    BATTERY: "Level REAL, ExternalConnected INTEGER", WIFI: "Active INTEGER", OFFSET: "system REAL",
    DUET: "startTime REAL, endTime REAL, duration REAL, bundleID TEXT, taskName TEXT, requiresPlugin INTEGER",
}


def logged(second):
    return START + second + 411


def main():
    file = sqlite3.connect("phone.PLSQL")
    for name, columns in COLUMNS.items():
        file.execute(f"CREATE TABLE PL{name}(timestamp REAL, {columns})")

    def add(table, *values):
        file.execute(f"INSERT INTO PL{table} VALUES({', '.join('?' * len(values))})", values)

    add(OFFSET, 1_769_990_000, -411)
    add(WIFI, logged(0), 1)
    with open("timeline.csv", newline="", encoding="utf-8") as lines:
        for row in list(csv.reader(lines))[1:]:
            # Timelines begin on Monday, 5 January 1970.
            time, event = logged(float(row[1]) - 345_600), row[3]
            if event in ("screen_on", "screen_off"):
                add(SCREEN, time, 500 if event == "screen_on" else 0)
            elif event in ("lock", "unlock"):
                add(LOCK, time, event == "lock")
            elif event in ("app_fg", "app_bg"):
                add(FRONT, time, row[4] if event == "app_fg" else "com.apple.springboard.home-screen")
            elif event == "network":
                add(WIFI, time, "wifi" in row)
    add_battery(add)
    for row in tables.rows("export/attempts.csv"):
        if not row["launched_s"] or not row["submitted_s"]:
            continue
        launched, processing = float(row["launched_s"]), row["mechanism"] == "processing"
        opens = START + max(float(row["submitted_s"]) + 450, float(row["earliest_begin_s"] or 0))
        length = round(float(row["ended_s"] or launched) - launched)
        add(DUET, math.floor(logged(launched)), opens, opens + (7 if processing else 1) * 86_400, length,
            row["app"], f"{row['app']}.{row['identifier']}", processing)
    file.commit()


def add_battery(add):
    """A reading every ten minutes, so that no span is taken for a gap, and one at each change of power."""
    levels = [float(row["state_of_charge"]) for row in tables.rows("export/timeseries.csv")]
    changes = [(float(row["t_us"]) / 1e6, row["new"] == "plugged") for row in tables.rows("log.csv", event="powerChanged")
               if row["new"].endswith("plugged")]
    plugged = False
    for time, change in sorted([(reading * 600.0, None) for reading in range(30 * 144)] + changes, key=lambda pair: pair[0]):
        plugged = plugged if change is None else change
        place = int(time / 3600)
        before, after = levels[place], levels[min(place + 1, len(levels) - 1)]
        add(BATTERY, logged(time), round(100 * (before + (after - before) * (time / 3600 - place))), plugged)


main()
