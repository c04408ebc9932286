"""Figures that a reader sets going: a model, a still picture of it, and what its script needs.

Each model is reckoned twice: here, for the still picture that a page shows until the figure is
started, and in chapters/assets/figures, where it moves. A test compares the two.
"""
