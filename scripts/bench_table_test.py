#!/usr/bin/env python3
"""Tests of bench_table.py."""

import contextlib
import io
import os
import tempfile
import unittest

import bench_table


def entry(name, cpu_time, unit="us", **more):
    return {"name": name, "run_name": name, "run_type": "iteration",
            "cpu_time": cpu_time, "real_time": 10 * cpu_time,
            "time_unit": unit, **more}


def repeated(name, times, unit="us", **more):
    return [entry(name, time, unit, **more) for time in times]


SEAM = "Encode/candidates/2000/seam/"


class ReadRowsTest(unittest.TestCase):

    def test_converts_units_and_keeps_every_repetition(self):
        rows = bench_table.read_rows(
            {"benchmarks": repeated(SEAM + "stock", [0.9, 1.0, 1.1], "ms")})
        row = rows[("Encode/candidates/2000/seam", "stock")]
        self.assertEqual([9e5, 1e6, 1.1e6], [round(t) for t in row.times_ns])
        self.assertAlmostEqual(0.1, row.noise())

    def test_passes_over_aggregates(self):
        aggregate = entry(SEAM + "stock", 99.0)
        aggregate["run_type"] = "aggregate"
        rows = bench_table.read_rows(
            {"benchmarks": [entry(SEAM + "stock", 5.0), aggregate]})
        self.assertEqual(5000.0, next(iter(rows.values())).median())

    def test_drops_what_google_benchmark_appends_to_names(self):
        rows = bench_table.read_rows(
            {"benchmarks": [entry(SEAM + "stock/real_time", 5.0)]})
        self.assertIn(("Encode/candidates/2000/seam", "stock"), rows)

    def test_refuses_a_name_of_another_form(self):
        with self.assertRaisesRegex(bench_table.InputError, "BM_Encode.*form"):
            bench_table.read_rows({"benchmarks": [entry("BM_Encode/5", 1.0)]})

    def test_refuses_a_file_without_repetitions(self):
        with self.assertRaisesRegex(bench_table.InputError, "no repetition"):
            bench_table.read_rows({"benchmarks": []})

    def test_a_failed_benchmark_fails_the_table(self):
        failed = entry(SEAM + "stock", 0.0, error_occurred=True,
                       error_message="bytes differ")
        with self.assertRaisesRegex(bench_table.InputError, "bytes differ"):
            bench_table.read_rows({"benchmarks": [failed]})


class ReportTest(unittest.TestCase):

    def row_of(self, text, codec):
        return next(line.split() for line in text.splitlines()
                    if f" {codec} " in line and "/" in line.split()[0])

    def test_ratios_are_of_medians_of_the_same_work(self):
        text = bench_table.report({"benchmarks":
            repeated(SEAM + "stock", [800, 810, 5000])
            + repeated(SEAM + "reflective", [3240, 3240, 3240])
            + repeated(SEAM + "generated", [270, 270, 270])
            + repeated("Encode/candidates/5000/seam/stock", [1, 1, 1])})
        self.assertEqual(["3.00", "12.00"], self.row_of(text, "generated")[5:7])
        self.assertEqual(["-", "4.00"], self.row_of(text, "stock")[5:7])

    def test_sorts_sizes_as_numbers_and_codecs_by_role(self):
        names = ["Encode/candidates/2000/seam/generated",
                 "Encode/candidates/500/seam/stock",
                 "Encode/candidates/500/array/stock",
                 "Encode/candidates/2000/seam/newer",
                 "Encode/candidates/2000/seam/stock",
                 "Decode/candidates/2000/heap/stock"]
        text = bench_table.report(
            {"benchmarks": [entry(name, 1.0) for name in names]})
        shown = ["/".join(line.split()[:2]) for line in text.splitlines()
                 if "candidates/" in line]
        self.assertEqual([names[i] for i in (5, 2, 1, 4, 0, 3)], shown)

    def test_marks_a_difference_inside_the_noise(self):
        text = bench_table.report({"benchmarks":
            repeated(SEAM + "stock", [95, 100, 105])
            + repeated(SEAM + "generated", [90, 97, 104])})
        self.assertEqual("~1.03", self.row_of(text, "generated")[5])

    def test_a_floor_has_no_rival(self):
        text = bench_table.report({"benchmarks":
            repeated("Floor/candidates/2000/walk/none", [110])})
        self.assertEqual(["-", "-"], self.row_of(text, "none")[5:7])

    def test_shows_allocations_where_they_were_counted(self):
        text = bench_table.report({"benchmarks":
            repeated(SEAM + "stock", [800], allocs=14.0)
            + repeated(SEAM + "generated", [270], allocs=2.0)})
        self.assertEqual("2", self.row_of(text, "generated")[-1])
        self.assertEqual("14", self.row_of(text, "stock")[-1])

    def test_says_what_was_measured(self):
        text = bench_table.report({
            "context": {"commit": "abc123", "cpu_scaling_enabled": True},
            "benchmarks": repeated(SEAM + "stock", [1, 2, 3])})
        self.assertIn("commit: abc123", text)
        self.assertIn("scaling is on", text)
        self.assertIn("3 repetitions", text)


class FormatTimeTest(unittest.TestCase):

    def test_three_digits_or_the_whole_number(self):
        self.assertEqual("0.08 ns", bench_table.format_time(0.08))
        self.assertEqual("11 us", bench_table.format_time(11000))
        self.assertEqual("267 us", bench_table.format_time(267123))
        self.assertEqual("3.05 ms", bench_table.format_time(3.05e6))
        self.assertEqual("1.25 s", bench_table.format_time(1.25e9))


class MainTest(unittest.TestCase):

    def run_main(self, content):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "bench.json")
            if content is not None:
                with open(path, "w", encoding="utf-8") as file:
                    file.write(content)
            errors = io.StringIO()
            with contextlib.redirect_stderr(errors):
                return bench_table.main([path]), errors.getvalue()

    def test_a_bad_file_is_an_error_with_its_name(self):
        for content in (None, "{", '{"benchmarks": [{}]}'):
            code, errors = self.run_main(content)
            self.assertEqual(1, code)
            self.assertIn("bench.json", errors)


if __name__ == "__main__":
    unittest.main()
