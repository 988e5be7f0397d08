"""Runs studies of `slumber` and returns their tables as pandas DataFrames.

    results = slumber.run("study.yaml", replications=4)
    results.compare("staleness_at_reachable_open_s")
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

__version__ = "0.2.0"
__all__ = ["Results", "SlumberError", "program", "run"]


class SlumberError(RuntimeError):
    """slumber has ended without a result; the text is what it wrote to standard error."""

    def __init__(self, text, code=None):
        super().__init__(text)
        #: The exit code, as `slumber` documents it.
        self.code = code


def program():
    """The path of the binary: SLUMBER_BINARY, the one beside this module, or the one on the path."""
    own = os.path.join(os.path.dirname(os.path.abspath(__file__)), "slumber-static")
    if path := os.environ.get("SLUMBER_BINARY") or (own if os.path.exists(own) else shutil.which("slumber")):
        return path
    raise SlumberError("there is no program `slumber`: name one in SLUMBER_BINARY")


def main():
    """The command `slumber`."""
    os.execv(program(), ["slumber", *sys.argv[1:]])


def call(*words):
    """Standard output of one call of the program."""
    done = subprocess.run([program(), *words], capture_output=True, text=True)
    if done.returncode != 0:
        raise SlumberError(done.stderr.strip() or f"slumber ended with exit code {done.returncode}", done.returncode)
    return done.stdout


def run(study, *, results=None, set=None, **options):
    """Runs a study and reuses stored results.

    study    path of a study file
    results  path of the results file; by default one that goes with the returned object
    set      values of keys of the study or of parameters, by their paths
    options  options of `slumber run`: replications=4, devices=2, days=7, seed=1, jobs=2, policy=["never", "immediate"],
             allow_commands=True
    """
    return Results(study, results, options | {"set": [f"{path}={value}" for path, value in (set or {}).items()]})


def words(options):
    """The words of the command line that say the same as keywords."""
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is True:
            yield option
        elif value is not None and value is not False:
            for one in value if isinstance(value, (list, tuple)) else [value]:
                yield from (option, str(one))


class Results:
    """The results of a study. `results.NAME` and `results["NAME"]` are the tables of `slumber export`, as frames."""

    def __init__(self, study, path, options):
        self.study = os.fspath(study)
        self._folder = tempfile.TemporaryDirectory(prefix="slumber-")
        self.path = os.fspath(path) if path else os.path.join(self._folder.name, "results.sqlite")
        self._settings = [*words({name: options[name] for name in ("set", "seed", "devices", "days") if name in options})]
        call("run", self.study, "--results", self.path, "--progress", "none", *words(options))

    @property
    def tables(self):
        """The names of all tables."""
        return sorted(self._descriptions)

    def __getitem__(self, name):
        import pandas

        fields = self._descriptions[name]["schema"]["fields"]
        kinds = {"integer": "Int64", "number": "float64", "boolean": "boolean"}
        return pandas.read_csv(
            os.path.join(self._export, self._descriptions[name]["path"]),
            dtype={field["name"]: kinds.get(field["type"], "string") for field in fields},
            keep_default_na=False,
            na_values=[""],
        )

    def __getattr__(self, name):
        if name.startswith("_") or name not in self._descriptions:
            raise AttributeError(f"there is no table `{name}`, expected one of {', '.join(self.tables)}")
        return self[name]

    def compare(self, metric=None, **options):
        """The rows of `slumber compare`: estimate of each policy, its difference from the baseline, and the verdict.

        metric   one metric or several; all by default
        options  options of `slumber compare`: baseline="never", app="org.example.news", confidence=0.9
        """
        import pandas

        return pandas.DataFrame(
            json.loads(call("compare", self.path, "--json", *words({"metric": metric} | options)))["comparison"]
        )

    def explain(self, app=None, **options):
        """What `slumber explain` says of an app, as a dictionary; options as the command has them."""
        return json.loads(call("explain", self.study, "--json", *self._settings, *words({"app": app} | options)))

    @property
    def _export(self):
        folder = os.path.join(self._folder.name, "export")
        if not os.path.exists(folder):
            call("export", self.path, "--detail", "--to", folder)
        return folder

    @property
    def _descriptions(self):
        with open(os.path.join(self._export, "datapackage.json")) as file:
            return {resource["name"]: resource for resource in json.load(file)["resources"] if "schema" in resource}
