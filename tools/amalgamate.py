#!/usr/bin/env python3
"""Writes the library as two files, volery.c and volery.h, for hosts that would rather compile it than install it.

usage: amalgamate.py [--model HEADER[:DIMENSIONS]]... FOLDER

--model adds a model of the host's own (docs/own_models.md) by its header: swirl.h becomes swirl_model, for worlds of
DIMENSIONS 2, 3, or 23 for both (the default).

volery.c has three parts: the headers of src/, the sources that are compiled once, and the kernels. The kernels are one
text that the file includes from itself once for each instruction set and precision (a section): names that they define
get the section's name in front by macros, which end with the section. Names of the other sources that are local to a
file but stand in others too get the file's name in front.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SRC = ROOT / "src"

# One line for each instruction set: when it is compiled, and how its functions are told to use it.
X86 = "(defined(__x86_64__) || defined(_M_X64))"
SECTIONS = [
    ("avx512", f"{X86} && !VOL_WITHOUT_avx512", "avx512f,avx512dq,avx512vl,avx512bw,popcnt"),
    ("avx2", f"{X86} && !VOL_WITHOUT_avx2", "avx2,fma,popcnt"),
    ("sse2", f"{X86} && !VOL_WITHOUT_sse2", None),
    ("neon", "defined(__aarch64__) && !VOL_WITHOUT_neon", None),
    ("scalar", None, None),
]
# Single precision of these, and these models, are what nearly all games run: as fast as it gets. Unless VOL_FULL is
# defined, the others are compiled with less inlining, and those of AVX-512 and of vectors in double precision not at
# all.
HOT = ("avx2", "neon")
HOT_MODELS = ("nudge", "capped", "blend", "sighted", "steering", "custom")
LESS = """#ifndef VOL_FULL
#pragma push_macro("VOL_INLINE")
#undef VOL_INLINE
#define VOL_INLINE static inline __attribute__((unused))
#endif
"""
LESS_END = """#ifndef VOL_FULL
#pragma pop_macro("VOL_INLINE")
#endif
"""
# Headers of which each section needs its own copy, because they depend on the precision; lanes/ and models/ all do.
SECTION_HEADERS = ("core/platform.h",)
# Sources of which the one or the other counts, by the system: they keep their system's headers to themselves.
SYSTEM_SOURCES = ("core/system_posix.c", "core/system_windows.c")
# Chooses one of the lanes: what several of them include is repeated in each, and the guards take care.
CHOICE = "lanes/lanes.h"
SHARED_KERNEL_HEADERS = ("kernels/abi.h", "kernels/around.h", "kernels/blocks.h", "kernels/cells.h",
                         "kernels/context.h", "kernels/crowd.h", "kernels/meter_abi.h", "kernels/nearby.h",
                         "kernels/obstacle_cells.h", "kernels/one_boid.h", "kernels/own_model.h", "kernels/probe.h",
                         "kernels/raster.h", "kernels/registry.h", "kernels/spawn_numbers.h", "models/traits.h")

NO_MEASURES = "measure/none.c"
# Where a section is compiled twice, for worlds and for measures; here both are in it, the latter with the same lanes.
EITHER = re.compile(r'^#if VOL_FOR_METERS\n(#include "kernels/meters\.h"\n)#else\n(.*)#endif\n\Z', re.M | re.S)

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+(?:"([^"]+)"|<(volery/[^>]+)>)[^\n]*\n', re.M)
EACH_MODEL = re.compile(r'^#define VOL_EACH_MODEL "([^"]+)"\n#include <volery/models\.def>\n', re.M)
SYSTEM = re.compile(r"^[ \t]*#[ \t]*include[ \t]+<((?!volery/)[^>]+)>[^\n]*\n", re.M)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*$", re.M)
COMMENT = re.compile(r"/\*.*?\*/", re.S)
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'')
TOKEN = re.compile(COMMENT.pattern + "|" + STRING.pattern + r"|[A-Za-z_]\w*|->|\.\d[\w.]*|\d[\w.]*|\s+|.", re.S)
NAME = re.compile(r"[A-Za-z_]\w*$")
# A line that is one call of a macro, with the lines below it that are indented.
MACRO_CALL = re.compile(r"^([A-Z]\w*)\((\w+)(?:[^;\n]|\n[ \t]+)*\)$", re.M)
MACRO = re.compile(r"^[ \t]*#[ \t]*define (\w+)\(([^)]*)\)((?:[^\n\\]|\\.|\\\n)*)", re.M)
# What a system is asked to show: HEAD has it.
FEATURES = re.compile(r"^#if defined\(__APPLE__\)\n#define _DARWIN(?:.*\n)*?#endif\n", re.M)
MEMBER = re.compile(r"(?:->|\.)\s*([A-Za-z_]\w*)")
WORDS = set("static const extern inline void int unsigned char float double long short struct union enum typedef "
            "_Alignas __attribute__ _Static_assert sizeof return if for while switch".split())


def read(name):
    return (SRC / name).read_text(encoding="utf-8")


def both_kernels():
    """The text of kernels/kernels.h with the kernels of worlds, then those of measures."""
    meters, worlds = EITHER.search(read("kernels/kernels.h")).groups()
    return f"{worlds}#if !VOL_WITHOUT_measures\n{LESS}{meters}{LESS_END}#endif\n"


def table(name):
    """A public table of rows, as a header or a source includes it."""
    text = (ROOT / "include" / name).read_text(encoding="utf-8")
    return re.sub(r"#ifdef VOL_EACH_MODEL\n.*?#else\n(.*)#endif\n", r"\1", text, flags=re.S)


def for_each_model(match):
    """What including a file once for each model comes to."""
    names = re.findall(r"^VOL_MODEL\((\w+)", table("volery/models.def"), re.M)
    if match.group(1) == "models/header.h":
        return "".join(f'#include "models/{name}.h"\n' for name in names)
    return "".join((LESS if name not in HOT_MODELS else "") +
                   f'#define VOL_MODEL_NAME {name}\n#include "{match.group(1)}"\n#undef VOL_MODEL_NAME\n' +
                   (LESS_END if name not in HOT_MODELS else "") for name in names)


def needs_section(header):
    """Is the header compiled anew in every section?"""
    if header in SECTION_HEADERS:
        return True
    return header.startswith(("lanes/", "models/", "kernels/")) and header not in SHARED_KERNEL_HEADERS


def own_includes(text):
    return [m.group(1) for m in INCLUDE.finditer(text) if m.group(1)]


def code_tokens(text):
    """The tokens of C text without comments, strings' insides, directives and space."""
    text = DIRECTIVE.sub("", COMMENT.sub(" ", text))
    text = MACRO_CALL.sub("", STRING.sub('""', text))
    return [t for t in TOKEN.findall(text) if not t.isspace()]


