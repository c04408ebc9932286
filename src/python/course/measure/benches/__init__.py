"""Comparisons in which every round runs each contestant once.

What a bench compares is data, in a TOML file beside these modules. Programs are known by their
command line and the JSON lines that they print; what comes out is one record.
"""
