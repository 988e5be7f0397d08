#!/usr/bin/env python3
"""Compares what the program prints and writes with a list of SHA-256 digests: the judge of a change that is to change nothing.

    .ci/check_bytes.py --binary slumber [--write] [--keep DIR]

Ten small studies give exports, printed comparisons in every form, reports, explanations, logs and verdicts; beside them stand the
catalogues, the help of every command, the schema, and messages and exit codes for the inputs of `Hostile`. Commit, versions,
host and times are masked; of a report its text counts, not its tags and pictures. The digests stand in
`Tests/Goldens/bytes.txt`: `--write` makes the list anew, `--keep` leaves every output in a folder, to be compared with that of
another build. Ends with 1 and names each output that differs.
"""

import argparse
import csv
import hashlib
import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

LIST = pathlib.Path("Tests/Goldens/bytes.txt")
HOSTILE = pathlib.Path("Tests/StudiesTests/Format/Fixtures/Hostile")
FORMS = ["", "--json", "--csv", "--markdown", "--latex"]
# Study, options that make it small, and whether its log and its `expect` list are looked at.
STUDIES = [
    ("quickstart.yaml", "--devices 4 --days 16 --replications 3", False),
    ("all-policies.yaml", "--devices 4 --days 16 --replications 2 --set record=[attempts,energy,timeseries]", False),
    ("real-phones.yaml", "--replications 2", False),
    ("hungry.yaml", "--devices 4 --replications 2", False),
    ("tail-sharing.yaml", "", False),
    ("threshold-corner.yaml", "--replications 2", False),
    ("canned/02-photo-library-processing.yaml", "", True),
    ("canned/16-fourteen-pushes.yaml", "", True),
    ("canned/17-photo-export.yaml", "", True),
    ("../.ci/two-factors.yaml", "", False),
]
CATALOGUES = ["policies", "parameters", "networks", "devices", "rules", "metrics", "distributions", "schema"]
MASKS = [
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"), "-"),
    (re.compile(r"(hosts )\S+"), r"\1-"),
    (re.compile(r"(ime spent on all runs(?: together:)? )(?:[\d.,]+ (?:h|min|s) ?)+"), r"\1- "),
]


