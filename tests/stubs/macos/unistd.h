/* What macOS shows: with POSIX's macro and without its own, neither processors nor pages. */
#ifndef STUB_UNISTD_H
#define STUB_UNISTD_H
#define _SC_PAGESIZE 29
#if !defined(_POSIX_C_SOURCE) || defined(_DARWIN_C_SOURCE)
#define _SC_NPROCESSORS_ONLN 58
#define _SC_PHYS_PAGES 200
#endif
long sysconf(int what);
#endif
