"""What is kept of the previous release: where, and how it is written down at a release."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from tests.upgrade import tape
from tests.upgrade.tape import Tape

FOLDER = Path(__file__).parent / "previous"
READS = FOLDER / "reads.json"


@cache
def taped(kind: str) -> Tape:
    """What the previous release said to a database of this kind."""
    return tape.read(FOLDER / f"{kind}.xz")


@cache
def release() -> dict[str, Any]:
    """Which release it was, and what it can read: see `reads.py`."""
    return read(READS.read_text("utf-8"))


def read(text: str) -> dict[str, Any]:
    """What `written` made."""
    return dict(json.loads(text))


def written(known: dict[str, Any]) -> str:
    """As `READS` has it: a line for each schema, so that a release shows what became otherwise."""
    lines = ["{"]
    for name, value in known.items():
        if name in ("stored", "presses"):
            parts = [
                f'  "{part}": {{\n'
                + ",\n".join(f"   {_line(each)}: {_line(value[part][each])}" for each in value[part])
                + "\n  }"
                for part in value
            ]
            lines.append(f' "{name}": {{\n' + ",\n".join(parts) + "\n },")
        else:
            lines.append(f" {_line(name)}: {_line(value)},")
    return "\n".join(lines).rstrip(",") + "\n}\n"


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
