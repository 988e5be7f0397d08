"""The policy `fixed-interval` as a process: work starts once the interval since its app's last launch has passed.

`slumber policies process` describes the messages. The interval is in hours, from the study's `settings`.
"""

import json
import signal
import sys

HOUR_US = 3_600_000_000


def decide(candidate, now, interval, enforces):
    """What to do with one candidate: an element of `decisions`."""
    item = candidate["item"]
    for reason in candidate["denials"]:
        if reason in enforces:
            return {"item": item, "wait": reason}
    last = candidate["last_launch_us"]
    if candidate["mechanism"] == "discretionaryTransfer" or last is None or last + interval <= now:
        return {"item": item, "start": True}
    return {"item": item, "wait": "policyChoice", "until_us": last + interval}


encode = json.JSONEncoder(separators=(",", ":")).encode


def answer(message):
    print(encode(message), flush=True)


# An interrupt, or the end of slumber, ends it without a word.
for number in (signal.SIGINT, signal.SIGPIPE):
    signal.signal(number, signal.SIG_DFL)

enforces, interval = set(), HOUR_US
for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        enforces = set(message["enforces"])
        interval = round(message["settings"].get("hours", 1) * HOUR_US)
        # It keeps nothing from one decision to the next, so it may serve one device after the other. Its answer to the
        # same candidates changes at `until_us` only, so slumber may skip the decision points in between.
        answer({"hello": 2, "policy": "hourly", "reusable": True, "decides_on_change_only": True})
    elif "observation" in message:
        now = message["observation"]["now_us"]
        oldest_first = sorted(message["candidates"], key=lambda c: (c["open_us"], c["item"]))
        answer({"decisions": [decide(c, now, interval, enforces) for c in oldest_first]})