def declarations(tokens):
    """Splits a file's tokens into its declarations, bodies and initialisers included."""
    depth, begin = 0, 0
    for i, token in enumerate(tokens):
        depth += (token in "({[") - (token in ")}]")
        after = tokens[i + 1] if i + 1 < len(tokens) else ""
        function_end = token == "}" and depth == 0 and after not in (";", ",", "=") and not names_type(tokens, begin)
        if depth == 0 and (token == ";" or function_end):
            yield tokens[begin:i + 1]
            begin = i + 1


def names_type(tokens, begin):
    """Does the declaration define a type, so that a name may follow the closing brace?"""
    return tokens[begin] in ("typedef", "struct", "union", "enum") and "(" not in tokens[begin:begin + 4]


def enumerators(tokens):
    found, depth, fresh = [], 0, False
    for token in tokens:
        depth += (token == "{") - (token == "}")
        if depth == 1 and fresh and NAME.match(token):
            found.append(token)
        fresh = depth == 1 and token in ("{", ",")
    return found


def declared(tokens):
    """The names that one declaration at file scope introduces."""
    found = []
    head = tokens[:tokens.index("{")] if "{" in tokens else tokens
    for i, token in enumerate(tokens[:-2]):
        if token in ("struct", "union", "enum") and tokens[i + 2] == "{" and (i == 0 or tokens[i - 1] == "typedef"):
            found.append(tokens[i + 1])
    if "enum" in head[:2] and "(" not in head:  # not a function that returns one
        found += enumerators(tokens)
    if tokens[0] == "typedef":
        pointer = [tokens[i + 2] for i in range(len(tokens) - 2) if tokens[i] == "(" and tokens[i + 1] == "*"]
        return found + (pointer[:1] if pointer and "{" not in tokens else [tokens[-2]])
    depth = 0
    for i, token in enumerate(head):
        if depth == 0 and NAME.match(token) and token not in WORDS and head[i - 1] not in ("struct", "union", "enum"):
            after = tokens[i + 1] if i + 1 < len(tokens) else ""
            if after in ("(", "[", "=", ";"):
                found.append(token)
                break
        depth += (token in "([") - (token in ")]")
    return found


