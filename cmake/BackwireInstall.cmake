# What `cmake --install` puts into a prefix: the library, its headers, the
# plugin, and a package that find_package(backwire CONFIG) finds.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(BACKWIRE_PACKAGE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/backwire")

install(TARGETS backwire protoc-gen-backwire EXPORT backwire
  RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}"
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")

foreach(folder wire message reflective registry grpc)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/codec/${folder}"
    DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/backwire"
    FILES_MATCHING PATTERN "*.h")
endforeach()

install(EXPORT backwire NAMESPACE backwire:: FILE backwireTargets.cmake
  DESTINATION "${BACKWIRE_PACKAGE_DIR}")
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
