"""What a table or a chart shows, as its readers see it."""

from bs4 import BeautifulSoup


def soup(shown):
    return BeautifulSoup(shown.html(), "html.parser")


def rows(page):
    """The words of the rows below a table's heads."""
    return [
        [cell.get_text(" ", strip=True) for cell in row.find_all(["th", "td"])]
        for row in page.select("tbody tr")
    ]
