#!/usr/bin/env python3
"""Runs notebooks from top to bottom: notebook.py [--write] FILE.ipynb...

Every code cell runs in one namespace; what it prints and what its last line is are its outputs. Without --write the
texts among them must be those in the file (bits, and so hashes, are the same on every machine), and there must be
pictures where the file has some. With --write the outputs are put into the file."""
import ast
import base64
import contextlib
import io
import json
import os
import sys


def run_cell(source, namespace, name):
    """The outputs of a cell, as a notebook has them."""
    tree = ast.parse(source, name)
    last = ast.Expression(tree.body.pop().value) if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, name, "exec"), namespace)
        if last is not None:
            value = eval(compile(last, name, "eval"), namespace)
    outputs = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(True)})
    if value is not None:
        data = {"text/plain": repr(value).splitlines(True)}
        if hasattr(value, "_repr_png_"):
            data["image/png"] = base64.b64encode(value._repr_png_()).decode()
        outputs.append({"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"})
    return outputs


def shown(outputs):
    """What of outputs is the same on every machine: texts, and whether there is a picture."""
    return [(output.get("text"), output.get("data", {}).get("text/plain"), "image/png" in output.get("data", {}))
            for output in outputs]


def run_notebook(path):
    """Runs a notebook; it with its new outputs, and what differs from those it had."""
    with open(path, encoding="utf-8") as file:
        notebook = json.load(file)
    namespace, differ = {"__name__": "__main__"}, []
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(cells, 1):
        outputs = run_cell("".join(cell["source"]), namespace, f"{os.path.basename(path)}[{number}]")
        if shown(outputs) != shown(cell["outputs"]):
            differ.append((number, shown(cell["outputs"]), shown(outputs)))
        for output in outputs:
            if "execution_count" in output:
                output["execution_count"] = number
        cell["outputs"], cell["execution_count"] = outputs, number
    return notebook, differ


def main():
    write = sys.argv[1:2] == ["--write"]
    right = True
    for path in sys.argv[1 + write:]:
        notebook, differ = run_notebook(path)
        if write:
            with open(path, "w", encoding="utf-8") as file:
                json.dump(notebook, file, indent=1, ensure_ascii=False)
                file.write("\n")
            continue
        for number, before, now in differ:
            print(f"{path}: cell {number} had the outputs {before}, and has {now}; notebook.py --write puts them in")
        right = right and not differ
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
