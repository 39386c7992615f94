"""Test that the bot makes no needless reads and writes of its database."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from simcord import ResponseMessage
from sqlalchemy import event

from bot.operating.doctor import COMMITS
from bot.presses.bids import PlaceBid
from bot.presses.game import CallLie, CastVote
from bot.presses.poker_cup import MakeClaim, MarkDice, PeekUnder, PullOut, ShakeCup
from bot.storage.store import Work
from engine import games
from tests.bot.cups import my_cup
from tests.bot.places.closed import without
from tests.bot.stage import Stage

CLOCKS = ("Timers.due", "Time.beat")
"""The functions that the driver runs about once a second, independently of the tables."""


class Traffic:
    """Hold the numbers of reads, writes and moves, and the SQL statements that were executed."""

    def __init__(self) -> None:
        self.reads, self.writes = 0, 0
        self.moves = 0
        self.statements: list[str] = []


@contextmanager
def counted(stage: Stage) -> Iterator[Traffic]:
    """Count the reads and writes of the database within the `with` block. `moves` counts the writes that add events.

    Transactions are not counted, because writes that wait at the same time share one.
    """
    store, found = stage.bot._store, Traffic()
    assert store is not None
    engine, read, write = store.engines[0], store.read, store.write

    async def reading(work: Work[Any]) -> Any:
        found.reads += not is_the_clocks(work)
        return await read(work)

    async def writing(work: Work[Any]) -> Any:
        found.writes += not is_the_clocks(work)
        return await write(work)

    def said(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        found.statements.append(statement)
        found.moves += statement.startswith("INSERT INTO events")

    event.listen(engine, "before_cursor_execute", said)
    store.read, store.write = reading, writing  # type: ignore[method-assign]
    try:
        yield found
    finally:
        store.read, store.write = read, write  # type: ignore[method-assign]
        event.remove(engine, "before_cursor_execute", said)


def is_the_clocks(work: Work[Any]) -> bool:
    """Return whether a read or write comes from the driver itself."""
    return getattr(work, "__qualname__", "").startswith(CLOCKS)


async def test_a_bang_at_a_table_of_four_costs_a_read_and_three_writes(stage: Stage) -> None:
    """The count leaves out the two moves, which are the bang and the next deal. It includes the work for four DMs."""
    await stage.start("Ann", "Ben", "Cleo", "Dan", game="firehouse")
    await stage.raise_once()
    direct_messages = [len(stage.direct_messages(name)) for name in ("Ann", "Ben", "Cleo", "Dan")]
    name = await stage.to_move()
    with counted(stage) as traffic:
        await stage.press(name, CallLie)
    assert "Round 2" in stage.text()
    assert [len(stage.direct_messages(name)) for name in ("Ann", "Ben", "Cleo", "Dan")] == [
        each + 1 for each in direct_messages
    ]
    assert traffic.moves == 2
    assert (traffic.reads, traffic.writes - traffic.moves) == (1, 3)
    assert not [each for each in traffic.statements if "DELETE" in each]


async def test_a_bang_out_of_turn_costs_as_much_as_one_in_turn(stage: Stage) -> None:
    """The bot has asked this person about an earlier call out of turn, so it does not ask again."""
    await stage.start("Ann", "Ben", "Cleo", "Dan", game="firehouse")
    bidder = await stage.raise_once()
    for name in await stage.others(bidder, await stage.to_move()):
        assert "It’s not your turn" in (await stage.press(name, CallLie)).words
    mover = await stage.raise_once()
    (early,) = await stage.others(bidder, mover, await stage.to_move())
    with counted(stage) as traffic:
        await stage.press(early, CallLie)
    assert "Round 2" in stage.text()
    assert (traffic.reads, traffic.writes - traffic.moves) == (1, 3)


async def test_a_bid_takes_as_many_commits_as_the_doctor_assumes(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo")
    name = await stage.to_move()
    with counted(stage) as traffic:
        await stage.press(name, PlaceBid)
    assert (traffic.moves, traffic.writes) == (1, COMMITS)


async def peeked(stage: Stage) -> tuple[str, ResponseMessage]:
    """Start a game of two with the cup, open both ephemeral messages, and have the second player peek.

    Return the second player's name and ephemeral message.
    """
    await stage.start("Ann", "Ben", game="cup")
    opener = await stage.to_move()
    await stage.press(opener, MakeClaim, await my_cup(stage, opener))
    name = await stage.to_move()
    (ephemeral,) = (await stage.press(name, PeekUnder)).ephemerals
    return name, ephemeral


async def test_marking_dice_writes_nothing(english_stage: Stage) -> None:
    """The bot only reads the player's view, whether the player was dozing, and whether they want hints."""
    name, ephemeral = await peeked(english_stage)
    with counted(english_stage) as traffic:
        await english_stage.press(name, MarkDice, ephemeral)
    assert (traffic.reads, traffic.writes) == (3, 0)


async def test_an_act_with_the_cup_costs_at_most_three_reads(
    english_stage: Stage,
) -> None:
    """Besides the move, the bot writes a mark for the panel, and one for the DM if the player sees new dice."""
    stage = english_stage
    name, ephemeral = await peeked(stage)
    await stage.press(name, MarkDice, ephemeral)
    for kind, reads, marks in ((PullOut, 3, 2), (ShakeCup, 3, 2), (MakeClaim, 2, 1)):
        with counted(stage) as traffic:
            await stage.press(name, kind, ephemeral)
        assert traffic.moves == 1
        assert (traffic.reads, traffic.writes - traffic.moves) == (reads, marks)


async def test_a_vote_costs_a_read_and_a_mark(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", "Cleo", "Dan", game="joker")
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    name = await stage.to_move()
    with counted(stage) as traffic:
        await stage.press(name, CastVote, believes=True)
    assert traffic.moves == 1
    assert (traffic.reads, traffic.writes - traffic.moves) == (1, 1)


async def test_a_bid_costs_four_statements_and_two_commits_and_repeats_no_view(
    english_stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot reads nothing, because it has kept the table in its cache since the previous move.

    The write checks that the cached table is current.
    """
    stage = english_stage
    await stage.start("Ann", "Ben", "Cleo", "Dan", game="dudo")
    await stage.raise_once()
    views, commits = Counter[tuple[int | None, int]](), list[str]()
    viewed = games.view

    def counting(game: games.AnyGame, seat: int | None = None) -> games.AnyView:
        views[seat, id(game)] += 1
        kept.append(game)
        return viewed(game, seat)

    kept: list[games.AnyGame] = []
    monkeypatch.setattr(games, "view", counting)
    store, name = stage.bot._store, await stage.to_move()
    assert store is not None
    views.clear()
    event.listen(store.engines[0], "commit", lambda _: commits.append("COMMIT"))
    with counted(stage) as traffic:
        await stage.press(name, PlaceBid)
    told = [each for each in traffic.statements if not each.startswith(("BEGIN", "SAVEPOINT", "RELEASE"))]
    assert [each.split(" (")[0].split(" SET")[0] for each in told] == [
        "INSERT INTO answers",
        "UPDATE tables",
        "INSERT INTO events",
        "UPDATE tables",
    ]
    assert (traffic.reads, traffic.moves, len(commits)) == (0, 1, 2)
    assert views
    assert set(views.values()) == {1}, views


async def test_a_changed_channel_costs_no_read_if_no_table_waits_for_it(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    await stage.env.settle()
    with counted(stage) as found:
        for change in (without("attach_files").take, without("attach_files").give):
            change(stage)
            await stage.env.settle()
    assert (found.reads, found.writes) == (0, 0)
