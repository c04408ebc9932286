"""What the logs' reader and ``./course advise`` were tried on, as tests and runs recorded it."""

import json
import textwrap
from pathlib import Path

from course.model.solutions import COLLECTORS
from course.stats.numbers import DASH

LOGS = "results/logs.json"
"""What ``DecorationsTest`` of the Java module ``gclog`` found."""

TRANSCRIPTS = "results/transcripts"
"""What ``course.advice.transcripts`` recorded."""

EVERY_JDK = range(9, 26)
"""Those that write unified logs."""

LONGEST = 64
"""Characters of an example."""


def logs_table(root: Path) -> str:
    """Markdown: decorations, and the JDKs of each collector whose log was read with them."""
    rows = json.loads((root / LOGS).read_text(encoding="utf-8"))
    logs = [one.rpartition("-") for one in sorted({one for row in rows for one in row["read"]})]
    collectors = [key for key in COLLECTORS if any(key == one for one, _, _ in logs)]
    heads = " | ".join(COLLECTORS[key].label for key in collectors)
    lines = [
        f"| decorations | for example | {heads} | what the command says is missing |",
        "|---|---|" + "---|" * len(collectors) + "---|",
    ]
    for row in rows:
        read = (
            ",\u00a0".join(
                jdk for one, _, jdk in logs if one == key and f"{key}-{jdk}" in row["read"]
            )
            for key in collectors
        )
        missing = " ".join(note.partition(";")[0] for note in row["lacking"])
        example = textwrap.shorten(row["example"], LONGEST, placeholder="\u2026")
        cells = (row["decorations"], f"`{example}`", *read, missing)
        lines.append(f"| {' | '.join(one or DASH for one in cells)} |")
    jdks = {int(jdk) for _, _, jdk in logs}
    untried = ", ".join(str(jdk) for jdk in EVERY_JDK if jdk not in jdks)
    lines += ["", f"Not tried: JDK {untried}."]
    return "\n".join(lines)


def transcript(root: Path, name: str) -> str:
    """Markdown: a command and what it printed."""
    text = (root / TRANSCRIPTS / f"{name}.txt").read_text(encoding="utf-8")
    return f"```text\n{text}```"
