"""The phone's side of the lines with an app that is a program, by hand: what checks of `SimulatedApp` are written with.

It is no simulator: the check says what happens when. Transfers take as long as it says, and requests are remembered.
"""

import json
import os
import subprocess

DAY_US = 86_400_000_000


class Ended(Exception):
    """The program has ended, or has written what is no question; holds its last line and what it wrote elsewhere."""


class Phone:
    def __init__(self, command, device="00000000000000a1", permitted=None, environment=None, seconds=0.4, settings=None):
        values = {"PATH": "/usr/bin:/bin", "HOME": "/tmp", "LANG": "C"} | (environment or {})
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=values, bufsize=0
        )
        self.lines = self.process.stdout
        self.pending_bytes = b""
        self.exchanges = 0
        self.log = []
        self.transfer_us = int(seconds * 1e6)
        self.state = {
            "foreground": False, "low_power_mode": False, "online": True, "refresh_status": "available",
            "remaining_us": 25_000_000,
        }
        self.status = lambda url: 200
        hello = {"hello": 2, "app": "org.example.news", "settings": settings or {}}
        if permitted is not None:
            hello["permitted_identifiers"] = permitted
        self.write(hello)
        self.hello = self.read()
        self.begin(device)

    def begin(self, device):
        """Another device: its messages stand before its first event."""
        self.device = {"device": {"device_key": device, "first_weekday": 0}}
        self.now, self.wake, self.next_run = 0, None, 100
        self.requests, self.activities, self.assertions = {}, {}, set()
        self.completed, self.handles, self.sessions = {}, set(), {}
        self.ends, self.is_alive = None, False

    def write(self, *messages):
        text = "".join(json.dumps(m, separators=(",", ":")) + "\n" for m in messages)
        try:
            self.process.stdin.write(text.encode())
        except BrokenPipeError:
            raise Ended("", self.process.stderr.read().decode()) from None

    def read(self):
        while b"\n" not in self.pending_bytes:
            more = os.read(self.lines.fileno(), 65536)
            if not more:
                raise Ended(self.pending_bytes.decode(), self.process.stderr.read().decode())
            self.pending_bytes += more
        line, self.pending_bytes = self.pending_bytes.split(b"\n", 1)
        self.exchanges += 1
        return json.loads(line)

    def tell(self, kind, **members):
        """Tells an event, answers the questions, and returns those."""
        messages = [{"event": {"now_us": self.now, "kind": kind} | members}]
        if self.device:
            messages.insert(0, self.device)
            self.device = None
        self.write(*messages)
        asked = []
        while True:
            line = self.read()
            (word, members), = line.items()
            if word == "rest":
                self.wake = members.get("until_us")
                break
            if word == "escape":
                raise Ended(members, self.process.stderr.read().decode())
            asked.append((word, members))
            self.write(self.answer(word, members))
        self.log.append((self.now, kind, asked, self.wake))
        self.is_alive = kind != "terminated"
        if self.ends and kind != "terminated":
            ended, self.ends = self.ends, None
            self.terminate(ended)
        return asked

    def answer(self, word, m):
        if word == "submit":
            self.requests[m["identifier"]] = m
        elif word == "cancel":
            for name in [m["identifier"]] if "identifier" in m else list(self.requests):
                self.requests.pop(name, None)
        elif word == "list":
            return {"pending": [{k: r[k] for k in ("identifier", "mechanism", "earliest_us")} for r in self.requests.values()]}
        elif word == "state":
            return {"state": self.state}
        elif word == "complete":
            if m["run"] in self.completed:
                return {"refused": 0}
            self.completed[m["run"]] = (m["success"], self.now)
        elif word == "handles_expiry":
            self.handles.add(m["run"])
        elif word == "transfer":
            if not self.state["online"]:
                return {"refused": -1009}
            self.activities[m["id"]] = (self.now + self.transfer_us, m)
        elif word == "processor":
            self.activities[m["id"]] = (self.now + m["time_us"], m)
        elif word == "stop":
            self.activities.pop(m["id"], None)
        elif word == "begin_assertion":
            self.assertions.add(m["id"])
        elif word == "end_assertion":
            self.assertions.discard(m["id"])
        elif word == "download":
            self.sessions.setdefault(m["session"], []).append(m)
        elif word == "end":
            self.ends = m["how"]
        return {"done": True}

    def terminate(self, reason="memoryPressure"):
        self.activities.clear()
        self.tell("terminated", reason=reason)
        self.wake = None

    def run_until(self, end):
        """Lets activities end and timers come."""
        while True:
            due = [(t, 0, i) for i, (t, _) in self.activities.items()]
            if self.wake is not None:
                due.append((max(self.wake, self.now), 1, 0))
            if not due or min(due)[0] > end:
                break
            self.now, kind, number = min(due)
            if kind == 1:
                self.tell("timer")
                continue
            _, m = self.activities.pop(number)
            if "time_us" in m:
                self.tell("processorEnded", id=number)
            else:
                status = self.status(m["url"])
                self.tell(
                    "transferEnded", id=number, up=m["up"], down=60_000 if status == 200 else 0, error=None, status=status)
        self.now = max(self.now, end)

    def start(self, identifier, mechanism="refresh", limit=30, grace=5):
        """A run with its limit, expiry and kill; how it ended."""
        request = self.requests.pop(identifier, None)
        if request is None:
            return None
        self.next_run += 1
        run, began = self.next_run, self.now
        self.tell("started", run=run, identifier=identifier, mechanism=mechanism)
        self.run_until_completed(run, began + limit * 1_000_000)
        if not self.is_alive:
            return "ended"
        if run in self.completed:
            return "success" if self.completed[run][0] else "failure"
        if run not in self.handles:
            return "unhandled"
        self.tell("expired", run=run)
        self.run_until_completed(run, self.now + grace * 1_000_000)
        if run in self.completed:
            return "expired"
        self.terminate("completionTimeout")
        return "killed"

    def run_until_completed(self, run, end):
        while self.is_alive and run not in self.completed and self.now < end:
            due = [t for t, _ in self.activities.values()] + ([self.wake] if self.wake is not None else [])
            if not due or min(due) > end:
                self.now = end
                break
            self.run_until(min(due))

    def child(self):
        """The process of the app at hand."""
        path = f"/proc/{self.process.pid}/task/{self.process.pid}/children"
        children = open(path).read().split()
        return int(children[0]) if children else None

    def close(self):
        self.process.stdin.close()
        self.process.wait(10)
        text = self.process.stderr.read().decode()
        self.lines.close()
        self.process.stderr.close()
        return text
