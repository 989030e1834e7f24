#!/usr/bin/env python3
"""Tests of corpus_sample.py and of corpus.py's sorting of files."""

import sys
import unittest

# Debian's module is not in every Python.
try:
    from google.protobuf import descriptor_pb2
except ImportError as error:
    print(f"skipped: {error}: python3-protobuf is not there, or broken", file=sys.stderr)
    sys.exit(77)

import corpus
import corpus_sample


def info(imports=(), shapes=(), messages=1):
    return corpus_sample.FileInfo(tuple(imports), set(shapes), messages)


class ClosureTest(unittest.TestCase):

    def test_brings_all_that_is_imported_once(self):
        imports = {("s", "a"): ("b", "c"), ("s", "b"): ("c",), ("s", "c"): (),
                   ("s", "d"): ("a",)}
        self.assertEqual(corpus_sample.closure([("s", "a")], imports),
                         [("s", "a"), ("s", "b"), ("s", "c")])


class ChooseTest(unittest.TestCase):

    def test_takes_what_brings_most_for_its_cost(self):
        files = {("s", "plain"): info(shapes={"x"}),
                 ("s", "rich"): info(shapes={"x", "y", "z"}),
                 ("s", "big"): info(shapes={"x", "y", "z", "w"}, messages=39)}
        self.assertEqual(corpus_sample.choose(files, max_files=1),
                         [("s", "rich")])
        self.assertEqual(corpus_sample.choose(files, max_files=4),
                         [("s", "big"), ("s", "rich")])

    def test_takes_one_file_of_each_source_first(self):
        files = {("s", f"f{i}"): info(shapes={f"x{i}"}) for i in range(9)}
        files[("t", "poor")] = info(shapes={"x1"})
        self.assertEqual(
            {source for source, _ in corpus_sample.choose(files, max_files=2)},
            {"s", "t"})

    def test_leaves_out_files_of_too_many_messages(self):
        files = {("s", "huge"): info(shapes={"x"}, messages=1000),
                 ("s", "holds"): info(imports=["huge"], shapes={"y"})}
        self.assertEqual(corpus_sample.choose(files), [])

    def test_does_not_depend_on_the_order(self):
        files = {("s", f"f{i}"): info(shapes={f"x{i % 7}", f"y{i % 5}"})
                 for i in range(40)}
        again = dict(reversed(files.items()))
        self.assertEqual(corpus_sample.choose(files),
                         corpus_sample.choose(again))


class DescribeTest(unittest.TestCase):

    def test_tells_shapes_apart(self):
        file = descriptor_pb2.FileDescriptorProto(name="a/b/c.proto",
                                                  syntax="proto3")
        message = file.message_type.add(name="M")
        message.field.add(name="f", number=16, label=3, type=5)
        entry = message.nested_type.add(name="E")
        entry.options.map_entry = True
        entry.field.add(name="key", number=1, label=1, type=9)
        entry.field.add(name="value", number=2, label=1, type=12)
        described = corpus_sample.describe("s", file)
        self.assertEqual(described.messages, 1)
        self.assertLessEqual({"s a/b", "proto3 REPEATED INT32",
                              "proto3 map STRING BYTES", "no package",
                              "number of 4 bits"}, described.shapes)


class ReasonTest(unittest.TestCase):

    def test_names_what_protoc_says(self):
        self.assertIn("no package has", corpus.reason_of(
            'a.proto:1:1: Import "b.proto" was not found or had errors.'))
        self.assertEqual(corpus.reason_of("a.proto:1:1: Expected \";\"."),
                         "has errors")

    def test_warnings_are_no_errors(self):
        self.assertEqual(corpus.errors_of(
            "a: warning: unused\n[libprotobuf WARNING x] y\nb: bad\n"),
            ["b: bad"])


if __name__ == "__main__":
    unittest.main()
