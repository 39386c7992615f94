"""What a version of the bot can read: whatever it stores as JSON, the ids of presses, and the words of its rules."""

import tomllib
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any

import msgspec

from bot.history.rebuild import COUNTING
from bot.history.worth import Worth
from bot.people import Preferences, ServerSettings
from bot.presses.codec import PRESSES
from bot.storage import migrate
from bot.storage.schema import metadata
from bot.tables.annotations import Annotations
from bot.tables.model import Seat, Setup, Status, Waiting
from bot.tables.pending import Delivery
from engine.core.events import FORM
from engine.games import FAMILIES, AnyEvent
from engine.options import OPTIONS
from engine.variants import VARIANTS


def _as_before(family: str) -> str:
    """The folder that a family had at the first release, by which the record of that release names it."""
    return family.replace("-", "_")


STORED: dict[str, Any] = {
    "event": AnyEvent,
    "setup": Setup,
    "seats": tuple[Seat, ...],
    "waiting": tuple[Waiting, ...],
    "private news": dict[int, Delivery],
    "meanwhile": Annotations,
    "status": Status,
    "worth of a game": Worth,
    "server's settings": ServerSettings,
    "person's preferences": Preferences,
    **{f"snapshot of engine.{_as_before(each.name)}.state": each.state for each in FAMILIES},
    **{f"hidden of engine.{_as_before(each.name)}.state": each.hidden for each in FAMILIES},
}
"""What stands in columns, by what it is."""
PROJECT = Path(__file__).parents[2] / "pyproject.toml"

TOLD = ("description", "title", "discriminator")
"""What a schema says for people."""


def reads() -> dict[str, Any]:
    """All of it as plain values: which version it is, the schemas of what it reads, and the words that it knows."""
    return {
        "version": tomllib.loads(PROJECT.read_text("utf-8"))["project"]["version"],
        "revision": migrate.newest(),
        "form": FORM,
        "counting": COUNTING,
        "stored": _schemas(STORED),
        "presses": _schemas({"press": reduce(or_, PRESSES.values())}),
        "variants": sorted(VARIANTS),
        "tables": sorted(metadata.tables),
        "options": {option.word: option.allowed for option in OPTIONS.values()},
    }


def _schemas(types: dict[str, Any]) -> dict[str, Any]:
    found, components = msgspec.json.schema_components(list(types.values()), ref_template="{name}")
    schemas = dict(zip(types, found, strict=True))
    return {"is": _each_bare(schemas), "made of": _each_bare(components)}


def _each_bare(schemas: dict[str, Any]) -> dict[str, Any]:
    return {name: _bare(schema) for name, schema in schemas.items()}


def _bare(schema: Any) -> Any:
    """A schema without what it says for people."""
    if isinstance(schema, list):
        return [_bare(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    left = {key: value for key, value in schema.items() if key not in TOLD}
    return {key: _each_bare(value) if key == "properties" else _bare(value) for key, value in left.items()}
