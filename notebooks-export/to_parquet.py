"""Turns an export of `slumber export` into Parquet files, one a table, with DuckDB.

    python3 notebooks-export/to_parquet.py EXPORT [--to FOLDER]

Columns have the types of `datapackage.json`; missing values are null; descriptions and units go along as metadata of the
file. Whole numbers have 64 bits, unsigned where one is too large for a sign.
"""

import argparse
import json
import os
import sys

import duckdb

TYPES = {"string": "VARCHAR", "number": "DOUBLE", "integer": "BIGINT", "boolean": "BOOLEAN"}


def quoted(text):
    """A text as a literal of SQL."""
    return "'" + text.replace("'", "''") + "'"


def name(text):
    """A text as a name of SQL."""
    return '"' + text.replace('"', '""') + '"'


def columns(connection, path, fields):
    """The SQL type of each column of a CSV file."""
    types = {}
    for field in fields:
        if field["type"] not in TYPES:
            raise ValueError(f"{path}: column {field['name']} has the type {field['type']}, expected one of {sorted(TYPES)}")
        types[field["name"]] = TYPES[field["type"]]
    whole = [column for column, kind in types.items() if kind == "BIGINT"]
    if whole:
        # Seeds fill all 64 bits.
        wide = {column: "HUGEINT" if column in whole else "VARCHAR" for column in types}
        largest = connection.execute(f"SELECT {', '.join(f'max({name(c)})' for c in whole)} FROM {source(path, wide)}").fetchone()
        for column, value in zip(whole, largest):
            if value is not None and value >= 1 << 63:
                types[column] = "UBIGINT"
    return types


def source(path, types):
    """The CSV file as a table of SQL, read by the rules of the data package and by nothing that is guessed."""
    listed = ", ".join(f"{quoted(column)}: {quoted(kind)}" for column, kind in types.items())
    compression = "gzip" if path.endswith(".gz") else "none"
    return (
        f"read_csv({quoted(path)}, auto_detect=false, header=true, delim=',', quote='\"', escape='\"', nullstr='', "
        f"compression='{compression}', columns={{{listed}}})"
    )


def convert(connection, folder, resource, target):
    """Writes one table; returns the number of its rows."""
    path = os.path.join(folder, resource["path"])
    fields = resource["schema"]["fields"]
    with open(path, "rb") as file:
        if not file.read(1):
            raise ValueError(f"{path}: the file is empty, expected a header")
    types = columns(connection, path, fields)
    metadata = {"description": resource["description"]}
    for field in fields:
        unit = f" [{field['unit']}]" if field.get("unit") else ""
        metadata[f"column:{field['name']}"] = field["description"] + unit
    listed = ", ".join(f"{name(key)}: {quoted(value)}" for key, value in metadata.items())
    connection.execute(
        f"COPY (SELECT * FROM {source(path, types)}) TO {quoted(target)} "
        f"(FORMAT parquet, COMPRESSION zstd, KV_METADATA {{{listed}}})"
    )
    return connection.execute(f"SELECT count(*) FROM read_parquet({quoted(target)})").fetchone()[0]


def main():
    parser = argparse.ArgumentParser(description="Turns an export of slumber into Parquet files.")
    parser.add_argument("export", help="folder with datapackage.json")
    parser.add_argument("--to", help="folder of the Parquet files; EXPORT/parquet by default")
    arguments = parser.parse_args()
    with open(os.path.join(arguments.export, "datapackage.json"), encoding="utf-8") as file:
        package = json.load(file)
    folder = arguments.to or os.path.join(arguments.export, "parquet")
    os.makedirs(folder, exist_ok=True)
    connection = duckdb.connect()
    connection.execute("SET preserve_insertion_order = true")
    for resource in package["resources"]:
        if resource.get("profile") != "tabular-data-resource":
            continue
        target = os.path.join(folder, resource["name"] + ".parquet")
        partial = target + ".partial"
        rows = convert(connection, arguments.export, resource, partial)
        os.replace(partial, target)
        print(f"{target}: {rows} rows")


if __name__ == "__main__":
    try:
        main()
    except (OSError, ValueError, KeyError, duckdb.Error) as error:
        sys.exit(f"to_parquet: {error}")
