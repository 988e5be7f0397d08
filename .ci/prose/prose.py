#!/usr/bin/env python3
"""Counts sentence habits that a reader must read twice, in the pages and in all texts that the program prints.

    .ci/prose/prose.py [--show [FILE...]] [--write]

A document may have 5 habits per 1,000 words, or 1 if that is more. All printed texts together are one document. A sentence may have
35 words. Code, tables, lists of names, values in code font and defaults do not count. `known.tsv` lists each document above its
budget with its present number of habits and of long sentences. These numbers may only fall: `--write` lowers them and never raises
them. `terms.tsv` has the terms of the project, their definitions, and the words that they replace; these words are warnings, which
`--show` prints. Ends with 1 if a document exceeds its numbers.
"""

import argparse
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).parent
PER_THOUSAND_WORDS = 5
LONGEST_SENTENCE = 35
PRINTED = "printed texts"

HABITS = {
    "what-clause": r"\b[Ww]hat (?:an?|the|its?|is|was|are|were|has|had|no|they|this|each|one|stands|phones|apps|policies|users|nobody|"
                   r"somebody|comes|came|such|does|did|could|can|may|must|runs|your|you)\b",
    "orphan pronoun": r"\b(?:that of|those (?:of|that|whose|which|with|without)|that which)\b",
    "preposition and which": r"\b(?:of|by|to|with|from|on|at|under|over|before|after|without|between|through|behind|beyond) "
                             r"(?:which|whose|whom)\b",
    "posture": r"\b(?:stands?|stood)\b",
    "negated noun": r"\b(?:nobody|no one|nothing|none)\b",
    "talking table": r"\b(?:tells?|told)\b",
    "quantity": r"\b(?:so many|as many|so much|so long|at most so)\b",
    "house preposition": r"\b(?:beside|behind|in front|anew|goes? on|went on|goes? off|whoever|whatever|held against)\b",
    "is left": r"\b(?:is|are|was|were|has|have|been) left\b",
    "bare others": r"\b(?:all others|the others|others|the rest)\b",
    "of its own": r"\bof (?:one's|its|their|his|your|our) own\b",
    "opening": r"^(?:Of|Where|What|Whatever|Whoever|Without|Beside|Behind|Below)\b",
}
QUESTION = {"what-clause", "opening"}
# Literals that are programs, markup or lists of names.
CODE = re.compile(r"\s*(?:#compdef|# bash|# submit|<!DOCTYPE|\.TH |set -e|com org net)")


def plain(text):
    """A paragraph without links, code and emphasis."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"<doc:[^>]*>|``?[^`]*``?", "CODE", text)
    text = re.sub(r"\(default:? [^)]*\)|\bdefault:? \S+", "", text)
    text = re.sub(r"[*_]{1,2}([^*_]+)[*_]{1,2}", r"\1", text)
    return re.sub(r"\s+", " ", text).strip()


def paragraphs(lines, ends=r"[|#@<]|!\["):
    """The paragraphs and items of lists; a line that matches `ends` is no prose."""
    current = []
    for line in [*lines, ""]:
        line = line.strip()
        item = re.match(r"(?:[-*]|\d+\.)\s+(.*)", line)
        if not line or item or re.match(ends, line):
            if current:
                yield plain(" ".join(current))
            current = [item.group(1)] if item else []
        elif current and re.match(r"\S+(?: \S+){0,3}:? {2,}\S|[a-z][^.:]{0,30}: [a-z]", line):
            # A row of a legend.
            yield plain(" ".join(current))
            current = [line]
        else:
            current.append(line)


def markdown(text):
    text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
    text = re.sub(r"^\s*(```|~~~).*?^\s*(```|~~~)\s*$", "", text, flags=re.S | re.M)
    return list(paragraphs(text.split("\n")))


def literals(source):
    """The string literals of a Swift file; what is interpolated counts as code."""
    place = 0
    while place < len(source):
        if source.startswith("//", place):
            place = source.find("\n", place) % (len(source) + 1)
        elif source.startswith("/*", place):
            place = (source.find("*/", place) + 2) or len(source)
        elif opening := re.compile(r'(#*)("""|")').match(source, place):
            text, place = literal(source, opening.end(), *opening.groups())
            yield text
        else:
            place += 1


def literal(source, place, hashes, quote):
    """The text of a literal whose body begins at a place, and the place after it."""
    end, escape, text = quote + hashes, "\\" + hashes, []
    while not source.startswith(end, place):
        if source.startswith(escape + "(", place):
            text.append("`x`")
            place = closing(source, place + len(escape) + 1)
        elif source.startswith(escape, place):
            mark = source[place + len(escape)]
            text.append({"n": "\n", "t": " ", "\n": " "}.get(mark, mark))
            place += len(escape) + 1
        else:
            text.append(source[place])
            place += 1
    return "".join(text), place + len(end)


