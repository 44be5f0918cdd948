# WebAssembly by emscripten, run by node: the preset `web`. Emscripten's own file does the work.
find_program(VOLERY_EMCC emcc REQUIRED)
file(REAL_PATH ${VOLERY_EMCC} VOLERY_EMCC_REAL)
get_filename_component(EMSCRIPTEN_ROOT_PATH ${VOLERY_EMCC_REAL} DIRECTORY)
set(EMSCRIPTEN_SYSTEM_PROCESSOR wasm32)
include(${EMSCRIPTEN_ROOT_PATH}/cmake/Modules/Platform/Emscripten.cmake)
