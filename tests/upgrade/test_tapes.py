"""What is kept of the previous release: of the revision that it says, with a word to every table, and small."""

import json
import re

import pytest

from bot.storage import migrate
from bot.storage.schema import metadata
from tests.upgrade import previous, reads
from tests.upgrade.evening import EVENING
from tests.upgrade.tape import OWN_CLOCK

OF_ONE_PROCESS = {"processes", "identifies"}
"""What only a database has that several processes share."""


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_tape_has_a_word_to_every_table_and_all_scenes(kind: str) -> None:
    tape = previous.taped(kind)
    assert tape.revision == previous.release()["revision"]
    assert tape.revision in migrate.known_revisions()
    written = {
        name for said in tape.statements for name in re.findall(r"(?:INSERT INTO|UPDATE|DELETE FROM) (\w+)", said)
    }
    asked = {name for said in tape.statements for name in re.findall(r"(?:FROM|JOIN) (\w+)", said)}
    later = {name for name in metadata.tables if name not in previous.release()["tables"]}
    alone = OF_ONE_PROCESS if kind == "sqlite" else set()
    assert metadata.tables.keys() - written == alone | later
    assert metadata.tables.keys() - asked == alone | later
    assert {transaction.scene for transaction in tape.transactions} == {scene.__name__ for scene in EVENING}


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_what_was_given_is_compared_wherever_anybody_can_know_it(kind: str) -> None:
    tape = previous.taped(kind)
    steps = [step for transaction in tape.transactions for step in transaction.steps]
    asked = [step for step in steps if tape.statements[step.statement].startswith(("SELECT", "WITH")) and step.rows]
    assert len(asked) > 1000
    assert {OWN_CLOCK in tape.statements[step.statement] for step in asked if not step.given} <= {True}


def test_it_takes_little_room() -> None:
    assert sum(file.stat().st_size for file in previous.FOLDER.iterdir()) < 300_000


def test_what_is_written_down_is_what_is_read_back() -> None:
    known = reads.reads()
    assert previous.read(previous.written(known)) == json.loads(json.dumps(known))
