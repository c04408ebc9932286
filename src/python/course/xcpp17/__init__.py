"""A Jupyter kernel for C++17: Cling (from the package cppyy) behind ipykernel.

It stands in, under the name ``xcpp17``, for xeus-cling and xeus-cpp, which are not on PyPI.
A notebook that keeps the portable rules (CONTRIBUTING) runs unchanged on all three.

- ``cling``: the interpreter: options, precompiled header, running one cell.
- ``capture``: what the process writes to its file descriptors 1 and 2, as Jupyter streams.
- ``kernel``: the Jupyter side. ``install``: writes the kernelspec.
- ``include``: stand-ins for the two headers by which notebooks show rich output.
"""
