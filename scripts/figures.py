#!/usr/bin/env python3
"""Writes the measured figures of documents from the captures, or checks them.

A document says in a comment what stands between it and the next "end":

    <!-- figures: KIND CAPTURE [ARGUMENT...] -->...<!-- end -->

CAPTURE is a path below profiles/captures. Kinds that read the medians of CPU
time in Google Benchmark's JSON:

    time CAPTURE NAME           inline: the time of one benchmark
    ratio CAPTURE FAST SLOW     inline: how many times faster FAST is
    count CAPTURE NAME COUNTER  inline: a counter, as "allocs"
    machine CAPTURE             inline: machine, commit, versions
    ratios CAPTURE              a table; each further line of the comment is
                                LABEL | FAST | SLOW [| GOAL]
    codecs CAPTURE              a table of stock, reflective and generated; each
                                line is LABEL | Op/shape/size/path
    sizes CAPTURE               a table of bytes; each line is
                                LABEL | SHAPE | SHAPE | SHAPE of 1,000 values
    growth CAPTURE OP/SHAPE PATH  a table by size, for the same codecs

Kinds that read a folder of scripts/profile.sh, by "backwire-profile table":

    table CAPTURE               the table as Markdown
    printed CAPTURE             the table as the program shows it on a terminal
    value CAPTURE POINTER FORM  inline: a number of the table's JSON, as
                                codecs/stock/p50_ms/median; FORM is percent,
                                ratio or plain and the decimals: percent1

And "overhead CAPTURE", a table of what scripts/profile_overhead.sh --out wrote.

What nobody computed is not quoted; a test runs --check.
"""

import argparse
import functools
import json
import pathlib
import re
import statistics
import subprocess
import sys

import bench_table

ROOT = pathlib.Path(__file__).resolve().parent.parent
CAPTURES = ROOT / "profiles" / "captures"
FIGURES = re.compile(r"(<!-- figures: (.*?)-->)(.*?)(<!-- end -->)", re.S)
OPENED = re.compile(r"<!--\s*figures?\b")
CODECS = ("stock", "reflective", "generated")


class FigureError(Exception):
    """A comment cannot be followed; the text says why."""


class Capture:
    """One run's rows, by name."""

    def __init__(self, path):
        self.path = path
        try:
            self.data = json.loads(path.read_text(encoding="utf-8"))
            self.rows = bench_table.read_rows(self.data)
        except (OSError, ValueError, bench_table.InputError) as error:
            raise FigureError(f"{path}: {error}") from error

    def row(self, name):
        work, _, codec = name.strip().rpartition("/")
        if (work, codec) not in self.rows:
            raise FigureError(f"{self.path} has no benchmark {name.strip()}")
        return self.rows[(work, codec)]

    def entry(self, name):
        """The first repetition of the benchmark, as Google Benchmark has it."""
        return next(entry for entry in self.data["benchmarks"]
                    if entry.get("run_name") == name)

    def bytes_of(self, name):
        """The size of the message that the benchmark works on."""
        entry = self.entry(name)
        seconds = (entry["cpu_time"] *
                   bench_table.TO_NANOSECONDS[entry["time_unit"]] / 1e9)
        return round(entry["bytes_per_second"] * seconds)


@functools.lru_cache(maxsize=None)
def load_capture(captures, path):
    """Each file is read once, however many figures come from it."""
    return Capture(captures / path)


def format_time(nanoseconds):
    return bench_table.format_time(nanoseconds).replace("us", "µs")


def format_ratio(fast, slow):
    ratio = slow.median() / fast.median()
    return f"{ratio:.1f}" if ratio >= 1.95 else f"{ratio:.2f}"


