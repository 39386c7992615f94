"""List the licences of the packages that the bot and its tests need: `make licences`."""

from contextlib import suppress
from functools import cache
from importlib import metadata
from pathlib import Path

from license_expression import ExpressionError, Licensing, get_spdx_licensing

from tests.release.lock import ALL, ROOT, RUN, Locked, locked

PAGE = ROOT / "deploy" / "LICENCES.md"
ACCEPTABLE = frozenset(
    {
        "0BSD",
        "Apache-2.0",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "CNRI-Python",
        "ISC",
        "MIT",
        "MPL-2.0",
        "PSF-2.0",
        "PostgreSQL",
        "Unlicense",
    }
)
"""Licences that let anybody run the bot and distribute it under the bot's own licence.

The files of a package under MPL-2.0 keep that licence.
"""

SAID = {
    "Apache": "Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD": "BSD-3-Clause",
    "BSD 2-Clause License": "BSD-2-Clause",
    "BSD License": "BSD-3-Clause",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "MIT license": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "PSFL": "PSF-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
"""The SPDX ids of licences, by the names that packages use for them."""
READ = {
    "audioop-lts": "PSF-2.0",
    "axe-playwright-python": "MIT",
    "colorama": "BSD-3-Clause",
    "promql-parser": "MIT",
    "resvg-py": "MIT",
}
"""Licences of packages whose metadata names none, and of packages that not every machine has."""

HEAD = """\
# Licences

`make licences` writes this page from the licences that the locked packages declare, and a test compares the page with
them. The bot itself is under the MIT licence (LICENSE), and so are the drawings and texts that were made for it.
Three other parts have licences of their own. The fonts for printed pages are DejaVu Sans
(bot/pictures/fonts/LICENSE), and Noto Sans JP and TC under the SIL Open Font License 1.1 (bot/pictures/fonts/OFL.txt).
Discord's description of its API, which the tests use, is under the licence in tests/discord/LICENSE.
"""
TABLE = """
## {title}

| package | version | licence | where |
| --- | --- | --- | --- |
"""


def licence(package: Locked) -> str:
    """Return a locked package's licence as an SPDX expression. Raises `LookupError` if the licence is unknown."""
    if package.name in READ:
        return READ[package.name]
    said = metadata.metadata(package.name)
    classified = [line.rpartition(" :: ")[2] for line in said.get_all("Classifier") or [] if line.startswith("License")]
    given = [said[name] for name in ("License-Expression", "License") if name in said]
    for words in (*given, *classified):
        with suppress(ExpressionError):
            if words:
                return str(_spdx().parse(SAID.get(words, words), validate=True))
    raise LookupError(f"{package.name} does not say its licence: read it, and add it to READ in {Path(__file__).name}")


def is_acceptable(expression: str) -> bool:
    """Return whether a licence expression is acceptable.

    If it joins licences with AND, all of them must be acceptable. If it offers a choice with OR, one acceptable
    licence is enough.
    """
    choices = expression.split(" OR ")
    return any(set(_spdx().license_keys(choice.strip("() "))) <= ACCEPTABLE for choice in choices)


@cache
def _spdx() -> Licensing:
    """Return the table of all licences that SPDX knows. The table is read only once."""
    return get_spdx_licensing()


def page() -> str:
    """Return the page of licences for the lock files and the installed packages."""
    run = list(locked(RUN))
    tests = [package for package in locked(ALL) if package not in run]
    return HEAD + _table("What the bot runs on", run) + _table("What its tests and tools also need", tests)


def _table(title: str, packages: list[Locked]) -> str:
    lines = [f"| {each.name} | {each.version} | {licence(each)} | {each.where or 'everywhere'} |" for each in packages]
    return "\n".join([TABLE.format(title=title).rstrip("\n"), *lines]) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
