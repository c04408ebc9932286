"""The vocabulary of claims: any other word is reported with file, claim and place."""

import re
import tomllib

import pytest

from course import paths
from course.stats.claims.model import QUOTED_WORDS, Comparison
from course.stats.claims.reader import FOLDER, read_claims, read_file
from course.stats.errors import PublishError

HEAD = """\
[source]
key = "article"
title = "A title"
author = "Somebody"
year = 2019

[[claim]]
id = "a-claim"
statement = "It holds."
where = "here"
kind = "rule"
"""

TEST = """
[[claim.test]]
quantity = "batch_ns"
relation = "less"
left = { strategy = "pool" }
right = { strategy = "alloc" }
over = { implementation = ["heap"], runtime = ["*", "g1 25"], case = ["A"] }
"""

TREND = """
[[claim.test]]
relation = "rises"
quantity = "batch_ns"
along = "case"
over = { implementation = ["cpp"], strategy = ["pool"], case = ["A", "B"] }
"""

STATE = """
[[claim.test]]
relation = "works"
over = { implementation = ["cpp"], strategy = ["pool"], case = ["A", "B"] }
"""


@pytest.fixture
def read(tmp_path):
    def made(text):
        path = tmp_path / "claims.toml"
        path.write_text(text)
        return read_file(path)

    return made


def test_a_claim_is_read(read):
    (claim,) = read(HEAD + TEST + TREND + STATE)
    assert (claim.id, claim.source.author, claim.aggregate) == ("a-claim", "Somebody", "every")
    first = claim.tests[0]
    assert isinstance(first, Comparison)
    assert first.left.place == {"strategy": "pool"}
    assert first.over["runtime"] == ("*", "g1 25")
    assert len(claim.tests) == 3


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('id = "a-claim"', 'id = "A claim"', "an id is lower-case words"),
        ('kind = "rule"', 'kind = "rumour"', "no kind 'rumour'; valid: 'conclusion'"),
        ('where = "here"\n', "", "has no where"),
        ('where = "here"', 'where = ""', "where is a text"),
        ('where = "here"', 'where = "here"\nwho = "me"', "no key 'who'; valid: 'id'"),
        ('where = "here"', 'where = "x"\naggregate = "some"', "no aggregate 'some'; valid"),
        ('where = "here"', 'where = "x"\nwaits_for = "y"', "has either tests or `waits_for`"),
        ("where = ", f'quote = "{"word " * 16}"\nwhere = ', "a quotation has at most 15 words"),
        ("year = 2019", 'year = "2019"', "source: year is a whole number"),
        ('"batch_ns"', '"batch"', "test 1: left: no quantity 'batch'; valid: 'batch_ns'"),
        ('"less"', '"<"', "test 1: no relation '<'; valid: 'less'"),
        ('"pool" }', '"pol" }', "test 1: left: no strategy 'pol'; valid: 'dummy'"),
        ('{ strategy = "alloc" }', "3", "test 1: right is a table"),
        ('{ strategy = "alloc" }', "{ value = 0 }", "test 1: right: value is a number above 0"),
        ('case = ["A"]', 'case = ["D"]', "test 1: over: no case 'D'; valid: 'A', 'B', 'C'"),
        ('case = ["A"]', 'case = "A"', "over: case is a list of values"),
        ('case = ["A"]', "case = []", "over: case is a list of values"),
        ('case = ["A"]', 'colour = ["A"]', "over: no dimension 'colour'"),
        (', case = ["A"]', "", "over: no case named"),
        ('"*", "g1 25"', '"g2 *"', r"over: no runtime 'g2 \*'; valid: 'serial 11'"),
        ('runtime = ["*", "g1 25"], ', "", "over: no runtime named"),
        ('right = {', 'factor = -1\nright = {', "factor is a number above 0"),
        ('right = {', 'tolerance = 1\nright = {', "no key 'tolerance'"),
        ('"less"', '"alike"', "has no tolerance"),
        ('left = {', 'left = { quantity = "max_pause_ms", ', "units differ: 'ms' and 'ns'"),
        ('left = {', 'left = { divided_by = { case = "B" }, ', "units differ: '' and 'ns'"),
        ('left = {', 'left = { quantity = "realtime", ', "realtime is less or greater than"),
        ('left = {', 'left = { divided_by = { cas = "B" }, ', "divided_by: no dimension 'cas'"),
        ("[[claim]]", "[[claims]]", "source: no key 'claims'"),
        ("[[claim]]", "[claim]", "claim is a list of tables"),
        ("key =", "name =", "source: no key 'name'; valid: 'key'"),
        ('where = "here"', 'where = "here"\nsource = "me"', "no key 'source'"),
        ('relation = "less"\n', "", "test 1: has no relation"),
        ('over = {', 'across = {', "test 1: no key 'across'; valid: 'quantity', 'over'"),
        ("[[claim]]", "[claim", "Expected ']' at the end"),
    ],
)  # fmt: skip
def test_what_is_no_part_of_the_vocabulary(read, before, after, message):
    text = HEAD + TEST
    assert before in text
    with pytest.raises(PublishError, match=rf"claims\.toml: .*{message}") as caught:
        read(text.replace(before, after, 1))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("test", "before", "after", "message"),
    [
        (TREND, 'along = "case"', 'along = "strategy"', "along strategy: name two values"),
        (TREND, 'along = "case"', 'along = "runtime"', "no dimension of over to go along"),
        (TREND, '"batch_ns"', '"realtime"', "no quantity 'realtime'"),
        (STATE, 'relation = "works"', 'relation = "works"\nfactor = 2', "no key 'factor'"),
        (STATE, 'strategy = ["pool"], ', "", "no strategy named"),
        (STATE, '"cpp"', '"heap"', "no runtime named"),
    ],
)
def test_other_relations_have_their_own_keys(read, test, before, after, message):
    with pytest.raises(PublishError, match=message):
        read(HEAD + test.replace(before, after, 1))


