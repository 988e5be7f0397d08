"""Starts work on the charger and on Wi-Fi. All other work waits."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        print('{"hello": 2, "policy": "on-wifi", "reusable": true, "decides_on_change_only": true}', flush=True)
    elif "observation" in message:
        seen = message["observation"]
        answer = {"start": True} if seen["is_plugged"] or seen["network"] == "wifi" else {"wait": "policyChoice"}
        decisions = [{"item": candidate["item"], **answer} for candidate in message["candidates"]]
        print(json.dumps({"decisions": decisions}), flush=True)
