"""Counts the lines and the statements (tokens / 10) of the Swift sources and tests.

    python3 .ci/size.py            the totals
    python3 .ci/size.py --folders  and each folder of Sources and Tests
"""

import re
import subprocess
import sys

TOKEN = re.compile(
    r"//[^\n]*|/\*.*?\*/"  # comments, which are no tokens
    r'|(?P<token>#*""".*?"""#*|#*"(?:\\.|[^"\\\n])*"#*|[A-Za-z_`@#$][\w`]*|\d[\w.]*|[^\s\w]+?)', re.S)
APART = ("Sources/SimulatedApp/", "Sources/slumber-benchmarks/", "Benchmarks/", "SimulatedApp/")


def main():
    files = subprocess.run(["git", "ls-files", "*.swift"], capture_output=True, text=True, check=True).stdout.split()
    folders = {}
    for file in files:
        text = open(file, encoding="utf-8").read()
        tokens = sum(1 for match in TOKEN.finditer(text) if match["token"])
        part = "apart" if file.startswith(APART) else file.split("/")[0]
        for name in (part, "/".join(file.split("/")[:2])):
            lines, count, number = folders.get(name, (0, 0, 0))
            folders[name] = (lines + text.count("\n"), count + tokens, number + 1)
    for name, (lines, tokens, number) in sorted(folders.items()):
        if "/" not in name or "--folders" in sys.argv:
            print(f"{name:40} {lines:7} lines {tokens / 10:9.0f} statements {number:5} files")


if __name__ == "__main__":
    main()