def file_names(text):
    """All names that a file introduces at file scope, but for those made of the rows of the models: model_names."""
    text = text.replace(table("volery/models.def"), "")
    makers = {name for name, params, body in MACRO.findall(text) if "VOL_INLINE" in body or "static" in body}
    by_macro = {name for macro, name in MACRO_CALL.findall(text) if macro in makers and NAME.match(name)}
    return by_macro | {name for part in declarations(code_tokens(text)) for name in declared(part)}


def model_names(text):
    """Names glued together for each model: VOL_OF(x), also inside macros that paste numbers to x."""
    models = re.findall(r"#define VOL_MODEL_NAME (\w+)", text)
    text = COMMENT.sub(" ", text)
    ends = set()
    for name, params, body in MACRO.findall(text):
        for pasted in re.findall(r"VOL_OF\((\w+(?:##\w+)+)\)", body):
            for call in re.findall(rf"^{name}\(([^)]*)\)$", text, re.M):
                values = dict(zip(re.split(r",\s*", params), re.split(r",\s*", call)))
                ends.add("".join(values.get(part, part) for part in pasted.split("##")))
    ends |= set(re.findall(r"VOL_OF\((\w+)\)", text))
    return {f"{model}_{end}" for model in models for end in ends}


def rename_tokens(text, names, prefix):
    """Puts the prefix before names, but not where they are members of a struct."""
    out, last, braces, structs = [], "", 0, []
    tokens = TOKEN.findall(text)
    for i, token in enumerate(tokens):
        after = next((t for t in tokens[i + 1:i + 4] if not t.isspace()), "")
        member = last in (".", "->") or (structs and structs[-1] == braces and after in (";", ",", "[", ":"))
        out.append(prefix + token if token in names and not member else token)
        if token == "{":
            braces += 1
            if re.search(r"\b(struct|union)\s+(\w+\s*)?$", "".join(tokens[max(0, i - 6):i])):
                structs.append(braces)
        elif token == "}":
            if structs and structs[-1] == braces:
                structs.pop()
            braces -= 1
        if not token.isspace() and not token.startswith("/*"):
            last = token
    return "".join(out)


def kernel_names(text, shared):
    """The kernels' text and the names to rename in it; macros would rename members too, so such names change first."""
    names = file_names(text) | model_names(text)
    names -= set(re.findall(r"#\s*define\s+(\w+)", shared + text))
    members = names & set(MEMBER.findall(COMMENT.sub(" ", text)))
    text = rename_tokens(text, members, "vol_own_")
    return text, names - members | {"vol_own_" + name for name in members}