def closing(source, place):
    """The place after the parenthesis that closes an interpolation; literals within may have parentheses."""
    depth = 1
    while depth:
        if opening := re.compile(r'(#*)("""|")').match(source, place):
            _, place = literal(source, opening.end(), *opening.groups())
            continue
        depth += {"(": 1, ")": -1}.get(source[place], 0)
        place += 1
    return place


def printed():
    """The sentences of rules, parameters, findings, errors, warnings, legends and helps: literals of four words or more."""
    found = []
    for path in sorted(pathlib.Path("Sources").rglob("*.swift")):
        if "SimulatedApp" in path.parts:
            continue
        for text in literals(path.read_text()):
            if CODE.match(text):
                continue
            rows = [cell for line in text.split("\n") if " | " in line for cell in line.split(" | ")[1:]]
            found += [plain(row) for row in rows] or paragraphs(text.split("\n"), ends=r"\s*(#+ .*)?$")
    return [text for text in found if len(re.findall(r"[A-Za-z]{2,}", text)) >= 4]


def unreleased(text):
    return text.split("\n## Unreleased", 1)[1].split("\n## ", 1)[0]


def documents():
    pages = ["README.md", ".github/CONTRIBUTING.md", "scenarios/README.md",
             *sorted(map(str, pathlib.Path("Sources").glob("*/*.docc/*.md")))]
    found = {page: markdown(pathlib.Path(page).read_text()) for page in pages}
    found["CHANGELOG.md"] = markdown(unreleased(pathlib.Path("CHANGELOG.md").read_text()))
    found[PRINTED] = printed()
    return found


def is_list_of_names(sentence):
    """Whether most parts between commas are a word or two."""
    parts = [part for part in re.split(r"[,;:]", sentence) if part.strip()]
    return len(parts) > 8 and sum(len(part.split()) <= 3 for part in parts) > len(parts) / 2


def sentences(texts):
    for text in texts:
        for sentence in re.split(r"(?<=[.!?:])\s+(?=[A-Z0-9(\"“])", text):
            if len(sentence.split()) >= 4:
                yield sentence


def habits(sentence):
    """The names of the habits of a sentence, one for each place."""
    isquestion = sentence.endswith("?")
    return [name for name, pattern in HABITS.items() if not (isquestion and name in QUESTION)
            for _ in re.findall(pattern, sentence)]


def is_long(sentence):
    return len(sentence.split()) > LONGEST_SENTENCE and not is_list_of_names(sentence)


def terms():
    """The terms to replace: a pattern, the replacement, and a pattern of exceptions. The page *Glossary* has the definitions."""
    rows = [line.split("\t") for line in (HERE / "terms.tsv").read_text().splitlines()[1:]]
    return [(re.compile(rf"\b(?:{term})\b"), instead, re.compile(exception) if exception else None)
            for term, instead, exception, _ in rows if term]


def known():
    rows = [line.split("\t") for line in (HERE / "known.tsv").read_text().splitlines()[1:]]
    return {name: (int(habits), int(long)) for name, habits, long in rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--show", nargs="*", metavar="FILE", help="print each sentence with a habit or a term, of these documents or all")
    parser.add_argument("--write", action="store_true", help="lower the numbers of known.tsv")
    options = parser.parse_args()
    allowed, replaced, now, failed = known(), terms(), {}, False
    for name, texts in documents().items():
        words = sum(len(text.split()) for text in texts)
        marked = [(sentence, habits(sentence)) for sentence in sentences(texts)]
        numbers = sum(len(kinds) for _, kinds in marked), sum(is_long(sentence) for sentence, _ in marked)
        if options.show is not None and (not options.show or name in options.show):
            for sentence, kinds in marked:
                kinds = kinds + [f"{len(sentence.split())} words"] * is_long(sentence)
                kinds += [f"{found[0]}: say {instead}" for term, instead, exception in replaced
                          if (found := term.search(exception.sub("", sentence) if exception else sentence))]
                if kinds:
                    print(f"{name}: [{', '.join(kinds)}] {sentence}")
        budget = max(1, PER_THOUSAND_WORDS * words / 1000)
        most, longest = max(budget, allowed.get(name, (0, 0))[0]), allowed.get(name, (0, 0))[1]
        if numbers[0] > budget or numbers[1] > 0:
            now[name] = numbers
        if numbers[0] > most or numbers[1] > longest:
            failed = True
            print(f"{name}: {numbers[0]} habits and {numbers[1]} long sentences in {words} words; {most:.0f} and {longest} are allowed. "
                  f"See them with: .ci/prose/prose.py --show '{name}'", file=sys.stderr)
    if options.write:
        lowered = {name: tuple(map(min, numbers, allowed[name])) for name, numbers in now.items() if name in allowed}
        rows = [f"{name}\t{habits}\t{long}" for name, (habits, long) in lowered.items()]
        (HERE / "known.tsv").write_text("\n".join(["document\thabits\tlong sentences", *rows]) + "\n")
    sys.exit(failed)


if __name__ == "__main__":
    main()
