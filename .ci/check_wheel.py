"""Checks the wheel from an environment in which only it and its page's needs are installed."""

import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def check(name, condition, found=""):
    if not condition:
        sys.exit(f"check_wheel: {name}: {found}")
    print(f"{name}: holds")


os.chdir(ROOT)
with open("notebooks-export/python/README.md") as file:
    lines = re.search(r"```python\n(.*?)```", file.read(), re.DOTALL).group(1)
check("the page needs five lines", sum(bool(line) for line in lines.splitlines()) <= 5)
page = {}
try:
    exec(lines.replace("energy.svg", "out/energy.svg"), page)
finally:
    sys.stdout.flush()
slumber, results = page["slumber"], page["results"]
check("the program is that of the wheel", slumber.program().startswith(sys.prefix), slumber.program())
check("the picture is drawn", os.path.getsize("out/energy.svg") > 1000)
check("one row for each policy", len(page["energy"]) == results.runs["policy"].nunique(), page["energy"])
check("numbers are numbers", results.metrics["value"].dtype == "float64", results.metrics.dtypes)
check("every table is a frame", all(len(results[name].columns) > 0 for name in results.tables))
less = slumber.run("scenarios/quickstart.yaml", replications=1, days=15, policy=["never"], set={"population.devices": "1"})
check("options and keys are taken", len(less.runs) == 1 and less.runs["policy"][0] == "never", less.runs)
explained = slumber.run("scenarios/quickstart.yaml", replications=1, days=15, policy="never").explain("org.example.news", device=1)
check("explain is a dictionary", explained["app"] == "org.example.news", list(explained))
try:
    slumber.run("scenarios/quickstart.yaml", set={"horizonDay": "3"})
except slumber.SlumberError as error:
    check("an error has slumber's words and code", error.code == 2 and "did you mean `horizonDays`" in str(error), error)
else:
    sys.exit("check_wheel: a key that is not there was taken")
version = subprocess.run([os.path.join(sys.prefix, "bin/slumber"), "--version"], capture_output=True, text=True).stdout
check("the command is installed, of the same version", slumber.__version__ in version, version)
