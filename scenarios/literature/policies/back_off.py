"""Back-off of an app while its user ignores it, after HUSH (MobiCom 2015): the back-off doubles with each screen-off period in which
the user did not open the app, and an open resets it.

The settings are `first_minutes`, the back-off after an open, and `longest_hours`. Work starts at once while the screen is on.
"""

import json
import sys

MINUTE_US = 60_000_000


class BackOff:
    def __init__(self, first, longest):
        self.first, self.longest = first, longest
        self.is_on, self.idle_periods, self.opened = False, {}, set()

    def happened(self, event):
        kind = event["kind"]
        if kind == "screenOn":
            self.is_on = True
        elif kind == "screenOff":
            # A period with the screen off begins. The apps that were not opened before it have been idle for one more period.
            self.is_on = False
            for app in self.idle_periods:
                self.idle_periods[app] += 1
            for app in self.opened:
                self.idle_periods[app] = 0
            self.opened.clear()
        elif kind == "opened":
            self.opened.add(event["app"])
            self.idle_periods[event["app"]] = 0

    def decision(self, candidate, now):
        item, last = candidate["item"], candidate["last_launch_us"]
        periods = self.idle_periods.setdefault(candidate["app"], 0)
        back_off = min(self.first * 2 ** min(periods, 40), self.longest)
        if self.is_on or last is None or last + back_off <= now:
            return {"item": item, "start": True}
        return {"item": item, "wait": "policyChoice", "until_us": last + back_off}


settings, policy = {}, None
for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        settings = message["settings"]
        print(json.dumps({"hello": 2, "policy": "back-off", "reusable": True, "listens": ["event"]}), flush=True)
    elif "device" in message:
        policy = BackOff(settings["first_minutes"] * MINUTE_US, settings["longest_hours"] * 60 * MINUTE_US)
    elif "event" in message:
        policy.happened(message["event"])
    elif "observation" in message:
        now = message["observation"]["now_us"]
        print(json.dumps({"decisions": [policy.decision(one, now) for one in message["candidates"]]}), flush=True)
