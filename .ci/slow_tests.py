"""Prints the ten slowest tests of a log of `swift test --no-parallel`, and fails if a case of one takes more than 8 seconds.

    python3 .ci/slow_tests.py LOG
"""

import re
import sys

LIMIT = 8.0
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
too_slow = [name for _, each, name in tests if each > LIMIT]
for name in too_slow:
    print(f"slow: {name} takes more than {LIMIT:.0f} s: make it smaller, or move it to the long tier", file=sys.stderr)
sys.exit(1 if too_slow or not tests else 0)
