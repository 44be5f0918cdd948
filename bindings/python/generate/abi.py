#!/usr/bin/env python3
"""Writes what the package knows of the library from the public headers, so that nothing is copied by hand.

    abi.py COMPILER INCLUDE HEADER... --python OUT.py --check OUT.c

OUT.py has the structs, constants and functions of the headers for ctypes. OUT.c is a program that prints the same
layouts as the compiler sees them: a test compares the two."""
import argparse
import re
import subprocess

SCALARS = {
    "_Bool": "c_bool", "char": "c_char", "const_char": "c_char", "int": "c_int", "unsigned": "c_uint",
    "unsigned int": "c_uint",
    "double": "c_double", "float": "c_float", "size_t": "c_size_t", "uint8_t": "c_uint8", "int32_t": "c_int32",
    "uint32_t": "c_uint32", "int64_t": "c_int64", "uint64_t": "c_uint64", "unsigned char": "c_ubyte",
}
TOKEN = re.compile(r'"[^"]*"|[A-Za-z_]\w*|0[xX][0-9a-fA-F]+|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|\.\.\.|<<|>>|[^\s\w]')


def preprocess(compiler, include, headers, *options):
    text = "".join(f"#include <{header}>\n" for header in headers)
    command = [compiler, "-std=c17", "-E", "-P", "-I", include, *options, "-x", "c", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def statements(text):
    """Declarations of the outermost level as lists of tokens; bodies of functions end one too."""
    statement, depth = [], 0
    for token in TOKEN.findall(text):
        statement.append(token)
        depth += (token in "{([") - (token in "})]")
        body = token == "}" and ")" in statement[:statement.index("{")]
        if depth == 0 and (token == ";" or body):
            yield statement
            statement = []


def without_attributes(tokens):
    """Without what ctypes does not ask for; `const char` becomes one token: a `char *` is not a text to read."""
    out, skip, depth = [], False, 0
    for token, before in zip(tokens, ["", *tokens]):
        if token in ("__attribute__", "__asm__"):
            skip = True
        elif skip:
            depth += (token == "(") - (token == ")")
            skip = not (token == ")" and depth == 0)
        elif token == "char" and before == "const":
            out.append("const_char")
        elif token not in ("const", "extern", "__extension__", "__restrict", "inline", "_Noreturn"):
            out.append(token)
    return out


def split(tokens, mark):
    """The parts between marks that are in no brackets."""
    parts, depth = [[]], 0
    for token in tokens:
        depth += (token in "{([") - (token in "})]")
        if token == mark and depth == 0:
            parts.append([])
        else:
            parts[-1].append(token)
    return [part for part in parts if part]


class Headers:
    """What the headers declare, in their order."""

    def __init__(self, text):
        self.constants = {}  # name: number
        self.enums = set()
        self.types = {}  # name: ctypes text, of typedefs that are no structs
        self.structs = {}  # name: [(field, type text, C path)], or None where it is opaque
        self.functions = {}  # name: (result, [arguments])
        self.order = []  # names of structs and types as they are complete
        self.open = set(re.findall(r"struct\s+(\w+)\s*\{", text))  # structs that others may look into
        for statement in statements(text):
            tokens = without_attributes(statement)
            if any(token.startswith(("vol_", "VOL_")) for token in tokens):
                self.declare(tokens)

    def declare(self, tokens):
        if tokens[0] == "static":
            return  # inline functions are not in the library
        if tokens[0] == "typedef":
            self.typedef(tokens[1:-1])
        elif tokens[0] == "enum":
            self.enum(tokens[tokens.index("{") + 1:tokens.index("}")])
        elif tokens[0] == "struct" and "{" in tokens[:3]:
            self.struct(tokens[1], tokens[tokens.index("{") + 1:len(tokens) - 1 - tokens[::-1].index("}")])
        elif tokens[0] == "struct" and len(tokens) == 3:
            self.structs.setdefault(tokens[1], None)
        elif tokens[-1] == ";" and "(" in tokens:
            self.function(tokens[:-1])

    def typedef(self, tokens):
        if tokens[0] in ("struct", "enum") and "{" in tokens:
            inside = tokens[tokens.index("{") + 1:len(tokens) - 1 - tokens[::-1].index("}")]
            if tokens[0] == "struct":
                self.struct(tokens[-1], inside)
            else:
                self.enum(inside)
                self.enums.add(tokens[-1])
        elif tokens[0] == "struct":
            self.structs.setdefault(tokens[-1], None)
        else:
            name, kind = self.declarator(tokens)
            self.types[name] = kind
            self.order.append(name)

    def enum(self, tokens):
        value = -1
        for item in split(tokens, ","):
            value = self.number(item[2:]) if len(item) > 1 else value + 1
            self.constants[item[0]] = value

    def struct(self, name, tokens):
        fields = []
        self.structs.setdefault(name, None)
        for line in split(tokens, ";"):
            if line[0] == "struct" and "{" in line:
                end = len(line) - 1 - line[::-1].index("}")
                inner = f"{name}_{line[end + 1]}"
                self.struct(inner, line[line.index("{") + 1:end])
                fields.append((*self.declarator([inner, *line[end + 1:]]), line[end + 1]))
                continue
            parts = split(line, ",")
            first = next(i for i, token in enumerate(line) if token in ("*", "(") or i > 0)
            base = line[:first] if line[0] != "struct" else line[:2]
            for number, part in enumerate(parts):
                field, kind = self.declarator(part if number == 0 else base + part)
                fields.append((field, kind, field))
        self.structs[name] = fields
        self.order.append(name)

    def number(self, tokens):
        words = [str(self.constants.get(token, token)) for token in tokens]
        return int(eval(" ".join(words), {"__builtins__": {}}))  # of our own headers: 1 << 24, 3 + 1

    def declarator(self, tokens):
        """The name and the ctypes text of a declaration such as `double size[3]` or `bool (*f)(int)`."""
        tokens = [token for token in tokens if token != "struct"]
        if "(" in tokens and tokens[tokens.index("(") + 1] == "*":
            at = tokens.index("(")
            return tokens[at + 2], self.callback(tokens[:at], tokens[at + 5:-1])
        lengths = []
        while tokens[-1] == "]":
            at = len(tokens) - 1 - tokens[::-1].index("[")
            lengths.insert(0, self.number(tokens[at + 1:-1]) if tokens[at + 1:-1] else 0)
            tokens = tokens[:at]
        name = ""
        if len(tokens) > 1 and tokens[-1] != "*" and " ".join(tokens) not in SCALARS:
            name, tokens = tokens[-1], tokens[:-1]
        stars = tokens.count("*")
        kind = self.pointer(" ".join(token for token in tokens if token != "*"), stars)
        for length in reversed(lengths):
            kind = f"{kind} * {length}"
        return name, kind

    def pointer(self, base, stars):
        known = base in SCALARS or base in self.enums or base in self.types or base in self.open
        opaque = not known and self.structs.get(base) is None
        if base == "void" and stars == 0:
            return "None"
        if base == "void" or opaque:
            kind, stars = "c_void_p", stars - 1
        elif base in ("char", "const_char") and stars > 0:
            kind, stars = "c_char_p" if base == "const_char" else "c_void_p", stars - 1
        elif base in self.enums:
            kind = "c_int"
        elif base in SCALARS:
            kind = SCALARS[base]
        else:
            kind = base
        for _ in range(stars):
            kind = f"POINTER({kind})"
        return kind

    def callback(self, result, arguments):
        kinds = [self.declarator([*result, "x"])[1]]
        kinds += [self.argument(part) for part in split(arguments, ",")]
        return f"CFUNCTYPE({', '.join(kinds)})"

    def argument(self, tokens):
        kind = self.declarator(tokens)[1]
        while re.fullmatch(r".* \* \d+", kind):  # arrays are given by their address
            kind = f"POINTER({kind[:kind.rindex(' * ')]})"
        return kind

    def function(self, tokens):
        at = tokens.index("(")
        name = tokens[at - 1]
        if not name.startswith("vol_") or "..." in tokens:
            return
        arguments = [] if tokens[at + 1:-1] == ["void"] else split(tokens[at + 1:-1], ",")
        self.functions[name] = (self.declarator(tokens[:at])[1], [self.argument(part) for part in arguments])


def macros(compiler, include, headers):
    """The numbers that macros of the headers stand for."""
    for line in preprocess(compiler, include, headers, "-dM").splitlines():
        match = re.fullmatch(r"#define (VOL_\w+) (UINT32_MAX|[-\d.e]+)", line)
        if match:
            text = match.group(2).replace("UINT32_MAX", str(2**32 - 1))
            yield match.group(1), float(text) if re.search(r"[.e]", text) else int(text)


def write_python(headers, constants, out):
    out.write('"""Made from the public headers by generate/abi.py: structs, constants and functions for ctypes."""\n')
    out.write("# flake8: noqa\nfrom ctypes import *\n\n")
    for name, value in sorted(constants.items()):
        out.write(f"{name} = {value!r}\n")
    out.write("\n")
    for name, fields in headers.structs.items():
        if fields is not None:
            out.write(f"\nclass {name}(Structure):\n    pass\n\n")
    for name in headers.order:
        if name in headers.types:
            out.write(f"\n{name} = {headers.types[name]}\n")
        else:
            out.write(f"\n{name}._fields_ = [\n")
            out.writelines(f'    ("{field}", {kind}),\n' for field, kind, _ in headers.structs[name])
            out.write("]\n")
    out.write("\nFUNCTIONS = {\n")
    for name, (result, arguments) in sorted(headers.functions.items()):
        out.write(f'    "{name}": ({result}, [{", ".join(arguments)}]),\n')
    out.write("}\n")


def write_check(headers, constants, names, out):
    lines = []
    for name, fields in headers.structs.items():
        if fields is None:
            continue
        here = c_name(headers, name)
        lines.append(f'    printf("{name} - 0 %zu\\n", sizeof({here}));')
        for field, _, path in fields:
            member = f"(({here} *)0)->{path}"
            offset = f"offsetof({here}, {path})"
            lines.append(f'    printf("{name} {field} %zu %zu\\n", {offset}, sizeof({member}));')
    lines += [f'    printf("{name} = 0 %.17g\\n", (double){name});' for name in sorted(constants)]
    out.write("/* Made by bindings/python/generate/abi.py: the layouts that the compiler sees. */\n")
    out.writelines(f"#include <{name}>\n" for name in names)
    out.write("#include <stddef.h>\n#include <stdio.h>\n\nint main(void) {\n")
    out.write("\n".join(lines).replace("sizeof((", "sizeof (("))
    out.write("\n    return 0;\n}\n")


def c_name(headers, name):
    """How C reaches a struct: by its name, or by the member of the outer one (which then has no name of its own)."""
    for outer, fields in headers.structs.items():
        for field, kind, path in fields or ():
            if kind == name and name == f"{outer}_{field}":
                return f"__typeof__((({c_name(headers, outer)} *)0)->{path})"
    return name


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("compiler")
    parser.add_argument("include")
    parser.add_argument("headers", nargs="+")
    parser.add_argument("--python", required=True)
    parser.add_argument("--check", required=True)
    arguments = parser.parse_args()
    headers = Headers(preprocess(arguments.compiler, arguments.include, arguments.headers))
    constants = dict(headers.constants)
    constants.update(macros(arguments.compiler, arguments.include, arguments.headers))
    with open(arguments.python, "w", encoding="utf-8") as out:
        write_python(headers, constants, out)
    with open(arguments.check, "w", encoding="utf-8") as out:
        write_check(headers, constants, arguments.headers, out)


if __name__ == "__main__":
    main()