class Amalgamation:
    def __init__(self, models):
        self.models = models
        self.system = set()
        self.seen = set()
        listed = re.search(r"set\(VOLERY_SOURCES\s+([^)]*)\)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))
        self.sources = [name.removeprefix("src/") for name in listed.group(1).split()]

    def inline(self, text, section, choice=False, keep=False):
        """The text with its own includes replaced by their text, each header once; system headers go to the top
        unless they are kept. Headers of the other kind (those of a section, or not) are left out."""
        def replace(match):
            name = match.group(1)
            if name is None:
                return table(match.group(2)) if match.group(2).endswith(".def") else ""
            if name.endswith(".def"):
                return self.inline(read(name), section)
            if name in self.seen or needs_section(name) != section:
                return ""
            header = read(name)
            before = set(self.seen)
            if re.match(r"(?:/\*.*?\*/\s*)?#ifndef", header, re.S):
                self.seen.add(name)
            whole = f"\n/* --- {name} --- */\n" + self.inline(header, section, name == CHOICE)
            if choice:
                self.seen = before
            return whole
        text = EACH_MODEL.sub(for_each_model, text)
        if not keep:
            self.system |= set(SYSTEM.findall(text))
            text = SYSTEM.sub("", text)
        return INCLUDE.sub(replace, text)

    def shared_headers(self):
        """Headers that are compiled once: public ones come from volery.h, the others are hidden outside the file."""
        out = ["/* --- core/platform.h --- */\n" + SYSTEM.sub("", read("core/platform.h"))]
        pending = [name for source in self.sources for name in own_includes(read(source))]
        pending += [name for name in self.kernel_headers() if not needs_section(name)]
        for name in pending:
            if name.endswith(".h") and not needs_section(name) and name not in self.seen:
                out.append(self.inline(f'#include "{name}"\n', False))
        return "".join(out)

    def kernel_headers(self):
        found, todo = [], ["kernels/kernels.h"]
        while todo:
            for name in own_includes(EACH_MODEL.sub(for_each_model, read(todo.pop()))):
                if name not in found:
                    found.append(name)
                    todo.append(name)
        return found

    def own_kernels(self, path, dimensions):
        """The kernels of a model of the host's own, in each section."""
        name = path.stem
        text = self.inline(path.read_text(encoding="utf-8"), True)
        table = self.inline('#include "kernels/model_table.h"\n', True)
        return (f"\n/* --- {path.name} --- */\n#if VOL_FOR_WORLDS\n{text}\n"
                f"enum {{ {name}_dimensions = {dimensions} }};\n"
                f"#define VOL_MODEL_NAME {name}\n{table}\n#undef VOL_MODEL_NAME\n"
                f"extern const vol_model_kernels *const VOL_CAT(vol_own_{name}, VOL_SECTION);\n"
                f"const vol_model_kernels *const VOL_CAT(vol_own_{name}, VOL_SECTION) = &{name}_kernels;\n#endif\n")

    def own_table(self, path, dimensions):
        """The model itself: a table of these kernels."""
        name = path.stem
        body = f"#define VOL_KIT_MODEL {name}\n#define VOL_KIT_DIMENSIONS {dimensions}\n"
        body += rename_tokens(self.inline(read("kit/model.c"), False), {"rows"}, f"vol_{name}_")
        return source_part("kit/model.c", body)

    def write(self, folder):
        shared = self.shared_headers()
        kernels = self.inline(both_kernels(), True)
        kernels += "".join(self.own_kernels(path, dimensions) for path, dimensions in self.models)
        exact = [name for name in self.sources if re.search(r"^#define VOL_DOUBLE 1$", read(name), re.M)]
        bodies = {name: self.inline(read(name), False, keep=name in SYSTEM_SOURCES) for name in self.sources}
        # What is compiled in doubles alone may need headers that the kernels do not: they come before it.
        needed = [header for name in exact for header in own_includes(read(name)) if needs_section(header)]
        precise = self.inline("".join(f'#include "{header}"\n' for header in needed), True)
        border = "\n/* --- in doubles alone --- */\n"
        both, renamed = kernel_names(kernels + border + precise, shared)
        kernels, precise = both.split(border)
        changed = {name.removeprefix("vol_own_") for name in renamed if name.startswith("vol_own_")}
        for name in exact:
            bodies[name] = rename_tokens(bodies[name], changed, "vol_own_")
        local = {name: {n for n in file_names(bodies[name]) if not n.startswith(("vol_", "VOL_"))}
                 for name in self.sources}
        words = {name: set(code_tokens(bodies[name])) for name in self.sources}
        for name in self.sources:
            others = set().union(*(words[other] for other in self.sources if other != name))
            clash = local[name] & (others | (renamed if name in exact else set()))
            bodies[name] = rename_tokens(bodies[name], clash, "vol_in_" + Path(name).stem + "_")
        once = "".join(source_part(name, bodies[name]) for name in self.sources if name not in exact)
        once += "".join(self.own_table(path, dimensions) for path, dimensions in self.models)
        chosen = re.compile(r"^#define VOL_(DOUBLE|LANES)\w*( 1)?\n", re.M)
        precise += "".join(source_part(name, chosen.sub("", bodies[name])) for name in exact)
        system = sorted(name for name in self.system if not re.search("intrin|arm_neon", name))
        (folder / "volery.h").write_text(public_header(), encoding="utf-8")
        text = whole(system, shared, once, kernels, sorted(renamed), precise)
        (folder / "volery.c").write_text(text, encoding="utf-8")


def source_part(name, body):
    """A source with the macros it defines taken back at its end."""
    body = FEATURES.sub("", body)
    macros = sorted(set(re.findall(r"^#define (\w+)", body, re.M)))
    body += "".join(f"#undef {macro}\n" for macro in macros)
    if name.startswith("measure/"):
        body = f"#if {'' if name == NO_MEASURES else '!'}VOL_WITHOUT_measures\n{body}#endif\n"
    return f"\n/* --- {name} --- */\n{body}"


def public_header():
    """The public headers as one, in the order of their needs."""
    seen, out = set(), []

    def add(name):
        if name in seen:
            return
        seen.add(name)
        text = (ROOT / "include" / name).read_text(encoding="utf-8")
        for needed in re.findall(r"#include <(volery/[^>]+\.h)>", text):
            add(needed)
        out.append(INCLUDE.sub(lambda m: table(m.group(2)) if m.group(2).endswith(".def") else "", text))

    add("volery/volery.h")
    return out[-1].split("#ifndef")[0] + "\n" + "\n".join(out[:-1])


def section_call(isa, condition, target, double):
    """The lines that compile the kernels for one instruction set and precision."""
    precision = "double" if double else "single"
    hot = isa in HOT and not double
    lines = [f"#define VOL_SECTION {isa}_{precision}", f"#define VOL_ISA {isa}", f"#define VOL_LANES_{isa.upper()}",
             f"#define VOL_DOUBLE {double}"]
    if target:
        lines += ["#ifdef __clang__",
                  f'#pragma clang attribute push(__attribute__((target("{target}"))), apply_to = function)',
                  "#else", "#pragma GCC push_options", f'#pragma GCC target("{target}")', "#endif"]
    if not hot:
        lines += ["#if !defined(VOL_FULL) && !defined(VOL_LITTLE_INLINING)", "#define VOL_LITTLE_INLINING",
                  "#define VOL_LITTLE_HERE", "#ifndef __clang__", "#pragma GCC push_options",
                  '#pragma GCC optimize("O1")', "#endif", "#endif"]
    lines += ["#include VOL_SELF"]
    if not hot:
        lines += ["#if defined(VOL_LITTLE_HERE) && !defined(__clang__)", "#pragma GCC pop_options", "#endif",
                  "#ifdef VOL_LITTLE_HERE", "#undef VOL_LITTLE_INLINING", "#undef VOL_LITTLE_HERE", "#endif"]
    if target:
        lines += ["#ifdef __clang__", "#pragma clang attribute pop", "#else", "#pragma GCC pop_options", "#endif"]
    lines += [f"#undef VOL_LANES_{isa.upper()}"]
    # In doubles there are measures too, and with plain C what is computed in doubles alone.
    wanted = "!VOL_SINGLE_VECTORS && !(VOL_WITHOUT_double && VOL_WITHOUT_measures)" if double else "!VOL_WITHOUT_single"
    conditions = [text for text in (condition, None if double and not condition else wanted) if text]
    if conditions:
        lines = ["#if " + " && ".join(conditions), *lines, "#endif"]
    return "\n".join(lines) + "\n"


# What is not compiled at all; gcc's macros tell it before it has seen any pragma.
REFUSED = re.compile(r"/\* Every sum and product is rounded once.*?(?=/\* What a compiler)", re.S)

HEAD = """\
/* Volery {version} in one file. Made by tools/amalgamate.py: change the sources, not this.
 *
 *     cc -O2 -c volery.c          and link with -lm -pthread
 *
 * No flags are needed for the same bits as everywhere; -ffast-math and its parts are refused. gcc optimises this file
 * in builds that do not optimise, too. gcc for Windows (mingw-w64) needs -Wa,-muse-unaligned-vector-move: it takes the
 * stack for better aligned than it is there. The file includes itself for the kernels of each instruction set: under
 * another name, compile it with -DVOL_SELF='"other.c"'.
 *
 * -DVOL_WITHOUT_x=1 leaves out x: avx512, avx2, sse2, neon, single, double, measures, or a model, as nudge.
 * -DVOL_FULL compiles all as fast as it gets, AVX-512 and vectors of doubles too, and takes several times as long:
 * docs/embedding.md has what is slower without. The bits are the same. */
#ifndef VOL_SECTION
#if defined(__APPLE__)
#define _DARWIN_C_SOURCE
#elif !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#if defined(__MINGW32__) && !defined(__USE_MINGW_ANSI_STDIO)
#define __USE_MINGW_ANSI_STDIO 1
#endif
#include <float.h>
{refused}/* Contraction of a * b + c would change bits; clang is told by core/platform.h. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("fp-contract=off", "no-math-errno")
#endif
/* Without optimisation a step takes fifty times as long, and a game in Debug cannot be played. */
#if !defined(__OPTIMIZE__) && !defined(VOL_UNOPTIMIZED)
#if defined(__clang__)
#pragma message("compile volery.c with -O2 in every build: it is slow without; VOL_UNOPTIMIZED silences this")
#elif defined(__GNUC__)
#pragma GCC optimize("O2")
#endif
#endif
#if !defined(VOL_FULL) && !defined(VOL_WITHOUT_avx512)
#define VOL_WITHOUT_avx512 1
#endif
#ifndef VOL_FULL
#define VOL_SINGLE_VECTORS 1
#define VOL_WITHOUT_picking 1
#endif
#ifndef VOL_SELF
#define VOL_SELF "volery.c"
#endif

#include "volery.h"

{system}
#if defined(_MSC_VER)
#include <intrin.h>
#endif
#if defined(__x86_64__) || defined(_M_X64)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#if !defined(_WIN32)
#pragma GCC visibility push(hidden)
#endif
"""


def whole(system, shared, once, kernels, renamed, precise):
    version = ".".join(re.findall(r"#define VOL_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)",
                                  (ROOT / "include/volery/base.h").read_text(encoding="utf-8")))
    head = HEAD.replace("{version}", version).replace("{refused}", REFUSED.search(read("core/platform.h")).group())
    head = head.replace("{system}", "".join(f"#include <{name}>\n" for name in system))
    calls = "".join(section_call(isa, condition, target, double)
                    for isa, condition, target in SECTIONS for double in (0, 1))
    macros = sorted(set(re.findall(r"^[ \t]*#\s*define\s+(\w+)", kernels + read("core/platform.h"), re.M)) | {
        "VOL_SECTION", "VOL_ISA", "VOL_DOUBLE", "VOL_NAMED", "VOL_NAMED_", "VOL_NAMED__"})
    parts = [
        head, shared, "#if !defined(_WIN32)\n#pragma GCC visibility pop\n#endif\n", once,
        "\n/* --- the kernels, section by section --- */\n",
        "#undef VOLERY_CORE_PLATFORM_H\n#undef VOL_INLINE\n", calls, "\n#else /* a section */\n\n",
        "#define VOL_NAMED__(section, name) section##_##name\n",
        "#define VOL_NAMED_(section, name) VOL_NAMED__(section, name)\n",
        "#define VOL_NAMED(name) VOL_NAMED_(VOL_SECTION, name)\n",
        "".join(f"#define {name} VOL_NAMED({name})\n" for name in renamed),
        kernels, "\n#if VOL_DOUBLE && defined(VOL_LANES_SCALAR)\n", precise, "#endif\n\n",
        "".join(f"#undef {name}\n" for name in renamed), "".join(f"#undef {name}\n" for name in macros), "#endif\n",
    ]
    return re.sub(r"\n{3,}", "\n\n", "".join(parts))


def main():
    words, models = sys.argv[1:], []
    while len(words) > 1 and words[0] == "--model":
        path, _, dimensions = words[1].partition(":")
        if not Path(path).is_file() or dimensions not in ("", "2", "3", "23"):
            sys.exit(f"--model {words[1]}: there must be such a header, and of dimensions 2, 3 or 23")
        models.append((Path(path), dimensions or "23"))
        words = words[2:]
    if len(words) != 1 or words[0].startswith("-"):
        sys.exit("usage: amalgamate.py [--model HEADER[:DIMENSIONS]]... FOLDER")
    folder = Path(words[0])
    folder.mkdir(parents=True, exist_ok=True)
    Amalgamation(models).write(folder)


if __name__ == "__main__":
    main()
