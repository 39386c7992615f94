"""Read from the code every tag, field and word that the bot stores or sends.

The keys are words that are stored, and never names of classes. If a class is renamed or moved, only the imports here
change.
"""

import json
from functools import reduce
from operator import or_
from typing import Any, get_args

import discord
import msgspec
from discord import app_commands
from msgspec import inspect
from sqlalchemy import Table

from bot.history import versions
from bot.history.achievements import ACHIEVEMENTS
from bot.history.boards import BoardName
from bot.history.projections import DERIVED, FOLDS, RANKED
from bot.history.worth import Worth
from bot.inbox.tree import add_commands
from bot.people import NamedRules, Preferences, ServerSettings
from bot.people.preferences import DmStyle, Hints, OthersSee, Theme
from bot.pictures import pictures, sets
from bot.presses.codec import PRESSES
from bot.storage.ledger import OWED, PAID, WAITS, WAIVED, Side
from bot.storage.schema import metadata
from bot.tables.annotations import Annotations
from bot.tables.model import Seat, Setup, Status, Waiting
from bot.tables.pace import PaceName
from bot.tables.pending import Delivery
from bot.words.dice import Look
from engine.core.events import FORM
from engine.games import FAMILIES
from engine.options import OPTIONS, rules_for
from engine.variants import VARIANTS
from tests.stored import Plain

COLUMNS: dict[str, Any] = {
    "setup of a table": Setup,
    "seats of a table": tuple[Seat, ...],
    "who waits at a table": tuple[Waiting, ...],
    "private news of a table": dict[int, Delivery],
    "what goes on beside a game": Annotations,
    "what a kept game counts for": Worth,
    "what a player brought": tuple[str, str, str],
    "settings of a server": ServerSettings,
    "preferences of a person": Preferences,
    "house rules by a name": NamedRules,
    **{f"state of a game of {each.name}": each.state for each in FAMILIES},
    **{f"hidden part of a game of {each.name}": each.hidden for each in FAMILIES},
    **{f"rules of {each.name}": each.rules for each in FAMILIES},
}
"""Structs without a tag, by a description of the struct."""

WORDS: dict[str, Any] = {
    "where a table is": Status,
    "paces": PaceName,
    "dice by DM": DmStyle,
    "hints": Hints,
    "what others see": OthersSee,
    "themes of charts": Theme,
    "looks of dice": Look,
    "boards": BoardName,
    "sides of a tab": Side,
}
"""Enumerations whose words are stored or sent, by a description of the enumeration."""


def forms() -> Plain:
    """Return all forms of the code, as the file has them."""
    found: Plain = json.loads(json.dumps(_forms()))
    return found


def _forms() -> Plain:
    return {
        "form of events": FORM,
        "counting": str(versions.MINE.counting),
        "presses": _tagged(reduce(or_, PRESSES.values())),
        "families": {each.name: _family(each) for each in FAMILIES},
        "presets": {name: msgspec.to_builtins(each.rules) for name, each in VARIANTS.items()},
        "families of presets": {name: _family_of(each.rules) for name, each in VARIANTS.items()},
        "options": {word: sorted(str(each.takes).split(", ")) for word, each in OPTIONS.items()},
        "options as written": {name: _written(name) for name in VARIANTS},
        "columns": {role: _shape(inspect.type_info(each)) for role, each in COLUMNS.items()},
        "words": {role: _shape(inspect.type_info(each)) for role, each in WORDS.items()},
        "states of a forfeit": sorted((WAITS, OWED, PAID, WAIVED)),
        "figures": sorted({*RANKED, *FOLDS, *DERIVED}),
        "achievements": sorted(ACHIEVEMENTS),
        "pictures": {each: sorted(picture.name for picture in pictures(each)) for each in sets()},
        "commands": _commands(),
        "database": {name: _table(each) for name, each in sorted(metadata.tables.items())},
    }


