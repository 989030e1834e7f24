# backwire_generate(TARGET <name> PROTOS <file>... [IMPORT_DIRS <dir>...]
#                   [DEPENDS <target>...] [OPTIONS <plugin option>...]
#                   [BUILDERS] [VIEWS] [NO_GRPC] [NO_BACKWIRE])
#
# Makes the library <name> from .proto files: stock's .pb.cc and .grpc.pb.cc,
# and backwire's codecs beside them, all in one protoc call, so that backwire
# can insert its few lines into stock's headers.
#
#   PROTOS       paths below one of IMPORT_DIRS, as other files import them;
#                or absolute paths
#   IMPORT_DIRS  protoc's -I; the current source folder if not given. protoc
#                finds its own google/protobuf/*.proto without being told
#   DEPENDS      libraries that hold imported files. Those that
#                backwire_generate made bring their IMPORT_DIRS with them
#   OPTIONS      passed to the plugin: seam=grpc (default) or seam=none
#   BUILDERS     write a .backwire_builder.h for each file too: docs/builders.md
#   VIEWS        write a .backwire_view.h for each file too: docs/views.md
#   NO_GRPC      the files have no services, or their stubs are not wanted
#   NO_BACKWIRE  stock only
#
# backwire_add_seam(<target>...)
#
# For C++ targets of gRPC stubs that were made without backwire: compiles them,
# and all that links them, so that they hold no gRPC code of their own that the
# linker could take for the whole program in place of libbackwire.so's.
# libbackwire.a wins without this. See docs/adoption.md.
cmake_policy(VERSION 3.25)

function(backwire_generate)
  set(lists PROTOS IMPORT_DIRS DEPENDS OPTIONS)
  cmake_parse_arguments(PARSE_ARGV 0 arg "BUILDERS;VIEWS;NO_GRPC;NO_BACKWIRE" "TARGET" "${lists}")
  _backwire_check_arguments()
  if(NOT arg_IMPORT_DIRS)
    set(arg_IMPORT_DIRS "${CMAKE_CURRENT_SOURCE_DIR}")
  endif()
  _backwire_import_dirs(import_dirs "${arg_IMPORT_DIRS}" "${arg_DEPENDS}")
  if(arg_BUILDERS)
    list(APPEND arg_OPTIONS "builders=true")
  endif()
  if(arg_VIEWS)
    list(APPEND arg_OPTIONS "views=true")
  endif()
  set(out_dir "${CMAKE_CURRENT_BINARY_DIR}/${arg_TARGET}.gen")
  _backwire_protoc(sources "${out_dir}" "${arg_PROTOS}" "${import_dirs}"
                   "${arg_OPTIONS}" "${arg_NO_GRPC}" "${arg_NO_BACKWIRE}")
  add_library(${arg_TARGET} ${sources})
  set_target_properties(${arg_TARGET} PROPERTIES
    BACKWIRE_IMPORT_DIRS "${import_dirs}" BACKWIRE_PROTOS "${arg_PROTOS}")
  target_include_directories(${arg_TARGET} PUBLIC "$<BUILD_INTERFACE:${out_dir}>")
  target_link_libraries(${arg_TARGET} PUBLIC ${arg_DEPENDS} protobuf::libprotobuf)
  if(NOT arg_NO_GRPC)
    target_link_libraries(${arg_TARGET} PUBLIC gRPC::grpc++)
  endif()
  if(NOT arg_NO_BACKWIRE)
    target_link_libraries(${arg_TARGET} PUBLIC backwire::backwire)
  endif()
endfunction()

function(backwire_add_seam)
  foreach(target IN LISTS ARGN)
    if(NOT TARGET "${target}")
      message(FATAL_ERROR "backwire_add_seam: there is no target ${target}; call this after it is made")
    endif()
    target_compile_options(${target} PUBLIC
      "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include backwire/grpc/seam.h>")
    target_link_libraries(${target} PUBLIC backwire::backwire)
  endforeach()
endfunction()

# Stops with a message if backwire_generate's arguments (its arg_ variables) or
# the tools that they need are not in order.
function(_backwire_check_arguments)
  set(where "backwire_generate(TARGET ${arg_TARGET})")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${where}: unknown argument: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "${where}: no value after: ${arg_KEYWORDS_MISSING_VALUES}")
  endif()
  if(NOT arg_TARGET OR NOT arg_PROTOS)
    message(FATAL_ERROR "${where}: TARGET and PROTOS are required")
  endif()
  if(arg_NO_BACKWIRE AND (arg_OPTIONS OR arg_BUILDERS OR arg_VIEWS))
    message(FATAL_ERROR "${where}: OPTIONS, BUILDERS and VIEWS are the plugin's, which NO_BACKWIRE does not run")
  endif()
  foreach(target IN LISTS arg_DEPENDS)
    if(NOT TARGET "${target}")
      message(FATAL_ERROR "${where}: DEPENDS names ${target}, which is no target; make it first")
    endif()
  endforeach()
  _backwire_need_tool(protobuf::protoc "protobuf-compiler")
  if(NOT arg_NO_GRPC)
    _backwire_need_tool(gRPC::grpc_cpp_plugin "protobuf-compiler-grpc")
  endif()
  if(NOT arg_NO_BACKWIRE)
    _backwire_need_tool(backwire::protoc-gen-backwire "backwire, whole")
  endif()
