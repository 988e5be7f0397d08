#!/usr/bin/env python3
"""Checks pages of `slumber report`: tags are balanced, identities are unique, links lead to a place on the page.

    check_report.py PAGE...

Nothing on a page may run or be fetched, and a page has at most 2 MB.
"""

import html.parser
import pathlib
import sys

VOID = {"meta", "br"}
FORBIDDEN = {"script", "iframe", "object", "embed", "link", "img", "form", "base"}
LIMIT = 2_000_000


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.problems = [], [], [], []

    def problem(self, text):
        self.problems.append(f"line {self.getpos()[0]}: {text}")

    def handle_starttag(self, tag, attributes):
        if tag in FORBIDDEN:
            self.problem(f"<{tag}>")
        for name, value in attributes:
            if name == "id":
                self.ids.append(value)
            elif name in ("href", "src"):
                self.links.append(value)
            elif name == "clip-path":
                self.links.append(value.removeprefix("url(").removesuffix(")"))
            elif name.startswith("on"):
                self.problem(f"<{tag} {name}>")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.problem(f"</{tag}> closes nothing")


def problems(path):
    text = path.read_text(encoding="utf-8")
    page = Page()
    page.feed(text)
    page.close()
    found = list(page.problems)
    found += [f"<{tag}> is not closed" for tag in page.open]
    found += [f"two elements are called {name!r}" for name in sorted({i for i in page.ids if page.ids.count(i) > 1})]
    places = {f"#{name}" for name in page.ids}
    found += [f"{link!r} leads nowhere" for link in sorted(set(page.links) - places)]
    if not text.startswith("<!DOCTYPE html>"):
        found.append("no document type")
    if len(text.encode()) > LIMIT:
        found.append(f"{len(text.encode())} bytes")
    if "@import" in text or "url(http" in text:
        found.append("something is fetched")
    return found


failed = False
for name in sys.argv[1:]:
    for problem in problems(pathlib.Path(name)):
        print(f"{name}: {problem}")
        failed = True
sys.exit(1 if failed else 0)
