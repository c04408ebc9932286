"""Publishing: turn records into tables, charts, figures and pages.

It uses records and their ``stats``, the article's figures, and the regions marked in the sources,
but knows nothing of the sweep that wrote the records.
"""
