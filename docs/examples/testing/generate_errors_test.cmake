# backwire_generate's errors say what is wrong. Run by cmake -P, with
# -DMODULE=<BackwireGenerate.cmake>.
cmake_minimum_required(VERSION 3.25)

# Runs <call> in a cmake of its own, which must fail with text that matches <regex>.
function(expect_error call regex)
  set(script "${CMAKE_CURRENT_BINARY_DIR}/generate_errors_call.cmake")
  file(WRITE "${script}" "include(\"${MODULE}\")\n${call}\n")
  execute_process(COMMAND "${CMAKE_COMMAND}" -P "${script}"
                  RESULT_VARIABLE result ERROR_VARIABLE text OUTPUT_QUIET)
  file(REMOVE "${script}")
  # CMake breaks its lines where it likes.
  string(REGEX REPLACE "[ \n]+" " " text "${text}")
  if(result EQUAL 0 OR NOT text MATCHES "${regex}")
    message(FATAL_ERROR "${call}: expected '${regex}', got (${result}): ${text}")
  endif()
endfunction()

expect_error("backwire_generate(PROTOS a.proto)" "TARGET and PROTOS are required")
expect_error("backwire_generate(TARGET a)" "TARGET and PROTOS are required")
expect_error("backwire_generate(TARGET a PROTO a.proto)" "TARGET a.: unknown argument: PROTO;a.proto")
expect_error("backwire_generate(TARGET a PROTOS a.proto DEPENDS)" "no value after: DEPENDS")
expect_error("backwire_generate(TARGET a PROTOS a.proto DEPENDS b)" "DEPENDS names b, which is no target")
expect_error("backwire_generate(TARGET a PROTOS a.proto NO_BACKWIRE OPTIONS seam=none)"
             "are the plugin's")
expect_error("backwire_generate(TARGET a PROTOS a.proto)" "protobuf::protoc was not found: install")
expect_error("_backwire_find_proto(n p absent.proto \"/one;/two\")"
             "absent.proto is in none of IMPORT_DIRS: /one, /two")
expect_error("backwire_add_seam(absent)" "there is no target absent")
