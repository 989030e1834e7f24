#!/usr/bin/env python3
"""Runs backwire's plugin over real schemas, compiles them, compares with stock.

corpus.sh fetches the schemas and calls this. Every file is in one of these
states, and the report counts each: part of the linked protobuf, refused by
protoc, taken; of those taken: compiled and compared, not compiled by stock
either, left out. A failure of the plugin, the compiler or the comparison is
listed with its file and message and makes the exit code 1.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import time

import corpus_sample

BATCH_FILES = 120
CXX = os.environ.get("CXX", "g++")
FLAGS = ["-std=c++17", "-O1", "-g0", "-fPIC", "-Wall", "-Wextra"]
REASONS = (
    (r"not found or had errors|File not found|No such file",
     "imports what no package has, or a refused file"),
    (r"edition|Unrecognized syntax|FeatureSet|Expected top-level statement",
     "needs a newer protoc"),
    (r"opensource_runtime", "has a weak import, which stock generates no code for"),
    (r"already defined|already been used",
     "defines again what a file that it imports has"),
)


class Source:
    """One tree of schemas: NAME and the folders that its imports start from."""

    def __init__(self, name, roots, out):
        self.name = name
        self.roots = roots
        self.gen = os.path.join(out, "gen", name)
        self.stock = os.path.join(out, "stock", name)
        self.obj = os.path.join(out, "obj", name)
        for folder in (self.gen, self.stock, self.obj):
            os.makedirs(folder, exist_ok=True)
        self.own = 0  # files that are the linked protobuf's own
        self.files = self.find_files()

    def find_files(self):
        names, paths = {}, set()
        for root in self.roots:
            for folder, subfolders, files in os.walk(root):
                subfolders.sort()
                for file in sorted(files):
                    path = os.path.join(folder, file)
                    if file.endswith(".proto") and path not in paths:
                        paths.add(path)
                        names.setdefault(os.path.relpath(path, root), path)
        library = [n for n in names if in_library(n)]
        self.own = len(library)
        return sorted(set(names) - set(library))


def library_dir():
    """Where protoc's own google/protobuf/*.proto are."""
    protoc = subprocess.run(["which", "protoc"], capture_output=True,
                            text=True, check=True).stdout.strip()
    return os.path.join(os.path.dirname(os.path.dirname(protoc)), "include")


LIBRARY = library_dir()


def in_library(name):
    return (name.startswith("google/protobuf/") and
            os.path.exists(os.path.join(LIBRARY, name)))


def errors_of(text):
    return [line for line in text.splitlines()
            if line and "warning" not in line.lower()]


class Protoc:
    """Calls protoc with and without the plugin."""

    def __init__(self, plugin, jobs):
        self.plugin = plugin
        self.jobs = jobs

    def call(self, source, files, *outputs):
        command = ["protoc", "-I" + LIBRARY]
        command += ["-I" + root for root in source.roots if os.path.isdir(root)]
        command += [*outputs, *files]
        done = subprocess.run(command, capture_output=True, text=True,
                              errors="replace", check=False)
        return done.returncode == 0, done.stderr

    def generate(self, source, files, descriptors):
        return self.call(source, files, "--cpp_out=" + source.gen,
                         "--plugin=protoc-gen-backwire=" + self.plugin,
                         "--backwire_out=views=true,builders=true:" + source.gen,
                         "--descriptor_set_out=" + descriptors)

    def fits(self, source, files):
        return self.call(source, files, "--descriptor_set_out=/dev/null")[0]


