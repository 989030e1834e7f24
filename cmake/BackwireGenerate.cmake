# backwire_generate(TARGET <name> PROTOS <file>... [IMPORT_DIRS <dir>...]
#                   [DEPENDS <target>...] [OPTIONS <plugin option>...]
#                   [NO_GRPC] [NO_BACKWIRE])
#
# Makes the library <name> from .proto files: stock's .pb.cc and .grpc.pb.cc,
# and backwire's codecs beside them, all in one protoc call, so that backwire
# can insert its few lines into stock's headers.
#
#   PROTOS       paths below one of IMPORT_DIRS
#   IMPORT_DIRS  protoc's -I; the current source folder if not given
#   DEPENDS      libraries made by backwire_generate that hold imported files
#   OPTIONS      passed to the plugin: see docs/adoption.md
#   NO_GRPC      the files have no services, or their stubs are not wanted
#   NO_BACKWIRE  stock only
function(backwire_generate)
  cmake_parse_arguments(arg "NO_GRPC;NO_BACKWIRE" "TARGET" "PROTOS;IMPORT_DIRS;DEPENDS;OPTIONS" ${ARGN})
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "backwire_generate: unknown argument: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_TARGET OR NOT arg_PROTOS)
    message(FATAL_ERROR "backwire_generate: TARGET and PROTOS are required")
  endif()
  if(NOT arg_IMPORT_DIRS)
    set(arg_IMPORT_DIRS "${CMAKE_CURRENT_SOURCE_DIR}")
  endif()
  set(out_dir "${CMAKE_CURRENT_BINARY_DIR}/${arg_TARGET}.gen")
  _backwire_protoc(sources "${out_dir}" "${arg_PROTOS}" "${arg_IMPORT_DIRS}"
                   "${arg_OPTIONS}" "${arg_NO_GRPC}" "${arg_NO_BACKWIRE}")

  add_library(${arg_TARGET} ${sources})
  target_include_directories(${arg_TARGET} PUBLIC "$<BUILD_INTERFACE:${out_dir}>")
  target_link_libraries(${arg_TARGET} PUBLIC protobuf::libprotobuf ${arg_DEPENDS})
  if(NOT arg_NO_GRPC)
    target_link_libraries(${arg_TARGET} PUBLIC gRPC::grpc++)
  endif()
  if(NOT arg_NO_BACKWIRE)
    target_link_libraries(${arg_TARGET} PUBLIC backwire::backwire)
  endif()
endfunction()

# Adds the commands that make the C++ files of <protos> in <out_dir>, and sets
# <out_sources> to their .cc files.
function(_backwire_protoc out_sources out_dir protos import_dirs options no_grpc no_backwire)
  file(MAKE_DIRECTORY "${out_dir}")
  set(import_flags "")
  foreach(dir IN LISTS import_dirs)
    get_filename_component(dir "${dir}" ABSOLUTE)
    list(APPEND import_flags "-I${dir}")
  endforeach()

  set(sources "")
  foreach(proto IN LISTS protos)
    _backwire_find_proto(proto_path "${proto}" "${import_dirs}")
    string(REGEX REPLACE "\\.proto$" "" stem "${proto}")
    set(outputs "${out_dir}/${stem}.pb.cc" "${out_dir}/${stem}.pb.h")
    set(flags "--cpp_out=${out_dir}")
    set(depends "${proto_path}")
    if(NOT no_backwire)
      string(REPLACE ";" "," options "${options}")
      list(APPEND flags "--plugin=protoc-gen-backwire=$<TARGET_FILE:backwire::protoc-gen-backwire>"
                        "--backwire_out=${options}:${out_dir}")
      list(APPEND outputs "${out_dir}/${stem}.backwire.cc")
      list(APPEND depends backwire::protoc-gen-backwire)
    endif()
    if(NOT no_grpc)
      list(APPEND flags "--plugin=protoc-gen-grpc=$<TARGET_FILE:gRPC::grpc_cpp_plugin>"
                        "--grpc_out=${out_dir}")
      list(APPEND outputs "${out_dir}/${stem}.grpc.pb.cc" "${out_dir}/${stem}.grpc.pb.h")
    endif()
    add_custom_command(
      OUTPUT ${outputs}
      COMMAND protobuf::protoc ${import_flags} ${flags} "${proto}"
      DEPENDS ${depends}
      COMMENT "protoc ${proto}"
      VERBATIM)
    list(APPEND sources ${outputs})
  endforeach()
  list(FILTER sources INCLUDE REGEX "\\.cc$")
  set(${out_sources} ${sources} PARENT_SCOPE)
endfunction()

# Sets <out> to the absolute path of <proto>, searched in <dirs>.
function(_backwire_find_proto out proto dirs)
  foreach(dir IN LISTS dirs)
    get_filename_component(path "${dir}/${proto}" ABSOLUTE)
    if(EXISTS "${path}")
      set(${out} "${path}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "backwire_generate: ${proto} is in none of: ${dirs}")
endfunction()
