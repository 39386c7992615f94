"""Test that games can still be read if they were stored in an older form."""

import json
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.json import encode

from bot.history import archive, packing
from bot.history.packing import packed, packed_events
from bot.history.worth import tallies, worth
from bot.storage import Connection
from bot.storage import kept_games as stored
from engine.core.events import FORM
from engine.record import Header, write
from tests.tables.house import GUILD, House, person

KEPT = json.loads((Path(__file__).parent / "in_form_2.json").read_text("utf-8"))
"""Whole games as they were stored in form 2, with their figures. This file must never change."""

COUNTED_THEN = ("wins", "washed_up", "bads")

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


def keep(connection: Connection, number: int, game: dict[str, Any], form: int) -> None:
    """Store a game in the form of an older version."""
    seats = tuple(f"p{seat}" for seat in range(1, len(game["players"]) + 1))
    record = write(Header(game["variant"], seats), ()).encode()
    row = stored.GameRow(
        number, GUILD, 1, 1, game["variant"], NOON, NOON, form, packed(record), packed_events(game["events"]), number
    )
    players = [
        stored.PlayerRow(number, seat, person(name).id if name else None, name, not name, None, GUILD, number)
        for seat, name in enumerate(game["players"])
    ]
    stored.keep(connection, row, players)


async def test_games_stored_in_form_2_give_the_same_figures_as_then(house: House) -> None:
    for number, game in enumerate(KEPT, 1):
        await house.store.write(partial(keep, number=number, game=game, form=2))
    for kept, old in zip(await house.store.read(lambda c: list(archive.games(c))), KEPT, strict=True):
        counted = [(tally.user, tally.name, tally.amount, tally.beside) for tally in tallies(kept, worth(kept))]
        told = [(person(name).id, *figures) for name, *figures in old["tallies"]]
        assert [each for each in counted if each[1] in COUNTED_THEN] == told
        if FORM == 2:
            assert json.loads(encode(kept.events)) == old["events"]


def test_there_is_a_conversion_for_every_older_form() -> None:
    assert set(packing.STEPS) == set(range(packing.OLDEST, FORM))


async def test_an_old_game_is_converted_through_every_later_form(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test invents two changes of form.

    The first change renames the field of a bid's event, and the second change renames the event itself.
    """
    game = KEPT[0]

    def bids_were_called_calls(events: Any) -> list[packing.Plain]:
        return [{**event, "event": "bid"} if event["event"] == "call" else event for event in events]

    def quantities_were_called_numbers(events: Any) -> list[packing.Plain]:
        return [
            {name if name != "many" else "quantity": value for name, value in event.items()}
            if event["event"] == "call"
            else event
            for event in events
        ]

    steps = {FORM - 2: quantities_were_called_numbers, FORM - 1: bids_were_called_calls}
    monkeypatch.setattr(packing, "STEPS", steps)
    old = [
        {"event": "call", "seat": event["seat"], "many": event["quantity"], "face": event["face"]}
        if event["event"] == "bid"
        else event
        for event in game["events"]
    ]
    assert old != game["events"]
    await house.store.write(lambda c: keep(c, 1, {**game, "events": old}, FORM - 2))
    await house.store.write(lambda c: keep(c, 2, game, FORM))
    oldest, newest = await house.store.read(lambda c: list(archive.games(c)))
    assert oldest.events == newest.events
