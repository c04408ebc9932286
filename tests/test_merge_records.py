"""The workflow's merging of records that were measured on several hosted machines."""

from __future__ import annotations

import importlib.util
import json
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from course.publish.dataset import Dataset
from course.publish.records import read_folder

from .programs import PYTHON, ROOT, one_clear_line

SCRIPT = ROOT / ".github/merge_records.py"


def load_samples() -> ModuleType:
    """The synthetic records of the measuring half's unit tests."""
    path = ROOT / "src/python/tests/measure/samples.py"
    spec = importlib.util.spec_from_file_location("samples", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


samples = load_samples()
CPP = samples.cell("cpp")
PARALLEL = samples.cell("heap")
G1 = samples.cell("heap", collector="g1", jdk=25)


def write(folder: Path, *records: dict[str, Any]) -> Path:
    """A shard's folder."""
    folder.mkdir()
    for record in records:
        name = samples.Cell.from_dict(record["cell"]).id
        (folder / f"{name}.json").write_text(json.dumps(record))
    return folder


def slower(record: dict[str, Any], factor: float) -> dict[str, Any]:
    """The same record from a machine that needs `factor` times as long."""
    times = record["batch"]["ns_per_packet"]
    for name in ("mean", "error", "median", "min", "max", "iqr"):
        times[name] *= factor
    times["samples"] = [sample * factor for sample in times["samples"]]
    return record


def merge(out: Path, *shards: Path) -> subprocess.CompletedProcess[str]:
    """Runs the script as the workflow does."""
    return subprocess.run(
        [PYTHON, SCRIPT, out, *shards], capture_output=True, text=True, check=False, timeout=60
    )


def names(folder: Path, status: str = "ok") -> list[str]:
    """The records in a folder that have a status; all of them must be valid."""
    return sorted(record.id for record in read_folder(folder) if record.status == status)


def test_equal_machines_become_one_data_set(tmp_path: Path) -> None:
    """All cells in one folder; of the cell that both measured, the first one's record."""
    first = write(tmp_path / "jdk-11", samples.record(PARALLEL), samples.record(CPP))
    second = write(tmp_path / "jdk-25", samples.record(G1), slower(samples.record(CPP), 1.1))
    done = merge(tmp_path / "out", first, second)
    assert done.returncode == 0, done.stderr
    assert names(tmp_path / "out/machine-1") == sorted([PARALLEL.id, G1.id, CPP.id])
    assert not (tmp_path / "out/machine-2").exists()
    kept = (tmp_path / "out/machine-1" / f"{CPP.id}.json").read_bytes()
    assert kept == (first / f"{CPP.id}.json").read_bytes()
    assert 'url=machine-1/index.html"' in (tmp_path / "out/index.html").read_text()


def test_machines_that_describe_themselves_differently_stay_apart(tmp_path: Path) -> None:
    """Each data set keeps its own C++ programs beside its collectors."""
    first = write(tmp_path / "jdk-11", samples.record(PARALLEL), samples.record(CPP))
    other = [samples.record(G1), samples.record(CPP)]
    for record in other:
        record["provenance"]["machine"]["cpu"] = "Another <CPU>"
    second = write(tmp_path / "jdk-25", *other)
    done = merge(tmp_path / "out", first, second)
    assert done.returncode == 0, done.stderr
    assert names(tmp_path / "out/machine-1") == sorted([PARALLEL.id, CPP.id])
    assert names(tmp_path / "out/machine-2") == sorted([G1.id, CPP.id])
    # What the other one measured is not missing here: it is told where it is.
    assert names(tmp_path / "out/machine-1", "skipped") == [G1.id]
    assert names(tmp_path / "out/machine-2", "skipped") == [PARALLEL.id]
    absent = Dataset.load(tmp_path / "out/machine-1").records[G1.id]
    assert absent.reason == "measured on another machine: machine-2"
    page = (tmp_path / "out/index.html").read_text()
    assert 'href="machine-1/index.html"' in page and 'href="machine-2/index.html"' in page
    assert "Another &lt;CPU&gt;" in page and "http-equiv" not in page


def test_equal_descriptions_at_different_speeds_stay_apart(tmp_path: Path) -> None:
    """A busy neighbour makes another machine of the same description."""
    first = write(tmp_path / "jdk-11", samples.record(PARALLEL), samples.record(CPP))
    second = write(tmp_path / "jdk-25", samples.record(G1), slower(samples.record(CPP), 1.5))
    done = merge(tmp_path / "out", first, second)
    assert done.returncode == 0, done.stderr
    assert "1.50 times as long" in done.stdout
    assert names(tmp_path / "out/machine-2") == sorted([G1.id, CPP.id])


def test_without_a_common_cell_nothing_is_merged(tmp_path: Path) -> None:
    """Equal words in a description prove no equal machine."""
    first = write(tmp_path / "jdk-11", samples.record(PARALLEL))
    second = write(tmp_path / "jdk-25", samples.record(G1))
    done = merge(tmp_path / "out", first, second)
    assert done.returncode == 0, done.stderr
    assert names(tmp_path / "out/machine-2") == [G1.id]


@pytest.mark.parametrize("content", ["", "{", '{"schema": 1}'])
def test_a_bad_record_is_named(tmp_path: Path, content: str) -> None:
    """One line and exit code 1; nothing is published without it."""
    first = write(tmp_path / "jdk-11", samples.record(PARALLEL))
    (first / f"{CPP.id}.json").write_text(content)
    done = merge(tmp_path / "out", first)
    assert done.returncode == 1
    assert f"{CPP.id}.json" in one_clear_line(done.stderr)
    assert not (tmp_path / "out").exists()


def test_arguments_are_checked(tmp_path: Path) -> None:
    """Too few, an empty shard, and an output folder that is there already."""
    assert merge(tmp_path / "out").returncode == 2
    empty = write(tmp_path / "empty")
    done = merge(tmp_path / "out", empty)
    assert done.returncode == 1
    assert str(empty) in one_clear_line(done.stderr)
    done = merge(empty, write(tmp_path / "shard", samples.record(CPP)))
    assert done.returncode == 2
    assert str(empty) in one_clear_line(done.stderr)
