"""Notebooks that tests read, check and execute."""

import nbformat


def notebook(kernel: str, *cells: str) -> nbformat.NotebookNode:
    """A notebook; a cell that begins with '# ' is text."""
    made = nbformat.v4.new_notebook(metadata={"kernelspec": {"name": kernel, "display_name": "x"}})
    for cell in cells:
        text = cell.startswith("# ")
        new = nbformat.v4.new_markdown_cell if text else nbformat.v4.new_code_cell
        made.cells.append(new(cell))
    return made
