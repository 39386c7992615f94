"""Imitate the next version of the bot, which is this version with one more revision."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import migrations
from bot.storage import migrate

TOMORROW = "9001"
REVISION = '''"""What the next version of the bot needs."""

import sqlalchemy as sa
from alembic import op

revision = "{tomorrow}"
down_revision = "{newest}"
{works_from}

def upgrade() -> None:
    {does}
'''


@contextmanager
def tomorrow(does: str, works_from: str | None = None) -> Iterator[None]:
    """Pretend within the block that the next version of the bot has one more revision.

    The revision runs `does`, a line of Python. `works_from` is the oldest revision whose version of
    the bot can still work afterwards.
    """
    newest, said = migrate.newest(), f"WORKS_FROM = {works_from!r}\n" if works_from else ""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        copy = Path(folder, "migrations")
        shutil.copytree(migrations.FOLDER, copy, ignore=shutil.ignore_patterns("__pycache__"))
        text = REVISION.format(tomorrow=TOMORROW, newest=newest, works_from=said, does=does)
        (copy / "versions" / f"{TOMORROW}_tomorrow.py").write_text(text)
        patch.setattr(migrations, "FOLDER", copy)
        migrate.known_revisions.cache_clear()
        yield
    migrate.known_revisions.cache_clear()