endfunction()

function(_backwire_need_tool target package)
  if(NOT TARGET ${target})
    message(FATAL_ERROR "${where}: the program ${target} was not found: install ${package}")
  endif()
endfunction()

# Sets <out> to <dirs> as absolute paths, followed by those of the targets.
function(_backwire_import_dirs out dirs targets)
  set(all "")
  foreach(dir IN LISTS dirs)
    get_filename_component(dir "${dir}" ABSOLUTE)
    list(APPEND all "${dir}")
  endforeach()
  foreach(target IN LISTS targets)
    get_target_property(dirs "${target}" BACKWIRE_IMPORT_DIRS)
    if(dirs)
      list(APPEND all ${dirs})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES all)
  set(${out} "${all}" PARENT_SCOPE)
endfunction()

# Adds the commands that make the C++ files of <protos> in <out_dir>, and sets
# <out_sources> to their .cc files. The commands run again when a file that they
# read, an imported one too, has changed.
function(_backwire_protoc out_sources out_dir protos import_dirs options no_grpc no_backwire)
  set(option_list "${options}")
  string(REPLACE ";" "," options "${options}")
  list(TRANSFORM import_dirs PREPEND "-I" OUTPUT_VARIABLE import_flags)
  set(sources "")
  foreach(proto IN LISTS protos)
    _backwire_find_proto(proto proto_path "${proto}" "${import_dirs}")
    string(REGEX REPLACE "\\.proto$" "" stem "${out_dir}/${proto}")
    get_filename_component(folder "${stem}" DIRECTORY)
    file(MAKE_DIRECTORY "${folder}")
    set(outputs "${stem}.pb.cc" "${stem}.pb.h")
    set(flags "--cpp_out=${out_dir}" "--dependency_out=${stem}.d")
    set(depends "${proto_path}")
    if(NOT no_backwire)
      list(APPEND flags "--plugin=protoc-gen-backwire=$<TARGET_FILE:backwire::protoc-gen-backwire>"
                        "--backwire_out=${options}:${out_dir}")
      list(APPEND outputs "${stem}.backwire.cc")
      if("builders=true" IN_LIST option_list)
        list(APPEND outputs "${stem}.backwire_builder.h")
      endif()
      if("views=true" IN_LIST option_list)
        list(APPEND outputs "${stem}.backwire_view.h")
      endif()
      list(APPEND depends backwire::protoc-gen-backwire)
    endif()
    if(NOT no_grpc)
      list(APPEND flags "--plugin=protoc-gen-grpc=$<TARGET_FILE:gRPC::grpc_cpp_plugin>"
                        "--grpc_out=${out_dir}")
      list(APPEND outputs "${stem}.grpc.pb.cc" "${stem}.grpc.pb.h")
    endif()
    # In protoc's order: Ninja takes the first for the one that the depfile names.
    list(SORT outputs)
    add_custom_command(
      OUTPUT ${outputs}
      COMMAND protobuf::protoc ${import_flags} ${flags} "${proto}"
      DEPENDS ${depends}
      DEPFILE "${stem}.d"
      COMMENT "protoc ${proto}"
      VERBATIM)
    list(APPEND sources ${outputs})
  endforeach()
  list(FILTER sources INCLUDE REGEX "\\.cc$")
  set(${out_sources} ${sources} PARENT_SCOPE)
endfunction()

# Sets <out_path> to the absolute path of <proto>, and <out_name> to its path
# below the first of <dirs> that has it.
function(_backwire_find_proto out_name out_path proto dirs)
  foreach(dir IN LISTS dirs)
    get_filename_component(path "${proto}" ABSOLUTE BASE_DIR "${dir}")
    file(RELATIVE_PATH name "${dir}" "${path}")
    if(EXISTS "${path}" AND NOT name MATCHES "^\\.\\.(/|$)")
      set(${out_name} "${name}" PARENT_SCOPE)
      set(${out_path} "${path}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  list(JOIN dirs ", " searched)
  message(FATAL_ERROR "backwire_generate: ${proto} is in none of IMPORT_DIRS: ${searched}")
endfunction()
