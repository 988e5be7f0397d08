"""Runs studies in shards on the private cluster of `within`, with faults, and compares the results with one machine's.

    .ci/cluster/within FOLDER/cluster python3 .ci/cluster/check.py --binary SLUMBER --folder FOLDER [--only NAME]…

Each check prints what it did. Every fault has to hit a running task, or the check fails.
"""

import argparse
import csv
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
STUDY = os.path.join(ROOT, "scenarios", "quickstart.yaml")


class Failure(Exception):
    pass


def expect(holds, message):
    if not holds:
        raise Failure(message)


def flowing(text):
    """The words of a text, wherever its lines end."""
    return " ".join(text.split())


def run(*words, codes=(0,), folder=None, seconds=900, environment=None):
    """Runs a program; its exit code has to be one of `codes`."""
    done = subprocess.run(
        words, cwd=folder, capture_output=True, text=True, timeout=seconds, env={**os.environ, **(environment or {})}
    )
    expect(done.returncode in codes, f"{' '.join(words)}: exit {done.returncode}, expected {codes}\n{done.stdout}{done.stderr}")
    return done


class Check:
    def __init__(self, binary, folder, seconds):
        self.seconds = seconds
        self.binary = os.path.abspath(binary)
        self.folder = os.path.abspath(folder)
        os.makedirs(self.folder, exist_ok=True)
        self.start = time.monotonic()
        self.references = {}

    def say(self, text):
        print(f"cluster: [{time.monotonic() - self.start:4.0f} s] {text}", flush=True)

    def slumber(self, *words, folder=None, **options):
        return run(self.binary, *words, folder=folder or self.folder, **options)

    def place(self, name):
        """A new folder of one check."""
        path = os.path.join(self.folder, name)
        shutil.rmtree(path, ignore_errors=True)
        os.makedirs(path)
        return path

    # Results of one machine

    def single(self, options, study=STUDY, codes=(0,)):
        """The export and the comparison of the study, run by one process."""
        key = (study, *options)
        if key not in self.references:
            folder = self.place(f"single-{len(self.references)}")
            self.slumber("run", study, *options, "--results", "r.sqlite", "--progress", "none", folder=folder, codes=codes)
            self.references[key] = self.outputs(folder, "r.sqlite", codes)
        return self.references[key]

    def outputs(self, folder, results, codes=(0,)):
        shutil.rmtree(os.path.join(folder, "export"), ignore_errors=True)
        self.slumber("export", results, "--detail", "--to", "export", folder=folder, codes=codes)
        files = {}
        for name in os.listdir(os.path.join(folder, "export")):
            if name != "provenance.csv":
                with open(os.path.join(folder, "export", name), "rb") as file:
                    files[name] = file.read()
        files["comparison"] = self.slumber("compare", results, folder=folder, codes=codes).stdout.encode()
        return files

    def same(self, folder, results, expected):
        found = self.outputs(folder, results)
        different = sorted(name for name in found.keys() | expected.keys() if found.get(name) != expected.get(name))
        expect(not different, f"{folder}: {different} differ from those of one machine")
        expect(len(found) > 6, f"{folder}: only {sorted(found)} were compared")
        self.say(f"  {len(found)} outputs are the bytes of one machine")

    # Jobs

    def submit(self, folder, *words):
        """Submits a study with `slumber slurm`; returns the numbers of its jobs, the merge last."""
        answer = self.slumber("slurm", *words, "--to", "q", "--submit", "--results", "r.sqlite", folder=folder)
        jobs = [int(number) for number in re.findall(r"^job (\d+):", answer.stdout, re.M)]
        expect(len(jobs) >= 2, f"no jobs in: {answer.stdout}{answer.stderr}")
        return jobs

    def queue(self, job, states="PENDING,RUNNING,COMPLETING,SUSPENDED,REQUEUED,PREEMPTED,CONFIGURING", node=None):
        words = ["squeue", "-h", "-r", "-j", str(job), "-t", states, "-o", "%i %N"]
        lines = subprocess.run(words, capture_output=True, text=True, timeout=60).stdout.splitlines()
        tasks = [line.split() for line in lines]
        return [task[0] for task in tasks if node is None or task[1:] == [node]]

    def wait(self, job, seconds):
        limit = time.monotonic() + seconds
        while self.queue(job):
            if time.monotonic() > limit:
                listing = subprocess.run(["squeue", "-r"], capture_output=True, text=True).stdout
                raise Failure(f"job {job} did not end within {seconds} s:\n{listing}")
            time.sleep(0.5)

    def running(self, job, node, seconds=60):
        """A task of a job that runs on a node."""
        limit = time.monotonic() + seconds
        while True:
            tasks = self.queue(job, "RUNNING", node)
            if tasks:
                return tasks[0]
            expect(time.monotonic() < limit, f"no task of job {job} runs on {node}")
            time.sleep(0.3)

    def log(self, folder, task):
        job, index = task.split("_")
        with open(os.path.join(folder, "q", "log", f"shard-{job}_{index}.out"), encoding="utf-8") as file:
            return file.read()

    def starts(self, folder, task):
        """Nodes on which a task has started, one an attempt."""
        return re.findall(r"starts on (\S+)", self.log(folder, task))

    def merged(self, folder):
        """What the last merge has printed."""
        logs = [name for name in os.listdir(os.path.join(folder, "q", "log")) if name.startswith("merge-")]
        expect(len(logs) == 1, f"{folder}: {logs}, expected one log of the merge")
        with open(os.path.join(folder, "q", "log", logs[0]), encoding="utf-8") as file:
            return flowing(file.read())

    # The checks

    def shards(self):
        """Twelve shards, submitted and merged by Slurm."""
        options = ["--devices", "4", "--days", "16", "--replications", "12"]
        folder = self.place("shards")
        jobs = self.submit(folder, STUDY, *options, "--shards", "12")
        status = json.loads(self.slumber("status", "r.sqlite", "--json", folder=folder, codes=(0, 1)).stdout or "{}")
        self.wait(jobs[-1], 180)
        expect("0 failed, 0 missing" in self.merged(folder), self.merged(folder))
        self.same(folder, "r.sqlite", self.single(options))
        status = json.loads(self.slumber("status", "r.sqlite", "--json", folder=folder).stdout)
        expect(status["runs"] == {"expected": 72, "done": 72, "failed": 0, "missing": 0}, f"{status}")
        expect(status["blocks"] == {"expected": 12, "done": 12}, f"{status}")
        expect(len(status["shards"]) == 12, f"{status}")
        expect(status["tasks"] == [], f"{status}")
        found = sorted(os.listdir(folder))
        expect(found == ["export", "q", "r.sqlite", "r.sqlite.shards"], f"{found} in {folder}")
        again = self.slumber("slurm", STUDY, *options, "--shards", "12", "--to", "again", "--results", "r.sqlite", folder=folder)
        expect("All runs are done" in flowing(again.stdout), again.stdout)

    def sized(self):
        """Options of a study of which six shards take at least a minute each on this machine, or as long as was asked for."""
        options = ["--devices", "16", "--days", "16", "--replications"]
        plan = self.slumber("plan", STUDY, *options, "60", "--shards", "6", "--json")
        seconds = json.loads(plan.stdout)["processorSecondsPerShard"] / 10
        # Six tasks run at the same time.
        wanted = self.seconds * min(1.0, (os.cpu_count() or 1) / 6) * 1.15
        count = max(6, round(6 * wanted / seconds))
        self.say(f"  a replication takes {seconds:.2f} s of processor time, so a study has {count}")
        return options + [str(count)]

    def faults(self):
        """A node loses its network, one crashes, a task is requeued and one is preempted."""
        options = self.options
        folder = self.place("faults")
        jobs = self.submit(folder, STUDY, *options, "--shards", "6")
        array, merge = jobs[0], jobs[-1]
        hit = {}
        for node in ("h1", "h2", "h3"):
            self.running(array, node)
        # The tasks have finished some blocks, but have not published, and are far from their end.
        time.sleep(6)
        began = time.monotonic()

        hit["network"] = self.running(array, "h2", 1)
        run("ip", "link", "set", "port2", "down")
        # Its tasks stand still until others do their work, so that none ends before.
        stopped = self.signal("h2", signal.SIGSTOP)
        self.say(f"  h2 is cut off the network while it runs {hit['network']}")

        hit["crash"] = self.running(array, "h1", 1)
        for process in run("ip", "netns", "pids", "h1").stdout.split():
            try:
                os.kill(int(process), signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.say(f"  h1 crashes while it runs {hit['crash']}")

        hit["requeue"] = self.running(array, "h3", 1)
        hit["preemption"] = next(task for task in self.queue(array, "RUNNING", "h3") if task != hit["requeue"])
        # They too stand still, until Slurm ends them: with two nodes gone that can take it longer than their work.
        self.signal("h3", signal.SIGSTOP)
        run("scontrol", "requeue", hit["requeue"])
        self.say(f"  {hit['requeue']} is requeued on h3")
        urgent = run("sbatch", "--parsable", "-p", "urgent", "-w", "h3", "--exclusive", "--output=/dev/null", "--wrap", "sleep 6")
        while hit["preemption"] in self.queue(array, "RUNNING", "h3"):
            expect(time.monotonic() < began + 60, f"urgent job {urgent.stdout.strip()} did not preempt {hit['preemption']}")
            time.sleep(0.5)
        self.say(f"  urgent job {urgent.stdout.strip()} preempts {hit['preemption']} on h3")

        while time.monotonic() < began + 34:
            time.sleep(1)
        run("bash", os.path.join(HERE, "node"), os.path.dirname(os.environ["SLURM_CONF"]), "h1")
        self.say("  h1 is back")
        try:
            limit = time.monotonic() + 120
            while len(self.starts(folder, hit["network"])) < 2:
                expect(time.monotonic() < limit, f"task {hit['network']} was not started again")
                time.sleep(1)
            for process in stopped:
                os.kill(process, signal.SIGCONT)
            self.say(f"  {hit['network']} goes on at h2, and runs elsewhere at the same time")
            self.wait(merge, 300)
        finally:
            run("ip", "link", "set", "port2", "up")
        self.say("  the merge has ended")
        for fault, task in hit.items():
            nodes = self.starts(folder, task)
            expect(len(nodes) >= 2, f"{fault}: task {task} started on {nodes} alone\n{self.log(folder, task)}")
            self.say(f"  {fault}: {task} ran on {', then '.join(nodes)}")
        text = self.merged(folder)
        self.say("  " + text.strip().splitlines()[-1])
        # The node without a network has gone on, and its tasks were done elsewhere at the same time.
        expect(re.search(r", [1-9]\d* found twice and equal", text), f"no run was done twice: {text}")
        self.same(folder, "r.sqlite", self.single(options))
        published = os.listdir(os.path.join(folder, "r.sqlite.shards"))
        numbers = [name.split(".")[0] for name in published if name.endswith(".sqlite")]
        expect(len(numbers) > len(set(numbers)), f"no shard was published by two attempts: {published}")

    def signal(self, node, number):
        """Sends a signal to the simulations of a node, and tells which they are."""
        found = []
        for process in run("ip", "netns", "pids", node).stdout.split():
            try:
                with open(f"/proc/{process}/comm") as file:
                    if file.read().strip() == "slumber":
                        os.kill(int(process), number)
                        found.append(int(process))
            except (FileNotFoundError, ProcessLookupError):
                pass
        expect(found, f"{node} runs no simulation")
        return found

    def limit(self):
        """A time limit that is shorter than the work of a task."""
        options = self.options
        folder = self.place("limit")
        jobs = self.submit(folder, STUDY, *options, "--shards", "2", "--time", "1min")
        self.wait(jobs[-1], 400)
        restarts = []
        for index in ("1", "2"):
            log = self.log(folder, f"{jobs[0]}_{index}")
            expect("queued again for the remaining blocks" in log, log)
            expect(re.search(r"ends with 0$", log.strip()), log)
            restarts.append(len(re.findall("starts on", log)) - 1)
        self.say(f"  the tasks queued themselves again {restarts} times")
        expect("0 failed, 0 missing" in self.merged(folder), self.merged(folder))
        self.same(folder, "r.sqlite", self.single(options))

    def fleet(self):
        """One replication of 2,000 devices in seven shards, by blocks."""
        options = ["--devices", "2000", "--days", "2", "--set", "warmUpDays=1", "--replications", "1", "--policy", "seven-factor", "--policy", "never"]
        folder = self.place("fleet")
        expected = self.single(options)
        shuffle = random.Random(8)
        for round, workers in enumerate(("1", "2", "5")):
            results = f"r{workers}.sqlite"
            for shard in range(1, 8):
                self.slumber("run", STUDY, *options, "--shard", f"{shard}/7", "--jobs", workers, "--results", results, "--progress", "none", folder=folder)
            files = sorted(os.listdir(os.path.join(folder, results + ".shards")))
            expect(len(files) == 7, f"{files}")
            paths = [os.path.join(results + ".shards", name) for name in files]
            shuffle.shuffle(paths)
            if round == 1:
                self.kill_merge(folder, results, paths)
            merge = self.slumber("merge", results, *paths, folder=folder)
            self.say(f"  {workers} workers: {merge.stdout.strip()}")
            self.same(folder, results, expected)

    def kill_merge(self, folder, results, paths):
        """Kills a merge after the first of its inputs."""
        path = os.path.join(folder, results)
        merge = subprocess.Popen([self.binary, "merge", results, *paths], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        limit = time.monotonic() + 30
        while merge.poll() is None and time.monotonic() < limit:
            if os.path.exists(path) and os.path.getsize(path) > 200_000:
                break
            time.sleep(0.001)
        killed = merge.poll() is None
        merge.kill()
        merge.wait()
        expect(killed, "the merge had ended before it was killed")
        self.say("  a merge was killed half-way")

    def failing(self):
        """A policy that fails in one shard, and its repair."""
        folder = self.place("failing")
        with open(os.path.join(ROOT, "scenarios", "policies", "hourly.py"), encoding="utf-8") as file:
            program = file.read()
        broken = program.replace("        now = ", "        if os.path.exists('broken'): sys.exit(3)\n        now = ", 1)
        expect(broken != program, "the program cannot be broken")
        with open(os.path.join(folder, "hourly.py"), "w", encoding="utf-8") as file:
            file.write("import os\n" + broken)
        with open(os.path.join(ROOT, "scenarios", "process-policy.yaml"), encoding="utf-8") as file:
            study = file.read()
        study = study.replace("policies/hourly.py", "hourly.py")
        with open(os.path.join(folder, "study.yaml"), "w", encoding="utf-8") as file:
            file.write(study)
        options = ["--devices", "2", "--days", "3", "--set", "warmUpDays=1", "--replications", "3", "--allow-commands"]
        expected = self.single(options, study=os.path.join(folder, "study.yaml"))
        codes = []
        for shard in (1, 2, 3):
            if shard == 2:
                open(os.path.join(folder, "broken"), "w").close()
            done = self.slumber("run", "study.yaml", *options, "--shard", f"{shard}/3", "--results", "r.sqlite", "--progress", "none", folder=folder, codes=(0, 4))
            codes.append(done.returncode)
            if shard == 2:
                os.remove(os.path.join(folder, "broken"))
        expect(codes == [0, 4, 0], f"exit codes {codes}")
        merge = self.slumber("merge", "r.sqlite", folder=folder, codes=(4,))
        expect(merge.stdout.startswith("INCOMPLETE"), merge.stdout)
        replay = re.search(r"replay: slumber (run study.yaml .*--only \w+ --device \d+)", merge.stderr)
        expect(replay, merge.stderr)
        self.say(f"  {merge.stdout.strip().splitlines()[-1]}; named: slumber {replay.group(1)}")
        self.slumber(*replay.group(1).split(), folder=folder)
        status = json.loads(self.slumber("status", "r.sqlite", "--json", folder=folder).stdout)
        expect(status["runs"]["failed"] >= 1, f"{status}")
        # The repaired program does what is left.
        self.slumber("run", "study.yaml", *options, "--shard", "2/3", "--results", "r.sqlite", "--progress", "none", folder=folder)
        self.slumber("merge", "r.sqlite", folder=folder)
        self.same(folder, "r.sqlite", expected)

    def clean(self):
        """A folder of shards on a file system that cannot be written, and files in no other place."""
        options = ["--devices", "4", "--days", "16", "--replications", "4"]
        folder = self.place("clean")
        temporary = os.path.join(folder, "temporary")
        os.makedirs(temporary)
        environment = {"TMPDIR": temporary, "SLURM_TMPDIR": temporary}
        before = self.elsewhere()
        for shard in (1, 2, 3):
            self.slumber("run", STUDY, *options, "--shard", f"{shard}/3", "--results", "r.sqlite", "--progress", "none", folder=folder, environment=environment)
        expect(os.listdir(temporary) == [], f"left behind: {os.listdir(temporary)}")
        shards = os.path.join(folder, "r.sqlite.shards")
        run("mount", "--bind", shards, shards)
        run("mount", "-o", "remount,bind,ro", shards)
        try:
            os.makedirs(os.path.join(folder, "elsewhere"))
            self.slumber("merge", "elsewhere/m.sqlite", shards, folder=folder, environment=environment)
            expect(os.listdir(os.path.join(folder, "elsewhere")) == ["m.sqlite"], "more than the file was written")
        finally:
            run("umount", shards)
        self.same(os.path.join(folder, "elsewhere"), "m.sqlite", self.single(options))
        expect(os.listdir(temporary) == [], f"left behind: {os.listdir(temporary)}")
        expect(self.elsewhere() == before, f"files in other places: {self.elsewhere() - before}")

    def elsewhere(self):
        """Files of the program in places that nobody has named."""
        places = {os.path.expanduser("~"), "/tmp", "/var/tmp", ROOT, os.path.join(ROOT, "scenarios")}
        return {os.path.join(place, name) for place in places for name in os.listdir(place) if "slumber" in name}

    def kills(self):
        """Twenty SIGKILLs over runs, shards and merges; after each, all that reads works at once."""
        options = ["--devices", "4", "--days", "16", "--replications", "4"]
        expected = self.single(options)
        folder = self.place("kills")
        study = ["run", STUDY, *options, "--progress", "none", "--results", "r.sqlite"]
        chance = random.Random(20)
        start = time.monotonic()
        self.slumber(*study[:-1], "whole.sqlite", folder=folder)
        duration = time.monotonic() - start
        hits = {"run": 0, "shard": 0, "merge": 0}
        while sum(hits.values()) < 20 or 0 in hits.values():
            expect(time.monotonic() - start < 300, f"too few kills hit a running program: {hits}")
            kind = chance.choice(list(hits))
            words = {"run": study, "shard": [*study, "--shard", f"{chance.randint(1, 3)}/3"], "merge": ["merge", "r.sqlite"]}[kind]
            program = subprocess.Popen([self.binary, *words], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(chance.uniform(0, duration / (10 if kind == "merge" else 2)))
            program.kill()
            if program.wait() == -signal.SIGKILL:
                hits[kind] += 1
            results = os.path.join(folder, "r.sqlite")
            if not os.path.exists(results):
                continue
            status = json.loads(self.slumber("status", "r.sqlite", "--json", folder=folder).stdout)
            self.slumber("export", "r.sqlite", "--to", "killed", folder=folder)
            with open(os.path.join(folder, "killed", "runs.csv"), newline="", encoding="utf-8") as file:
                statuses = [row["status"] for row in csv.DictReader(file)]
            shutil.rmtree(os.path.join(folder, "killed"))
            # Runs that are published only are done by the status, but not in the file: it may have nothing to compare.
            self.slumber("compare", "r.sqlite", folder=folder, codes=(0,) if "ok" in statuses else (1,))
            if status["runs"]["missing"] == 0:
                # Runs that are published only, and in no folder if a run has done all of them.
                self.slumber("merge", "r.sqlite", folder=folder, codes=(0, 1))
                self.same(folder, "r.sqlite", expected)
                os.remove(results)
                shutil.rmtree(results + ".shards", ignore_errors=True)
        self.say("  killed: " + ", ".join(f"{kind} {count} times" for kind, count in hits.items()))
        # Two copies of each shard at the same time.
        for shard in (1, 2, 3):
            words = [self.binary, *study, "--shard", f"{shard}/3"]
            copies = [subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for _ in range(2)]
            expect([copy.wait() for copy in copies] == [0, 0], f"two copies of shard {shard} did not both end with 0")
        self.slumber("merge", "r.sqlite", folder=folder)
        self.same(folder, "r.sqlite", expected)

    def damaged(self):
        """Published files with other bytes and of other lengths; the corpus of the fuzzer of merges is among them."""
        options = ["--devices", "4", "--days", "16", "--replications", "4"]
        expected = self.single(options)
        folder = self.place("damaged")
        for shard in (1, 2):
            self.slumber("run", STUDY, *options, "--shard", f"{shard}/2", "--results", "r.sqlite", "--progress", "none", folder=folder)
        shards = os.path.join(folder, "r.sqlite.shards")
        first, second = (os.path.join(shards, name) for name in sorted(os.listdir(shards)))
        with open(second, "rb") as file:
            whole = file.read()
        corpus = os.path.join(ROOT, "Tests", "Fuzz", "Corpus", "merge")
        inputs = []
        for name in sorted(os.listdir(corpus)):
            with open(os.path.join(corpus, name), "rb") as file:
                inputs.append(file.read())
        chance = random.Random(21)
        inputs += [bytes(chance.randrange(256) for _ in range(chance.randint(1, 40))) for _ in range(40)]
        refused = 0
        for number, changes in enumerate(inputs):
            content = bytearray(whole)
            for at in range(0, len(changes) - 4, 5):
                content[int.from_bytes(changes[at : at + 4], "little") % len(content)] = changes[at + 4]
            del content[len(content) - len(changes) % 5 * 4096 :]
            with open(second, "wb") as file:
                file.write(content)
            merge = self.slumber("merge", f"m{number}.sqlite", first, second, folder=folder, codes=(0, 1))
            if merge.returncode == 0:
                # What was changed holds nothing: a fifth of a file's bytes are free places of its pages.
                self.same(folder, f"m{number}.sqlite", expected)
            else:
                expect(content != whole and "-of-2." in merge.stderr, f"input {number}: {merge.stdout}{merge.stderr}")
                refused += 1
            # The whole file completes what the damaged one has left undone.
            if number % 10 == 0:
                with open(second, "wb") as file:
                    file.write(whole)
                self.slumber("merge", f"m{number}.sqlite", second, folder=folder)
                self.same(folder, f"m{number}.sqlite", expected)
        expect(refused > 35, f"only {refused} of {len(inputs)} files were refused")
        self.say(f"  {refused} damaged files were refused by name")

    def parallel(self):
        """The line of GNU parallel."""
        folder = self.place("parallel")
        options = ["--devices", "4", "--days", "16", "--replications", "4"]
        words = " ".join(["run", STUDY, *options, "--results", "r.sqlite", "--progress", "none"])
        line = f"seq 8 | parallel --joblog j --resume-failed '{self.binary}' {words} --shard {{}}/8"
        run("sh", "-c", line, folder=folder)
        self.slumber("merge", "r.sqlite", folder=folder)
        self.same(folder, "r.sqlite", self.single(options))


CHECKS = ["shards", "faults", "limit", "fleet", "failing", "kills", "damaged", "clean", "parallel"]


def main():
    parser = argparse.ArgumentParser(description="Checks studies in shards on a private cluster.")
    parser.add_argument("--binary", required=True, help="the executable `slumber`")
    parser.add_argument("--folder", required=True, help="folder of all that is written")
    parser.add_argument("--seconds", type=float, default=60, help="least time of a shard that faults hit, 60 by default")
    parser.add_argument("--only", action="append", choices=CHECKS, help="only this check")
    arguments = parser.parse_args()
    check = Check(arguments.binary, arguments.folder, arguments.seconds)
    chosen = arguments.only or CHECKS
    if {"faults", "limit"} & set(chosen):
        check.options = check.sized()
    failed = []
    for name in CHECKS:
        if name not in chosen:
            continue
        check.say(f"{name}: {getattr(check, name).__doc__}")
        try:
            getattr(check, name)()
        except (Failure, subprocess.TimeoutExpired, StopIteration, OSError) as failure:
            check.say(f"{name}: FAILED: {failure!r}" if not isinstance(failure, Failure) else f"{name}: FAILED: {failure}")
            failed.append(name)
    check.say(f"FAILED: {', '.join(failed)}" if failed else f"all {len(chosen)} checks hold")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
