#!/usr/bin/env python3
"""Checks the examples of Sources/SimulatedApp: the phone's side by hand, then on phones of `slumber` where it is given.

    check_simulated_app.py [--slumber BINARY] [NAME...]
"""

import collections
import contextlib
import csv
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

from simulated_phone import DAY_US, Ended, Phone

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILT = f"{ROOT}/Sources/SimulatedApp/Examples/.build/release"
REFRESH = "org.example.news.refresh"
failures = []


def expect(name, found, wanted):
    if found != wanted:
        failures.append(f"{name}: found {found!r}, expected {wanted!r}")


def app(name, *words, **options):
    return Phone([f"{BUILT}/{name}", *words], permitted=[REFRESH, "org.example.news.cleaning", "org.example.news.export.*"], **options)


def live(phone, days, opens=4, kill_every=9):
    """A person opens the app at the same times each day; a request starts when its earliest time has come."""
    outcomes = []

    def launch():
        if not phone.is_alive:
            phone.tell("launched")

    def start(identifier):
        launch()
        mechanism = phone.requests[identifier]["mechanism"]
        outcome = phone.start(identifier, mechanism, 30 if mechanism == "refresh" else 120)
        outcomes.append(outcome)
        if phone.is_alive and len(outcomes) % kill_every == 0:
            phone.terminate()

    hour = DAY_US // 24
    for quarter in range(days * 96):
        phone.now = max(phone.now, quarter * hour // 4)
        if quarter % (96 // opens) == 30 % (96 // opens):
            launch()
            if not phone.is_alive:
                continue
            phone.state["foreground"] = True
            phone.tell("opened")
            if phone.wake or phone.activities:
                phone.run_until(phone.now + 60_000_000)
            phone.state["foreground"] = False
            if not phone.is_alive:
                continue
            phone.now += 1_000_000
            phone.tell("enteredBackground")
            phone.run_until(phone.now + 30_000_000)
            if phone.assertions:
                phone.tell("assertionsExpire")
        for identifier, request in list(phone.requests.items()):
            if (request["earliest_us"] or 0) <= phone.now:
                start(identifier)
    return outcomes


# The language and its clocks

def simulated():
    """All that an app can ask of time takes simulated time, twice the same, and what is drawn belongs to the device."""
    def words(probe, device="00000000000000a1"):
        phone = app("Probe", probe, device=device)
        phone.now = 100_000_000
        phone.tell("launched")
        phone.run_until(phone.now + 100_000_000)
        found = [m["name"] for _, _, asked, _ in phone.log for word, m in asked if word == "begin_assertion"]
        phone.close()
        return found

    found = words("time")
    for word, seconds in {
        "Task.sleep": 10, "detached": 11, "tolerance": 12, "SuspendingClock": 12.5, "main.asyncAfter": 13, "wall": 14,
        "source": 15, "Timer": 3, "MainActor": 0, "Thread.sleep": 20, "semaphore": 30, "timed out true": 35, "group": 38,
        "completion": 39, "operations": 39, "notified": 40, "task group [2, 1, 0]": 2,
    }.items():
        if f"{word} {seconds:.3f}" not in found:
            failures.append(f"simulated: no `{word} {seconds:.3f}` in {found}")
    for word in ["sync", "serial 2", "perform 1", "source 17.000", "Timer 9.000"]:
        if word not in found:
            failures.append(f"simulated: no `{word}` in {found}")
    expect("simulated: twice", words("time"), found)
    chance = words("chance")
    expect("chance twice", words("chance"), chance)
    expect("chance of other devices differs", words("chance", "00000000000000b2")[2] == chance[2], False)
    expect("date", chance[0], "date 1767571300.0 uptime 101.0")
    expect("weekday", chance[1], "weekday 2 2026-01-05T00:01:40Z")


def escapes():
    """What is not simulated is named, and ends the run."""
    for probe, words in {
        "thread": "makes a thread", "run loop": "runs a run loop", "source": "makes a dispatch source",
        "remote data": "reads a remote address", "socket": "opens a socket", "process": "makes a thread",
        "hot": "1000000 steps without a pause", "spin": "more CPU time without an answer",
    }.items():
        phone = app("Probe", probe, settings={"processorSeconds": 2})
        try:
            phone.tell("launched")
            failures.append(f"escapes: `{probe}` goes on: {phone.log[-1]}")
            phone.process.kill()
        except Ended as ended:
            if words not in str(ended.args[0]) or words not in ended.args[1]:
                failures.append(f"escapes: `{probe}` ends with {ended.args}, expected `{words}`")
        phone.process.wait(10)
        phone.close()
    for probe in ["trap", "exit"]:
        phone = app("Probe", probe)
        expect(probe, [word for word, _ in phone.tell("launched")], ["end"])
        phone.tell("launched")
        phone.close()


def preferences():
    """Preferences outlive a kill, and belong to one device; what is printed has its time in front."""
    phone = app("Probe", "preferences")

    def before():
        return [m["name"] for word, m in phone.tell("launched") if word == "begin_assertion"]

    phone.now = DAY_US + 3_661_500_000
    expect("first launch", before(), ["launches before 0"])
    os.kill(phone.child(), signal.SIGKILL)
    expect("second launch", before(), ["launches before 1"])
    phone.terminate()
    expect("third launch", before(), ["launches before 2"])
    phone.begin("00000000000000b2")
    phone.now = DAY_US + 3_661_500_000
    expect("another device", before(), ["launches before 0"])
    text = phone.close()
    expect("printed", text.count("day 1 01:01:01.500  printed\n"), 4)
    expect("homes left", [name for name in os.listdir("/tmp") if name.startswith(f"simulated-app-{phone.process.pid}-")], [])


def deaths(count=1000 if "SLUMBER_LONG" in os.environ else 50):
    """The app is killed at random lines; the next launch is as if nothing had happened, and no process is left."""
    chance = random.Random(1)
    phone = app("Probe", "talk")
    for _ in range(count):
        at = chance.randrange(38)
        answer = phone.answer

        def fatal(word, members, at=at):
            if word == "begin_assertion" and members["name"] == f"word {at}":
                os.kill(phone.child(), signal.SIGKILL)
            return answer(word, members)

        phone.answer = fatal
        asked = phone.tell("launched")
        phone.answer = answer
        # The process may be gone a line later.
        expect("deaths: last word", asked[-1][0] == "end" and at + 2 <= len(asked) <= at + 3, True)
    phone.tell("launched")
    expect("deaths: words afterwards", len(phone.log[-1][2]), 40)
    phone.close()


# Apps

def news():
    """Ninety days of the news app, the same for each process and device in turn."""
    def run():
        phone = app("NewsApp")
        start = time.time()
        outcomes = live(phone, 90)
        seconds = time.time() - start
        log = [(now, kind, asked) for now, kind, asked, _ in phone.log]
        phone.begin("00000000000000a1")
        phone.log = []
        again = live(phone, 5)
        phone.close()
        return outcomes, log, again, seconds, phone.exchanges

    outcomes, log, again, seconds, exchanges = run()
    print(f"news: {len(outcomes)} runs in 90 days, {exchanges} lines, {seconds:.2f} s")
    expect("news: runs", set(outcomes), {"success"})
    expect("news: a second process", run()[1] == log, True)
    expect("news: the same device once more", again, outcomes[: len(again)])
    contents = sum(word == "content" for _, _, asked in log for word, _ in asked)
    expect("news: contents", contents, 2 * len(outcomes))


def faults():
    """Ten faults of one line show, and two harmless variants do not."""
    def run(fault, days=2):
        phone = app("BuggyApps", fault)
        outcomes = live(phone, days)
        asked = [(word, m) for _, _, questions, _ in phone.log for word, m in questions]
        phone.close()
        return outcomes, asked, phone

    def ends(asked):
        return {m["how"] for word, m in asked if word == "end"}

    def completions(asked):
        return sum(word == "complete" for word, _ in asked)

    for fault in ["none", "operationQueue", "dispatchAfter"]:
        outcomes, asked, _ = run(fault)
        expect(fault, (set(outcomes), len(outcomes) > 100, ends(asked)), ({"success"}, True, set()))
        expect(f"{fault}: completions", completions(asked), len(outcomes))
    expect("missingCompletion", set(run("missingCompletion")[0]), {"killed"})
    outcomes = run("forgottenReschedule")[0]
    expect("forgottenReschedule", 0 < len(outcomes) <= 8, True)
    outcomes, asked, _ = run("wrongIdentifier")
    expect("wrongIdentifier", {m["identifier"] for word, m in asked if word == "submit"}, {"org.example.news.Refresh"})
    expect("lateRegistration", ends(run("lateRegistration")[1]), {"lateRegistration"})
    expect("noHandlerWork", ends(run("noHandlerWork")[1]), {"noHandler"})
    expect("tooLong", set(run("tooLong")[0]), {"expired"})
    expect("noExpirationHandler", set(run("noExpirationHandler")[0]), {"unhandled"})
    for fault in ["earlyCompletion", "doubleCompletion"]:
        outcomes, asked, _ = run(fault)
        # A process that ends before its transfer does not complete twice.
        expect(fault, 1.8 * len(outcomes) < completions(asked) <= 2 * len(outcomes), True)
    expect("blockingSleep", set(run("blockingSleep")[0]), {"killed"})


def usages():
    """Ways in which apps use the interface have their outcomes; see Examples/Usages."""
    def run(name, days=2, status=None):
        phone = app("Usages", name)
        if status:
            phone.status = status
        outcomes = live(phone, days)
        asked = [(word, m) for _, _, questions, _ in phone.log for word, m in questions]
        kinds = [kind for _, kind, _, _ in phone.log]
        phone.text = phone.close()
        return outcomes, asked, kinds, phone

    def count(asked, word):
        return sum(w == word for w, _ in asked)

    for name in ["ExtraTimeUpload", "BlockingUpload", "LateWork", "Saving"]:
        _, asked, kinds, phone = run(name)
        expect(name, (count(asked, "begin_assertion"), count(asked, "end_assertion"), kinds.count("assertionsExpire")), (8, 8, 0))
    for name in ["Placeholder", "Singleton"]:
        outcomes, asked, _, _ = run(name)
        expect(name, (set(outcomes), count(asked, "transfer"), count(asked, "end")), ({"success"}, 0, 0))
    expect("EmptyProcessing", set(run("EmptyProcessing")[0]), {"unhandled"})
    _, asked, _, _ = run("RegistrationAtTap")
    expect("RegistrationAtTap", {m["how"] for w, m in asked if w == "end"}, {"lateRegistration"})
    outcomes = run("CarefulRefresh", status=lambda url: random.Random(len(url)).choice([200]))[0]
    expect("CarefulRefresh", set(outcomes), {"success"})
    expect("CarefulRefresh, server fails", set(run("CarefulRefresh", status=lambda url: 500)[0]), {"failure"})
    outcomes, _, _, _ = run("Chunks")
    expect("Chunks", "expired" in outcomes or "success" in outcomes, True)
    expect("ThrownPast", set(run("ThrownPast")[0]), {"killed"})
    expect("HappyPath", set(run("HappyPath")[0]), {"success"})
    expect("HappyPath, server fails", set(run("HappyPath", status=lambda url: 500)[0]), {"killed"})
    _, asked, _, phone = run("OtherLetter")
    expect("OtherLetter", "org.example.news.Refresh is not registered" in phone.text, True)
    expect("Considerate", count(run("Considerate")[1], "state") > 0, True)
    expect("Pending", count(run("Pending")[1], "cancel"), 8)
    expect("Hour", set(run("Hour")[0]), {"expired"})
    for name, wanted in {"PushWithoutResume": None, "PushResumed": True, "AwaitingPush": True}.items():
        phone = app("Usages", name)
        phone.tell("launched")
        phone.tell("pushed", run=7)
        phone.run_until(30_000_000)
        expect(name, phone.completed.get(7, (None,))[0], wanted)
        phone.close()
    # A session is made again at each launch, or is not; then nobody calls the handler.
    for name in ["LazySession", "EagerSession"]:
        phone = app("Usages", name)
        for kind in ["launched", "opened", "enteredBackground"]:
            phone.tell(kind)
        expect(f"{name}: files", phone.sessions["org.example.news.session"][0]["down"], 5_000_000)
        phone.terminate()
        phone.tell("launched")
        phone.tell("sessionFinished", run=9, session="org.example.news.session")
        expect(name, 9 in phone.completed, name == "EagerSession")
        text = phone.close()
        expect(f"{name}: moved", "moved feed.json" in text, name == "EagerSession")
    phone = app("Usages", "Export")
    phone.tell("launched")
    phone.tell("opened")
    (name, request), = phone.requests.items()
    expect("Export", (phone.start(name, "continued", 200), request["mechanism"]), ("success", "continued"))
    shares = [m["share"] for _, _, asked, _ in phone.log for word, m in asked if word == "progress"]
    expect("Export: progress", shares, [index / 100 for index in range(1, 101)])
    phone.close()


def scenes():
    phone = app("SceneApp")
    outcomes = live(phone, 2)
    expect("scenes", (set(outcomes), len(outcomes) > 100), ({"success"}, True))
    phone.close()


def speed():
    """Ratios on this machine: an exchange to a pipe's round trip of equal bytes, a cold launch to a bare fork with kill."""
    phone = app("NewsApp")
    phone.tell("launched")
    line = b'{"event":{"now_us":1000000,"kind":"timer"}}\n'

    def seconds(count, *bodies):
        """The best of several times for each, in turn: a busy machine disturbs all alike."""
        best = [1e9] * len(bodies)
        for _ in range(8):
            for index, body in enumerate(bodies):
                start = time.perf_counter()
                for _ in range(count):
                    body()
                best[index] = min(best[index], (time.perf_counter() - start) / count)
        return best

    def exchange():
        os.write(phone.process.stdin.fileno(), line)
        os.read(phone.lines.fileno(), 4096)

    echo = subprocess.Popen(["cat", "-u"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)

    def pipe():
        os.write(echo.stdin.fileno(), line)
        os.read(echo.stdout.fileno(), 4096)

    trip, bare = seconds(1000, exchange, pipe)
    echo.kill()
    echo.wait()

    def cold():
        phone.terminate()
        phone.tell("launched")

    def fork():
        process = os.fork()
        if process == 0:
            signal.pause()
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)

    launch, bare_fork = seconds(40, cold, fork)
    phone.close()
    print(f"speed: exchange {trip * 1e6:.1f} µs, pipe {bare * 1e6:.1f} µs, ratio {trip / bare:.2f}; "
          f"cold launch {launch * 1e3:.2f} ms, bare fork {bare_fork * 1e3:.2f} ms, ratio {launch / bare_fork:.2f}")


CHECKS = [simulated, escapes, preferences, deaths, news, faults, usages, scenes, speed]


def news_study(folder):
    """The study of the news app in a folder of its own."""
    study = f"{ROOT}/Sources/SimulatedApp/Examples/news.yaml"
    text = open(study).read().replace("./.build/release/NewsApp", f"{BUILT}/NewsApp")
    text = text.replace("Info.plist", f"{os.path.dirname(study)}/Info.plist")
    path = f"{folder}/news.yaml"
    open(path, "w").write(text)
    return path


def phones(slumber):
    """The news app on phones of the simulator."""
    with tempfile.TemporaryDirectory() as folder:
        path = news_study(folder)
        start = time.time()
        run = subprocess.run(
            [slumber, "run", path, "--allow-commands", "--results", f"{folder}/r.sqlite", "--progress", "none"],
            capture_output=True, text=True)
        print(f"phones: {time.time() - start:.1f} s")
        print(run.stdout + run.stderr)
        expect("phones: exit code", run.returncode, 0)


def started(slumber):
    """The package of the starter is built, and its app runs on phones without a finding."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["init", "mine", "--from", "app-swift", "--package", ROOT]
        subprocess.run([slumber, *words], cwd=folder, capture_output=True, check=True)
        for command in (["swift", "build", "-c", "release"], [slumber, "run", "study.yaml", "--allow-commands", "--progress", "none"]):
            done = subprocess.run(command, cwd=f"{folder}/mine", capture_output=True, text=True)
            expect(f"started: {command}: {done.stdout[-2000:]} {done.stderr[-2000:]}", done.returncode, 0)
        explained = [slumber, "explain", "study.yaml", "--allow-commands", "--json"]
        done = subprocess.run(explained, cwd=f"{folder}/mine", capture_output=True, text=True)
        expect("started: findings", json.loads(done.stdout)["findings"], [])


def killed(slumber, count=100 if "SLUMBER_LONG" in os.environ else 5):
    """A simulator that is killed at any instant leaves no process of an app, and goes on to the same runs."""
    def processes():
        found = []
        for process in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError), open(f"/proc/{process}/cmdline", "rb") as file:
                if file.read().split(b"\0")[0] == f"{BUILT}/NewsApp".encode():
                    found.append(process)
        return found

    def runs(results):
        subprocess.run([slumber, "export", results, "--to", f"{results}-export"], capture_output=True, check=True)
        return open(f"{results}-export/runs.csv").read()

    with tempfile.TemporaryDirectory() as folder:
        command = [
            slumber, "run", news_study(folder), "--allow-commands", "--days", "30", "--devices", "2", "--replications", "4",
            "--progress", "none", "--results"]
        start = time.time()
        subprocess.run([*command, f"{folder}/whole"], capture_output=True, check=True)
        duration = time.time() - start
        chance = random.Random(1)
        for _ in range(count):
            run = subprocess.Popen([*command, f"{folder}/cut", "--fresh"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(chance.uniform(0, duration))
            run.kill()
            run.wait()
            limit = time.time() + 8
            while processes() and time.time() < limit:
                time.sleep(0.02)
            expect("killed: processes left", processes(), [])
        subprocess.run([*command, f"{folder}/cut"], capture_output=True, check=True)
        expect("killed: the same runs", runs(f"{folder}/cut"), runs(f"{folder}/whole"))


def field_probe(slumber):
    """The probe logs each start and completion of its tasks, and its log of a month rejects the model that did not make it."""
    examples = f"{ROOT}/Sources/SimulatedApp/Examples"
    with tempfile.TemporaryDirectory() as folder:
        text = open(f"{examples}/probe.yaml").read().replace("../../..", ROOT).replace("./.build/release", BUILT)
        open(f"{folder}/probe.yaml", "w").write(text.replace("FieldProbe-", f"{examples}/FieldProbe-"))
        run = subprocess.run(
            [slumber, "run", "probe.yaml", "--allow-commands", "--policy", "seven-factor", "--set", "warmUpDays=0",
             "--set", "record=[attempts]", "--results", "r", "--progress", "none"], cwd=folder, capture_output=True, text=True)
        expect(f"field_probe: {run.stdout} {run.stderr[-2000:]}", run.returncode, 0)
        subprocess.run([slumber, "export", "r", "--to", "export", "--table", "attempts"], cwd=folder, capture_output=True, check=True)
        rows = [line.split("[field-probe] ")[1].split(",") for line in run.stderr.splitlines() if "[field-probe] " in line]
        attempts = [line for line in csv.DictReader(open(f"{folder}/export/attempts.csv")) if line["app"] == "org.example.probe"]
        for event, column, words in (("submitted", "submitted_s", None), ("started", "launched_s", None), ("completed", "outcome", "completed")):
            logged = sorted(row[2] for row in rows if row[1] == event)
            made = sorted(line["identifier"] for line in attempts if (line[column] == words if words else line[column]))
            expect(f"field_probe: {event}", collections.Counter(logged), collections.Counter(made))
        source = open(f"{examples}/FieldProbe/FieldProbe.swift").read()
        columns = re.search(r'"(timestamp,event,[a-z_,]+)"', source)[1]
        verdicts = []
        for volunteer in sorted({row[-1] for row in rows}):
            own = [",".join(row) for row in rows if row[-1] == volunteer]
            open(f"{folder}/log.csv", "w").write("\n".join([columns, *own]) + "\n")
            judged = subprocess.run(
                [slumber, "compare-log", f"{ROOT}/scenarios/field-study.yaml", "--log", "log.csv", "--json"],
                cwd=folder, capture_output=True, text=True)
            expect(f"field_probe: compare-log: {judged.stderr}", judged.returncode, 0)
            for policy in json.loads(judged.stdout)["policies"]:
                verdicts += [(policy["policy"], row["verdict"]) for row in policy["classes"] if not row["requires_power"]]
        expect(f"field_probe: verdicts {verdicts}", (("gates-only", "outside") in verdicts, ("seven-factor", "outside") in verdicts), (True, False))


# What each program shows on a phone, by the words of `slumber explain`: faults of one line, harmless variants, and the faults of
# tutorials, each with the file that is mended beside it.
FINDINGS = {
    "BuggyApps": {
        "none": [], "operationQueue": [], "dispatchAfter": [],
        "missingCompletion": ["missingCompletion"], "forgottenReschedule": ["taskEnded"],
        "wrongIdentifier": ["code3", "misspelledIdentifier", "unpermittedIdentifier"],
        "lateRegistration": ["lateRegistration"], "noHandlerWork": ["noHandler"], "tooLong": ["successAfterExpiry"],
        "noExpirationHandler": ["noExpirationHandler"], "earlyCompletion": ["completedTwice", "earlyCompletion"],
        "doubleCompletion": ["completedTwice"], "blockingSleep": ["expiryIgnored"],
    },
    "Usages": {
        "PushWithoutResume": ["pushHandlerMissed"], "PushResumed": [],
        "RegistrationAtTap": ["lateRegistration"], "Placeholder": [], "Singleton": [],
        "Chunks": ["successAfterExpiry"], "HonestChunks": [],
        "LazySession": ["sessionHandlerMissed"], "EagerSession": [],
        "ThrownPast": ["missingCompletion"], "Caught": [],
    },
}
# Everybody lets apps work in the background, processes end often, and 30 chunks meet the limit of processing.
SETTINGS = [
    "settings.barOff=0", "settings.barWifiOnly=0", "settings.perAppOff=0", "settings.manualLowPowerMode=0", "user.forceQuitShare=0",
    "life.pressureHazard=0.5 1/h",
    "processing.runtimeLimit=60 s",
]


def findings(slumber, seeds=20 if "SLUMBER_LONG" in os.environ else 3):
    """Each fault is told as what it is, and nothing else."""
    examples = f"{ROOT}/Sources/SimulatedApp/Examples"
    settings = [word for setting in SETTINGS for word in ("--set", setting)]
    with tempfile.TemporaryDirectory() as folder:
        text = open(f"{examples}/news.yaml").read()
        # The usages have more tasks and modes than the news app.
        declared = open(f"{examples}/Info.plist").read()
        for old, new in {"news.refresh": ["news.cleaning"], "fetch": ["processing", "remote-notification"]}.items():
            line = next(line for line in declared.splitlines() if f"{old}</string>" in line)
            declared = declared.replace(line, "\n".join([line] + [line.replace(old, word) for word in new]))
        open(f"{folder}/Info.plist", "w").write(declared)
        for program, word, wanted in [(p, w, found) for p, words in FINDINGS.items() for w, found in words.items()]:
            path = f"{folder}/{word}.yaml"
            # On one phone of twenty a session is never whole within a month while its app is not there.
            study = text.replace("horizonDays: 90", f"horizonDays: {45 if 'Session' in word else 30}")
            study = study.replace("./.build/release/NewsApp", f"{BUILT}/{program}, {word}")
            open(path, "w").write(study + "    pushes: {perDay: 6}\n    sessions: [org.example.news.session]\nexpect:\n  - {finding: none}\n")
            for seed in range(1, seeds + 1):
                page = subprocess.run(
                    [slumber, "check", path, "--allow-commands", "--seed", str(seed), *settings, "--progress", "none"],
                    capture_output=True, text=True)
                found = re.findall(r"[ :](\w+)(?: \([A-Z0-9-]+\))? (?:once|\d+ times)", " ".join(page.stdout.split()))
                expect(f"findings: {word}, seed {seed}: {page.stdout} {page.stderr}", (sorted(found), page.returncode),
                       (wanted, 5 if wanted else 0))


arguments = sys.argv[1:]
slumber = None
if "--slumber" in arguments:
    at = arguments.index("--slumber")
    slumber = arguments[at + 1]
    del arguments[at : at + 2]
for check in CHECKS:
    if not arguments or check.__name__ in arguments:
        begin = time.time()
        try:
            check()
        except Ended as ended:
            failures.append(f"{check.__name__}: the program has ended: {ended.args}")
        print(f"{check.__name__}: {time.time() - begin:.1f} s")
if slumber:
    phones(slumber)
    started(slumber)
    killed(slumber)
    findings(slumber)
    field_probe(slumber)
print("\n".join(failures) or "simulated-app: all as expected")
sys.exit(1 if failures else 0)
