/* Runs while the program is built: writes files as C arrays and a table of them, for builtin.c to include.
 *
 *     embed OUT FILE... */
#include <stdio.h>
#include <string.h>

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static int write_array(FILE *out, const char *path, int number) {
    FILE *in = fopen(path, "rb");
    if (in == NULL) {
        perror(path);
        return -1;
    }
    fprintf(out, "static const char scene_%d[] = {", number);
    int length = 0;
    for (int c; (c = getc(in)) != EOF; length++) {
        /* Values of a char, also where that is signed. */
        fprintf(out, "%s%d,", length % 24 == 0 ? "\n    " : "", c < 128 ? c : c - 256);
    }
    fputs("\n    0};\n", out);
    fclose(in);
    return length;
}

/* The line of a scene behind `about: `, which is plain text there, as an escaped string; of a tune nothing. */
static int write_about(FILE *out, const char *path) {
    char line[256];
    size_t length = strlen(path);
    if (length < 5 || strcmp(path + length - 5, ".yaml") != 0) {
        fputs("\"\"", out);
        return 0;
    }
    FILE *in = fopen(path, "rb");
    int found = 0;
    while (in != NULL && !found && fgets(line, sizeof line, in) != NULL) {
        found = strncmp(line, "about: ", 7) == 0 && strpbrk(line + 7, "\"\\#\n") == strchr(line, '\n');
    }
    if (in != NULL) {
        fclose(in);
    }
    if (!found) {
        fprintf(stderr, "%s: has no line 'about: ' of plain text\n", path);
        return -1;
    }
    fprintf(out, "\"%.*s\"", (int)strcspn(line + 7, "\n"), line + 7);
    return 0;
}

/* The names of a scene's other looks: keys two blanks below the line `looks:`. */
static void write_looks(FILE *out, const char *path) {
    char line[256];
    int inside = 0, count = 0;
    FILE *in = fopen(path, "rb");
    fputs("\"", out);
    while (in != NULL && fgets(line, sizeof line, in) != NULL) {
        size_t length = strcspn(line, ":\n");
        inside = strncmp(line, "looks:", 6) == 0 || (inside && line[0] == ' ');
        if (inside && length > 2 && line[length] == ':' && strncmp(line, "  ", 2) == 0 && line[2] != ' ') {
            fprintf(out, "%s%.*s", count++ > 0 ? " " : "", (int)length - 2, line + 2);
        }
    }
    fputs("\"", out);
    if (in != NULL) {
        fclose(in);
    }
}

int main(int argc, char **argv) {
    enum { MOST = 64 };
    int lengths[MOST];
    FILE *out = argc > 2 && argc - 2 <= MOST ? fopen(argv[1], "w") : NULL;
    if (out == NULL) {
        fputs("usage: embed OUT FILE... (at most 64)\n", stderr);
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        lengths[i - 2] = write_array(out, argv[i], i - 2);
        if (lengths[i - 2] < 0) {
            fclose(out);
            return 1;
        }
    }
    fputs("static const vol_scene_builtin builtins[] = {\n", out);
    for (int i = 2; i < argc; i++) {
        const char *name = base_name(argv[i]);
        fprintf(out, "    {\"%.*s\", ", (int)strcspn(name, "."), name);
        if (write_about(out, argv[i]) < 0) {
            fclose(out);
            return 1;
        }
        fprintf(out, ", scene_%d, %d, ", i - 2, lengths[i - 2]);
        write_looks(out, argv[i]);
        fputs("},\n", out);
    }
    fputs("};\n", out);
    int failed = ferror(out);
    return fclose(out) != 0 || failed ? 1 : 0;
}
