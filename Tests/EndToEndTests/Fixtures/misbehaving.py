"""A policy that does one thing wrong: `misbehaving.py KIND MARK`.

It answers `hello`, and misbehaves at the first decision point. What it starts carries the mark in its arguments, so that
a test finds what has been left behind.
"""

import json
import os
import signal
import subprocess
import sys
import time

kind, mark = sys.argv[1:]


def raw(data):
    while data:
        data = data[os.write(1, data) :]


def say(text):
    raw(text.encode() + b"\n")


def hang():
    while True:
        time.sleep(1)


def decision(item, **rest):
    return json.dumps({"decisions": [{"item": item, **rest}]}, separators=(",", ":"))


def start_sleeper(**options):
    return subprocess.Popen(["sleep", mark], **options)


def misbehave(item, now):
    if kind == "exits":
        os._exit(0)
    elif kind == "exits-with-code":
        os._exit(7)
    elif kind == "exits-within-line":
        raw(b'{"decisions":')
        os._exit(0)
    elif kind == "kills-itself":
        os.kill(os.getpid(), signal.SIGKILL)
    elif kind == "says-nothing":
        hang()
    elif kind == "stops-within-line":
        raw(b'{"decisions":')
        hang()
    elif kind == "drips":
        while True:
            raw(b" ")
            time.sleep(0.2)
    elif kind == "spins":
        while True:
            pass
    elif kind == "endless-line":
        while True:
            raw(b"a" * 65536)
    elif kind == "endless-lines":
        while True:
            raw(b'{"decisions":[]}\n' * 1000)
    elif kind == "empty-line":
        say("")
    elif kind == "no-json":
        say("hm")
    elif kind == "half-json":
        say('{"decisions":[')
    elif kind == "trailing-json":
        say('{"decisions":[]} {}')
    elif kind == "list":
        say("[]")
    elif kind == "other-object":
        say('{"answer":42}')
    elif kind == "huge-number":
        say('{"decisions":1e400}')
    elif kind == "endless-number":
        say('{"decisions":' + "9" * 100000 + "}")
    elif kind == "many-keys":
        say("{" + ",".join(f'"k{n}":0' for n in range(50000)) + "}")
    elif kind == "million-keys":
        say("{" + ",".join(f'"k{n}":0' for n in range(1000000)) + "}")
    elif kind == "deep":
        say("[" * 500000)
    elif kind == "duplicate-keys":
        say('{"decisions":[],"decisions":[]}')
    elif kind == "invalid-utf-8":
        raw(b'{"\xff\xfe":[]}\n')
    elif kind == "zero-bytes":
        raw(b"\0\0\0\n")
    elif kind == "terminal-escapes":
        say("\x1b[31m\x1b]0;owned\x07\u202e")
    elif kind == "lone-surrogate":
        say('{"\\ud800":[]}')
    elif kind == "closes-output":
        os.close(1)
        hang()
    elif kind == "closes-input":
        os.close(0)
        hang()
    elif kind == "closes-everything":
        os.closerange(0, 64)
        hang()
    elif kind == "ignores-signals":
        for number in range(1, 32):
            if number not in (signal.SIGKILL, signal.SIGSTOP):
                signal.signal(number, signal.SIG_IGN)
        hang()
    elif kind == "leaves-child":
        start_sleeper()
        os._exit(0)
    elif kind == "leaves-session":
        start_sleeper(start_new_session=True)
        os._exit(0)
    elif kind == "leaves-daemon":
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                start_sleeper(start_new_session=True)
                hang()
            os._exit(0)
        os._exit(3)
    elif kind == "leaves-crowd":
        for _ in range(30):
            start_sleeper(start_new_session=True)
        hang()
    elif kind == "changes-group":
        os.setpgid(0, os.getpgid(os.getppid()))
        start_sleeper()
        hang()
    elif kind == "stops-itself":
        os.kill(os.getpid(), signal.SIGSTOP)
    elif kind == "stops-guard":
        os.kill(os.getppid(), signal.SIGSTOP)
        hang()
    elif kind == "kills-guard":
        os.kill(os.getppid(), signal.SIGKILL)
        hang()
    elif kind == "answers-twice":
        say('{"decisions":[]}\n{"decisions":[]}')
    elif kind == "unknown-item":
        say(decision(item + 1000000, start=True))
    elif kind == "huge-item":
        say('{"decisions":[{"item":1e300,"start":true}]}')
    elif kind == "item-twice":
        say(json.dumps({"decisions": [{"item": item, "start": True}] * 2}, separators=(",", ":")))
    elif kind == "unknown-reason":
        say(decision(item, wait="because"))
    elif kind == "start-and-wait":
        say(decision(item, start=True, wait="policyChoice"))
    elif kind == "until-a-fraction":
        say(decision(item, wait="policyChoice", until_us=0.5))
    elif kind == "until-past":
        say(decision(item, wait="policyChoice", until_us=-(2**63)))
    elif kind == "until-far":
        say(decision(item, wait="policyChoice", until_us=2**63 - 1))
    elif kind == "asks-for-ever":
        say(decision(item, wait="policyChoice", until_us=now + 1))
    elif kind == "floods-errors":
        sys.stderr.write("x" * 2000000)
        sys.stderr.flush()
        hang()
    elif kind == "line-ends-of-windows":
        say('{"decisions":[]}\r')


hello = '{"hello":2,"policy":"x"}'
sys.stdin.buffer.raw.read(1 << 20) if kind == "deaf" else sys.stdin.readline()
if kind == "writes-unasked":
    hello += '\n{"decisions":[]}'
say(hello)
if kind == "deaf":
    hang()
for line in sys.stdin:
    if line.startswith('{"observation"'):
        question = json.loads(line)
        misbehave(question["candidates"][0]["item"], question["observation"]["now_us"])
