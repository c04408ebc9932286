"""This machine's tools: find them, make the environment, build the programs.

Everything here except the progress display needs only the standard library, because `doctor` and
the first part of `setup` run before the environment exists.
"""
