"""What tables and charts say below themselves; ``remarks.toml`` has the sentences."""

import tomllib
from pathlib import Path
from typing import Any

REMARKS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("remarks.toml").read_text("utf-8"))
