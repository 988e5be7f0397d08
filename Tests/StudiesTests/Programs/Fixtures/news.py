import json, os, sys
count = 0
def ask(**question):
    global count
    count += 1
    print(json.dumps(question), flush=True)
    return json.loads(sys.stdin.readline())
def submit(now):
    ask(submit={"identifier": "refresh", "mechanism": "refresh", "earliest_us": now + 900_000_000})
def finish(success):
    global run
    ask(complete={"run": run, "success": success})
    run = None
run = None
while line := sys.stdin.readline():
    message = json.loads(line)
    if "hello" in message:
        settings = message["settings"]
        print(json.dumps({"hello": 2, "app": "news", "reusable": True}), flush=True)
    if "event" not in message:
        continue
    event, now, kind = message["event"], message["event"]["now_us"], message["event"]["kind"]
    EXTRA
    if kind == "launched":
        run = None
    elif kind == "enteredBackground":
        submit(now)
    elif kind == "started":
        run = event["run"]
        submit(now)
        ask(handles_expiry={"run": run})
        if "refused" in ask(transfer={"id": 1, "up": 600, "down": 60000}):
            finish(False)
    elif kind == "expired":
        finish(False)
    elif kind == "transferEnded" and run is not None:
        if event["error"] is None:
            ask(content={"as_of_us": now})
        finish(event["error"] is None)
    print('{"rest":{}}', flush=True)
