"""Choose what a person presses: controls that are shown now, controls of older messages, or forged controls."""

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec import inspect

from bot.presses import game, lobby
from bot.presses.base import Choosing, Move, Press
from bot.presses.codec import PRESSES, decode, encode
from bot.sandbox.adapter import Message, walk_components

BUTTON, MENU, CHANNELS = 2, 3, 8
MOST = 2**63 - 1
GARBAGE = ("", "bid", "bid:x:y:z:w", "nope:1:2", "ld:", "ld:bid:1:2:4,5", "🎲", "a" * 100, "bid:-1:-1:-1:-1")
ENDING = (
    game.LeaveTable,
    game.CallQuits,
    game.EndTable,
    game.SurelyLeave,
    game.SurelyQuit,
    game.SurelyEnd,
    lobby.StandUp,
    lobby.Cancel,
    lobby.SurelyCancel,
)
"""Presses that end a game or a lobby early. They are rare, because otherwise no game would be played to its end."""
REMOVING = (lobby.PutOut, lobby.AskToPutOut, lobby.AgreeToPutOut)
"""Presses that remove a person from a game. They are frequent, because several of them must follow each other."""
BEGINNING = (lobby.Join, lobby.Start, lobby.AddComputer, lobby.Rematch)
WORDS = ("", "5", "2", "99", "3x4", "four sixes", "soon", "10 rounds", "20 min", "a song", "6", "*_~`|> @everyone", "1")

Pressed = dict[str, Any]
"""The `data` of an interaction, as a client sends it for a button or a menu."""


def offers(message: Message) -> list[Pressed]:
    """Return every press and every choice that a message allows, as a client would send it."""
    return list(_offers(message.components))


def _offers(components: list[dict[str, Any]]) -> Iterator[Pressed]:
    for part in walk_components(components):
        if part.get("disabled") or "custom_id" not in part:
            continue
        head = {"custom_id": part["custom_id"], "component_type": part["type"], "id": part.get("id", 0)}
        if part["type"] == BUTTON:
            yield head
        elif part["type"] == MENU:
            yield from ({**head, "values": [option["value"]]} for option in part["options"])


def stands_for(pressed: Pressed) -> Press | None:
    """Return the press that a control stands for, or None if the bot did not make the control's id."""
    return decode(pressed["custom_id"], pressed.get("values", ()))


def weight(pressed: Pressed) -> float:
    """Return how often a control is pressed, relative to other controls."""
    press = stands_for(pressed)
    if isinstance(press, ENDING):
        return 0.04
    if isinstance(press, BEGINNING):
        return 20
    if isinstance(press, REMOVING):
        return 10
    return 3 if isinstance(press, Move | game.CastVote) else 0.7


def forged(luck: Random, tables: list[tuple[int, int]]) -> Pressed:
    """Return a forged press with a random kind and random numbers.

    `tables` has the ids and versions of existing tables.
    """
    if luck.random() < 0.15:
        return {"custom_id": luck.choice(GARBAGE), "component_type": BUTTON}
    kind: type[Press] = luck.choice(tuple(PRESSES.values()))
    told = inspect.type_info(kind)
    assert isinstance(told, inspect.StructType)
    table, version = luck.choice([*tables, (0, 0), (MOST, MOST)])
    words = [_field(luck, field, table, version) for field in told.fields]
    custom_id = encode(kind(*words))[:100]
    if issubclass(kind, Choosing):
        return {"custom_id": custom_id, "component_type": CHANNELS, "values": [str(luck.randrange(MOST))]}
    if luck.random() < 0.2:
        return {"custom_id": "menu:any", "component_type": MENU, "values": [custom_id]}
    return {"custom_id": custom_id, "component_type": BUTTON}


def _field(luck: Random, field: inspect.Field, table: int, version: int) -> Any:
    match field.name, field.type:
        case "table", _:
            return table
        case "version", _:
            return luck.choice((version, version, max(version - 1, 0), version + 1, 0, MOST))
        case _, inspect.IntType():
            return luck.choice((0, 1, 2, 3, 4, 5, 6, 7, 40, MOST))
        case _, inspect.BoolType():
            return luck.random() < 0.5
        case _, inspect.EnumType(cls=cls):
            return luck.choice(list(cls))
        case _, inspect.LiteralType(values=allowed):
            return luck.choice(allowed)
        case _:
            return luck.choice(("common", "cup", "told", "bidform", "x-1", "c0ffee"))


def typed(luck: Random, components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the fields of a form with random values. Most values fit their fields."""
    return list(_typed(luck, components))


def _typed(luck: Random, components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in components:
        head = {"type": part["type"], "id": part.get("id", 0)}
        if "component" in part:
            yield {**head, "component": next(_typed(luck, [part["component"]]))}
        elif "components" in part:
            yield {**head, "components": typed(luck, part["components"])}
        elif "options" in part:
            values = [option["value"] for option in part["options"]]
            most = min(part.get("max_values", 1), len(values))
            chosen = luck.sample(values, luck.randint(min(part.get("min_values", 1), most), most))
            yield {**head, "custom_id": part["custom_id"], "values": [*chosen, *["x=y"] * (luck.random() < 0.05)]}
        elif "custom_id" in part:
            yield {**head, "custom_id": part["custom_id"], "value": luck.choice(WORDS)[: part.get("max_length", 99)]}
        else:
            yield head
