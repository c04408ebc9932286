"""Cells of a sweep: analysers that settle side by side and are asked for windows in turn.

A contest is what is compared; the schedule gives the next round to the contest that can be decided
soonest. There is a record for each cell, written anew after each of its rounds.
"""
