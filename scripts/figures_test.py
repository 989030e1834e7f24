#!/usr/bin/env python3
"""Tests of figures.py."""

import contextlib
import io
import json
import pathlib
import tempfile
import unittest

import figures

CONTEXT = {"cpu": "CPU", "num_cpus": 2, "os": "OS", "compiler": "g++",
           "protobuf": "3", "grpc": "1", "commit": "abc"}


def entries(name, times_us, **more):
    # One million bytes each second, so that a microsecond stands for a byte.
    return [{"name": name, "run_name": name, "run_type": "iteration",
             "cpu_time": time, "time_unit": "us", "bytes_per_second": 1e6, **more}
            for time in times_us]


class FiguresTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        captures, figures.CAPTURES = figures.CAPTURES, self.folder
        self.addCleanup(setattr, figures, "CAPTURES", captures)
        self.save("bench.json", [
            *entries("Encode/c/10/seam/stock", [40, 44, 48], alloc_bytes=7),
            *entries("Encode/c/10/seam/reflective", [110], alloc_bytes=8),
            *entries("Encode/c/10/seam/generated", [10, 11, 90],
                     alloc_bytes=9000, allocs=2),
        ])

    def save(self, name, benchmarks):
        (self.folder / name).write_text(
            json.dumps({"context": CONTEXT, "benchmarks": benchmarks}))

    def document(self, text):
        path = self.folder / "doc.md"
        path.write_text(text)
        return path

    def run_main(self, *arguments):
        errors = io.StringIO()
        with contextlib.redirect_stderr(errors):
            code = figures.main([str(a) for a in arguments])
        return code, errors.getvalue()

    def test_writes_inline_figures(self):
        path = self.document(
            "It is <!-- figures: ratio bench.json Encode/c/10/seam/generated "
            "Encode/c/10/seam/stock -->?<!-- end --> times faster, "
            "<!-- figures: time bench.json Encode/c/10/seam/generated -->"
            "<!-- end -->, "
            "<!-- figures: count bench.json Encode/c/10/seam/generated allocs -->"
            "<!-- end -->, "
            "<!-- figures: machine bench.json --><!-- end -->.")
        self.assertEqual((0, ""), self.run_main(path))
        text = path.read_text()
        self.assertIn("-->4.0<!-- end --> times faster", text)
        self.assertIn("-->11 µs<!--", text)
        self.assertIn("-->2<!--", text)
        self.assertIn("-->CPU, 2 CPUs; OS; g++, protobuf 3, gRPC 1; commit abc<",
                      text)
        self.assertEqual((0, ""), self.run_main("--check", path))

    def test_writes_tables(self):
        path = self.document(
            "<!-- figures: ratios bench.json\n"
            "encode | Encode/c/10/seam/generated | Encode/c/10/seam/stock | 3\n"
            "--><!-- end -->\n"
            "<!-- figures: codecs bench.json\nseam | Encode/c/10/seam\n"
            "--><!-- end -->\n"
            "<!-- figures: growth bench.json Encode/c seam --><!-- end -->\n")
        self.assertEqual((0, ""), self.run_main(path))
        text = path.read_text()
        self.assertIn("| encode | 44 µs | 11 µs | 4.0 | 3 |", text)
        self.assertIn("| seam | 44 µs | 110 µs | 11 µs | 4.0 | 10.0 |", text)
        self.assertIn("| 10 | 10 | 44 µs | 110 µs | 11 µs | 4.0 | 10.0 | 1.1 µs "
                      "| 7 | 9,000 |", text)

    def test_writes_sizes(self):
        self.save("ints.json", [
            *entries("Encode/int64_small/1000/array/generated", [1500]),
            *entries("Encode/sint64_small/1000/array/generated", [3.5])])
        path = self.document("<!-- figures: sizes ints.json\n"
                             "0..99 | int64_small | sint64_small\n--><!-- end -->")
        self.assertEqual((0, ""), self.run_main(path))
        self.assertIn("| values | int64 | sint64 |\n|---|--:|--:|\n"
                      "| 0..99 | 1,500 | 4 |", path.read_text())

    def test_compares_windows_with_and_without_a_profile(self):
        (self.folder / "overhead.json").write_text(json.dumps(
            {"cpu_seconds_per_1000_requests": {
                "none": [2, 1, 2.5], "cpu": [2.02, 2, 4], "allocs": [2.4, 3, 1]}}))
        path = self.document(
            "<!-- figures: overhead overhead.json --><!-- end -->")
        self.assertEqual((0, ""), self.run_main(path))
        text = path.read_text()
        self.assertIn("| no profile | 2.000 s | 1.000 to 2.500 s |  |", text)
        self.assertIn("| CPU profile at 100 Hz | 2.020 s | 2.000 to 4.000 s |"
                      " +1.0 % |", text)
        self.assertIn("one in 1,000 | 2.400 s | 1.000 to 3.000 s | +20.0 % |",
                      text)

    def test_names_the_instruction_whose_capture_is_missing(self):
        path = self.document("<!-- figures: overhead none.json --><!-- end -->")
        code, errors = self.run_main(path)
        self.assertEqual(1, code)
        self.assertIn("overhead none.json", errors)

    def test_quotes_the_table_of_a_service(self):
        program = self.folder / "program"
        program.write_text("""#!/bin/sh
case $2 in
  --format=json) echo '{"codecs": [{"codec": "stock", "share": 0.4567}]}' ;;
  --format=text) echo "shown $3" ;;
  *) echo "| $3 |" ;;
esac
""")
        program.chmod(0o755)
        path = self.document(
            "<!-- figures: value day codecs/stock/share percent1 --><!-- end -->"
            "<!-- figures: value day codecs/stock/share ratio2 --><!-- end -->"
            "<!-- figures: printed day --><!-- end -->"
            "<!-- figures: table day --><!-- end -->")
        self.assertEqual((0, ""), self.run_main("--program", program, path))
        text = path.read_text()
        self.assertIn("-->45.7 %<!--", text)
        self.assertIn("-->0.46×<!--", text)
        self.assertIn(f"-->\n| {self.folder}/day |\n<!-- end -->", text)
        self.assertIn(f"-->\n```\nshown {self.folder}/day\n```\n<!-- end -->", text)
        path.write_text(text.replace("stock/share", "stock/none"))
        code, errors = self.run_main("--program", program, path)
        self.assertEqual(1, code)
        self.assertIn("none", errors)

    def test_a_wrong_figure_is_found_and_left(self):
        text = ("<!-- figures: time bench.json Encode/c/10/seam/generated -->"
                "9 µs<!-- end -->")
        path = self.document(text)
        code, errors = self.run_main("--check", path)
        self.assertEqual(1, code)
        self.assertIn("differ from the captures", errors)
        self.assertEqual(text, path.read_text())

    def test_says_what_it_cannot_follow(self):
        for instruction, message in (
                ("time none.json A/b/1/c/d", "none.json"),
                ("time bench.json Encode/c/10/seam/none", "no benchmark"),
                ("growth bench.json Encode/x seam", "has no Encode/x"),
                ("ratio bench.json Encode/c/10/seam/stock", "cannot follow"),
                ("guess bench.json", "unknown kind"),
                ("count bench.json Encode/c/10/seam/stock", "cannot follow"),
        ):
            path = self.document(f"<!-- figures: {instruction} --><!-- end -->")
            code, errors = self.run_main(path)
            self.assertEqual(1, code)
            self.assertIn(message, errors)
        path = self.document("<!-- figures: time bench.json -->3 µs<!--end-->")
        code, errors = self.run_main(path)
        self.assertEqual(1, code)
        self.assertIn("not written as", errors)


if __name__ == "__main__":
    unittest.main()
