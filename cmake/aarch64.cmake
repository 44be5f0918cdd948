# 64-bit ARM by Debian's cross compiler, run by qemu: how a machine that is no ARM tests NEON (preset `neon`).
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static) # qemu then needs no ARM libraries
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