def _family(family: Any) -> Plain:
    doors = {**family.by_table, **family.by_player}
    return {
        "events": _tagged(family.event),
        "actions": {str(kind.__struct_config__.tag): _shape(inspect.type_info(kind), whole=True) for kind in doors},
        "game": family.game.__struct_config__.tag,
    }


def _family_of(rules: Any) -> str:
    return next(each.name for each in FAMILIES if isinstance(rules, each.rules))


def _written(name: str) -> Plain:
    """Return the words that a preset writes for its options."""
    rules = rules_for(name)
    return {
        word: each.write(getattr(rules, each.field)) for word, each in OPTIONS.items() if hasattr(rules, each.field)
    }


def _tagged(union: Any) -> Plain:
    """Return the forms of the structs in a union, by tag."""
    found = {str(each.__struct_config__.tag): _shape(inspect.type_info(each), whole=True) for each in get_args(union)}
    assert len(found) == len(get_args(union))
    return found


def _shape(kind: inspect.Type, whole: bool = False) -> Any:
    """Return the form of a type. It is a word for a plain type, and an object for a type with parts.

    A struct with a tag is represented by its tag, unless `whole` is true. The parts of an ordered type have their
    positions as keys, so a new field is one more key.
    """
    match kind:
        case inspect.StructType(tag=str(tag), tag_field=field) if not whole:
            return f"{field} {tag}"
        case inspect.StructType():
            return _struct(kind)
        case inspect.EnumType(cls=cls):
            return {"one of": sorted(str(each.value) for each in cls)}
        case inspect.LiteralType(values=values):
            return {"one of": sorted(map(str, values))}
        case inspect.UnionType(types=types):
            return {"any of": {str(place): _shape(each) for place, each in enumerate(types)}}
        case inspect.VarTupleType(item_type=item):
            return {"each": _shape(item)}
        case inspect.TupleType(item_types=items):
            return {str(place): _shape(each) for place, each in enumerate(items)}
        case inspect.DictType(key_type=key, value_type=value):
            return {"by": _shape(key), "each": _shape(value)}
    limits = [f"{name}={value}" for name, value in msgspec.structs.asdict(kind).items() if value is not None]
    return " ".join([type(kind).__name__.removesuffix("Type").lower(), *limits])


def _struct(kind: inspect.StructType) -> Plain:
    fields = {}
    for place, each in enumerate(kind.fields):
        name = f"{place} {each.encode_name}" if kind.array_like else each.encode_name
        fields[name] = {"is": _shape(each.type)} | _default(each)
    said = {
        "tag field": None if kind.array_like else kind.tag_field,
        "in order": kind.array_like,
        "defaults left out": kind.cls.__struct_config__.omit_defaults,
    }
    return {"fields": fields} | {name: value for name, value in said.items() if value}


def _default(field: inspect.Field) -> Plain:
    """Return {"else": value} with a field's default, or {} if the field is required.

    The default is part of the form, because a field with its default value is not stored.
    """
    if field.required:
        return {}
    made = field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default
    return {"else": msgspec.to_builtins(made)}


def _commands() -> Plain:
    """Return the names, options and choices of the commands, as the bot registers them with Discord."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    add_commands(tree)
    return {each.name: _command(each.to_dict(tree)) for each in sorted(tree.get_commands(), key=lambda each: each.name)}


def _command(told: Any) -> Plain:
    """Return the form of a command, or of one of its options or subcommands, as the bot registers it with Discord."""
    choices = {"choices": sorted(str(each["value"]) for each in told["choices"])} if told.get("choices") else {}
    options = {each["name"]: _command(each) for each in told.get("options", ())}
    return {"type": int(told.get("type", 1))} | choices | ({"options": options} if options else {})


def _table(table: Table) -> Plain:
    columns = {each.name: f"{each.type}{'' if each.nullable else ' NOT NULL'}" for each in table.columns}
    key = {str(place): each.name for place, each in enumerate(table.primary_key.columns)}
    indexes = {str(each.name): {str(place): at.name for place, at in enumerate(each.columns)} for each in table.indexes}
    return {"columns": columns, "key": key, "indexes": dict(sorted(indexes.items()))}
