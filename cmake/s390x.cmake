# s390x, whose bytes are in the other order, by Debian's cross compiler, run by qemu (preset `s390x`).
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR s390x)
set(CMAKE_C_COMPILER s390x-linux-gnu-gcc)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-s390x)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static) # qemu then needs no libraries of that system
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
