"""Test that games of dahua, bluff and Mia are kept, exported, recounted and cleared of a person like all others.

In such a game some bids have a word (B4) or show dice (B6) and others have neither, and rounds of Mia end with a
showdown or because a player gives up (K18).
"""

import io
from collections.abc import AsyncIterator
from functools import partial
from random import Random

import pytest
from msgspec import json

from bot.history import archive, export, versions
from bot.history.game import Game
from bot.history.past import Replays
from bot.history.versions import Version
from bot.people import Privacy
from engine.bids.events import BidMade
from engine.core.dice import Called
from engine.core.events import Event
from engine.poker_cup.actions import GiveUp, MakeClaim
from engine.poker_cup.events import CupLifted, GaveUp
from engine.poker_cup.two_dice import TWO_DICE
from engine.record import replay
from tests.databases import counted
from tests.people.test_privacy import ANN, traces
from tests.rebuilt import rebuild, recounted
from tests.tables.house import GUILD, House, Sitting

GAMES: dict[str, dict[str, object]] = {
    "bluff": {"dice": 4},
    "dahua": {"rounds": 6},
    "dahua with shows": {"rounds": 5, "show": "on"},
    "mia": {"lives": 3},
}


def plain(event: Event) -> bool | None:
    """Return whether an event leaves out what another one of its kind has. Return None for other events."""
    match event:
        case BidMade(show=show, called=called):
            return not show and called is Called.NOTHING
        case CupLifted() | GaveUp():
            return isinstance(event, CupLifted)
        case _:
            return None


async def gives_up(sitting: Sitting) -> None:
    """Let the opener claim Mia without looking, and let the next player give up."""
    for action in (MakeClaim(TWO_DICE.top), GiveUp()):
        table = (await sitting.see()).view
        assert table is not None
        await sitting.act(sitting.name(await sitting.info(), table.awaited[0]), action)


async def played(house: House, name: str) -> Game:
    """Play a game from its start to its end. Return it as it is kept."""
    variant = name.split()[0]
    sitting = await house.game(variant, "ann", "bob", "cid", channel=len(name), forfeit="sing", **GAMES[name])
    if variant == "mia":
        await gives_up(sitting)
    await sitting.play_on(Random(3))
    return next(game for game in await kept(house) if game.id == sitting.id)


async def kept(house: House) -> list[Game]:
    return await house.store.read(lambda connection: list(archive.games(connection)))


async def everything(house: House) -> bytes:
    files: AsyncIterator[bytes] = Privacy(house.tables.changes, house.tables.queries).everything(ANN.id)
    return b"".join([each async for each in files])


def same_game(text: str, game: Game) -> bool:
    """Return whether a record gives the events of a game, when it is read."""
    return replay(io.BytesIO(text.encode())).events == game.events


@pytest.mark.parametrize("name", GAMES)
async def test_a_game_of_ours_is_exported_recounted_and_cleared_of_a_person(
    house: House, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await played(house, name)
    assert {plain(event) for event in game.events} >= {True, False}
    record = await Replays(house.store).record(GUILD, game.id)
    assert record is not None
    assert same_game(record, game)
    (mine,) = json.decode(await everything(house))["games"]
    assert same_game(mine["record"], game)

    figures = await house.store.read(counted)
    monkeypatch.setattr(versions, "MINE", Version(versions.MINE.counting + 1, versions.MINE.achievements))
    await recounted(house.store)
    assert await house.store.read(counted) == figures
    replay_before = await Replays(house.store).replay(GUILD, game.id)

    await Privacy(house.tables.changes, house.tables.queries).forget(ANN.id)
    assert await traces(house, ANN) == set()
    (cleared,) = await kept(house)
    assert cleared.events == game.events
    record = await house.store.read(partial(export.game, game_id=game.id, names=True))
    assert record is not None
    assert same_game(record, game)
    assert "ann" not in record.split()
    replay_after = await Replays(house.store).replay(GUILD, game.id)
    assert replay_before is not None
    assert replay_after is not None
    assert (replay_after.replayed, replay_after.analysis) == (replay_before.replayed, replay_before.analysis)
    after = await house.store.read(counted)
    assert {row["user"] for row in after if "user" in row} >= {
        row["user"] for row in figures if row.get("user") != ANN.id and "user" in row
    }
    await house.store.write(rebuild)
    assert await house.store.read(counted) == after
