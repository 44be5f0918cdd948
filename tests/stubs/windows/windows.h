/* The calls of Windows that the library makes, with its types. */
#ifndef STUB_WINDOWS_H
#define STUB_WINDOWS_H
#define near
#define far
#define WINAPI __stdcall
#define INFINITE 0xFFFFFFFF
#define ALL_PROCESSOR_GROUPS 0xFFFF
typedef unsigned long DWORD;
typedef unsigned short WORD;
typedef int BOOL;
typedef void *HANDLE, *LPVOID;
typedef struct {
    void *inside;
} SRWLOCK, CONDITION_VARIABLE;
typedef union {
    long long QuadPart;
} LARGE_INTEGER;
typedef struct {
    DWORD dwLength, dwMemoryLoad;
    unsigned long long ullTotalPhys, more[6];
} MEMORYSTATUSEX;
void WINAPI InitializeSRWLock(SRWLOCK *), WINAPI AcquireSRWLockExclusive(SRWLOCK *);
void WINAPI ReleaseSRWLockExclusive(SRWLOCK *), WINAPI InitializeConditionVariable(CONDITION_VARIABLE *);
BOOL WINAPI SleepConditionVariableSRW(CONDITION_VARIABLE *, SRWLOCK *, DWORD, unsigned long);
void WINAPI WakeConditionVariable(CONDITION_VARIABLE *), WINAPI WakeAllConditionVariable(CONDITION_VARIABLE *);
HANDLE WINAPI CreateThread(void *, size_t, DWORD(WINAPI *)(LPVOID), LPVOID, DWORD, DWORD *);
DWORD WINAPI WaitForSingleObject(HANDLE, DWORD), WINAPI GetActiveProcessorCount(WORD);
BOOL WINAPI CloseHandle(HANDLE), WINAPI QueryPerformanceCounter(LARGE_INTEGER *);
BOOL WINAPI QueryPerformanceFrequency(LARGE_INTEGER *), WINAPI GlobalMemoryStatusEx(MEMORYSTATUSEX *);
#endif
