#!/usr/bin/env python3
"""Checks that every figure in the docs is what the captures say.

In a Markdown file, a figure stands between two comments:

  <!--figure FOLDER POINTER FORM-->49.8 %<!--/figure-->
  <!--table FOLDER-->
  ...
  <!--/table-->

FOLDER is below profiles/captures. If it holds manifests of scripts/profile.sh,
POINTER leads into what "backwire-profile table --format=json" makes of its
profiles, with a codec's name in the place of its number (codecs/stock/p50_ms/
median). If it is a JSON file of Google Benchmark, POINTER is Begin/A, and the
figure the median of that benchmark in microseconds of CPU, or Begin/A:B, and the
figure the ratio of the medians of Begin/A and Begin/B.
FORM is percent or ratio, or plain, and the number of decimals: percent1. A
table is what "backwire-profile table --format=markdown" prints.
"""

import argparse
import json
import os
import re
import subprocess
import sys

import bench_table

FIGURE = re.compile(
    r"(<!--figure (\S+) (\S+) (percent|ratio|plain)(\d)-->)(.*?)"
    r"(<!--/figure-->)", re.DOTALL)
TABLE = re.compile(r"(<!--table (\S+)-->\n)(.*?)(<!--/table-->)", re.DOTALL)
OPENED = re.compile(r"<!--(?:figure|table)\b")
NS_PER_US = 1000
SKIPPED = {".git", "build", "captures"}


class FigureError(Exception):
    """What is wrong with one figure."""


class Captures:
    """Computes figures from captures, each folder once."""

    def __init__(self, root, program):
        self._root = root
        self._program = program
        self._tables = {}

    def _path(self, folder):
        path = os.path.normpath(os.path.join(self._root, folder))
        if not path.startswith(self._root + os.sep) or not os.path.exists(path):
            raise FigureError(f"there is no {folder} below profiles/captures")
        return path

    def table(self, folder, form):
        """What backwire-profile prints of the folder."""
        key = (folder, form)
        if key not in self._tables:
            done = subprocess.run(
                [self._program, "table", f"--format={form}",
                 self._path(folder)],
                capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise FigureError(done.stderr.strip())
            self._tables[key] = done.stdout
        return self._tables[key]

    def value(self, folder, pointer):
        """The number that the pointer leads to."""
        if folder.endswith(".json"):
            return benchmark(self._path(folder), pointer)
        return number_at(json.loads(self.table(folder, "json")), pointer)


def number_at(value, pointer):
    """The number at codecs/stock/cpu_shares/encode/share."""
    for key in pointer.split("/"):
        if isinstance(value, list):
            value = next((e for e in value if e.get("codec") == key), None)
        elif isinstance(value, dict):
            value = value.get(key)
        else:
            value = None
        if value is None:
            raise FigureError(f"{pointer}: there is no {key}")
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise FigureError(f"{pointer}: it is no number")
    return value


def benchmark(path, pointer):
    """Of "Begin/A" the median CPU time in µs; of "Begin/A:B" the ratio of two."""
    try:
        with open(path, encoding="utf-8") as file:
            rows = bench_table.read_rows(json.load(file))
    except (bench_table.InputError, json.JSONDecodeError) as error:
        raise FigureError(f"{path}: {error}") from error
    begin, _, codecs = pointer.rpartition("/")
    medians = []
    for codec in codecs.split(":", 1):
        if (begin, codec) not in rows:
            raise FigureError(f"{begin}/{codec}: there is no such benchmark")
        medians.append(rows[begin, codec].median())
    if len(medians) == 1:
        return medians[0] / NS_PER_US
    return medians[0] / medians[1]


def text_of(value, form, decimals):
    """The number as it stands in a text."""
    if form == "percent":
        return f"{100 * value:.{decimals}f} %"
    if form == "ratio":
        return f"{value:.{decimals}f}×"
    return f"{value:,.{decimals}f}"


def renewed(text, captures, errors):
    """The text with all figures computed anew; errors get what cannot be."""

    def figure(match):
        begin, folder, pointer, form, decimals, old, end = match.groups()
        try:
            value = captures.value(folder, pointer)
            return begin + text_of(value, form, int(decimals)) + end
        except FigureError as error:
            errors.append(str(error))
            return begin + old + end

    def table(match):
        begin, folder, old, end = match.groups()
        try:
            return begin + captures.table(folder, "markdown") + end
        except FigureError as error:
            errors.append(str(error))
            return begin + old + end

    found = len(FIGURE.findall(text)) + len(TABLE.findall(text))
    if found != len(OPENED.findall(text)):
        errors.append("a figure is not written as "
                      "<!--figure FOLDER POINTER FORM-->…<!--/figure-->, or a "
                      "table not as <!--table FOLDER-->…<!--/table-->")
    return TABLE.sub(table, FIGURE.sub(figure, text))


def first_difference(old, new):
    """Number of the first line that differs, and what it should be."""
    lines = new.split("\n")
    for number, line in enumerate(old.split("\n"), 1):
        if number > len(lines) or line != lines[number - 1]:
            return number, lines[min(number, len(lines)) - 1]
    return len(lines), lines[-1]


def check_file(path, captures, update):
    """Returns how many figures a file has, and the findings."""
    with open(path, encoding="utf-8") as file:
        old = file.read()
    errors = []
    new = renewed(old, captures, errors)
    findings = [f"{path}: {error}" for error in errors]
    if new != old and update:
        with open(path, "w", encoding="utf-8") as file:
            file.write(new)
    elif new != old:
        number, line = first_difference(old, new)
        findings.append(f"{path}:{number}: the captures say: {line}\n"
                        "  (scripts/check_figures.py --update writes it)")
    return len(OPENED.findall(old)), findings


def documents(root):
    """All Markdown files below a folder."""
    for folder, subfolders, files in os.walk(root):
        subfolders[:] = sorted(set(subfolders) - SKIPPED)
        for name in sorted(files):
            if name.endswith(".md"):
                yield os.path.join(folder, name)


def main(arguments):
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", default=os.path.dirname(here),
                        help="the tree to check (default: this one)")
    parser.add_argument("--program", help="backwire-profile (default: that of "
                        "build/release)")
    parser.add_argument("--update", action="store_true",
                        help="write what the captures say into the files")
    options = parser.parse_args(arguments)
    root = os.path.abspath(options.root)
    program = options.program or os.path.join(
        root, "build/release/profiles/backwire-profile")
    captures = Captures(os.path.join(root, "profiles", "captures"), program)
    total = 0
    all_findings = []
    for path in documents(root):
        count, findings = check_file(path, captures, options.update)
        total += count
        all_findings += findings
    for finding in all_findings:
        print(finding)
    print(f"{total} figures and tables, {len(all_findings)} findings",
          file=sys.stderr)
    # None at all: the docs lost their markers, and nothing would be checked.
    return 0 if total and not all_findings else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
