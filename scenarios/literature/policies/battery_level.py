"""Recurrent requests that become rarer as the battery empties, after battery-aware transformations (ASE 2016).

The least time between launches of an app doubles with each quarter of the charge that is used. The setting `minutes` is this time on
a full battery. On the charger, the policy does not throttle.
"""

import json
import sys

minutes = 1
for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        minutes = message["settings"].get("minutes", 1)
        print('{"hello":2,"policy":"battery-level","reusable":true}', flush=True)
    elif "observation" in message:
        observation, decisions = message["observation"], []
        quarters = 0 if observation["is_plugged"] else int(4 * (1 - observation["state_of_charge"]))
        gap = int(minutes * 60_000_000) * 2 ** min(quarters, 3)
        for candidate in message["candidates"]:
            last = candidate["last_launch_us"]
            if last is None or last + gap <= observation["now_us"]:
                decisions.append({"item": candidate["item"], "start": True})
            else:
                decisions.append({"item": candidate["item"], "wait": "policyChoice", "until_us": last + gap})
        print(json.dumps({"decisions": decisions}), flush=True)
