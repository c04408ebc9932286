"""Implementations, collectors, variants and solutions, as ``solutions.toml`` declares them.

Only the standard library is imported: `./course doctor` needs collectors on a bare machine.
"""

import dataclasses
import itertools
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("solutions.toml")


@dataclasses.dataclass(frozen=True)
class Collector:
    """A garbage collector of the JVM. The fields are explained in ``solutions.toml``."""

    key: str
    label: str
    flags: tuple[str, ...]
    jdk: int
    outline: str
    colour: tuple[str, str]
    flags_on: dict[str, list[str]] = dataclasses.field(default_factory=dict)
    article: str | None = None
    note: str | None = None
    last_line: str = ""
    concurrent: bool = False

    def flags_of(self, jdk: int) -> tuple[str, ...]:
        """All flags on that JDK. An option that must be unlocked comes after the flag that does."""
        return (*self.flags_on.get(str(jdk), ()), *self.flags)


@dataclasses.dataclass(frozen=True)
class Implementation:
    """One way to write the analyser. The fields are explained in ``solutions.toml``."""

    key: str
    label: str
    name: str
    sources: tuple[str, ...]
    strategies: tuple[str, ...]
    main_class: str | None = None
    jar: str | None = None
    program: str | None = None
    jdk_from: int | None = None
    heap: str | None = None
    direct_per_heap: int = 0
    direct_mb: int = 0
    packet_bytes: int = 0
    pooled_bytes: int = 0
    article: bool = False
    cut: str = "solid"
    outline: str | None = None
    colour: tuple[str, str] | None = None

    @property
    def is_java(self) -> bool:
        return self.main_class is not None

    @property
    def has_heap_buffers(self) -> bool:
        return self.packet_bytes > 0 and not self.direct_per_heap


@dataclasses.dataclass(frozen=True)
class Variant:
    """A difference from a plain cell. The fields are explained in ``solutions.toml``."""

    label: str
    key: str | None = None
    flags: tuple[str, ...] = ()
    clock: str = "thread"


@dataclasses.dataclass(frozen=True)
class Solution:
    """An implementation; in Java with its collector and JDK. A column group of the site."""

    key: str
    implementation: str
    collector: str | None
    jdk: int | None
    label: str
    article: str | None = None
    """The article's name of the same solution; None: the article did not measure it."""
    note: str | None = None
    variant: str | None = None
    usual: bool = True  # whether pages show it if they name no solutions

    @property
    def family(self) -> str:
        """The key of its colour and outline: the collector, or the C++ program."""
        return self.collector or self.key


def _read(kind: type, values: dict[str, Any], **more: Any) -> Any:
    fixed = {key: tuple(one) if isinstance(one, list) else one for key, one in values.items()}
    return kind(**(more | fixed))


_DATA = tomllib.loads(FILE.read_text(encoding="utf-8"))

JDKS: tuple[int, ...] = tuple(_DATA["jdks"])
GENERATORS: tuple[str, ...] = tuple(_DATA["generators"])
CASES: tuple[str, ...] = tuple(_DATA["cases"])
MODES: dict[str, str] = _DATA["modes"]  # mode -> its name on pages
STRATEGIES: dict[str, str] = _DATA["strategies"]  # strategy -> its name on pages
REAL_STRATEGIES = tuple(name for name in STRATEGIES if name != "dummy")
VARIANTS: dict[str, Variant] = {key: _read(Variant, one) for key, one in _DATA["variants"].items()}
COLLECTORS: dict[str, Collector] = {
    key: _read(Collector, one, key=key) for key, one in _DATA["collectors"].items()
}


def expanded(sources: Iterable[str]) -> tuple[str, ...]:
    """The files and folders of a list of sources.

    ``@cpp`` stands for a list of ``[sources]``, ``@heap`` for those of an implementation.
    """
    found: dict[str, None] = {}
    for one in sources:
        name = one.removeprefix("@")
        if name == one:
            found[one] = None
        else:
            own = _DATA["sources"].get(name)
            found |= dict.fromkeys(expanded(own or _DATA["implementations"][name]["sources"]))
    return tuple(found)


IMPLEMENTATIONS: dict[str, Implementation] = {
    key: dataclasses.replace(
        _read(Implementation, {"strategies": list(STRATEGIES)} | one, key=key),
        sources=expanded(one["sources"]),
    )
    for key, one in _DATA["implementations"].items()
}
FAMILIES: dict[str, Collector | Implementation] = {
    **COLLECTORS,
    **{key: one for key, one in IMPLEMENTATIONS.items() if not one.is_java},
}
"""Collectors and C++ programs, each of which has its own colour and outline."""


def _solutions() -> Iterator[Solution]:
    for block in _DATA["solutions"]:
        for name, runtime in itertools.product(
            block["implementations"], block.get("runtimes", [""])
        ):
            yield _solution(IMPLEMENTATIONS[name], runtime, block)


def _solution(implementation: Implementation, runtime: str, block: dict[str, Any]) -> Solution:
    usual, variant = block.get("usual", False), block.get("variant")
    key = implementation.key
    if not runtime:
        article = key if implementation.article else None
        return Solution(key, key, None, None, implementation.name, article, usual=usual)
    collector, jdk = COLLECTORS[runtime.split(maxsplit=1)[0]], int(runtime.split()[1])
    which = VARIANTS[variant] if variant else None
    is_plain = jdk == collector.jdk and which is None
    known = is_plain and implementation.article and collector.article
    ending = f"-{which.key}" if which else "" if is_plain else f"-{jdk}"
    label = collector.label if is_plain else f"{collector.label} {jdk}"
    return Solution(
        key=f"{key}-{collector.key}{ending}",
        implementation=key,
        collector=collector.key,
        jdk=jdk,
        label=f"{label}, {which.label}" if which else label,
        article=f"{key}-{collector.article}" if known else None,
        note=collector.note if is_plain and implementation.article else None,
        variant=variant,
        usual=usual,
    )


SOLUTIONS: dict[str, Solution] = {one.key: one for one in _solutions()}
"""Key -> solution; for an implementation and collector the plain one first."""


def _groups() -> dict[str, tuple[str, ...]]:
    order = [None, *COLLECTORS]
    plain = [one for one in SOLUTIONS.values() if one.variant is None]
    plain.sort(key=lambda one: (order.index(one.collector), one.jdk or 0))
    every = {
        name: tuple(one.key for one in plain if one.implementation == name)
        for name in IMPLEMENTATIONS
    }
    usual = {
        name: tuple(key for key in SOLUTIONS if key in keys and SOLUTIONS[key].usual) or keys
        for name, keys in every.items()
    }
    more = {f"{name}-every": keys for name, keys in every.items() if keys != usual[name]}
    return usual | more | {name: tuple(keys) for name, keys in _DATA["groups"].items()}


GROUPS: dict[str, tuple[str, ...]] = _groups()
"""Name of a group, as used by pages -> the keys of its solutions."""