def test_a_claim_needs_a_test_or_a_reason_to_wait(read):
    with pytest.raises(PublishError, match="has either tests or `waits_for`"):
        read(HEAD)
    (claim,) = read(HEAD + 'waits_for = "a program"\n')
    assert claim.tests == ()


def test_an_id_is_taken_once(tmp_path):
    folder = tmp_path / FOLDER
    folder.mkdir(parents=True)
    for name in ("1.toml", "2.toml"):
        (folder / name).write_text(HEAD + TEST)
    with pytest.raises(PublishError, match=r"2\.toml: claim a-claim: the id is already taken"):
        read_claims(tmp_path)


def test_without_a_folder_there_are_no_claims(tmp_path):
    assert read_claims(tmp_path) == {}


# ---- the course's own claims -----------------------------------------------------------------


@pytest.fixture(scope="module")
def claims():
    return read_claims(paths.ROOT)


def pages():
    chapters = paths.ROOT / "chapters"
    return {
        path.relative_to(chapters).as_posix(): path.read_text() for path in chapters.rglob("*.md")
    }


def test_there_are_enough_that_can_be_evaluated(claims):
    assert sum(bool(claim.tests) for claim in claims.values()) >= 25
    assert len({claim.source.key for claim in claims.values()}) == 4


def test_each_has_one_entry_on_the_page_of_claims(claims):
    entries = re.findall(r'claim_entry\("([^"]+)"\)', pages()["claims.md"])
    assert sorted(entries) == sorted(claims)


def test_our_own_are_shown_beside_their_sentences(claims):
    other_machines = "".join(text for name, text in pages().items() if name != "claims.md")
    shown = set(re.findall(r'claim\("([^"]+)"\)', other_machines))
    ours = {claim.id for claim in claims.values() if claim.source.key == "course"}
    assert ours <= shown, f"shown by no chapter: {sorted(ours - shown)}"


def test_what_is_said_of_seeds_has_its_place_and_few_words(claims):
    for claim in claims.values():
        if claim.source.key != "course":
            assert claim.quote, claim.id
            assert len(claim.quote.split()) <= QUOTED_WORDS


def test_files_have_no_claims_of_two_sources():
    keys = [
        tomllib.loads(path.read_text())["source"]["key"]
        for path in sorted((paths.ROOT / FOLDER).glob("*.toml"))
    ]
    assert len(keys) == len(set(keys))
