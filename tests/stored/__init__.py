"""Check the form of stored and sent data against files, which stay the same even if names in Python change.

- `forms.json` has every tag, field and word (`forms.py` reads them from the code).
- `ids.json` has a custom id of each press with its meaning, in today's form and in the form before 2026-11-21.
- `rows.json` has rows of every kind, from every phase of every preset, as the bot itself wrote them.

The tests only read the files. `python -m tests.stored` adds forms that are new in the code, and changes nothing else.
If a stored form has to change, add a new form and a revision. Never make a new file instead.
"""

import json
from pathlib import Path
from typing import Any

Plain = dict[str, Any]

FOLDER = Path(__file__).parent
WIDTH = 120


def read(name: str) -> Plain:
    """Return the content of a file, or an empty dictionary if it does not exist yet."""
    file = FOLDER / f"{name}.json"
    found: Plain = json.loads(file.read_text("utf-8")) if file.exists() else {}
    return found


def add(name: str, new: Plain) -> None:
    """Add to a file all parts of `new` that it does not have yet."""
    (FOLDER / f"{name}.json").write_text(written(merged(read(name), new)) + "\n", "utf-8")


def written(value: Any, indent: str = "") -> str:
    """Return a value as JSON text. A value that fits on one line is written on one line."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(flat) <= WIDTH or not isinstance(value, dict | list):
        return flat
    inner = indent + " "
    if isinstance(value, list):
        return "[\n" + ",\n".join(inner + written(each, inner) for each in value) + f"\n{indent}]"
    lines = [f"{inner}{json.dumps(key, ensure_ascii=False)}: {written(each, inner)}" for key, each in value.items()]
    return "{\n" + ",\n".join(lines) + f"\n{indent}}}"


def merged(old: Any, new: Any) -> Any:
    """Return `old` with the additions of `new`, which are new keys of objects and new elements of lists of words."""
    if isinstance(old, dict) and isinstance(new, dict):
        return old | {key: merged(old[key], value) if key in old else value for key, value in new.items()}
    if isinstance(old, list) and isinstance(new, list) and all(isinstance(each, str) for each in (*old, *new)):
        return sorted({*old, *new})
    return old
