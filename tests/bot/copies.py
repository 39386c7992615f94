"""Make tests faster. Messages are copied in a faster way, and commands are translated only once."""

import copy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import simcord.components
import simcord.gateway
import simcord.http.router
import simcord.results
from discord.app_commands import Command, Group

from bot.words import language

_ATOMS = frozenset({str, int, float, bool, type(None)})


def copied(value: Any) -> Any:
    """Return a deep copy of `value`.

    Copying JSON data takes a fifth of the time that `copy.deepcopy` needs. Other values are copied with
    `copy.deepcopy`.
    """
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is dict:
        return {key: copied(each) for key, each in value.items()}
    if kind is list:
        return [copied(each) for each in value]
    return copy.deepcopy(value)


_said: dict[tuple[Path, str], dict[str, Any]] = {}


def remember_commands(kind: type[Command[Any, ..., Any]] | type[Group]) -> None:
    """Translate commands of this kind once for each process and folder of languages, instead of once for each bot."""
    translated: Any = kind.get_translated_payload

    async def remembered(self: Any, tree: Any, translator: Any) -> dict[str, Any]:
        key = language.FOLDER, self.qualified_name
        if key not in _said:
            _said[key] = await translated(self, tree, translator)
        payload: dict[str, Any] = copied(_said[key])
        return payload

    setattr(kind, "get_translated_payload", remembered)  # noqa: B010


def install() -> None:
    """Patch simcord, whose version is pinned, to copy messages with `copied`."""
    remember_commands(Command)
    remember_commands(Group)
    for module in (simcord.components, simcord.results):
        setattr(module, "deepcopy", copied)  # noqa: B010 - the module does not export it
    for module in (simcord.gateway, simcord.http.router):
        setattr(module, "copy", SimpleNamespace(deepcopy=copied))  # noqa: B010
