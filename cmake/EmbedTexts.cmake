# Writes a C file with texts of src/ and include/ as arrays of bytes, for src/backends/opencl/texts.h. String literals would
# be too long for C17. Run at build time:
#     cmake -DROOT=FOLDER -DTEXTS=FILE|FILE... -DOUT=FILE -P EmbedTexts.cmake
# with the texts named from ROOT: src/core/random.h is then called core/random.h, include/volery/x volery/x.

string(REPLACE "|" ";" TEXTS "${TEXTS}")
set(arrays "")
set(rows "")
set(number 0)
foreach(text IN LISTS TEXTS)
    file(READ ${ROOT}/${text} bytes HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
    string(REPLACE "0x0a," "0x0a,\n" bytes "${bytes}")
    string(REGEX REPLACE "^(src|include)/" "" path ${text})
    string(APPEND arrays "static const unsigned char text_${number}[] = {\n${bytes}0};\n")
    string(APPEND rows "    {\"${path}\", text_${number}, sizeof text_${number} - 1},\n")
    math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUT} "/* Made by cmake/EmbedTexts.cmake. */
#include \"backends/opencl/texts.h\"

${arrays}
const vol_cl_text vol_cl_texts[] = {
${rows}};
const size_t vol_cl_text_count = sizeof vol_cl_texts / sizeof *vol_cl_texts;
_Static_assert(sizeof vol_cl_texts / sizeof *vol_cl_texts <= VOL_CL_TEXTS_MOST, \"room for marks\");
")
