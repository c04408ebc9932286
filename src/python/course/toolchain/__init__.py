"""The tools of this machine: finding them, making the environment, building the programs.

Everything here but the progress display works with the standard library alone, because `doctor`
and the first part of `setup` run before the environment exists.
"""
