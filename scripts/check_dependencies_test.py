#!/usr/bin/env python3
"""Tests of check_dependencies.py: that it finds what it is there to find."""

import contextlib
import io
import os
import tempfile
import unittest

import check_dependencies


def findings(path, *headers):
    text = "// head\n" + "".join(f'#include "{h}"\n' for h in headers)
    return check_dependencies.check_source(path, text)


class CheckSourceTest(unittest.TestCase):

    def assert_allowed(self, path, header):
        self.assertEqual([], findings(path, header))

    def assert_refused(self, path, header):
        found = findings(path, header)
        self.assertEqual(1, len(found), f"{path} includes {header}")
        self.assertTrue(found[0].startswith(f"{path}:2: {header}: "), found[0])

    def test_layers_point_one_way(self):
        order = ("wire", "message", "reflective", "registry", "grpc")
        for low in range(len(order)):
            for high in range(low + 1, len(order)):
                self.assert_allowed(f"codec/{order[high]}/x.cc",
                                    f"backwire/{order[low]}/y.h")
                self.assert_refused(f"codec/{order[low]}/x.cc",
                                    f"backwire/{order[high]}/y.h")

    def test_views_stand_on_wire_only(self):
        for folder in ("view", "dynamic"):
            self.assert_allowed(f"codec/{folder}/x.h", "backwire/wire/y.h")
            self.assert_refused(f"codec/{folder}/x.h", "backwire/message/y.h")

    def test_builders_share_the_kinds_of_fields(self):
        self.assert_allowed("codec/builder/x.h", "backwire/message/y.h")
        for folder in ("view", "registry", "grpc"):
            self.assert_refused("codec/builder/x.h", f"backwire/{folder}/y.h")

    def test_only_glue_server_client_and_tests_know_grpc(self):
        for header in ("grpcpp/grpcpp.h", "grpc/slice.h", "a/b.grpc.pb.h"):
            for path in ("codec/grpc/x.cc", "server/main.cc", "client/x.h",
                         "codec/registry/x_test.cc", "codec/testing/x.h"):
                self.assert_allowed(path, header)
            for path in ("codec/wire/x.h", "codec/message/x.cc",
                         "codec/registry/x.cc", "codec/plugin/main.cc",
                         "profiles/x.cc"):
                self.assert_refused(path, header)

    def test_wire_knows_no_protobuf(self):
        self.assert_refused("codec/wire/x.h", "google/protobuf/message_lite.h")
        self.assert_allowed("codec/message/x.h",
                            "google/protobuf/message_lite.h")

    def test_only_the_plugin_links_protoc(self):
        header = "google/protobuf/compiler/plugin.h"
        self.assert_allowed("codec/plugin/field/map.cc", header)
        self.assert_refused("codec/registry/x.cc", header)

    def test_the_plugin_needs_no_runtime(self):
        self.assert_allowed("codec/plugin/x.cc", "backwire/wire/wire_format.h")
        self.assert_refused("codec/plugin/x.cc", "backwire/message/y.h")
        self.assert_refused("codec/message/x.cc", "backwire/plugin/y.h")

    def test_the_library_knows_no_generated_message(self):
        header = "candidates/v1/candidates.pb.h"
        self.assert_refused("codec/registry/x.cc", header)
        self.assert_allowed("server/candidates/x.cc", header)

    def test_tests_reach_across_the_codec(self):
        self.assert_allowed("codec/wire/x_test.cc", "backwire/testing/y.h")
        self.assert_allowed("codec/wire/x_test.cc", "backwire/registry/y.h")
        self.assert_refused("codec/wire/x_test.cc", "server/config/y.h")

    def test_server_and_client_meet_in_tests_only(self):
        self.assert_refused("client/x.cc", "server/config/y.h")
        self.assert_refused("server/x.cc", "client/y.h")
        self.assert_allowed("server/x_test.cc", "client/y.h")

    def test_any_service_can_link_the_admin_port(self):
        self.assert_allowed("server/admin/x.cc", "backwire/registry/counters.h")
        self.assert_refused("server/admin/x.cc", "server/config/y.h")
        self.assert_allowed("server/main.cc", "server/admin/y.h")

    def test_angle_brackets_and_spaces_hide_nothing(self):
        text = "  #  include <grpcpp/server.h>\n"
        self.assertEqual(
            1, len(check_dependencies.check_source("codec/wire/x.h", text)))

    def test_other_libraries_are_free(self):
        self.assert_allowed("codec/wire/x.h", "absl/strings/string_view.h")
        self.assert_allowed("codec/wire/x.h", "vector")

    def test_a_folder_without_a_row_is_a_finding(self):
        self.assertRegex(findings("codec/newlayer/x.h")[0], "has no row")


class CheckTreeTest(unittest.TestCase):

    def run_on(self, files):
        with tempfile.TemporaryDirectory() as root:
            for path, text in files.items():
                path = os.path.join(root, path)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
            out = io.StringIO()
            with contextlib.redirect_stdout(out), \
                    contextlib.redirect_stderr(io.StringIO()):
                code = check_dependencies.main(["--root", root])
            return code, out.getvalue()

    def test_a_violation_fails_and_is_named(self):
        code, output = self.run_on({
            "codec/wire/good.h": "#include <cstdint>\n",
            "codec/wire/bad.h": '\n#include "backwire/grpc/start.h"\n'})
        self.assertEqual(1, code)
        self.assertIn("codec/wire/bad.h:2: backwire/grpc/start.h", output)
        self.assertNotIn("good.h", output)

    def test_a_clean_tree_passes(self):
        code, output = self.run_on({"codec/wire/good.h": "#include <cstdint>\n"})
        self.assertEqual((0, ""), (code, output))

    def test_goldens_are_not_sources(self):
        code, _ = self.run_on({
            "codec/wire/good.h": "",
            "codec/plugin/golden/x.cc": "#include <grpcpp/grpcpp.h>\n"})
        self.assertEqual(0, code)

    def test_an_empty_tree_is_no_pass(self):
        self.assertEqual(1, self.run_on({})[0])


if __name__ == "__main__":
    unittest.main()
