#!/usr/bin/env python3
"""Validates, and runs for a few days, mutants of the shipped studies and of those of single rules with the built `slumber`.

    fuzz_studies.py --binary .build/release/slumber --count 6000 [--seed 1] [--jobs 2]

Half of the mutants put an extreme in the place of one number of a study, half change lines, words and bytes at
random. The same seed makes the same mutants. A mutant fails where a process ends by a signal, takes more than ten
seconds of processor time or 1 GiB of memory, exits with a code that the command does not have, or refuses a study
without naming a line. Failing mutants stay in the folder --keep; their number is the news of the last line.
"""

import argparse
import concurrent.futures
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROCESSOR_SECONDS = 10
WALL_SECONDS = 300
MEMORY_BYTES = 1 << 30
RUN_POINTS = 20

EXTREMES = [
    "0", "-1", "1", "-0", "0.5", "1e-300", "-1e300", "1e300", "1e14", "1e9", "256", "1000001",
    "2147483648", "4294967296", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
    "18446744073709551616", "99999999999999999999999", "1e400", "nan", "inf", "0x10", "1_000", ".", "1e",
]
WORDS = [
    "[]", "{}", "~", "true", "no", "''", "\"\\0\"", "&a", "*a", "!!int", "|", "> ", "- ", ": ", "#", "%TAG", "---",
    "..", "100 %", "1 min", "-1 s", "1 kB", "0 d", "25:00", "\t", "\u00e9", "\ufeff", "\u202e", "'", "\"", "@",
    "'03:00'", ", every: day", ", days: [mon, sun]", "noNetwork: [{from: '23:00', to: '07:00'}]",
]
NUMBER = re.compile(r"(?<![A-Za-z0-9_.-])-?\d+(?:\.\d+)?(?![A-Za-z0-9_])")
PLACE = re.compile(r":\d+:\d+: |: line \d+")


def studies():
    paths = sorted((ROOT / "scenarios").glob("*.yaml")) + sorted((ROOT / "scenarios" / "canned").glob("*.yaml"))
    paths += sorted((ROOT / "Tests/StudiesTests/Execution/Fixtures/rules").glob("*.yaml"))
    return [path for path in paths if re.search(r"^formatVersion:", path.read_text(), re.M)]


def numbers(path):
    """All places of numbers outside of comments, with the text around them."""
    text = path.read_text()
    for match in NUMBER.finditer(text):
        line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        if not line.lstrip().startswith("#"):
            yield text, match.start(), match.end()


def random_mutant(text, dice):
    """A text with one to four changes."""
    for _ in range(dice.randint(1, 4)):
        lines = text.split("\n")
        place = dice.randrange(len(lines))
        kind = dice.randrange(9)
        if kind == 0:
            del lines[place]
        elif kind == 1:
            lines.insert(place, lines[dice.randrange(len(lines))])
        elif kind == 2:
            lines[place] = "  " * dice.randrange(4) + lines[place].lstrip()
        elif kind == 3:
            words = lines[place].split(" ")
            words[dice.randrange(len(words))] = dice.choice(WORDS + EXTREMES)
            lines[place] = " ".join(words)
        elif kind == 4:
            at = dice.randrange(len(lines[place]) + 1)
            lines[place] = lines[place][:at] + dice.choice(WORDS) + lines[place][at:]
        elif kind == 5:
            at = dice.randrange(len(lines[place]) + 1)
            lines[place] = lines[place][:at] + lines[place][at + 1 :]
        elif kind == 6:
            other = dice.randrange(len(lines))
            lines[place], lines[other] = lines[other], lines[place]
        elif kind == 7:
            found = list(NUMBER.finditer(lines[place]))
            if found:
                match = dice.choice(found)
                lines[place] = lines[place][: match.start()] + dice.choice(EXTREMES) + lines[place][match.end() :]
        else:
            lines = lines[: max(5, place)]
        text = "\n".join(lines)
        if not text.strip():
            text = "name: x\n"
    return text


