/* The header of the model at hand: of VOL_MODEL_NAME, for <volery/models.def>. */
#define VOL_HEADER_TEXT_(name) #name
#define VOL_HEADER_TEXT(name) VOL_HEADER_TEXT_(name)
/* A name must have no spaces. */
/* clang-format off */
#include VOL_HEADER_TEXT(models/VOL_MODEL_NAME.h)
/* clang-format on */
#undef VOL_HEADER_TEXT
#undef VOL_HEADER_TEXT_
