extern int stub_errno;
#define errno stub_errno
#define ERANGE 34
