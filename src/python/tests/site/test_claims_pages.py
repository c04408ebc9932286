"""Badges, entries and tables of claims, and the evidence beside them."""

import re
from types import SimpleNamespace

import pytest
from course_tests.measure import samples

from course.site.blocks import Blocks
from course.site.claim_pages import ClaimPages, contests_of
from course.site.log_evidence import LogEvidence
from course.site.site import build_site
from course.stats.benches import BenchRecord
from course.stats.claims.reader import FOLDER
from course.stats.columns import DatasetColumn, DatasetColumns
from course.stats.dataset import Dataset
from course.stats.errors import FigureError
from course.stats.figures import Figures

CLAIMS = """\
[source]
key = "course"
title = "This course"
author = "its chapters"
year = 2026

[[claim]]
id = "pool-wins"
statement = "Pooling \\"wins\\" everywhere."
where = "chapter 5"
kind = "rule"
quote = "it wins"

[[claim.test]]
quantity = "batch_ns"
relation = "less"
left = { strategy = "pool" }
right = { strategy = "alloc" }
over = { implementation = ["cpp"], case = ["A", "B", "C"] }

[[claim]]
id = "only-in-2019"
statement = "Native buffers win."
where = "chapter 5"
kind = "rule"

[[claim.test]]
quantity = "batch_ns"
relation = "less"
left = { implementation = "native" }
right = { implementation = "heap" }
over = { runtime = ["parallel 11"], strategy = ["pool"], case = ["A"] }

[[claim]]
id = "waiting"
statement = "Something else."
where = "chapter 5"
kind = "rule"
waits_for = "a program"
"""


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "repository/chapters/claims"
    folder.mkdir(parents=True)
    (folder / "course.toml").write_text(CLAIMS)
    (folder / "a-log.log").write_text("[1s] Pause Full\n")
    return tmp_path / "repository"


@pytest.fixture
def blocks():
    return Blocks()


@pytest.fixture
def pages(root, columns_of, blocks):
    means = {("pool", "A"): 10.0, ("alloc", "A"): 100.0, ("pool", "B"): 100.0, ("alloc", "B"): 10.0}
    return ClaimPages(columns_of(samples.of_means(means)), root, blocks)


def test_a_badge_has_word_sign_link_and_counts(pages):
    badge = pages.claim("pool-wins")
    assert badge.startswith("[✗ fails in 1, holds in 1 of 2](/claims.md#claim-pool-wins){ ")
    title = re.search(r'title="([^"]*)"', badge)[1]
    assert "Claim: Pooling \u2019wins\u2019 everywhere." in title
    assert "2019: holds in 3 of 3; this build: holds in 1 of 2, fails in 1; 1 absent." in title


def test_a_badge_falls_back_to_another_data_set_and_names_it(pages):
    assert pages.claim("only-in-2019").startswith("[✓ 2019: holds]")
    assert pages.claim("waiting").startswith("[\u2013 not measured]")


@pytest.mark.parametrize("quick", [True, False])
def test_a_trimmed_choice_of_a_bench_is_no_witness(quick):
    raw = {"is_quick": quick, "provenance": {}}
    record = BenchRecord(raw, "build", stale=False)
    dataset_column = DatasetColumn("build", None)
    contests = contests_of(SimpleNamespace(all=lambda bench: [record]), dataset_column)
    assert contests("queue") == (None if quick else record)


def test_badges_speak_of_the_data_set_that_sentences_speak_of(root, article, blocks, tmp_path):
    def column(key, pool):
        means = {("pool", "A"): pool, ("alloc", "A"): 100.0}
        samples.write(tmp_path / key, samples.of_means(means))
        dataset = Dataset.load(tmp_path / key, lambda _: "5" * 64)
        return DatasetColumn(key, Figures(dataset, article))

    dataset_columns = DatasetColumns([column("reference", 10.0), column("yours", 1000.0)])
    pages = ClaimPages(dataset_columns, root, blocks)
    assert pages.claim("pool-wins").startswith("[✗ fails]")
    html = blocks.restore(pages.claim_entry("pool-wins"))
    assert html.index("2019") < html.index("reference") < html.index("yours")


def test_a_source_s_claims_are_listed_by_verdict(pages):
    assert pages.claims_list("fails", "course") == (
        f'\n- Pooling "wins" everywhere. {pages.claim("pool-wins")}\n'
    )
    assert pages.claims_list("holds", "course") == "\n- none of them\n"
    verdicts = ("holds", "fails", "not measured")
    counts = [pages.claims_count(verdict, "course") for verdict in verdicts]
    assert counts == [0, 1, 2]
    with pytest.raises(FigureError, match="no verdict 'wins'"):
        pages.claims_list("wins", "course")
    with pytest.raises(FigureError, match="no source 'nobody'"):
        pages.claims_count("fails", "nobody")


def test_an_unknown_claim_is_refused_with_the_valid_ones(pages, tmp_path, dataset_columns, blocks):
    with pytest.raises(
        FigureError, match="no claim 'pool-win'; valid: 'pool-wins', 'only-in-2019'"
    ):
        pages.claim("pool-win")
    with pytest.raises(FigureError, match="no claim 'x': there are none in chapters/claims"):
        ClaimPages(dataset_columns, tmp_path, blocks).claim_entry("x")


