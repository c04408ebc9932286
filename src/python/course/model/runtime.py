"""Compiler or JVM, as programs tell it of themselves."""

from pydantic import ConfigDict

from course.model.strict import Open


class OwnRuntime(Open):
    """As a program prints it, perhaps among other things."""

    name: str
    version: str
    vendor: str
    flags: list[str]


class Runtime(OwnRuntime):
    """As records keep it."""

    model_config = ConfigDict(extra="forbid")
