"""Notebook 11 and the programs that it starts show and measure the same text."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[4]
NOTEBOOK = ROOT / "notebooks" / "11-flat-cpp.ipynb"
HEADERS = ROOT / "src" / "cpp" / "steps" / "include" / "steps"


@pytest.fixture(scope="module")
def cells() -> list[dict]:
    return json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]


@pytest.mark.parametrize("step", [1, 2, 3, 4])
def test_packet_of_each_step_is_the_one_that_is_measured(cells, step):
    [shown] = [cell for cell in cells if cell["id"] == f"step{step}"]
    header = (HEADERS / f"step{step}.hpp").read_text(encoding="utf-8")
    measured = header[header.index(f"namespace step{step} {{") :]
    assert "".join(shown["source"]).strip() == measured.strip()


def test_notebook_is_committed_without_results(cells):
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert len(code) > 20
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)


def test_every_prediction_has_its_answer(cells):
    text = "\n".join("".join(cell["source"]) for cell in cells)
    events = re.findall(r"\*\*Predict\.\*\*|<details>", text)
    assert events.count("**Predict.**") >= 8
    for this, following in zip(events, [*events[1:], "end"], strict=True):
        assert (this, following) != ("**Predict.**", "**Predict.**")
    assert events[-1] == "<details>"


def test_lines_of_code_fit_the_page(cells):
    for cell in cells:
        if cell["cell_type"] == "code":
            assert max(map(len, "".join(cell["source"]).split("\n"))) <= 90, cell["id"]
