"""The article's figures, and the messages for faults in their files."""

import pytest

from course.stats.article import Article
from course.stats.errors import FigureError, PublishError


def test_figures(article):
    assert article.find("batch", "heap-cms", "pool", "A", "ns_per_packet") == 346
    assert article.find("gc", "heap-cms", "pool", "A", "gc_fraction_pct") == 67
    assert article.find("realtime", "heap-cms", "alloc", "A", "min_interval_ns") == 600
    assert article.find("realtime", "heap-cms", "pool", "A", "min_interval_ns") is None
    assert article.find("batch", None, "pool", "A", "ns_per_packet") is None


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (("batches", "heap-cms", "pool", "A"), "no table of the article 'batches'; valid: 'batch'"),
        (("batch", "heap", "pool", "A"), "no batch solution 'heap'; valid: 'heap-cms'"),
        (("batch", "heap-cms", "pol", "A"), "no batch strategy 'pol'"),
        (("gc", "heap-cms", "dummy", "A"), "no gc strategy 'dummy'"),
        (("batch", "heap-cms", "pool", "D"), "no batch case 'D'"),
    ],
)
def test_unknown_names(article, row, message):
    with pytest.raises(FigureError, match=message):
        article.row(*row)


def test_a_repeated_or_wrong_row_is_named(tmp_path, article):
    text = "solution,strategy,case,ns_per_packet\n"
    for table in ("gc", "realtime"):
        (tmp_path / f"{table}.csv").write_text("solution,strategy,case\n")
    (tmp_path / "batch.csv").write_text(text + "cpp,pool,A,1\ncpp,pool,A,2\n")
    with pytest.raises(PublishError, match=r"batch.csv: .*line 3 repeats cpp/pool/A"):
        Article(tmp_path)
    (tmp_path / "batch.csv").write_text(text + "cpp,pool,A,many\n")
    with pytest.raises(PublishError, match=r"batch.csv: .*many"):
        Article(tmp_path)
