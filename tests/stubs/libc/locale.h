#ifndef STUB_LOCALE_H
#define STUB_LOCALE_H
struct lconv {
    char *decimal_point;
};
struct lconv *localeconv(void);
#endif
