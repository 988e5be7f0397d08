"""A news app as a program: it fetches its headlines in the background, at the earliest every quarter of an hour.

The simulated phone writes a line of JSON for each event; the app asks, reads the answer of each question, and rests.
"""

import json
import signal
import sys


def ask(**question):
    print(json.dumps(question), flush=True)
    return json.loads(sys.stdin.readline())


def submit(now):
    ask(submit={"identifier": "org.example.news.refresh", "mechanism": "refresh", "earliest_us": now + 900_000_000})


def finish(success):
    global run
    ask(complete={"run": run, "success": success})
    run = None


# An interrupt, or the end of slumber, ends it without a word.
for number in (signal.SIGINT, signal.SIGPIPE):
    signal.signal(number, signal.SIG_DFL)

run = None
while line := sys.stdin.readline():
    message = json.loads(line)
    if "hello" in message:
        # It keeps nothing from one device to the next.
        print(json.dumps({"hello": 2, "app": "news", "reusable": True}), flush=True)
    if "event" not in message:
        continue
    event, now = message["event"], message["event"]["now_us"]
    if event["kind"] == "launched":
        run = None
    elif event["kind"] == "enteredBackground":
        submit(now)
    elif event["kind"] == "started":
        run = event["run"]
        submit(now)
        ask(handles_expiry={"run": run})
        if "refused" in ask(transfer={"id": 1, "url": "https://news.example.org/headlines", "up": 600}):
            finish(False)
    elif event["kind"] == "expired":
        finish(False)
    elif event["kind"] == "transferEnded" and run is not None:
        if event.get("status") == 200:
            ask(content={"as_of_us": now})
        finish(event.get("status") == 200)
    print(json.dumps({"rest": {}}), flush=True)
