# `make install`: headers, libraries, pkg-config files and CMake package. app/ adds the program and its pages.
include(CMakePackageConfigHelpers)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/volery DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h" PATTERN "*.def" PATTERN scene.h EXCLUDE PATTERN scene_look.h EXCLUDE PATTERN mpi.h EXCLUDE)
install(TARGETS volery EXPORT volery-targets)

set(VOLERY_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/volery)
install(EXPORT volery-targets NAMESPACE volery:: DESTINATION ${VOLERY_CMAKE_DIR})
set(VOLERY_NEEDS_YAML OFF)
if(TARGET volery_scene AND YAML_FOUND AND NOT BUILD_SHARED_LIBS)
    set(VOLERY_NEEDS_YAML ON)
endif()
# The kit for models of the host's own: the headers that kernels are made of.
foreach(folder IN ITEMS core kernels lanes models params kit)
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/${folder} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/volery/kit
            FILES_MATCHING PATTERN "*.h" PATTERN "*.def" PATTERN "kit/*.c")
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/cmake/VoleryKit.cmake DESTINATION ${VOLERY_CMAKE_DIR})
set(VOLERY_KIT_SETTINGS "")
set(kit_names ISAS PRECISIONS EXACT DEFINITIONS)
foreach(isa IN LISTS VOLERY_KIT_ISAS)
    list(APPEND kit_names FLAGS_${isa} LANES_${isa})
endforeach()
foreach(name IN LISTS kit_names)
    string(APPEND VOLERY_KIT_SETTINGS "set(VOLERY_KIT_${name} \"${VOLERY_KIT_${name}}\")\n")
endforeach()
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/volery-config.cmake.in ${PROJECT_BINARY_DIR}/volery-config.cmake
                              INSTALL_DESTINATION ${VOLERY_CMAKE_DIR} NO_SET_AND_CHECK_MACRO
                              PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/volery-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/volery-config.cmake ${PROJECT_BINARY_DIR}/volery-config-version.cmake
        DESTINATION ${VOLERY_CMAKE_DIR})

# The pkg-config file finds its prefix from where it lies, so that an installed tree can be moved.
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_INCLUDEDIR BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig
           OUTPUT_VARIABLE VOLERY_PC_INCLUDE)
list(TRANSFORM VOLERY_OPENCL_LIBRARIES PREPEND " -l" OUTPUT_VARIABLE VOLERY_PC_LIBRARIES)
set(VOLERY_PC_DEFINITIONS "")
if(WIN32 AND BUILD_SHARED_LIBS)
    set(VOLERY_PC_DEFINITIONS " -DVOL_IMPORTS")
endif()
configure_file(${PROJECT_SOURCE_DIR}/cmake/volery.pc.in ${PROJECT_BINARY_DIR}/volery.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/volery.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# The scene library, where it is built: the component `scene` of the package, and a pkg-config file of its own. An archive
# does not say that it needs libyaml, so these do.
if(TARGET volery_scene)
    install(FILES ${PROJECT_SOURCE_DIR}/include/volery/scene.h ${PROJECT_SOURCE_DIR}/include/volery/scene_look.h
            DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/volery)
    install(TARGETS volery_scene EXPORT volery-scene-targets)
    install(EXPORT volery-scene-targets NAMESPACE volery:: DESTINATION ${VOLERY_CMAKE_DIR})
    set(VOLERY_PC_SOUND "")
    if(SNDFILE_FOUND AND CMAKE_DL_LIBS)
        set(VOLERY_PC_SOUND " -l${CMAKE_DL_LIBS}") # to look for libsndfile
    endif()
    set(VOLERY_PC_YAML "")
    if(VOLERY_NEEDS_YAML)
        set(VOLERY_PC_YAML ", yaml-0.1")
    endif()
    configure_file(${PROJECT_SOURCE_DIR}/cmake/volery-scene.pc.in ${PROJECT_BINARY_DIR}/volery-scene.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/volery-scene.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

# The same for clusters by MPI: the component `mpi`. Which MPI that is, its own compiler or find_package tells, so the
# pkg-config file has only our side of it: a host of MPI is compiled by mpicc.
if(TARGET volery_mpi)
    install(FILES ${PROJECT_SOURCE_DIR}/include/volery/mpi.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/volery)
    install(TARGETS volery_mpi EXPORT volery-mpi-targets)
    install(EXPORT volery-mpi-targets NAMESPACE volery:: DESTINATION ${VOLERY_CMAKE_DIR})
    configure_file(${PROJECT_SOURCE_DIR}/cmake/volery-mpi.pc.in ${PROJECT_BINARY_DIR}/volery-mpi.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/volery-mpi.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
