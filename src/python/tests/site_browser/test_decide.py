"""The page "Decide" in a browser: its address carries what was typed."""

import pytest


@pytest.mark.parametrize("typed", ["0.02", "0.0005", ""])
def test_the_address_restores_what_was_typed(page, typed):
    page.goto("/decide.html")
    deadline = page.get_by_label("Deadline: the longest the input can wait").first
    deadline.fill(typed)
    verdict = page.locator("#decide-verdict").text_content()
    page.reload()
    assert deadline.input_value() == typed
    assert page.locator("#decide-verdict").text_content() == verdict
