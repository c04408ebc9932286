"""Claims: statements of the article, of others and of ourselves, tested on every data set.

A claim is data (``chapters/claims/*.toml``): a statement, whose it is, and a test in a small
vocabulary of quantities, cells and relations. ``evaluate`` says of each cell whether the statement
holds there, noise included; pages show the verdict beside the sentence.

    cells.py        which cells there are, and how a test names them
    quantities.py   what can be read of a cell: of_dataset.py, of_article.py
    realtime.py     what probes say, and which of two cells copes with the shorter interval
    model.py        a claim and its tests
    reader.py       TOML -> model, with an error for everything that is not of the vocabulary
    comparisons.py  two figures -> a verdict
    rows.py         many figures -> a verdict
    contests.py     contestants of a bench -> a verdict
    evaluate.py     model + data set -> verdicts
"""
