/* A fuzz target as an ordinary test: runs it over every file of the folders that are given. */
#include "fuzz.h"

#include <dirent.h>
#include <string.h>

static void run_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    uint8_t *data = NULL;
    size_t size = 0;
    size_t read = 0;
    do {
        data = vol_retake(data, size + 65536);
        read = fread(data + size, 1, 65536, file);
        size += read;
    } while (read > 0);
    fclose(file);
    data = vol_retake(data, size > 0 ? size : 1); /* exactly, so that a sanitizer sees a step behind the end */
    LLVMFuzzerTestOneInput(data, size);
    free(data);
}

int main(int argc, char **argv) {
    size_t count = 0;
    for (int i = 1; i < argc; i++) {
        DIR *folder = opendir(argv[i]);
        if (folder == NULL) {
            perror(argv[i]);
            return 1;
        }
        for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
            if (entry->d_name[0] != '.') {
                vol_text path = {0};
                vol_text_print(&path, "%s/%s", argv[i], entry->d_name);
                fprintf(stderr, "%s\n", path.data);
                run_file(path.data);
                vol_text_release(&path);
                count++;
            }
        }
        closedir(folder);
    }
    printf("%zu files\n", count);
    return count > 0 ? 0 : 1;
}
