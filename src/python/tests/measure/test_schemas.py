"""Values against schemas: the quick check and the one that explains are of one mind."""

import json

import jsonschema
import pytest

from course.process.schemas import Schema, draft_7

PAIR = {
    "type": "object",
    "required": ["pair"],
    "properties": {
        "pair": {
            "type": "array",
            "prefixItems": [{"type": "number"}, {"$ref": "#/$defs/count"}],
            "items": False,
            "minItems": 2,
        },
        "kind": {"enum": ["a", "b"]},
    },
    "if": {"properties": {"kind": {"const": "b"}}, "required": ["kind"]},
    "then": {"required": ["more"]},
    "$defs": {"count": {"type": "integer", "minimum": 0}},
}


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        ({"pair": [1.5, 2]}, None),
        ({"pair": [1, 2.0]}, None),  # a whole number, however it is written
        ({"pair": [1, 2], "kind": "b", "more": None}, None),
        ({}, "record: 'pair' is a required property"),
        ([], "record: [] is not of type 'object'"),
        ({"pair": [1]}, "pair: [1] is too short"),
        ({"pair": [1, True]}, "pair/1: True is not of type 'integer'"),
        ({"pair": [1, -2]}, "pair/1: -2 is less than the minimum of 0"),
        ({"pair": [1, 2, 3]}, "pair: Expected at most 2 items but found 1 extra"),
        ({"pair": [1, 2], "kind": "c"}, "kind: 'c' is not one of ['a', 'b']"),
        ({"pair": [1, 2], "kind": "b"}, "record: 'more' is a required property"),
    ],
)
def test_what_is_wrong(value, complaint):
    told = Schema(PAIR).complaint(value)
    assert jsonschema.Draft202012Validator(PAIR).is_valid(value) == (complaint is None)
    assert told == complaint or (told or "").startswith(complaint or "nothing")


def test_a_long_problem_is_one_short_line():
    told = Schema({"maxLength": 1}).complaint("x\n" * 500, "text")
    assert told is not None
    assert told.startswith("text: 'x")
    assert len(told) < 200
    assert "\n" not in told


def test_a_value_is_left_as_it_is():
    value = {"pair": [1, 2]}
    assert Schema(PAIR).problem(value) is None
    assert value == {"pair": [1, 2]}


def test_lists_are_all_that_is_translated():
    assert draft_7({"items": {"type": "string"}}) == {"items": {"type": "string"}}
    assert draft_7(PAIR)["properties"]["pair"]["additionalItems"] is False


def test_a_file_is_read_once(tmp_path):
    file = tmp_path / "schema.json"
    file.write_text(json.dumps({"type": "null"}))
    assert Schema.of_file(file) is Schema.of_file(file)
