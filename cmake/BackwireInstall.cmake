# What `cmake --install` puts into a prefix: the library, its headers, the
# plugin, a package that find_package(backwire CONFIG) finds, and a file for
# pkg-config; unless BACKWIRE_LIBRARY_ONLY is set, the admin port as the
# package's component "admin", and backwire-profile. The tree that results can be
# moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(BACKWIRE_PACKAGE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/backwire")
set(BACKWIRE_PKGCONFIG_DIR "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

# A shared library keeps its symbols whatever the build's preset is: gRPC's call
# path and the generated code link to them. Until 1.0, minor versions differ.
set_target_properties(backwire PROPERTIES
  CXX_VISIBILITY_PRESET default
  VISIBILITY_INLINES_HIDDEN OFF
  VERSION "${PROJECT_VERSION}"
  SOVERSION "${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}")

install(TARGETS backwire protoc-gen-backwire EXPORT backwire
  RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}"
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")

foreach(folder compat wire view dynamic message builder reflective registry grpc)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/codec/${folder}"
    DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/backwire"
    FILES_MATCHING PATTERN "*.h")
endforeach()

install(EXPORT backwire NAMESPACE backwire:: FILE backwireTargets.cmake
  DESTINATION "${BACKWIRE_PACKAGE_DIR}")

if(NOT BACKWIRE_LIBRARY_ONLY)
  install(TARGETS backwire_admin backwire_profile_format backwire_profile_proto
    EXPORT backwire_admin
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  install(TARGETS backwire-profile RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  install(FILES
    "${PROJECT_SOURCE_DIR}/server/admin/admin_server.h"
    "${PROJECT_SOURCE_DIR}/server/admin/profiling_environment.h"
    DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/backwire/admin")
  install(EXPORT backwire_admin NAMESPACE backwire:: FILE backwireAdminTargets.cmake
    DESTINATION "${BACKWIRE_PACKAGE_DIR}")
endif()

configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/backwireConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/backwireConfig.cmake"
  INSTALL_DESTINATION "${BACKWIRE_PACKAGE_DIR}")
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/backwireConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/backwireConfig.cmake"
  "${PROJECT_BINARY_DIR}/backwireConfigVersion.cmake"
  "${PROJECT_SOURCE_DIR}/cmake/BackwireGenerate.cmake"
  DESTINATION "${BACKWIRE_PACKAGE_DIR}")

file(RELATIVE_PATH BACKWIRE_PC_PREFIX "/${BACKWIRE_PKGCONFIG_DIR}" "/")
string(REGEX REPLACE "/$" "" BACKWIRE_PC_PREFIX "${BACKWIRE_PC_PREFIX}")
configure_file("${PROJECT_SOURCE_DIR}/cmake/backwire.pc.in" "${PROJECT_BINARY_DIR}/backwire.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/backwire.pc" DESTINATION "${BACKWIRE_PKGCONFIG_DIR}")
