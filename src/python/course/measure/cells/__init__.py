"""Cells of a sweep: analysers that settle side by side and take turns to run windows.

A contest groups compared cells; the schedule gives the next round to the contest that can be
decided soonest. Each cell has a record, rewritten after each of its rounds.
"""
