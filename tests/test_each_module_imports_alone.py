"""Test that each module can be imported before all others, so that no module depends on an earlier import.

A contract in pyproject.toml forbids import cycles among files or folders. This test finds cycles between a folder and
its own files.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BY_ALEMBIC = ("migrations.env",)
"""Modules that cannot be imported, because only alembic runs them."""

FRESH = """
import os, sys, traceback
import alembic, asyncpg, discord, openskill, prometheus_client, regex, resvg_py, sqlalchemy.ext.asyncio
for name in sys.argv[1:]:
    child = os.fork()
    if not child:
        try:
            __import__(name)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    if os.waitpid(child, 0)[1]:
        print(name)
"""
"""A program that imports each module in a process that has not imported any of our modules yet.

It prints the names of the modules that cannot be imported.
"""


def modules() -> list[str]:
    files = (file for folder in ("bot", "engine", "migrations") for file in (ROOT / folder).rglob("*.py"))
    names = (".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for file in files)
    return sorted(name for name in names if name not in BY_ALEMBIC)


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.skipif(not hasattr(os, "fork"), reason="a system without fork")
def test_each_module_can_be_imported_before_all_others() -> None:
    found = subprocess.run([sys.executable, "-c", FRESH, *modules()], cwd=ROOT, capture_output=True, text=True)
    assert found.stdout.split() == [], found.stderr
    assert found.returncode == 0, found.stderr
