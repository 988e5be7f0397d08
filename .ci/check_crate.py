#!/usr/bin/env python3
"""Validates the metadata of archives by the RO-Crate profile that they name: check_crate.py FOLDER...

The JSON-LD context of RO-Crate 1.3 is a page of the web. `ro-crate-terms.json` has the definitions of the terms that an archive uses,
from the context of the specification (CC0), so that the check needs no network. A term that it lacks is an error.
Ends with 1 if a requirement is violated. A recommendation may be violated if only the author can follow it.
"""

import json
import pathlib
import sys

import requests
from rocrate_validator import models, services

CONTEXT = "https://w3id.org/ro/crate/1.3/context"
TERMS = (pathlib.Path(__file__).parent / "ro-crate-terms.json").read_bytes()
# Facts that only the author knows, such as a license that was not chosen, and sizes of files that the author edits.
OF_AUTHOR = ("author", "publisher", "funder", "cite-as", "contentSize", "License entity")


def answer(self, request, **_):
    """The context for its address; all other pages are missing."""
    found = request.url == CONTEXT
    response = requests.Response()
    response.status_code = 200 if found else 404
    response._content = TERMS if found else b""
    response.headers["Content-Type"] = "application/ld+json"
    response.url, response.request = request.url, request
    return response


def main():
    requests.adapters.HTTPAdapter.send = answer
    failed = False
    for folder in sys.argv[1:]:
        named = json.loads(pathlib.Path(folder, "ro-crate-metadata.json").read_text())["@graph"][0]["conformsTo"]["@id"]
        profile = "ro-crate-" + named.rsplit("/", 1)[1]
        result = services.validate(services.ValidationSettings(
            rocrate_uri=models.URI(folder), profile_identifier=profile, requirement_severity=models.Severity.RECOMMENDED,
            no_cache=True))
        issues = [issue for issue in result.get_issues(models.Severity.RECOMMENDED)
                  if issue.severity == models.Severity.REQUIRED or not any(word in issue.message for word in OF_AUTHOR)]
        for issue in issues:
            print(f"{folder}: {issue.severity.name}: {issue.message}", file=sys.stderr)
        failed |= bool(issues)
        print(f"{folder}: {profile}: {len(issues)} issues")
    sys.exit(failed)


if __name__ == "__main__":
    main()
