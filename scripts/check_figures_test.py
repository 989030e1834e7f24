#!/usr/bin/env python3
"""Tests of check_figures.py."""

import contextlib
import io
import json
import os
import tempfile
import unittest

import check_figures

FIGURE = "<!--figure day/metadata codecs/stock/share percent1-->{}<!--/figure-->"
RATIO = ("<!--figure day/bench.json Encode/x/2/seam/stock:generated ratio1-->{}"
         "<!--/figure-->")
TABLE = "<!--table day/metadata-->\n{}<!--/table-->\n"

# Stands for backwire-profile: "table --format=FORM FOLDER".
PROGRAM = """#!/bin/sh
case $2 in
  --format=json) echo '{"codecs": [{"codec": "generated", "share": 0.1},
                                   {"codec": "stock", "share": 0.4984}]}' ;;
  *) printf '| a | table |\\n' ;;
esac
"""


def benchmark(name, cpu_time):
    return {"name": name, "run_name": name, "run_type": "iteration",
            "cpu_time": cpu_time, "real_time": cpu_time, "time_unit": "ns"}


class CheckFiguresTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = os.path.realpath(folder.name)
        self.write("profiles/captures/day/metadata/x", "")
        self.write("profiles/captures/day/bench.json", json.dumps(
            {"benchmarks": [benchmark("Encode/x/2/seam/stock", 9.0),
                            benchmark("Encode/x/2/seam/generated", 2.0)]}))
        self.write("program", PROGRAM)
        os.chmod(os.path.join(self.root, "program"), 0o700)

    def write(self, name, text):
        path = os.path.join(self.root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def check(self, text, *more):
        """Exit code and what is printed for a tree with this one page."""
        self.write("docs/page.md", text)
        out = io.StringIO()
        with contextlib.redirect_stdout(out), \
                contextlib.redirect_stderr(io.StringIO()):
            code = check_figures.main(
                ["--root", self.root, "--program",
                 os.path.join(self.root, "program"), *more])
        return code, out.getvalue()

    def test_accepts_what_the_captures_say(self):
        text = (FIGURE.format("49.8 %") + RATIO.format("4.5×") +
                TABLE.format("| a | table |\n"))
        self.assertEqual((0, ""), self.check(text))

    def test_knows_the_time_of_one_benchmark(self):
        one = RATIO.replace(":generated ratio1", " plain3")
        self.assertEqual((0, ""), self.check(one.format("0.009")))

    def test_finds_every_other_text(self):
        for text in (FIGURE.format("49.9 %"), FIGURE.format(""),
                     RATIO.format("4.6×"), TABLE.format("| a | tab |\n")):
            code, out = self.check("good\n" + text)
            self.assertEqual(1, code, text)
            self.assertIn("the captures say", out)

    def test_names_the_line_and_the_right_text(self):
        _, out = self.check("one\ntwo " + FIGURE.format("1 %"))
        self.assertIn("page.md:2: the captures say: two <!--figure", out)
        self.assertIn("-->49.8 %<!--", out)

    def test_finds_figures_without_a_source(self):
        for old, new, finding in (
                ("day/metadata", "night/metadata", "there is no night/metadata"),
                ("day/metadata", "../../docs", "there is no ../../docs"),
                ("codecs/stock", "codecs/fast", "there is no fast"),
                ("/share", "", "it is no number")):
            code, out = self.check(FIGURE.format("49.8 %").replace(old, new))
            self.assertEqual(1, code, new)
            self.assertIn(finding, out)
        self.assertIn("no such benchmark", self.check(
            RATIO.format("1×").replace(":generated", ":fast"))[1])

    def test_finds_markers_that_it_cannot_read(self):
        for text in (FIGURE.format("49.8 %").replace("percent1", "percent"),
                     FIGURE.format("49.8 %").replace("<!--/figure-->", ""),
                     TABLE.format("").replace("<!--/table-->", "")):
            code, out = self.check(text)
            self.assertEqual(1, code, text)
            self.assertIn("is not written as", out)

    def test_finds_docs_without_any_figure(self):
        self.assertEqual(1, self.check("no figure")[0])

    def test_writes_what_the_captures_say(self):
        text = FIGURE.format("1 %") + TABLE.format("old\n")
        self.assertEqual(0, self.check(text, "--update")[0])
        with open(os.path.join(self.root, "docs/page.md"),
                  encoding="utf-8") as file:
            self.assertEqual(FIGURE.format("49.8 %") +
                             TABLE.format("| a | table |\n"), file.read())

    def test_writes_numbers_in_each_form(self):
        self.assertEqual("49.8 %", check_figures.text_of(0.4984, "percent", 1))
        self.assertEqual("4.5×", check_figures.text_of(4.5, "ratio", 1))
        self.assertEqual("540,934", check_figures.text_of(540934, "plain", 0))


if __name__ == "__main__":
    unittest.main()
