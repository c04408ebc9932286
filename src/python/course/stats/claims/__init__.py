"""Claims: statements by the article, by others and by ourselves, tested on every data set.

A claim is data (``chapters/claims/*.toml``): a statement, its source, and a test in a small
vocabulary of quantities, cells and relations. ``evaluate`` decides for each cell whether the
statement holds there, given the noise; pages show the verdict beside the sentence.
"""
