#!/usr/bin/env python3
"""Counts the instructions of the main cases and guards them against regressions.

The counts stand in instructions.json, with the compiler and the protobuf that
they were taken with: another one makes other code, and the check is skipped.
Valgrind shows every program the same processor, so the machine does not matter.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

RECORD = pathlib.Path(__file__).with_name("instructions.json")
ITERATIONS = 10  # kIterations of instructions_main.cc
# Protobuf seeds each map by the clock, so decoding maps varies by itself: by 2 %.
TOLERANCE = 0.05
SKIPPED = 77


def count(program, names):
    """Returns the instructions of one iteration by case."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "callgrind")
        subprocess.run(
            ["valgrind", "--tool=callgrind", "--instr-atstart=no", "-q",
             f"--callgrind-out-file={out}", program, *names],
            check=True)
        return dict(read_dump(path) for path in
                    pathlib.Path(folder).glob("callgrind.*")
                    if "Client Request" in path.read_text())


def read_dump(path):
    text = path.read_text()
    name = re.search(r"^desc: Trigger: Client Request: (\S+)$", text, re.M)
    total = re.search(r"^(?:summary|totals): (\d+)", text, re.M)
    if not name or not total:
        raise SystemExit(f"{path}: callgrind's dump has no trigger or no total")
    return name.group(1), int(total.group(1)) // ITERATIONS


def compare(recorded, counted):
    """Prints a table; returns the cases that take too many instructions.

    Those of stock are not ours to guard; they stand there for comparison.
    """
    worse = []
    print(f"{'case':52} {'recorded':>12} {'now':>12} {'change':>8}")
    for name, before in recorded.items():
        now = counted[name]
        change = now / before - 1
        print(f"{name:52} {before:12,} {now:12,} {change:+8.1%}")
        if change > TOLERANCE and not name.endswith("/stock"):
            worse.append(name)
    return worse


def check(record, counted):
    worse = compare(record["instructions"], counted)
    if not worse:
        return 0
    print(f"\n{len(worse)} cases take over {TOLERANCE:.0%} more instructions than "
          f"recorded: {', '.join(worse)}\nIf that is meant, record the new counts "
          f"with --update and say why in the commit.")
    return 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--check", action="store_true",
                        help="fail if a case takes more than is recorded")
    action.add_argument("--update", action="store_true",
                        help="record what the cases take now")
    parser.add_argument("--program", required=True,
                        help="the built backwire_instructions")
    parser.add_argument("--compiler", required=True, help="name and version")
    parser.add_argument("--protobuf", required=True, help="version")
    args = parser.parse_args()

    record = json.loads(RECORD.read_text())
    built_with = {"compiler": args.compiler, "protobuf": args.protobuf}
    if not shutil.which("valgrind"):
        print("skipped: valgrind is not installed")
        return SKIPPED
    if args.check and record["built_with"] != built_with:
        print(f"skipped: recorded with {record['built_with']}, this is {built_with}")
        return SKIPPED
    counted = count(args.program, list(record["instructions"]))
    if args.check:
        return check(record, counted)
    compare(record["instructions"], counted)
    RECORD.write_text(json.dumps(
        {"built_with": built_with,
         "instructions": {name: counted[name] for name in record["instructions"]}},
        indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
