"""Starts work on the charger, and on battery only while more than a reserve is left.

slumber writes a line of JSON for each decision point and reads a line with the decisions.
"""

import json
import signal
import sys


def decide(observation, candidate, reserve, enforces):
    """What to do with one piece of work that every rule of the platform lets through."""
    item = candidate["item"]
    # Gates that this policy obeys, such as rate limits, deny what they name here.
    for reason in candidate["denials"]:
        if reason in enforces:
            return {"item": item, "wait": reason}
    if observation["is_plugged"] or observation["state_of_charge"] > reserve:
        return {"item": item, "start": True}
    return {"item": item, "wait": "policyChoice"}


def answer(message):
    print(json.dumps(message, separators=(",", ":")), flush=True)


# An interrupt, or the end of slumber, ends it without a word.
for number in (signal.SIGINT, signal.SIGPIPE):
    signal.signal(number, signal.SIG_DFL)

enforces, reserve = set(), 0.5
for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        enforces = set(message["enforces"])
        reserve = message["settings"].get("reserve", 0.5)
        # It remembers nothing from one decision to the next, so it may serve one device after the other.
        answer({"hello": 2, "policy": "reserve", "reusable": True})
    elif "observation" in message:
        observation = message["observation"]
        answer({"decisions": [decide(observation, c, reserve, enforces) for c in message["candidates"]]})
