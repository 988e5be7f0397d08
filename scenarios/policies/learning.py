"""A policy that learns one threshold from the outcomes of its decisions; `slumber train` trains it.

Work starts on the charger, and otherwise an hour after the last launch of its app; on battery a refresh also waits until
an open soon is as likely as the threshold. In training the phones take the thresholds in turn. A phone costs 1 for each
100 J a day from the cell and 1 for each hour of mean staleness at opens. Frozen, the threshold with the least mean
cost is taken. The state has the number and the summed cost of the phones of each threshold.
"""

import json
import signal
import sys

HOUR_US = 3_600_000_000
THRESHOLDS = (0.0, 0.1, 0.2, 0.4, 0.8)
POSTPONED = ("refresh", "processing", "health", "push", "discretionaryTransfer")


def answer(message):
    print(json.dumps(message, separators=(",", ":")), flush=True)


def starts(candidate, device, threshold):
    last = candidate["last_launch_us"]
    if device["is_plugged"] or candidate["mechanism"] == "discretionaryTransfer":
        return True
    is_due = last is None or device["now_us"] - last >= HOUR_US
    return is_due and (candidate["mechanism"] != "refresh" or candidate["likelihood"] >= threshold)


class Phone:
    """What has become known of one phone."""

    def __init__(self, arm):
        self.arm, self.joules, self.staleness, self.now = arm, 0.0, [], 0

    def hear(self, outcome):
        if outcome["kind"] == "run" and outcome["mechanism"] in POSTPONED:
            self.joules += outcome["battery_nj"] * 1e-9
        elif outcome["kind"] == "open" and outcome["staleness_us"] is not None:
            self.staleness.append(outcome["staleness_us"] / HOUR_US)

    def cost(self):
        days = max(1, self.now / (24 * HOUR_US))
        return self.joules / days / 100 + sum(self.staleness) / max(1, len(self.staleness))


# An interrupt, or the end of slumber, ends it without a word.
for number in (signal.SIGINT, signal.SIGPIPE):
    signal.signal(number, signal.SIG_DFL)

state, is_training, phone = [[0, 0.0] for _ in THRESHOLDS], False, None
for message in map(json.loads, sys.stdin):
    if "hello" in message:
        is_training = message.get("training", False)
        state = message.get("state") or state
        tried = [arm for arm, (phones, _) in enumerate(state) if phones]
        best = min(tried, key=lambda arm: state[arm][1] / state[arm][0], default=0)
        # Outcomes take time, and a frozen policy has no use for them.
        answer({"hello": 2, "policy": "threshold", "reusable": True, "learns": True, "outcomes": is_training})
    elif "device" in message or "save" in message:
        if is_training and phone:
            state[phone.arm][0] += 1
            state[phone.arm][1] += phone.cost()
        if "save" in message:
            answer({"state": state})
        else:
            phone = Phone(min(range(len(state)), key=lambda arm: state[arm][0]) if is_training else best)
    elif "outcome" in message:
        phone.hear(message["outcome"])
    elif "observation" in message:
        device = message["observation"]
        phone.now = device["now_us"]
        oldest_first = sorted(message["candidates"], key=lambda c: (c["open_us"], c["item"]))
        threshold = THRESHOLDS[phone.arm]
        # Candidates that are left out wait.
        answer({"decisions": [{"item": c["item"], "start": True} for c in oldest_first if starts(c, device, threshold)]})