class Taken:
    """What became of the files of all sources in protoc's hands."""

    def __init__(self, protoc, out):
        self.protoc = protoc
        self.out = out
        self.batches = []  # (source, files, path of their descriptors)
        self.refused = []  # (source, file, message)
        self.failures = []  # "source/file: message"

    def take(self, source, files, name):
        """Generates code for `files`; in halves where protoc refuses them."""
        descriptors = os.path.join(self.out, "descriptors", name + ".pb")
        good, text = self.protoc.generate(source, files, descriptors)
        if good:
            self.batches.append((source, files, descriptors))
        elif len(files) > 1:
            half = len(files) // 2
            self.take(source, files[:half], name + "a")
            self.take(source, files[half:], name + "b")
        else:
            self.judge(source, files, text)

    def judge(self, source, files, text):
        good, stock = self.protoc.call(source, files,
                                       "--cpp_out=" + source.stock)
        if good:
            self.failures.append(f"{source.name}/{files[0]}: plugin: {text}")
        else:
            self.refused.append((source, files[0],
                                 " | ".join(errors_of(stock))))

    def take_all(self, sources):
        with concurrent.futures.ThreadPoolExecutor(self.protoc.jobs) as pool:
            waiting = []
            for source in sources:
                for i in range(0, len(source.files), BATCH_FILES):
                    waiting.append(pool.submit(
                        self.take, source, source.files[i:i + BATCH_FILES],
                        f"{source.name}{i // BATCH_FILES}_"))
            for task in waiting:
                task.result()
        self.batches.sort(key=lambda batch: (batch[0].name, batch[1][0]))


def reason_of(message):
    for pattern, reason in REASONS:
        if re.search(pattern, message):
            return reason
    return "has errors"


def run_timed(command, env=None):
    """Exit code, stderr, and the CPU seconds that the command took."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, env=env) as child:
        text = child.stderr.read().decode(errors="replace")
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode, text, usage.ru_utime + usage.ru_stime


VIEW_CLASS = re.compile(r"^class ViewOf<(.+)>;$", re.MULTILINE)


def unit_text(folder, stem):
    """One source of all that there is of a file: headers are most of the time.

    It tells the checker of each view when the library is loaded.
    """
    with open(os.path.join(folder, stem + ".backwire_view.h"),
              encoding="utf-8") as header:
        views = VIEW_CLASS.findall(header.read())
    lines = [f'#include "{stem}{suffix}"' for suffix in (
        ".pb.cc", ".backwire.cc", ".backwire_view.h", ".backwire_builder.h")]
    # A file that is left to stock includes nothing of backwire's.
    if views:
        lines += ["namespace backwire::testing {",
                  "void AddGeneratedView(const view::MessageLayout& (*)());",
                  "[[maybe_unused]] static const bool views_are_added = ("]
        lines += [f"  AddGeneratedView(&ViewOf<{view}>::Layout)," for view in views]
        lines += ["  true);", "}"]
    return "\n".join(lines) + "\n"


class Compiler:
    """Compiles units: stock's source of one file and all of backwire's."""

    def __init__(self, include, protoc, deadline):
        self.include = include
        self.protoc = protoc
        self.deadline = deadline
        self.failures = []
        self.by_warning = []  # stock's code has the warning too
        self.not_by_stock = []
        self.left_out = 0

    def command(self, folder, text_path, target, flags):
        return ["ccache", CXX, *flags, "-I" + folder, "-I" + self.include,
                "-c", text_path, "-o", target]

    def compile(self, unit):
        """The object's path; None if there is none."""
        source, file = unit
        stem = os.path.join(source.gen, file[:-len(".proto")])
        target = os.path.join(source.obj, file + ".o")
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if time.monotonic() > self.deadline:
            self.left_out += 1
            return None
        with open(stem + ".all.cc", "w", encoding="utf-8") as text:
            text.write(unit_text(source.gen, file[:-len(".proto")]))
        for flags in (FLAGS + ["-Werror"], FLAGS):
            command = self.command(source.gen, stem + ".all.cc", target, flags)
            code, text, _ = run_timed(command)
            if code == 0:
                return target
            if self.stock_compiles(source, file, flags):
                self.failures.append(f"{source.name}/{file}: {text}")
                return None
            if "-Werror" in flags:
                self.by_warning.append(f"{source.name}/{file}")
        self.not_by_stock.append(f"{source.name}/{file}")
        return None

    def stock_compiles(self, source, file, flags):
        self.protoc.call(source, [file], "--cpp_out=" + source.stock)
        text_path = os.path.join(source.stock, file[:-len(".proto")] + ".pb.cc")
        command = ["ccache", CXX, *flags, "-I" + source.stock, "-I" + source.gen,
                   "-c", text_path, "-o", "/dev/null"]
        return run_timed(command)[0] == 0


