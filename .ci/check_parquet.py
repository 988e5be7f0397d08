"""Compares Parquet files made by to_parquet.py with the CSV files of the export, value by value.

    python3 .ci/check_parquet.py EXPORT PARQUET
"""

import json
import os
import sys

import duckdb

TYPES = {"string": {"VARCHAR"}, "number": {"DOUBLE"}, "integer": {"BIGINT", "UBIGINT"}}


def quoted(text):
    return "'" + text.replace("'", "''") + "'"


def check(connection, export, folder, resource):
    """Complains about the first difference of a table; returns the number of its rows."""
    path = os.path.join(export, resource["path"])
    target = os.path.join(folder, resource["name"] + ".parquet")
    fields = resource["schema"]["fields"]
    found = connection.execute(f"DESCRIBE SELECT * FROM read_parquet({quoted(target)})").fetchall()
    names = [row[0] for row in found]
    assert names == [field["name"] for field in fields], f"{target}: columns {names}"
    for row, field in zip(found, fields):
        assert row[1] in TYPES[field["type"]], f"{target}: {row[0]} is {row[1]}, expected {field['type']}"
    texts = ", ".join(f"{quoted(name)}: 'VARCHAR'" for name in names)
    connection.execute(
        f"CREATE OR REPLACE TABLE plain AS SELECT * FROM read_csv({quoted(path)}, auto_detect=false, header=true, "
        f"delim=',', quote='\"', escape='\"', nullstr='', columns={{{texts}}})"
    )
    connection.execute(f"CREATE OR REPLACE TABLE typed AS SELECT * FROM read_parquet({quoted(target)})")
    rows = connection.execute("SELECT (SELECT count(*) FROM plain), (SELECT count(*) FROM typed)").fetchone()
    assert rows[0] == rows[1], f"{target}: {rows[1]} rows, expected {rows[0]}"
    for row, field in zip(found, fields):
        column = '"' + row[0].replace('"', '""') + '"'
        different = connection.execute(
            f"SELECT count(*) FROM plain POSITIONAL JOIN typed "
            f"WHERE CAST(plain.{column} AS {row[1]}) IS DISTINCT FROM typed.{column}"
        ).fetchone()[0]
        assert different == 0, f"{target}: {different} values of {row[0]} differ"
    return rows[0]


export, folder = sys.argv[1:]
with open(os.path.join(export, "datapackage.json"), encoding="utf-8") as file:
    resources = json.load(file)["resources"]
tables = [resource for resource in resources if resource.get("profile") == "tabular-data-resource"]
connection = duckdb.connect()
rows = sum(check(connection, export, folder, resource) for resource in tables)
assert len(tables) > 5 and rows > 0
print(f"{len(tables)} tables and {rows} rows are the same in CSV and Parquet")
