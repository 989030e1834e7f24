# Everything comes from the distribution's packages (scripts/setup.sh lists
# them). gRPC first: its package finds the protobuf that it was built with, in
# both the module form of Debian 12 and the config form of newer suites.
find_package(Threads REQUIRED)
find_package(gRPC CONFIG REQUIRED)
if(NOT TARGET protobuf::libprotobuf)
  find_package(Protobuf CONFIG QUIET)
  if(NOT TARGET protobuf::libprotobuf)
    find_package(Protobuf MODULE REQUIRED)
  endif()
endif()
find_package(absl CONFIG REQUIRED)
if(NOT TARGET protobuf::libprotoc)
  message(FATAL_ERROR "libprotoc is missing: install libprotoc-dev")
endif()
# Newer protobufs know editions.
find_file(BACKWIRE_CPP_FEATURES_PROTO google/protobuf/cpp_features.proto
  PATH_SUFFIXES include HINTS ${Protobuf_INCLUDE_DIRS})
mark_as_advanced(BACKWIRE_CPP_FEATURES_PROTO)
if(BUILD_TESTING OR NOT DEFINED BUILD_TESTING)
  find_package(GTest CONFIG REQUIRED)
  find_package(benchmark CONFIG REQUIRED)
  include(GoogleTest)
endif()
