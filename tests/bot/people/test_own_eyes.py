"""Test that a private message shows only what its reader may see of the game.

Nobody can ask for another person's view.
"""

import ast
import inspect
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import bot
from bot.inbox.request import Request
from bot.outbox.windows import WindowContent, Windows
from bot.presses.game import CallLie, ShowDice
from bot.screens.elements.cards import Ephemeral
from bot.tables.model import TableView
from tests.bot.answers import words
from tests.bot.stage import Stage

ROOMS = ("inbox", "outbox")
ASKED_BY = {"inbox/request.py": ["self.user"], "outbox/announcer.py": ["user"]}
"""The files that may ask for a person's view of a table, each with the code that says whose view it is."""


def asked(room: str) -> Iterator[tuple[str, str]]:
    """Find each call in a folder of the bot that asks for a person's view of a table.

    Yield its file, and the code of the argument that says whose view it is.
    """
    root = Path(bot.__file__).parent
    for file in sorted((root / room).rglob("*.py")):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("queries.see"):
                yield file.relative_to(root).as_posix(), ast.unparse(call.args[1])


def test_the_bot_never_asks_for_another_persons_view_of_a_table() -> None:
    found: dict[str, list[str]] = {}
    for file, whom in (each for room in ROOMS for each in asked(room)):
        found.setdefault(file, []).append(whom)
    assert found == ASKED_BY


def test_a_window_takes_no_seat_view_or_reader_as_an_argument() -> None:
    assert list(inspect.signature(Request.see).parameters) == ["self", "table_id"]
    assert list(inspect.signature(Request.open_window).parameters) == ["self", "table_id", "looks"]
    assert "self._see(table, reader.user)" in inspect.getsource(Windows.look)


async def test_a_window_gets_its_readers_view_at_every_refresh(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", "Cleo")
    windows = stage.bot.services.announcer.windows
    handed: list[tuple[int, int | None, int | None]] = []

    async def noting(looks: WindowContent, reader: int, seen: TableView) -> Ephemeral:
        assert seen.seat is not None
        assert seen.view is not None
        handed.append((reader, seen.seats[seen.seat].user, seen.view.seat))
        return await looks(seen)

    for name in ("Ann", "Ben"):
        await stage.press(name, ShowDice)
    for window in windows._open.values():
        window.looks = partial(noting, window.looks, window.by.user)
    await stage.raise_once()
    seats = {name: (await stage.table()).seat_of(stage.people[name].id) for name in ("Ann", "Ben")}
    assert sorted(handed) == sorted(
        (stage.people[name].id, stage.people[name].id, seats[name]) for name in ("Ann", "Ben")
    )


async def test_a_forged_press_in_anothers_ephemeral_message_shows_ones_own_dice(english_stage: Stage) -> None:
    """Discord shows Ann's ephemeral message only to her, but a modified client can still send its id."""
    stage = english_stage
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", rounds="20")
    while sorted(await stage.dice("Ann")) == sorted(await stage.dice("Ben")):  # one of 157 throws
        await stage.raise_once()
        await stage.press(await stage.to_move(), CallLie)
    (anns,) = (await stage.press("Ann", ShowDice)).ephemerals
    dice = {name: " ".join(map(str, sorted(await stage.dice(name)))) for name in ("Ann", "Ben")}
    assert dice["Ann"] in words(anns)
    await stage.forge("Ben", ShowDice((await stage.table()).id), message=anns)
    shown = next(message for message in stage.messages() if message.id == anns.id)
    assert dice["Ben"] in words(shown)
    assert dice["Ann"] not in words(shown)
    assert dice["Ben"] in (await stage.forge("Ben", ShowDice((await stage.table()).id))).words
