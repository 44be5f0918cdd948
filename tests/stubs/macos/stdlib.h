#include_next <stdlib.h>
int posix_memalign(void **memory, size_t alignment, size_t bytes);