def partition(source, files, protoc):
    """Groups of files that can be in one program, few and large."""
    if len(files) < 2 or protoc.fits(source, files):
        return [files]
    half = len(files) // 2
    return (partition(source, files[:half], protoc) +
            partition(source, files[half:], protoc))


class Comparison:
    """Links groups of files and lets the checker compare each with stock."""

    def __init__(self, checker, out, objects, imports):
        self.checker = checker
        self.out = out
        self.objects = objects
        self.imports = imports
        self.totals = collections.Counter()
        self.failures = []

    def closure(self, source, files):
        return corpus_sample.closure(
            [(source.name, f) for f in files], self.imports)

    def compare(self, source, files, number):
        """Compares those files whose imports were compiled too."""
        ready = [f for f in files if all(
            self.objects.get(u) for u in self.closure(source, [f]))]
        if not ready:
            return
        library = os.path.join(self.out, f"{source.name}{number}.so")
        objects = [self.objects[u] for u in self.closure(source, ready)]
        code, text, _ = run_timed([CXX, "-shared", "-o", library, *objects])
        if code != 0:
            self.failures.append(f"{library}: link: {text}")
            return
        done = subprocess.run([self.checker, library, *ready],
                              capture_output=True, text=True, errors="replace",
                              check=False)
        os.remove(library)
        lines = done.stdout.splitlines()
        if done.returncode != 0 or not lines or not lines[-1].startswith("{"):
            self.failures.append(
                f"{source.name}: comparing {' '.join(ready)}: exit code "
                f"{done.returncode}\n{done.stdout}{done.stderr[-4000:]}")
            return
        self.totals.update(json.loads(lines[-1]))


class Cost:
    """Sizes and compile times, of stock's code alone and with backwire's."""

    def __init__(self, include, protoc):
        self.include = include
        self.protoc = protoc

    def compile(self, folder, path):
        """CPU milliseconds, and the bytes that the object brings to a program."""
        target = path + ".o"
        code, text, seconds = run_timed(
            [CXX, "-std=c++17", "-O2", "-g0", "-I" + folder,
             "-I" + self.include, "-c", path, "-o", target])
        if code != 0:
            raise RuntimeError(text)
        sizes = subprocess.run(["size", target], capture_output=True,
                               text=True, check=True).stdout
        text_size, data_size = sizes.splitlines()[1].split()[:2]
        os.remove(target)
        return round(seconds * 1000), int(text_size) + int(data_size)

    def measure_one(self, folder, file, suffixes, headers):
        cost = collections.Counter()
        stem = os.path.join(folder, file[:-len(".proto")])
        cost["source_bytes"] += os.path.getsize(stem + ".pb.h")
        for suffix in suffixes:
            cost["source_bytes"] += os.path.getsize(stem + suffix)
            cpu_ms, object_bytes = self.compile(folder, stem + suffix)
            cost["compile_ms"] += cpu_ms
            cost["object_bytes"] += object_bytes
        user = stem + ".user.cc"
        with open(user, "w", encoding="utf-8") as text:
            text.writelines(f'#include "{stem}{suffix}"\n' for suffix in headers)
        cost["include_ms"] += self.compile(folder, user)[0]
        return cost

    def measure(self, units, jobs):
        """Totals over the units: {"stock": Counter, "backwire": Counter}."""
        totals = {"stock": collections.Counter(),
                  "backwire": collections.Counter()}
        for source in {source for source, _ in units}:
            self.protoc.call(source, [f for s, f in units if s is source],
                             "--cpp_out=" + source.stock)

        def both(unit):
            source, file = unit
            return (self.measure_one(source.stock, file, [".pb.cc"], [".pb.h"]),
                    self.measure_one(source.gen, file,
                                     [".pb.cc", ".backwire.cc"],
                                     [".pb.h", ".backwire_view.h",
                                      ".backwire_builder.h"]))

        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for stock, backwire in pool.map(both, units):
                totals["stock"].update(stock)
                totals["backwire"].update(backwire)
        return totals


