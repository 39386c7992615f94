"""Add the forms that are new in the code to the files of stored forms: `python -m tests.stored`."""

import asyncio
import tempfile

from tests.stored import Plain, add, read
from tests.stored.custom_ids import samples
from tests.stored.forms import forms
from tests.stored.playing import SEED, played


def new_rows() -> Plain:
    """Play an evening, and return its rows that the file does not have yet."""
    there = read("rows")
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(played(f"sqlite:///{folder}/games.sqlite", SEED))
    return {
        part: {name: value for name, value in of_it.items() if name not in there.get(part, {})}
        for part, of_it in found.items()
    }


if __name__ == "__main__":
    add("forms", forms())
    add("ids", samples())
    add("rows", new_rows())
