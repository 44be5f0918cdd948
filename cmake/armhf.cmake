# 32-bit ARM by Debian's cross compiler, run by qemu (preset `armhf`).
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_C_COMPILER arm-linux-gnueabihf-gcc)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-arm)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static) # qemu then needs no libraries of that system
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