def report_taken(sources, taken, out):
    with open(os.path.join(out, "refused.txt"), "w", encoding="utf-8") as file:
        for source, name, message in sorted(
                taken.refused, key=lambda r: (r[0].name, r[1])):
            file.write(f"{source.name}/{name}: {message}\n")
    print(f"{'source':<12}{'files':>7}{'own':>6}{'refused':>9}{'taken':>7}")
    for source in sources:
        refused = sum(1 for r in taken.refused if r[0] is source)
        count = sum(len(b[1]) for b in taken.batches if b[0] is source)
        print(f"{source.name:<12}{len(source.files) + source.own:>7}"
              f"{source.own:>6}{refused:>9}{count:>7}")
    reasons = collections.Counter(reason_of(r[2]) for r in taken.refused)
    for reason, count in reasons.most_common():
        print(f"  refused by protoc: {count:>5}  {reason}")
    print("  own: part of the linked protobuf; refused: see refused.txt")


def report_cost(cost, count):
    print(f"cost of {count} files, -O2, CPU time; include_ms is that of an empty "
          "source with .pb.h, with backwire the views and builders too:")
    for key in ("source_bytes", "object_bytes", "compile_ms", "include_ms"):
        stock, backwire = cost["stock"][key], cost["backwire"][key]
        print(f"  {key:<13} stock {stock:>12}  with backwire {backwire:>12}"
              f"  x {backwire / max(stock, 1):.2f}")


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--checker", required=True)
    parser.add_argument("--include", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--root", action="append", default=[])
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--cost", action="store_true")
    parser.add_argument("--minutes", type=int)
    return parser.parse_args(arguments)


def make_sources(roots, out):
    folders = {}
    for root in roots:
        name, folder = root.split("=", 1)
        folders.setdefault(name, []).append(folder)
    return [Source(name, dirs, out) for name, dirs in folders.items()]


def compile_all(compiler, units, jobs):
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        results = list(pool.map(compiler.compile, units))
    return {(source.name, file): path
            for (source, file), path in zip(units, results)}


def compare_all(comparison, sources, units, protoc):
    """By source, in groups that protoc can hold at once."""
    for source in sources:
        files = [f for s, f in units if s is source]
        number = 0
        for i in range(0, len(files), BATCH_FILES):
            for group in partition(source, files[i:i + BATCH_FILES], protoc):
                comparison.compare(source, group, number)
                number += 1


def main(arguments):
    options = parse_arguments(arguments)
    os.makedirs(os.path.join(options.out, "descriptors"), exist_ok=True)
    sources = make_sources(options.root, options.out)
    protoc = Protoc(options.plugin, options.jobs)
    taken = Taken(protoc, options.out)
    start = time.monotonic()
    taken.take_all(sources)
    report_taken(sources, taken, options.out)
    print(f"  protoc and the plugin: {time.monotonic() - start:.0f} s")

    files = corpus_sample.load(taken.batches)
    imports = {unit: info.imports for unit, info in files.items()}
    chosen = sorted(files) if options.all else corpus_sample.choose(files)
    by_name = {source.name: source for source in sources}
    units = [(by_name[name], file) for name, file in chosen]

    start = time.monotonic()
    limit = options.minutes * 60 if options.minutes else float("inf")
    compiler = Compiler(options.include, protoc, start + limit)
    objects = compile_all(compiler, units, options.jobs)
    compiled = sum(1 for path in objects.values() if path)
    print(f"compiled {compiled} of {len(units)} chosen files in "
          f"{time.monotonic() - start:.0f} s; left out for lack of time: "
          f"{compiler.left_out}; not compiled by stock either: "
          f"{len(compiler.not_by_stock)}; warnings of stock's: "
          f"{len(set(compiler.by_warning))}")
    for name in compiler.not_by_stock:
        print(f"  stock does not compile {name}")

    start = time.monotonic()
    comparison = Comparison(options.checker, options.out, objects, imports)
    compare_all(comparison, sources, units, protoc)
    print("compared with stock in "
          f"{time.monotonic() - start:.0f} s: " + ", ".join(
              f"{value} {key}" for key, value in comparison.totals.items()))
    if options.cost:
        good = [u for u in units if objects.get((u[0].name, u[1]))]
        report_cost(Cost(options.include, protoc).measure(good, options.jobs),
                    len(good))

    failures = taken.failures + compiler.failures + comparison.failures
    for failure in failures:
        print("FAILED " + failure)
    print(f"{len(failures)} failures")
    return 1 if failures or not comparison.totals["types"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
