"""The notebooks of docs/ run from top to bottom, and show what they show."""
import glob
import json
import os
import sys

import pytest

SOURCE = os.environ.get("VOLERY_SOURCE") or os.path.join(os.path.dirname(__file__), "..", "..", "..")
NOTEBOOKS = sorted(glob.glob(os.path.join(SOURCE, "docs", "notebooks", "*.ipynb")))
sys.path.insert(0, os.path.join(SOURCE, "docs", "generate"))


def test_there_are_three_with_pictures_that_are_small():
    assert len(NOTEBOOKS) == 3
    for path in NOTEBOOKS:
        with open(path, encoding="utf-8") as file:
            outputs = [output for cell in json.load(file)["cells"] for output in cell.get("outputs", [])]
        assert sum("image/png" in output.get("data", {}) for output in outputs) >= 3
        assert os.path.getsize(path) < 500_000


@pytest.mark.parametrize("path", NOTEBOOKS, ids=os.path.basename)
def test_it_runs_from_top_to_bottom_with_the_outputs_that_it_has(path, program, tmp_path, monkeypatch):
    from notebook import run_notebook

    monkeypatch.chdir(tmp_path)
    _, differ = run_notebook(path)
    assert differ == [], "docs/generate/notebook.py --write puts new outputs into it"


def test_another_output_and_an_exception_are_seen(tmp_path):
    from notebook import run_notebook

    def written(source, outputs):
        cells = [{"cell_type": "code", "source": [source], "outputs": outputs}]
        (tmp_path / "a.ipynb").write_text(json.dumps({"cells": cells}))
        return run_notebook(tmp_path / "a.ipynb")[1]

    said = [{"name": "stdout", "output_type": "stream", "text": ["2\n"]}]
    assert written("print(1 + 1)", said) == []
    assert written("print(1 + 2)", said) != []
    with pytest.raises(ZeroDivisionError):
        written("1 / 0", [])
