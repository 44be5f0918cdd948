# `make install`: headers, libraries, pkg-config files and CMake package. app/ adds the program and its pages.
include(CMakePackageConfigHelpers)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/volery DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h" PATTERN "*.def" PATTERN scene.h EXCLUDE)
install(TARGETS volery EXPORT volery-targets)

set(VOLERY_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/volery)
install(EXPORT volery-targets NAMESPACE volery:: DESTINATION ${VOLERY_CMAKE_DIR})
set(VOLERY_NEEDS_YAML OFF)
if(TARGET volery_scene AND YAML_FOUND AND NOT BUILD_SHARED_LIBS)
    set(VOLERY_NEEDS_YAML ON)
endif()
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/volery-config.cmake.in ${PROJECT_BINARY_DIR}/volery-config.cmake
                              INSTALL_DESTINATION ${VOLERY_CMAKE_DIR} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/volery-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/volery-config.cmake ${PROJECT_BINARY_DIR}/volery-config-version.cmake
        DESTINATION ${VOLERY_CMAKE_DIR})

# The pkg-config file finds its prefix from where it lies, so that an installed tree can be moved.
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_INCLUDEDIR BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig
           OUTPUT_VARIABLE VOLERY_PC_INCLUDE)
list(TRANSFORM VOLERY_OPENCL_LIBRARIES PREPEND " -l" OUTPUT_VARIABLE VOLERY_PC_LIBRARIES)
configure_file(${PROJECT_SOURCE_DIR}/cmake/volery.pc.in ${PROJECT_BINARY_DIR}/volery.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/volery.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# The scene library, where it is built: the component `scene` of the package, and a pkg-config file of its own. An archive
# does not say that it needs libyaml, so these do.
if(TARGET volery_scene)
    install(FILES ${PROJECT_SOURCE_DIR}/include/volery/scene.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/volery)
    install(TARGETS volery_scene EXPORT volery-scene-targets)
    install(EXPORT volery-scene-targets NAMESPACE volery:: DESTINATION ${VOLERY_CMAKE_DIR})
    set(VOLERY_PC_YAML "")
    if(VOLERY_NEEDS_YAML)
        set(VOLERY_PC_YAML ", yaml-0.1")
    endif()
    configure_file(${PROJECT_SOURCE_DIR}/cmake/volery-scene.pc.in ${PROJECT_BINARY_DIR}/volery-scene.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/volery-scene.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
