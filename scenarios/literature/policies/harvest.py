"""Updates that live on harvested energy: a battery of units that arrive as a Poisson process, and one unit per update.

With b units in the battery, an update starts as soon as the age of the last update reaches `thresholds[b - 1]` mean arrival times.
The battery holds as many units as there are thresholds. The setting `hours` is the mean time between arrivals. The arrivals depend on
the device only. An arrival at a full battery is lost.
"""

import json
import random
import sys


class Battery:
    def __init__(self, key, mean_us, thresholds):
        self.random = random.Random(key)
        self.mean_us, self.thresholds = mean_us, thresholds
        self.units, self.updated, self.next = 0, 0, 0
        self.draw()

    def draw(self):
        self.next += self.random.expovariate(1) * self.mean_us

    def due(self):
        """The time of the next update if no further unit arrives before it."""
        return self.updated + self.thresholds[self.units - 1] * self.mean_us if self.units else float("inf")

    def decision(self, item, now):
        while self.next <= now:
            self.units = min(self.units + 1, len(self.thresholds))
            self.draw()
        if self.due() <= now:
            self.units -= 1
            self.updated = now
            return {"item": item, "start": True}
        return {"item": item, "wait": "policyChoice", "until_us": int(min(self.due(), self.next)) + 1}


settings, battery = {}, None
for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        settings = message["settings"]
        print('{"hello":2,"policy":"harvest","reusable":true,"decides_on_change_only":true}', flush=True)
    elif "device" in message:
        thresholds = [float(word) for word in str(settings["thresholds"]).split()]
        battery = Battery(message["device"]["device_key"], settings["hours"] * 3_600_000_000, thresholds)
    elif "observation" in message:
        now = message["observation"]["now_us"]
        # The app has one task, so one item waits at a time.
        print(json.dumps({"decisions": [battery.decision(one["item"], now) for one in message["candidates"][:1]]}), flush=True)
