"""Figures that are looked at, drawn when the site is built: a module for each.

What they show of the code they take from it: places and sizes are read from the sources
(constants.py), and what is counted in them is counted by a small model.
"""
