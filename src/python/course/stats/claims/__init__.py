"""Claims: statements by the article, by others and by ourselves, tested on every data set.

A claim is data (``chapters/claims/*.toml``): a statement, its source, and a test in a small
vocabulary of quantities, cells and relations. ``evaluate`` decides for each cell whether the
statement holds there, given the noise; pages show the verdict beside the sentence.

    cells.py        cells, and how a test names them
    quantities.py   quantities of a cell, read by of_dataset.py and of_article.py
    realtime.py     results of probes, and which of two cells copes with the shorter interval
    model.py        a claim and its tests
    reader.py       TOML -> model, with an error for everything outside the vocabulary
    comparisons.py  two figures -> a verdict
    rows.py         many figures -> a verdict
    contests.py     contestants of a bench -> a verdict
    evaluate.py     model + data set -> verdicts
"""
