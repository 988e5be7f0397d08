"""Starts work while charging, and on battery only while the charge is above a reserve.

slumber writes a line of JSON for each decision point and reads a line with the decisions.
"""

import json
import signal
import sys


def decide(observation, candidate, reserve, enforces):
    """Returns the decision on an item that satisfies all rules of the platform."""
    item = candidate["item"]
    # The soft gates that deny the item, such as rate limits. This policy must obey the gates in `enforces`.
    for reason in candidate["denials"]:
        if reason in enforces:
            return {"item": item, "wait": reason}
    if observation["is_plugged"] or observation["state_of_charge"] > reserve:
        return {"item": item, "start": True}
    return {"item": item, "wait": "policyChoice"}


def answer(message):
    print(json.dumps(message, separators=(",", ":")), flush=True)


# End silently on an interrupt and when slumber ends.
for number in (signal.SIGINT, signal.SIGPIPE):
    signal.signal(number, signal.SIG_DFL)

enforces, reserve = set(), 0.5
for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        enforces = set(message["enforces"])
        reserve = message["settings"].get("reserve", 0.5)
        # The policy has no state, so one process can serve many devices.
        answer({"hello": 2, "policy": "reserve", "reusable": True})
    elif "observation" in message:
        observation = message["observation"]
        answer({"decisions": [decide(observation, c, reserve, enforces) for c in message["candidates"]]})