class Outputs:
    """The outputs of one binary by name."""

    def __init__(self, binary, folder):
        self.binary = binary
        self.folder = folder
        self.found = {}
        # Words of this machine, by the tables that tell them.
        version = self.call("--version")
        self.words = re.findall(r"\b(?:Swift|GSL) [\d.]+", version)
        self.commit = re.search(r"commit (\w+)", version)[1]

    def call(self, *words):
        done = subprocess.run([self.binary, *words], capture_output=True, text=True, errors="surrogateescape",
                              env={"PATH": "/usr/bin:/bin", "COLUMNS": "100", "LC_ALL": "C"})
        return f"{done.stdout}\n--- {done.returncode}\n{done.stderr}"

    def keep(self, name, text):
        for word in self.words:
            text = text.replace(word, "-")
        text = text.replace(str(self.folder), "OUT").replace(str(HOSTILE), "Hostile")
        # `unknown` is a word of its own in other places.
        text = re.sub(rf"(commit |^){self.commit}\b", r"\1-", text, flags=re.MULTILINE)
        for pattern, word in MASKS:
            text = pattern.sub(word, text)
        self.found[name] = text.encode(errors="surrogateescape")

    def study(self, path, options, is_watched):
        study, name = f"scenarios/{path}", pathlib.Path(path).stem
        results, export, page = (self.folder / f"{name}{end}" for end in (".sqlite", "-export", ".html"))
        changed = options.split()
        self.keep(f"{name}/run", self.call("run", study, *changed, "--results", str(results), "--progress", "none", "--jobs", "1"))
        for form in FORMS:
            factors = ["--interactions"] if name == "two-factors" else []
            self.keep(f"{name}/compare{form}", self.call("compare", str(results), *factors, *form.split()))
        self.call("export", str(results), "--detail", "--to", str(export))
        for table in sorted(export.iterdir()):
            self.keep(f"{name}/export/{table.name}", self.table(table))
        self.call("report", str(results), "--to", str(page))
        text = re.sub(r"<style.*?</style>|<script.*?</script>|<svg.*?</svg>|<[^>]*>", " ", page.read_text(), flags=re.S)
        self.keep(f"{name}/report", html.unescape(re.sub(r"\s+", " ", text)))
        one = [word for word in self.without(changed, "--replications")]
        app = self.first_app(study, one)
        device = ["--device", "3" if self.devices(export) > 3 else "0"]
        for form in FORMS[:-1]:
            self.keep(f"{name}/explain{form}", self.call("explain", study, "--app", app, *device, *one, *form.split()))
        if is_watched:
            log = self.folder / f"{name}.csv"
            self.call("trace", study, "--to", str(log))
            self.keep(f"{name}/log", log.read_text())
            self.keep(f"{name}/check", self.call("check", study, "--progress", "none", "--jobs", "1"))

    @staticmethod
    def without(words, option):
        return [w for i, w in enumerate(words) if w != option and (i == 0 or words[i - 1] != option)]

    def table(self, path):
        if path.name == "datapackage.json":
            package = json.loads(path.read_text())
            del package["versions"], package["commit"]
            return json.dumps(package, indent=1)
        if path.name == "provenance.csv":
            with path.open(newline="") as file:
                rows = list(csv.reader(file))
            self.words += {word for row in rows[1:] for word in row[-3:] if word not in self.words}
            return "\n".join([",".join(rows[0]), *(row[0] for row in rows[1:])])
        return path.read_text()

    @staticmethod
    def devices(export):
        with (export / "runs.csv").open(newline="") as file:
            return int(next(csv.DictReader(file))["devices_expected"])

    def first_app(self, study, options):
        text = self.call("describe", study, *options)
        return re.search(r"^\s*((?:org|com)\.[\w.-]+)", text, flags=re.M).group(1)

    def catalogues(self):
        self.keep("help", self.call("--help"))
        commands = re.findall(r"^  ([a-z-]+) {2,}[A-Z]", self.call("--help").split("Options")[0], flags=re.M)
        for command in commands:
            self.keep(f"help/{command}", self.call(command, "--help"))
        for catalogue in CATALOGUES:
            for form in FORMS:
                self.keep(f"catalogue/{catalogue}{form}", self.call(catalogue, *form.split()))
        names = re.findall(r'"name": ?"([^"]+)"', self.call("policies", "--json"))
        for policy in dict.fromkeys(names):
            self.keep(f"policy/{policy}", self.call("policies", policy))
        self.keep("schema", pathlib.Path("scenarios/study.schema.json").read_text())
        for path in sorted(HOSTILE.iterdir()):
            self.keep(f"hostile/{path.name}", self.call("validate", str(path)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--binary", required=True)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        outputs = Outputs(options.binary, pathlib.Path(folder))
        with ThreadPoolExecutor(2) as pool:
            for work in [pool.submit(outputs.study, *study) for study in STUDIES] + [pool.submit(outputs.catalogues)]:
                work.result()
    if options.keep:
        for name, text in outputs.found.items():
            file = options.keep / name
            file.parent.mkdir(parents=True, exist_ok=True)
            (file.with_name(file.name + ".out")).write_bytes(text)
    lines = [f"{hashlib.sha256(text).hexdigest()}  {name}" for name, text in sorted(outputs.found.items())]
    if options.write:
        LIST.write_text("\n".join(lines) + "\n")
        return print(f"{LIST}: {len(lines)} outputs")
    known = set(LIST.read_text().splitlines())
    differing = sorted({line.split("  ")[1] for line in known ^ set(lines)})
    for name in differing:
        print(f"differs: {name}")
    print(f"{len(lines)} outputs, {len(differing)} differ")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