def table(heading, rows):
    lines = ["| " + " | ".join(heading) + " |",
             "|---|" + "--:|" * (len(heading) - 1)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n" + "\n".join(lines) + "\n"


def write_ratios(capture, lines):
    with_goal = any(line.count("|") == 3 for line in lines)
    rows = []
    for line in lines:
        label, fast, slow, *goal = (part.strip() for part in line.split("|"))
        fast, slow = capture.row(fast), capture.row(slow)
        rows.append([label, format_time(slow.median()),
                     format_time(fast.median()), format_ratio(fast, slow)] +
                    ((goal or [""]) if with_goal else []))
    return table(["", "before", "after", "times faster"] +
                 (["goal"] if with_goal else []), rows)


def codec_cells(capture, work):
    """Times of the codecs, and how much faster the last one is."""
    rows = [capture.row(f"{work}/{codec}") for codec in CODECS]
    return ([format_time(row.median()) for row in rows] +
            [format_ratio(rows[-1], rival) for rival in rows[:-1]])


CODEC_HEADING = [*CODECS, "times faster than stock", "than reflective"]


def write_codecs(capture, lines):
    rows = []
    for line in lines:
        label, work = (part.strip() for part in line.split("|"))
        rows.append([label] + codec_cells(capture, work))
    return table(["", *CODEC_HEADING], rows)


def write_sizes(capture, lines):
    rows = []
    for line in lines:
        label, *shapes = (part.strip() for part in line.split("|"))
        rows.append([label] + [
            f"{capture.bytes_of(f'Encode/{shape}/1000/array/generated'):,}"
            for shape in shapes])
    encodings = [shape.strip().partition("_")[0]
                 for shape in lines[0].split("|")[1:]]
    return table(["values", *encodings], rows)


def write_growth(capture, work, path):
    sizes = sorted({int(row.work.split("/")[2]) for row in capture.rows.values()
                    if re.fullmatch(rf"{re.escape(work)}/\d+/{path}", row.work)})
    if not sizes:
        raise FigureError(f"{capture.path} has no {work}/.../{path}")
    rows = []
    for size in sizes:
        name = f"{work}/{size}/{path}"
        mine = capture.row(name + "/generated")
        counted = [f"{capture.entry(f'{name}/{codec}')['alloc_bytes']:,.0f}"
                   for codec in ("stock", "generated")]
        rows.append([f"{size:,}", f"{capture.bytes_of(name + '/generated'):,}"] +
                    codec_cells(capture, name) +
                    [format_time(mine.median() / size)] + counted)
    return table(["size", "bytes", *CODEC_HEADING, "generated, per unit of size",
                  "bytes allocated by stock", "by generated"], rows)


def write_machine(capture):
    context = capture.data["context"]
    return (f"{context['cpu']}, {context['num_cpus']} CPUs; {context['os']}; "
            f"{context['compiler']}, protobuf {context['protobuf']}, gRPC "
            f"{context['grpc']}; commit {context['commit']}")


OVERHEAD_ROWS = (("none", "no profile"), ("cpu", "CPU profile at 100 Hz"),
                 ("allocs", "allocations, one in 1,000"))


def write_overhead(path):
    with open(CAPTURES / path, encoding="utf-8") as file:
        windows = json.load(file)["cpu_seconds_per_1000_requests"]
    base = statistics.median(windows["none"])
    rows = []
    for kind, label in OVERHEAD_ROWS:
        middle = statistics.median(windows[kind])
        change = "" if kind == "none" else f"{100 * (middle / base - 1):+.1f} %"
        rows.append([label, f"{middle:.3f} s",
                     f"{min(windows[kind]):.3f} to {max(windows[kind]):.3f} s",
                     change])
    return table(["window", "server CPU for 1,000 requests",
                  f"of {len(windows['none'])} windows", "cost"], rows)


class Service:
    """Tables of service captures, by the program that makes them."""

    def __init__(self, program):
        self.program = program
        self.table = functools.lru_cache(maxsize=None)(self.table)

    def table(self, path, form):
        try:
            done = subprocess.run(
                [self.program, "table", f"--format={form}", CAPTURES / path],
                capture_output=True, text=True, check=False)
        except OSError as error:
            raise FigureError(f"{self.program}: {error}") from error
        if done.returncode != 0:
            raise FigureError(done.stderr.strip())
        return done.stdout

    def value(self, path, pointer, form):
        """The number at codecs/stock/cpu_shares/encode/share, as text."""
        value = json.loads(self.table(path, "json"))
        for key in pointer.split("/"):
            if isinstance(value, list):
                value = next((e for e in value if e.get("codec") == key), {})
            else:
                value = value[key]
        kind, decimals = form[:-1], int(form[-1])
        if kind == "percent":
            return f"{100 * value:.{decimals}f} %"
        if kind not in ("ratio", "plain"):
            raise FigureError(f"unknown form {form}")
        return f"{value:,.{decimals}f}" + ("×" if kind == "ratio" else "")


# By kind, what stands behind the comment, of a Capture, the comment's further
# arguments and its further lines.
BENCHMARK_KINDS = {
    "time": lambda c, args, _: format_time(c.row(*args).median()),
    "ratio": lambda c, args, _: format_ratio(*(c.row(name) for name in args)),
    "count": lambda c, args, _: f"{c.entry(args[0])[args[1]]:,.0f}",
    "machine": lambda c, args, _: write_machine(c),
    "ratios": lambda c, _, lines: write_ratios(c, lines),
    "codecs": lambda c, _, lines: write_codecs(c, lines),
    "sizes": lambda c, _, lines: write_sizes(c, lines),
    "growth": lambda c, args, _: write_growth(c, *args),
}


def write(instruction, service):
    """What has to stand behind a comment."""
    first, *lines = instruction.strip().splitlines()
    kind, path, *arguments = first.split()
    if kind == "printed":
        return f"\n```\n{service.table(path, 'text').rstrip()}\n```\n"
    if kind == "table":
        return "\n" + service.table(path, "markdown")
    if kind == "overhead":
        return write_overhead(path)
    if kind == "value":
        return service.value(path, *arguments)
    if kind in BENCHMARK_KINDS:
        return BENCHMARK_KINDS[kind](load_capture(CAPTURES, path),
                                     arguments, lines)
    raise FigureError(f"unknown kind {kind}")


def renew(text, service):
    """The document with its figures written anew."""
    def replace(match):
        try:
            return match[1] + write(match[2], service) + match[4]
        except (OSError, TypeError, ValueError, KeyError, IndexError,
                StopIteration) as error:
            raise FigureError(f"cannot follow \"{match[2].strip()}\": "
                              f"{error!r}") from error
    if len(FIGURES.findall(text)) != len(OPENED.findall(text)):
        raise FigureError("a comment is not written as "
                          "<!-- figures: KIND CAPTURE -->...<!-- end -->")
    return FIGURES.sub(replace, text)


def main(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0],
        epilog="The comments' form stands at the head of this file.")
    parser.add_argument("--check", action="store_true",
                        help="write nothing; exit with 1 if a figure is wrong")
    parser.add_argument("--program", help="backwire-profile (default: that of "
                        "build/release)",
                        default=ROOT / "build/release/profiles/backwire-profile")
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    options = parser.parse_args(arguments)
    service = Service(options.program)
    wrong = 0
    for path in options.files:
        try:
            before = path.read_text(encoding="utf-8")
            after = renew(before, service)
        except (OSError, FigureError) as error:
            print(f"figures.py: {path}: {error}", file=sys.stderr)
            wrong = 1
            continue
        if before == after:
            continue
        if options.check:
            wrong = 1
            print(f"figures.py: {path}: figures differ from the captures; "
                  f"scripts/figures.py {path} writes them", file=sys.stderr)
        else:
            path.write_text(after, encoding="utf-8")
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
