#!/usr/bin/env python3
"""Prints Google Benchmark's JSON as a table that compares the codecs.

Names are Op/shape/size/path/codec. A ratio is the time of `stock` (or
`reflective`) over the time of the row, both medians of the same file: above 1
the row is the faster one. Files of different runs are never compared.
"""

import argparse
import json
import statistics
import sys

TO_NANOSECONDS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
RIVALS = ("stock", "reflective")
CODEC_ORDER = ("none", "null", "reflective", "stock", "parity", "generated")
LEGEND = """\
Times are medians of CPU time over {repetitions} repetitions; +- is the median \
distance
from them. x stock, x reflective: how many times faster than that codec on the
same work; ~ marks a difference inside the noise."""


class InputError(Exception):
    """The file cannot be used; the text says why."""


class Row:
    """One benchmark: the repetitions' CPU times in ns, and its counters."""

    def __init__(self, work, codec):
        self.work = work  # "Encode/candidates/2000/seam"
        self.codec = codec
        self.times_ns = []
        self.allocations = None

    def median(self):
        return statistics.median(self.times_ns)

    def noise(self):
        """Median distance from the median, as a share of it."""
        median = self.median()
        if not median:
            return 0.0
        return statistics.median(abs(t - median) for t in self.times_ns) / median


def split_name(name):
    """Returns work and codec; what Google Benchmark appends is dropped."""
    parts = name.split("/")
    if len(parts) < 5:
        raise InputError(
            f'benchmark "{name}": a name has the form Op/shape/size/path/codec')
    return "/".join(parts[:4]), parts[4]


def read_rows(data):
    """Returns the rows by (work, codec)."""
    rows = {}
    for entry in data.get("benchmarks", []):
        if entry.get("run_type", "iteration") != "iteration":
            continue
        if entry.get("error_occurred"):
            raise InputError(f'benchmark "{entry["name"]}" failed: '
                             f'{entry.get("error_message", "no reason given")}')
        work, codec = split_name(entry.get("run_name", entry["name"]))
        row = rows.setdefault((work, codec), Row(work, codec))
        row.times_ns.append(entry["cpu_time"] * TO_NANOSECONDS[entry["time_unit"]])
        if "allocs" in entry:
            row.allocations = entry["allocs"]
    if not rows:
        raise InputError("it holds no repetition of any benchmark")
    return rows


def format_time(nanoseconds):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.3g} {unit}" if nanoseconds < 100 * size \
                else f"{nanoseconds / size:.0f} {unit}"
    return f"{nanoseconds:.3g} ns"


def format_ratio(row, rival):
    """How many times faster `row` is than `rival`; "-" where there is none."""
    if rival is None or rival is row or not row.median():
        return "-"
    ratio = rival.median() / row.median()
    inside_noise = abs(ratio - 1) <= row.noise() + rival.noise()
    return f"{'~' if inside_noise else ''}{ratio:.2f}"


def work_key(work):
    """Sorts by name, and sizes as numbers: a run's own order is random."""
    return [(not part.isdigit(), int(part) if part.isdigit() else part)
            for part in work.split("/")]


def row_key(row):
    known = row.codec in CODEC_ORDER
    rank = CODEC_ORDER.index(row.codec) if known else len(CODEC_ORDER)
    return work_key(row.work), rank, row.codec


def table_lines(rows):
    """The cells of the table, the heading first."""
    show_allocations = any(r.allocations is not None for r in rows.values())
    heading = ["benchmark", "codec", "median", "+-"]
    heading += [f"x {rival}" for rival in RIVALS]
    lines = [heading + (["allocs"] if show_allocations else [])]
    for row in sorted(rows.values(), key=row_key):
        cells = [row.work, row.codec, format_time(row.median()),
                 f"{100 * row.noise():.1f}%"]
        cells += [format_ratio(row, rows.get((row.work, rival)))
                  for rival in RIVALS]
        if show_allocations:
            cells.append("-" if row.allocations is None
                         else f"{row.allocations:.6g}")
        lines.append(cells)
    return lines


def render(lines):
    """Aligns the cells: the first two columns left, numbers right."""
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    text = []
    for line in lines:
        cells = [cell.ljust(width) if i < 2 else cell.rjust(width)
                 for i, (cell, width) in enumerate(zip(line, widths))]
        text.append("  ".join(cells).rstrip())
    return "\n".join(text)


def report(data):
    """The whole report as text. InputError: `data` cannot be used."""
    rows = read_rows(data)
    context = data.get("context", {})
    counts = {len(row.times_ns) for row in rows.values()}
    about = [f"{key}: {context[key]}"
             for key in ("commit", "flags", "cpu", "compiler", "protobuf", "grpc")
             if key in context]
    if context.get("cpu_scaling_enabled"):
        about.append("CPU frequency scaling is on: times may wander")
    legend = LEGEND.format(repetitions="/".join(map(str, sorted(counts))))
    return "\n".join(about + ["", render(table_lines(rows)), "", legend])


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", help="what --benchmark_out wrote")
    path = parser.parse_args(arguments).file
    try:
        with open(path, encoding="utf-8") as file:
            print(report(json.load(file)))
    except (OSError, ValueError, KeyError, InputError) as error:
        print(f"bench_table.py: {path}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
