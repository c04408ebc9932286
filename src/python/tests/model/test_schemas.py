"""The records' JSON schemas are generated from their models, and published records follow them."""

import json

import jsonschema
import pytest

from course import paths
from course.model.bench_record import GroupRecord
from course.model.calibration import Calibration
from course.model.record import CellRecord


@pytest.mark.slow
@pytest.mark.parametrize(
    ("model", "published"),
    [
        (CellRecord, "2*/heap-g1-25-pool-A-*-counter.json"),
        (GroupRecord, "2*/bench/limit/*.json"),
        (Calibration, "calibration-*.json"),
    ],
)
def test_published_records_follow_the_schema(model, published):
    schema = model.model_json_schema(by_alias=True)
    jsonschema.Draft202012Validator.check_schema(schema)
    files = [*(paths.ROOT / "results").glob(published)]
    assert files
    for file in files:
        told = json.loads(file.read_text())
        jsonschema.validate(told, schema)
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(told | {"mood": "good"}, schema)
