#!/usr/bin/env python3
"""Checks that the subjects of commits have the form `area: Imperative verb …`, in at most 72 characters.

    .ci/commit_message.py FILE     the message in a file, as the hook `commit-msg` calls it
    .ci/commit_message.py --new    the commits since the branch left origin/main; without any, the last one
"""

import re
import subprocess
import sys

LIMIT = 72
EXAMPLE = "pages: State the limits of each model"
# Git writes these subjects itself.
GENERATED = re.compile(r'Merge |Revert "|(fixup|squash|amend)! ')
FORM = re.compile(r"[a-z][a-z0-9-]*: (?P<verb>[A-Z][a-z]+)\b(?!['’])")
# The endings of other forms of verbs and of plurals, and verbs that end like them.
OTHER_FORM = re.compile(r"([^e]ed|ing|[^s]s)$")
VERBS = {"Bias", "Bring", "Embed", "Focus", "Ping", "Shed"}
NO_VERBS = set(
    "A After All An Any As At Before Both Each Every For From How If In It More No Not Of On One Only Some That The "
    "These This To What When Where Which With Without".split())


def problem(subject):
    """What is wrong with a subject; None if it is right."""
    if GENERATED.match(subject):
        return None
    if len(subject) > LIMIT:
        return f"the subject has {len(subject)} characters. Write at most {LIMIT}; the body can say more"
    match = FORM.match(subject)
    if not match:
        return "the subject is not `area: Imperative verb …`. Write the area in lower case, then a verb with a capital"
    verb = match["verb"]
    if verb in NO_VERBS or verb not in VERBS and OTHER_FORM.search(verb):
        return f"`{verb}` is not an imperative verb. Begin with a verb such as Add, Fix, State or Remove"
    return None


def git(*words):
    """The lines that git prints; None if it fails."""
    try:
        found = subprocess.run(["git", *words], capture_output=True, text=True)
    except FileNotFoundError:
        return None
    return found.stdout.splitlines() if found.returncode == 0 else None


def new_subjects():
    """Subjects of commits, each with its place. A copy without a history has none."""
    base = git("merge-base", "HEAD", "origin/main")
    log = ["log", "--format=%h %s"]
    commits = base and git(*log, f"{base[0]}..HEAD") or git(*log, "-1") or []
    return [(f"commit {commit}", subject) for commit, _, subject in (line.partition(" ") for line in commits)]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if sys.argv[1] == "--new":
        subjects = new_subjects()
    else:
        with open(sys.argv[1], encoding="utf-8", errors="replace") as file:
            lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
        # Git itself refuses an empty message.
        subjects = [("commit message", line) for line in lines[:1]]
    found = [(place, subject, problem(subject)) for place, subject in subjects]
    for place, subject, text in found:
        if text:
            print(f"{place}: {subject}\n  {text}. Example: `{EXAMPLE}`", file=sys.stderr)
    sys.exit(any(text for _, _, text in found))


if __name__ == "__main__":
    main()
