# A program that counts what it is told, writes down each hello and each kind of message, and starts everything once it
# has been trained on more than ten opens.
import json, sys
kinds, state = {}, None
for line in sys.stdin:
    message = json.loads(line)
    kind = next(iter(message))
    kinds[kind] = kinds.get(kind, 0) + 1
    if kind == "hello":
        training = message.get("training")
        state = message.get("state") or {"opens": 0, "seconds": 0, "nanojoules": 0, "phones": 0}
        with open("hellos", "a") as file:
            file.write(json.dumps([training, message.get("state")]) + "\n")
        reply = {"hello": 2, "policy": "pupil", "reusable": True, "learns": True}
        print(json.dumps(reply | {"outcomes": True} if training else reply), flush=True)
    elif kind == "device":
        state["phones"] += 1
    elif kind == "outcome":
        outcome = message["outcome"]
        if outcome["kind"] == "open":
            state["opens"] += 1
            state["seconds"] += (outcome["staleness_us"] or 0) / 1e6
        else:
            state["nanojoules"] += outcome["battery_nj"]
    elif kind == "save":
        print(json.dumps({"state": state}), flush=True)
    else:
        starts = state["opens"] > 10 or training
        candidates = message["candidates"] if starts else []
        print(json.dumps({"decisions": [{"item": c["item"], "start": True} for c in candidates]}), flush=True)
with open("kinds", "a") as file:
    file.write(json.dumps(sorted(kinds)) + "\n")