def test_an_entry_has_everything(pages, blocks):
    entry = pages.claim_entry("pool-wins")
    assert '\n### Pooling "wins" everywhere. {#claim-pool-wins}\n' in entry
    html = blocks.restore(entry)
    assert "This course, chapter 5: “it wins”" in html
    assert "holds in 1 of 2, fails in 1" in html
    assert "cpp, A: pool / alloc" in html
    assert "Waits for a program." in blocks.restore(pages.claim_entry("waiting"))


def test_the_table_counts_verdicts(pages):
    html = pages.claims_table().html()
    assert "2019: 2 holds, 0 fails, 0 inconclusive, 1 not measured" in html
    assert "this build: 0 holds, 1 fails, 0 inconclusive, 2 not measured" in html
    assert 'href="#claim-only-in-2019"' in html
    assert "Synthetic CPU" in html


@pytest.fixture
def evidence(dataset_columns, root):
    return LogEvidence(dataset_columns, root / FOLDER)


def test_excerpts_of_logs(evidence):
    assert evidence.log_excerpt("a-log") == "\n````text\n[1s] Pause Full\n````\n"
    for name in ("b-log", "../claims/a-log"):
        with pytest.raises(FigureError, match=r"no excerpt .*; valid: a-log"):
            evidence.log_excerpt(name)


def test_where_the_time_goes(root, columns_of):
    record = samples.record(samples.cell())
    record["batch"] = samples.around(200.0)
    record["gc"]["fraction_pct"] = 25.0
    evidence = LogEvidence(columns_of([record]), root / FOLDER)
    table = evidence.pause_split_table(runtime="parallel 11", strategy="pool")
    html = table.html().replace("\n", "")
    assert "<td>200</td><td>150</td><td>50</td><td>25</td>" in html
    assert "<td>346</td><td>114</td><td>232</td><td>67</td>" in html
    assert 'title="not part of the trimmed run">not measured</td>' in html


def test_times_of_a_scaled_run_are_none_of_a_packet(root, columns_of):
    evidence = LogEvidence(columns_of([samples.record(samples.cell(), "smoke")]), root / FOLDER)
    html = evidence.pause_split_table(runtime="parallel 11", strategy="pool").html()
    assert 'title="sizes are scaled down a hundredfold">scaled</td>' in html


def test_how_much_of_the_articles_question_the_program_itself_explains(evidence):
    """By hand: 346 ns with 67 % in pauses in A, 470 with 40 % in B, 415 with 29 % in C."""
    slowdown, explained = evidence.article_slowdown, evidence.article_explained
    inside, outside = 346 * 0.67, {"A": 346 * 0.33, "B": 470 * 0.6, "C": 415 * 0.71}
    for case, share in (("B", 40), ("C", 29)):
        assert slowdown(case).value == pytest.approx(outside[case] / outside["A"])
        mixed = 100 * inside / (inside + outside[case])
        assert explained(case).value == pytest.approx(100 * (67 - mixed) / (67 - share))
    assert 55 < explained("C").value < 65 and "%" in str(explained("C"))
    with pytest.raises(FigureError, match="no case 'D'"):
        explained("D")


def test_what_the_logs_say(root, columns_of):
    collectors = {"parallel": 300.0, "cms": 12.0}
    records = []
    for collector, pause in collectors.items():
        cell = samples.cell(collector=collector, jdk=11, mode="realtime")
        record = samples.record(cell)
        record["gc"] = samples.gc(cell) | {"max_pause_ms": pause}
        records.append(record)
    line = samples.timeline((1040, 300.0, "full"), losses=[(1340, 200)], length_ms=3000)
    records[0]["realtime"]["probes"][0]["timeline"] = line
    records.append(
        samples.record(samples.cell(collector="g1", jdk=25, mode="realtime"), status="unfit")
    )
    evidence = LogEvidence(columns_of(records), root / FOLDER)
    runtimes = ["parallel 11", "cms 11", "g1 25", "zgc 25"]
    html = evidence.collector_log_table(runtimes=runtimes, strategy="pool", case="A").html()
    assert "1.04 s full 300\u00a0ms" in html
    assert html.count("<tr>") == 4  # the head, and those that have a record
    assert "synthetic reason of a unfit cell" in html


# ---- on a site -------------------------------------------------------------------------------


def test_badges_lead_to_their_entries_from_any_depth(repository):
    chapters = repository / "chapters"
    (chapters / "claims").mkdir()
    (chapters / "claims/course.toml").write_text(CLAIMS)
    (chapters / "claims.md").write_text(
        '# Claims\n\n{{ claims_table() }}\n\n{{ claim_entry("pool-wins") }}\n\nWhy.\n'
        '\n{{ claim_entry("only-in-2019") }}\n\n{{ claim_entry("waiting") }}\n'
    )
    (chapters / "05-heap-batch.md").write_text(
        '# 5\n\nIt wins: {{ claim("pool-wins") }}.\n\n| a |\n|---|\n| {{ claim("waiting") }} |\n'
    )
    (chapters / "results").mkdir(exist_ok=True)
    (chapters / "results/realtime.md").write_text('# R\n\n{{ claim("pool-wins") }}\n')
    out = repository / "build/site"
    build_site(repository, out)
    chapter = (out / "05-heap-batch.html").read_text()
    assert 'href="claims.html#claim-pool-wins"' in chapter
    assert 'href="claims.html#claim-waiting"' in chapter
    assert 'href="../claims.html#claim-pool-wins"' in (out / "results/realtime.html").read_text()
    claims = (out / "claims.html").read_text()
    assert 'id="claim-pool-wins"' in claims
    assert "data-course-block" not in claims
