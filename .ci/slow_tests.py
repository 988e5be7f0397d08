"""Prints the ten slowest tests of a log of `swift test --no-parallel`. A test above 4 seconds belongs to the long tier.

    python3 .ci/slow_tests.py LOG
"""

import re
import sys

ENDED = re.compile(r"Test (?!run with)(.+?)(?: with (\d+) test cases?)? (?:passed|failed) after ([\d.]+) seconds")

tests = []
with open(sys.argv[1], encoding="utf-8") as log:
    for line in log:
        if match := ENDED.search(line):
            seconds, cases = float(match[3]), int(match[2] or 1)
            tests.append((seconds, seconds / cases, match[1]))
tests.sort(reverse=True)
for seconds, _, name in tests[:10]:
    print(f"slow: {seconds:6.1f} s  {name}")
sys.exit(0 if tests else 1)
