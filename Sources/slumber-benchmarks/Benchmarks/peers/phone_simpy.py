"""PHONE in SimPy: the phone of phone.c, a process per app, and one each for user, plug, unplug and midnight.

Usage: phone_simpy.py PHONES DAYS

Prints one JSON object. Random numbers are Python's own, so that counts agree with the other variants in the mean
only. The time leaves out the start of the interpreter.
"""

import itertools
import json
import math
import random
import sys
import time

import simpy

APPS = 40
HOUR = 3600.0
DAY = 24 * HOUR
MEAN_CHANCE_GAP = 86400 / 114
ALLOWANCE = (24, 12, 6, 2)
ZIPF = list(itertools.accumulate(1 / rank for rank in range(1, APPS + 1)))


class Phone:
    """A phone with 40 apps that ask for background time in a loop, a user, a charger and daily budgets."""

    def __init__(self, env, seed):
        self.env = env
        self.random = random.Random(seed)
        self.level = 80.0
        self.level_time = 0.0
        self.charging = False
        self.in_use = False
        self.opened = [0] * APPS
        self.events = self.grants = self.denials = self.sessions = 0
        self.time_in_runs = 0.0
        self.refill()
        for app in range(APPS):
            env.process(self.app(app))
        env.process(self.user())
        env.process(self.charger(7 * HOUR, charging=False))
        env.process(self.charger(23 * HOUR, charging=True))
        env.process(self.midnights())

    def app(self, app):
        while True:
            yield self.env.timeout(1800 * (0.9 + 0.2 * self.random.random()))
            self.events += 1
            self.update_level()
            if self.is_granted(app):
                self.budgets[app] -= 1
                self.level -= 0.02
                length = self.random.gammavariate(2, 4)
                self.grants += 1
                self.time_in_runs += length
                yield self.env.timeout(length)
                self.events += 1
            else:
                self.denials += 1

    def user(self):
        while True:
            yield self.env.timeout(self.random.expovariate(1 / MEAN_CHANCE_GAP))
            self.events += 1
            if self.random.random() * 1.9 < self.intensity() and not self.in_use:
                self.update_level()
                self.in_use = True
                self.opened[self.random.choices(range(APPS), cum_weights=ZIPF)[0]] += 1
                self.sessions += 1
                end = self.env.timeout(self.random.lognormvariate(4.3, 1))
                end.callbacks.append(self.end_session)

    def end_session(self, _):
        self.events += 1
        self.update_level()
        self.in_use = False

    def charger(self, time_of_day, charging):
        day = 0
        while True:
            shift = HOUR * (self.random.random() - 0.5)
            yield self.env.timeout(day * DAY + time_of_day + shift - self.env.now)
            self.events += 1
            self.update_level()
            self.charging = charging
            day += 1

    def midnights(self):
        while True:
            yield self.env.timeout(DAY)
            self.events += 1
            self.refill()

    def is_granted(self, app):
        return (
            (self.charging or self.level > 20)
            and self.budgets[app] >= 1
            and not (self.in_use and self.level < 40 and not self.charging)
        )

    def update_level(self):
        rate = 40.0 if self.charging else -9.6 if self.in_use else -0.6
        self.level = min(100.0, max(0.0, self.level + rate * (self.env.now - self.level_time) / HOUR))
        self.level_time = self.env.now

    def refill(self):
        self.budgets = [ALLOWANCE[app // 10] for app in range(APPS)]

    def intensity(self):
        return 1 - 0.9 * math.cos(2 * math.pi * (self.env.now % DAY / HOUR - 3) / 24)


def main(phones, days):
    totals = dict.fromkeys(("events", "grants", "denials", "sessions"), 0)
    start = time.process_time()
    for number in range(phones):
        env = simpy.Environment()
        phone = Phone(env, f"12345/{number}")
        # SimPy stops before what happens at its horizon; the other variants stop after it.
        env.run(until=math.nextafter(days * DAY, math.inf))
        for name in totals:
            totals[name] += getattr(phone, name)
    seconds = time.process_time() - start
    device_days = phones * days
    print(
        json.dumps(
            {
                "device_days": device_days,
                **totals,
                "seconds": seconds,
                "device_days_per_second": device_days / seconds,
                "simpy": simpy.__version__,
                "python": sys.version.split()[0],
            }
        )
    )


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
