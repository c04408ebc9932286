"""`python -m course.xcpp17 -f CONNECTION_FILE [COMPILER OPTION...]`, as started by Jupyter.

Compiler options (-I, -O, -std, -D) are single words: `-I/a/folder`.
"""

import sys

from ipykernel.kernelapp import IPKernelApp

from .kernel import CppKernel

_COMPILER_FLAGS = ("-I", "-O", "-std=", "-D")


def main() -> None:
    flags = tuple(word for word in sys.argv[1:] if word.startswith(_COMPILER_FLAGS))
    CppKernel.flags = flags or CppKernel.flags
    words = [word for word in sys.argv[1:] if word not in flags]
    # ipykernel could capture the descriptors, too, but loses output after the cell's end.
    IPKernelApp.launch_instance(argv=words, kernel_class=CppKernel, capture_fd_output=False)


if __name__ == "__main__":
    main()