def mutants(count, seed):
    """Pairs of a study and a changed text of it."""
    dice = random.Random(seed)
    shipped = studies()
    places = [(path, place, extreme) for path in shipped for place in numbers(path) for extreme in EXTREMES]
    dice.shuffle(places)
    for path, (text, start, end), extreme in places[: count // 2]:
        yield path, text[:start] + extreme + text[end:]
    for _ in range(count - min(count // 2, len(places))):
        path = dice.choice(shipped)
        yield path, random_mutant(path.read_text(), dice)


def limits():
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def call(binary, *words):
    return subprocess.run(
        [binary, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=limits, timeout=WALL_SECONDS, env={"SWIFT_BACKTRACE": "enable=no", "PATH": "/usr/bin:/bin"},
    )


def complaint(outcome, codes, needs_line=False):
    """What is wrong with the end of a process; None if nothing is."""
    if outcome.returncode < 0:
        return f"signal {-outcome.returncode}"
    if outcome.returncode not in codes:
        return f"exit {outcome.returncode}"
    if outcome.returncode == 3 and needs_line:
        lines = outcome.stderr.decode(errors="replace").splitlines()
        errors = [line for line in lines if not re.fullmatch(r"and [\d,]+ more", line)]
        if not errors:
            return "a refusal without a word"
        for line in errors:
            if not PLACE.search(line):
                return f"an error without a line: {line[:200]}"
    return None


def judge(number, path, text, binary, folder):
    """The fate of one mutant: refused, valid or ran, and what is wrong."""
    home = "canned" if path.parent.name == "canned" else "."
    mutant = folder / home / f"mutant-{number}.yaml"
    results = folder / f"mutant-{number}.sqlite"
    mutant.write_text(text)
    try:
        outcome = call(binary, "validate", str(mutant))
        wrong = complaint(outcome, {0, 3}, needs_line=True)
        if wrong or outcome.returncode == 3:
            return "refused", wrong and f"validate: {wrong}"
        points = re.search(rb"valid, (\d+) design points?", outcome.stdout)
        # Programs of a study are not for mutants.
        if not points or int(points.group(1)) > RUN_POINTS or "command:" in text:
            return "valid", None
        words = [
            "run", str(mutant), "--results", str(results), "--progress", "none", "--jobs", "1", "--days", "3",
            "--replications", "1", "--set", "warmUpDays=0",
        ]
        outcome = call(binary, *words, "--devices", "1")
        if outcome.returncode == 2 and b"`--devices` has no effect" in outcome.stderr:
            # The study takes its devices from a recording.
            outcome = call(binary, *words)
        wrong = complaint(outcome, {0, 3, 4})
        return "ran", wrong and f"run: {wrong}"
    except subprocess.TimeoutExpired:
        return "hung", f"no end after {WALL_SECONDS} s"
    finally:
        mutant.unlink()
        for rest in folder.glob(f"mutant-{number}.sqlite*"):
            rest.unlink()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--count", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", default="out/fuzz-studies")
    arguments = parser.parse_args()
    keep = pathlib.Path(arguments.keep)
    keep.mkdir(parents=True, exist_ok=True)
    counts = {}
    failures = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name) / "scenarios"
        shutil.copytree(ROOT / "scenarios", folder)
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            waiting = {}
            for number, (path, text) in enumerate(mutants(arguments.count, arguments.seed)):
                task = pool.submit(judge, number, path, text, str(pathlib.Path(arguments.binary).resolve()), folder)
                waiting[task] = (number, path, text)
            for task in concurrent.futures.as_completed(waiting):
                number, path, text = waiting.pop(task)
                fate, wrong = task.result()
                counts[fate] = counts.get(fate, 0) + 1
                if wrong:
                    failures += 1
                    (keep / f"{number}-{path.name}").write_text(text)
                    print(f"{number} of {path.name}: {wrong}", flush=True)
    told = ", ".join(f"{count} {fate}" for fate, count in sorted(counts.items()))
    print(f"{sum(counts.values())} mutants of seed {arguments.seed}: {told}; {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
