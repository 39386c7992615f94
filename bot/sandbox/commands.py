"""Slash commands: list them for a person, fill in their options, and send them to the bot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.sandbox.asking import Asking
from bot.sandbox.errors import NotPossibleError
from bot.sandbox.world import Person, World

_COMMAND, _AUTOCOMPLETE = 2, 4
_FILE = 11
_ENTITIES = (6, 7, 8, 9)
_NUMBERS = {4: "a whole number", 10: "a number"}

Body = Mapping[str, Any]


class Commands:
    """The slash commands of one local Discord."""

    def __init__(self, world: World, asking: Asking) -> None:
        """Set up the commands in `world`. `asking` sends interactions to the bot."""
        self._world = world
        self._asking = asking

    def listed(self, person: Person, channel: int) -> dict[str, Any]:
        """Return the commands that a person can use in a channel, with their options."""
        discord = self._world.discord
        found = [
            {
                "name": " ".join(path),
                "description": _in(leaf, "description", person.locale),
                "options": [_option(option, person.locale) for option in leaf.get("options") or []],
            }
            for command in discord.commands(person.id, channel)
            for path, leaf in discord.leaves(command)
        ]
        return {"commands": found}

    async def call(self, person: Person, channel: int, body: Body) -> dict[str, Any]:
        """Send a command with its options to the bot."""
        if not self._world.discord.writable(person.id, channel):
            raise NotPossibleError("You may not write here.")
        command, leaf, path = self._command(person, channel, str(body["name"]))
        given: Body = body.get("options") or {}
        options: list[dict[str, Any]] = []
        resolved: dict[str, Any] = {}
        for option in leaf.get("options") or []:
            raw = given.get(option["name"])
            if raw is None or raw == "":
                if option.get("required"):
                    raise NotPossibleError(f"{option['name']} is required.")
                continue
            value = self._value(person, channel, str(body["name"]), option, raw, resolved)
            options.append({"name": option["name"], "type": option["type"], "value": value})
        data = {**_head(command), "options": self._world.discord.nest(command, path, options)}
        if resolved:
            data["resolved"] = resolved
        return await self._asking.ask(_COMMAND, channel, person, data)

    async def suggest(self, person: Person, channel: int, body: Body) -> dict[str, Any]:
        """Ask the bot for suggestions for the option that is being typed."""
        command, leaf, path = self._command(person, channel, str(body["name"]))
        given: Body = body.get("options") or {}
        options: list[dict[str, Any]] = []
        for option in leaf.get("options") or []:
            raw = given.get(option["name"])
            if option["name"] == body["option"]:
                typed = {"value": str(body["typed"]), "focused": True}
                options.append({"name": option["name"], "type": option["type"], **typed})
            elif raw not in (None, ""):
                try:
                    value = self._value(person, channel, str(body["name"]), option, raw, {})
                except NotPossibleError:
                    continue  # incomplete
                options.append({"name": option["name"], "type": option["type"], "value": value})
        data = {**_head(command), "options": self._world.discord.nest(command, path, options)}
        return await self._asking.ask(_AUTOCOMPLETE, channel, person, data)

    def _command(self, person: Person, channel: int, name: str) -> tuple[dict[str, Any], dict[str, Any], list[str]]:
        root, *path = name.split()
        for command in self._world.discord.commands(person.id, channel):
            if command["name"] == root:
                leaf, nesting = self._world.discord.leaf(command, path)
                return command, leaf, nesting
        raise NotPossibleError(f"There is no command /{name} here.")

    def _value(
        self, person: Person, channel: int, command: str, option: dict[str, Any], raw: Any, resolved: dict[str, Any]
    ) -> Any:
        if option["type"] in _ENTITIES:
            self._asking.resolve(person, channel, raw, resolved)
            return str(raw)
        if option["type"] == _FILE:
            raise NotPossibleError("Files cannot be given to commands here.")
        if option["type"] in _NUMBERS:
            raw = str(raw).strip().removeprefix("#")
        try:
            return self._world.discord.parse_option(command, option, raw)
        except NotPossibleError:
            raise NotPossibleError(f"{option['name']}: {_wanted(option)}") from None


def _head(command: dict[str, Any]) -> dict[str, Any]:
    head = {"id": command["id"], "name": command["name"], "type": command.get("type", 1)}
    return {**head, "guild_id": command["guild_id"]} if command.get("guild_id") else head


def _option(option: Body, locale: str) -> dict[str, Any]:
    shown = ("name", "type", "required", "autocomplete")
    limits = ("min_value", "max_value", "min_length", "max_length", "channel_types")
    choices = [{**each, "name": _in(each, "name", locale)} for each in option.get("choices") or []]
    said = {"description": _in(option, "description", locale), **({"choices": choices} if choices else {})}
    return {key: option[key] for key in (*shown, *limits) if key in option} | said


def _wanted(option: Body) -> str:
    """Return a sentence that says which texts or numbers an option takes."""
    if option["type"] not in _NUMBERS:
        least, most = option.get("min_length") or 0, option.get("max_length") or 6000
        return f"use {least} to {most} characters."
    least, most = (None if limit is None else f"{limit:g}" for limit in map(option.get, ("min_value", "max_value")))
    limits = {
        (True, True): f" from {least} to {most}",
        (True, False): f", {least} or more",
        (False, True): f", {most} or less",
        (False, False): ", such as 12",
    }
    return f"give {_NUMBERS[option['type']]}{limits[least is not None, most is not None]}."


def _in(said: Body, what: str, locale: str) -> str:
    """Return a name or description in this language, or in English if there is no translation."""
    return str((said.get(f"{what}_localizations") or {}).get(locale) or said.get(what, ""))
