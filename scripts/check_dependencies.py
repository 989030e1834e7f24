#!/usr/bin/env python3
"""Checks that #include lines follow the layers of the tree.

FOLDERS and LIBRARIES below are the rule: who may include what. Everything that
they do not allow is a finding, also a folder that has no row yet. Tests and
benchmarks (x_test.cc, x_benchmark.cc) may reach for more: see TEST_ONLY.
"""

import argparse
import os
import re
import sys

# Folder: the folders that its sources may include, besides itself. The first
# row that a source is in counts.
FOLDERS = {
    "codec/wire": (),
    "codec/compat": (),
    "codec/message": ("codec/wire", "codec/compat"),
    "codec/view": ("codec/wire", "codec/compat"),
    "codec/dynamic": ("codec/wire", "codec/compat", "codec/view"),
    "codec/builder": ("codec/wire", "codec/message"),
    "codec/reflective": ("codec/wire", "codec/compat", "codec/message"),
    "codec/registry": ("codec/wire", "codec/compat", "codec/message",
                       "codec/reflective"),
    "codec/grpc": ("codec/wire", "codec/compat", "codec/message",
                   "codec/reflective", "codec/registry", "codec/builder",
                   "codec/view", "codec/dynamic"),
    "codec/plugin": ("codec/wire", "codec/compat", "codec/view",
                     "codec/dynamic"),
    "codec/testing": ("codec", "proto"),
    "codec/benchmarks": ("codec", "proto"),
    "proto": ("codec",),
    "server/admin": ("codec/registry", "profiles/format"),
    "server": ("codec", "proto"),
    "client": ("codec", "proto"),
    "profiles/format": (),
    "profiles": ("proto", "profiles/format"),
}

# What tests and benchmarks below a folder may include on top of its row.
TEST_ONLY = {
    "codec": ("codec", "proto"),
    "server": ("client", "profiles"),
    "client": ("server",),
    "profiles": ("profiles",),
}

# Headers outside of the tree: a pattern, and the folders that may include it.
# The first pattern that matches counts; what matches none is free.
LIBRARIES = (
    (r"grpcpp/|grpc/|.*\.grpc\.pb\.h$",
     ("codec/grpc", "codec/testing", "codec/benchmarks", "server", "client")),
    (r"google/protobuf/compiler/", ("codec/plugin", "codec/testing")),
    (r"google/protobuf/",
     ("codec/compat", "codec/message", "codec/reflective", "codec/registry", "codec/grpc",
      "codec/view", "codec/dynamic", "codec/builder", "codec/plugin",
      "codec/testing", "codec/benchmarks", "proto", "server", "client",
      "profiles")),
    (r".*\.pb\.h$",
     ("codec/testing", "codec/benchmarks", "proto", "server", "client",
      "profiles")),
    (r"gperftools/", ("server", "profiles", "codec/benchmarks",
                      "codec/testing")),
)

ROOTS = ("codec", "proto", "server", "client", "profiles")
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]')
# Sources that are data: what the plugin writes, kept to compare with.
DATA_FOLDERS = ("golden", "corpus", "captures")


def within(folder, parents):
    return any(folder == p or folder.startswith(p + "/") for p in parents)


def row_of(path):
    """The folder of FOLDERS that `path` is in, or None."""
    return next((f for f in FOLDERS if within(os.path.dirname(path), (f,))),
                None)


def is_test(path):
    return re.search(r"_(test|benchmark|test_[a-z]+|fuzzer)\.(cc|h)$",
                     path) is not None


def included_path(header):
    """Where an included header stands in the tree; None if outside."""
    if header.startswith("backwire/admin/"):
        return "server/admin/" + header[len("backwire/admin/"):]
    if header.startswith("backwire/"):
        return "codec/" + header[len("backwire/"):]
    if within(header, ROOTS) and not header.endswith(".pb.h"):
        return header
    return None


def check_include(path, header):
    """Why `path` may not include `header`; None if it may."""
    row = row_of(path)
    top = path.split("/")[0]
    extra = TEST_ONLY.get(top, ()) if is_test(path) else ()
    target = included_path(header)
    if target is not None:
        if within(target, (row,) + FOLDERS[row] + extra):
            return None
        allowed = ", ".join((row,) + FOLDERS[row] + extra)
        return f"{row} may include only {allowed}"
    for pattern, allowed in LIBRARIES:
        if re.match(pattern, header):
            if is_test(path) or within(row, allowed):
                return None
            return f"only {', '.join(allowed)} and tests may include it"
    return None


def check_source(path, text):
    """Returns the findings in one source as "file:line: text"."""
    if row_of(path) is None:
        return [f"{path}:1: {os.path.dirname(path)} has no row in "
                "scripts/check_dependencies.py: add it with what it may include"]
    findings = []
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        reason = match and check_include(path, match.group(1))
        if reason:
            findings.append(f"{path}:{number}: {match.group(1)}: {reason}")
    return findings


def list_sources(root):
    """Paths of all C++ sources below ROOTS, relative to `root`."""
    for top in ROOTS:
        for folder, subfolders, files in os.walk(os.path.join(root, top)):
            subfolders[:] = sorted(set(subfolders) - set(DATA_FOLDERS))
            for name in sorted(files):
                if name.endswith((".cc", ".h", ".inc")):
                    yield os.path.relpath(os.path.join(folder, name), root)


def check_tree(root):
    """Returns how many sources were read, and the findings."""
    findings = []
    count = 0
    for path in list_sources(root):
        count += 1
        with open(os.path.join(root, path), encoding="utf-8") as file:
            findings += check_source(path, file.read())
    return count, findings


def main(arguments):
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", default=os.path.dirname(here),
                        help="the tree to check (default: this one)")
    count, findings = check_tree(parser.parse_args(arguments).root)
    for finding in findings:
        print(finding)
    if count == 0:
        print("check_dependencies.py: no sources found", file=sys.stderr)
    print(f"{count} sources, {len(findings)} findings", file=sys.stderr)
    return 0 if count and not findings else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
