"""The page "Decide" in a browser: its address carries what was typed."""


def test_the_address_restores_what_was_typed(page):
    page.goto("/decide.html")
    deadline = page.get_by_label("Longest wait allowed").first
    for typed in ("0.02", "0.0005", ""):
        deadline.fill(typed)
        verdict = page.locator("#decide-verdict").text_content()
        page.reload()
        assert deadline.input_value() == typed
        assert page.locator("#decide-verdict").text_content() == verdict


def test_what_is_missing_is_named(page):
    page.goto("/decide.html")
    page.get_by_label("Live data").first.fill("")
    page.get_by_label("Longest pause").first.fill("")
    verdict = page.locator("#decide-verdict").text_content()
    assert verdict == "Still needed: live data."
    assert page.get_by_label("Live data").first.get_attribute("aria-invalid") == "true"
    assert page.get_by_label("Longest pause").first.get_attribute("aria-invalid") == "false"


def test_a_native_program_gets_the_first_rule_that_fits(page):
    page.goto("/decide.html")
    verdict = page.locator("#native-verdict")
    assert verdict.text_content().startswith("Pool this size, 1,500 bytes.")
    page.get_by_label("Freed by another thread").fill("30")
    assert verdict.text_content().startswith("Try another allocator; if that isn't enough")
    smallest = page.get_by_label("Smallest block")
    for wrong in ("", "x", "2000"):
        smallest.fill(wrong)
        assert verdict.text_content().startswith("Without a valid number in every field")


def test_a_slider_speaks_the_number_in_its_field(page):
    page.goto("/decide.html")
    field, slider = page.get_by_label("Longest wait allowed").all()
    field.fill("250")
    assert slider.get_attribute("aria-valuetext") == "250 ms"
    slider.press("Home")
    assert slider.get_attribute("aria-valuetext") == f"{field.input_value()} ms" == "0.001 ms"
