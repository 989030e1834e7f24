# Compiler settings for every target of the project.

option(BACKWIRE_WERROR "Treat warnings in the project's own code as errors" ON)
set(BACKWIRE_SANITIZE "" CACHE STRING
    "Sanitizers to build with, as -fsanitize takes them: address,undefined or thread")

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

option(BACKWIRE_WITH_GPERFTOOLS
       "Profile the service with gperftools (sanitizers bring an allocator of their own: off there)" ON)
if(BACKWIRE_SANITIZE)
  set(BACKWIRE_WITH_GPERFTOOLS OFF)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

# Profiles need frame pointers and line tables; functions must not be merged,
# or two codecs' entry points would share one name in the profile.
add_compile_options(-fno-omit-frame-pointer)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-fno-ipa-icf)
endif()
if(BACKWIRE_SANITIZE)
  add_compile_options(-fsanitize=${BACKWIRE_SANITIZE} -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${BACKWIRE_SANITIZE})
endif()
# Under this macro protobuf's headers give map fields two members more than the
# distribution's libprotobuf knows of: reflection on a map would crash.
if(BACKWIRE_SANITIZE MATCHES "thread")
  add_compile_options(-U__SANITIZE_THREAD__)
endif()

# The fuzz targets of codec/testing/fuzz run on libFuzzer then, which is guided by
# what the instrumented targets execute. Without it a loop of our own drives them.
option(BACKWIRE_FUZZ "Build the fuzz targets with libFuzzer: clang only" OFF)
if(BACKWIRE_FUZZ AND NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  message(FATAL_ERROR "BACKWIRE_FUZZ needs clang: cmake --preset fuzz, or -DCMAKE_CXX_COMPILER=clang++")
endif()

# Counts what runs in these targets, which can be linked only into programs that
# link libFuzzer. Stock's generated code is left out and is not optimised: clang
# 14 takes minutes for it otherwise.
function(backwire_fuzz_instrument)
  if(NOT BACKWIRE_FUZZ)
    return()
  endif()
  foreach(target IN LISTS ARGN)
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "\\.cc$")
    set(stock_sources ${sources})
    list(FILTER stock_sources INCLUDE REGEX "\\.pb\\.cc$")
    list(FILTER sources EXCLUDE REGEX "\\.pb\\.cc$")
    if(stock_sources)
      set_property(SOURCE ${stock_sources} TARGET_DIRECTORY ${target}
                   APPEND PROPERTY COMPILE_OPTIONS -O0)
    endif()
    set_property(SOURCE ${sources} TARGET_DIRECTORY ${target}
                 APPEND PROPERTY COMPILE_OPTIONS -fsanitize=fuzzer-no-link)
  endforeach()
endfunction()

# Warnings for code written by hand. Generated code is compiled with the same
# flags in codec/testing, so that a user's -Werror build stays clean.
function(backwire_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wno-sign-compare)
  if(BACKWIRE_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# Where codec/ is found under the name that its headers have when installed.
set(BACKWIRE_INCLUDE_DIR "${PROJECT_BINARY_DIR}/include")
