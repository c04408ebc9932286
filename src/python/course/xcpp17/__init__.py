"""A Jupyter kernel for C++17: Cling (from the package cppyy) behind ipykernel.

Under the name ``xcpp17`` it replaces xeus-cling and xeus-cpp, which are not on PyPI.
A notebook that keeps the portable rules (CONTRIBUTING) runs unchanged on all three.

- ``cling``: the interpreter: options, precompiled header, running one cell.
- ``capture``: output to the file descriptors 1 and 2, as Jupyter streams.
- ``kernel``: the Jupyter side. ``install``: writes the kernelspec.
- ``include``: replacements for the two headers for rich output in notebooks.
"""
