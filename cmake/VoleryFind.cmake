# Libraries that the program can do without.
#
# volery_find(OPTION PREFIX module...): the modules of pkg-config as PkgConfig::PREFIX, and whether they are there as
# PREFIX_FOUND. With the option off, or without pkg-config, they are not.
find_package(PkgConfig QUIET)
if(NOT PkgConfig_FOUND)
    message(STATUS "pkg-config is not there: volery is built without the libraries that it would find")
endif()

macro(volery_find option prefix)
    if(${option} AND PkgConfig_FOUND)
        pkg_check_modules(${prefix} IMPORTED_TARGET GLOBAL ${ARGN})
    else()
        set(${prefix}_FOUND FALSE CACHE INTERNAL "") # also where an earlier configuration had found it
    endif()
endmacro()
