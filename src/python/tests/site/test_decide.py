"""The page "Decide", as the site's build makes it."""

from course.site.decide import page
from course.stats.benches import Benches


def test_each_bench_that_prices_come_from_is_named(dataset_columns, tmp_path):
    html = page(Benches.of_each(dataset_columns, tmp_path))
    for bench in ("buffers", "limit"):
        assert f"Not measured yet: <code>./course bench {bench}</code>" in html
    assert "Costs that weren't measured are round numbers." in html
