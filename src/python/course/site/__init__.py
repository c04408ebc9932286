"""The publishing half: turns records into tables, charts, figures and pages.

It knows records and what ``stats`` makes of them, the article's figures, and the regions that are
marked in the sources; of the sweep that wrote the records it knows nothing.
"""
