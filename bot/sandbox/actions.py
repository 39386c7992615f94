"""What a person does: speak, call commands, press, choose, fill in forms."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from bot.sandbox.adapter import Interaction, Message, walk_components
from bot.sandbox.errors import NotPossibleError
from bot.sandbox.forms import fill
from bot.sandbox.views import Views
from bot.sandbox.world import Person, World

#: How long Discord waits for a bot's first answer, in seconds.
PATIENCE = 3.0
_COMMAND, _COMPONENT, _AUTOCOMPLETE, _MODAL = 2, 3, 4, 5
_SELECTS = (3, 5, 6, 7, 8)
_ENTITIES = (6, 7, 8, 9)
_MOST_CONTENT = 2000

Body = Mapping[str, Any]


class Actions:
    """Everything that can be done at the page, by name."""

    def __init__(self, world: World, views: Views, gone: Callable[[Message], None]) -> None:
        """Act in `world`; `gone` hears of messages that their only reader dismissed."""
        self._world = world
        self._views = views
        self._gone = gone
        self._waiting: dict[int, asyncio.Event] = {}

    def answered(self, interaction_id: int) -> None:
        """Note that the bot has answered an interaction."""
        if interaction_id in self._waiting:
            self._waiting[interaction_id].set()

    async def do(self, what: str, person: Person, body: Body) -> dict[str, Any]:
        """Carry out one action and return what the page must know; raise `NotPossibleError` with the reason."""
        try:
            match what:
                case "commands":
                    return self._commands(person, self._channel(person, body))
                case "send":
                    return self._send(person, body)
                case "dismiss":
                    return self._dismiss(person, body)
                case "slash":
                    return await self._slash(person, body)
                case "autocomplete":
                    return await self._autocomplete(person, body)
                case "click":
                    return await self._click(person, body)
                case "select":
                    return await self._select(person, body)
                case "modal":
                    return await self._modal(person, body)
                case _:
                    raise NotPossibleError(f"Nobody can {what} here.")
        except (KeyError, TypeError, ValueError) as error:
            raise NotPossibleError(f"That was not understood ({type(error).__name__}: {error}).") from error

    # ------------------------------------------------------------ speaking
    def _channel(self, person: Person, body: Body) -> int:
        channel = int(body["channel"])
        if not self._world.discord.sees_channel(person.id, channel):
            raise NotPossibleError("You cannot see that channel.")
        return channel

    def _send(self, person: Person, body: Body) -> dict[str, Any]:
        channel, text = self._channel(person, body), str(body["text"]).strip()
        if not 1 <= len(text) <= _MOST_CONTENT:
            raise NotPossibleError(f"A message has 1 to {_MOST_CONTENT} characters.")
        reply = body.get("reply")
        self._world.discord.post(person.id, channel, text, int(reply) if reply else None)
        return {}

    def _dismiss(self, person: Person, body: Body) -> dict[str, Any]:
        message = self._message(person, body)
        if not message.is_ephemeral:
            raise NotPossibleError("Only a message that nobody else sees can be dismissed.")
        self._world.dismissed.add(message.id)
        self._gone(message)
        return {}

    def _message(self, person: Person, body: Body) -> Message:
        channel = self._channel(person, body)
        message = self._world.discord.messages(channel).get(int(body["message"]))
        if message is None or not self._world.discord.sees(person.id, message):
            raise NotPossibleError("That message is gone.")
        return message

    # ------------------------------------------------------------ commands
    def _commands(self, person: Person, channel: int) -> dict[str, Any]:
        discord = self._world.discord
        found = [
            {
                "name": " ".join(path),
                "description": leaf.get("description", ""),
                "options": [_option(option) for option in leaf.get("options") or []],
            }
            for command in discord.commands(person.id, channel)
            for path, leaf in discord.leaves(command)
        ]
        return {"commands": found}

    async def _slash(self, person: Person, body: Body) -> dict[str, Any]:
        channel = self._channel(person, body)
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
        return await self._interact(_COMMAND, channel, person, data)

    async def _autocomplete(self, person: Person, body: Body) -> dict[str, Any]:
        channel = self._channel(person, body)
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
                    continue  # half typed
                options.append({"name": option["name"], "type": option["type"], "value": value})
        data = {**_head(command), "options": self._world.discord.nest(command, path, options)}
        return await self._interact(_AUTOCOMPLETE, channel, person, data)

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
            self.resolve(person, channel, raw, resolved)
            return str(raw)
        if option["type"] == 11:
            raise NotPossibleError("Files cannot be given to commands here.")
        return self._world.discord.parse_option(command, option, raw)

    def resolve(self, person: Person, channel: int, raw: Any, resolved: dict[str, Any]) -> None:
        """Put the user, channel or role of this id into `resolved`, as Discord sends it along."""
        discord, number = self._world.discord, int(raw)
        guild_id = discord.channels[channel].guild_id
        if number in discord.users:
            resolved.setdefault("users", {})[str(number)] = discord.user_payload(number)
            if guild_id is not None and number in discord.guilds[guild_id].members:
                member = discord.member_payload(guild_id, number)
                resolved.setdefault("members", {})[str(number)] = member
        elif number in discord.channels and discord.sees_channel(person.id, number):
            payload = discord.channel_payload(number, person.id)
            resolved.setdefault("channels", {})[str(number)] = payload
        elif guild_id is not None and number in discord.guilds[guild_id].roles:
            resolved.setdefault("roles", {})[str(number)] = discord.role_payload(guild_id, number)
        else:
            raise NotPossibleError("That cannot be chosen here.")

    # ------------------------------------------------------------ components
    async def _click(self, person: Person, body: Body) -> dict[str, Any]:
        message = self._message(person, body)
        button = _component(message, str(body["custom_id"]), (2,))
        data = {"custom_id": button["custom_id"], "component_type": 2, "id": button.get("id", 0)}
        return await self._interact(_COMPONENT, message.channel_id, person, data, message)

    async def _select(self, person: Person, body: Body) -> dict[str, Any]:
        message = self._message(person, body)
        menu = _component(message, str(body["custom_id"]), _SELECTS)
        data = {"custom_id": menu["custom_id"], "component_type": menu["type"], "id": menu.get("id", 0)}
        resolved: dict[str, Any] = {}
        data["values"] = self.choose(person, message.channel_id, menu, body["values"], resolved)
        if resolved:
            data["resolved"] = resolved
        return await self._interact(_COMPONENT, message.channel_id, person, data, message)

    def choose(self, person: Person, channel: int, menu: Body, values: Any, resolved: dict[str, Any]) -> list[str]:
        """Check what was chosen in a menu and return it."""
        chosen = list(dict.fromkeys(str(value) for value in values))
        least, most = menu.get("min_values", 1), menu.get("max_values", 1)
        if not least <= len(chosen) <= most:
            raise NotPossibleError(f"Choose {least} to {most}.")
        if menu["type"] == 3:
            if not set(chosen) <= {option["value"] for option in menu["options"]}:
                raise NotPossibleError("That is not among the choices any more.")
        else:
            for value in chosen:
                self.resolve(person, channel, value, resolved)
        return chosen

    async def _modal(self, person: Person, body: Body) -> dict[str, Any]:
        shown = self._world.discord.interaction(int(body["interaction"]))
        if shown is None or shown.modal is None or shown.user_id != person.id or shown.modal_consumed:
            raise NotPossibleError("That form is no longer open.")
        resolved: dict[str, Any] = {}

        def choose(menu: Body, values: Any) -> list[str]:
            return self.choose(person, shown.channel_id, menu, values, resolved)

        components = fill(shown.modal["components"], body["values"], choose)
        data = {"custom_id": shown.modal["custom_id"], "components": components}
        if resolved:
            data["resolved"] = resolved
        source = self._world.discord.messages(shown.channel_id).get(shown.source_message_id or 0)
        done = await self._interact(_MODAL, shown.channel_id, person, data, source)
        shown.modal_consumed = not done.get("failed")
        return done

    # ------------------------------------------------------------ waiting
    async def _interact(
        self, kind: int, channel: int, person: Person, data: dict[str, Any], source: Message | None = None
    ) -> dict[str, Any]:
        record = self._world.discord.interact(kind, channel, person.id, data, source)
        done = self._waiting[record.id] = asyncio.Event()
        self._world.changed()
        try:
            await asyncio.wait_for(done.wait(), PATIENCE)
        except TimeoutError:
            return {"failed": True}
        finally:
            del self._waiting[record.id]
        return self._outcome(record)

    def _outcome(self, record: Interaction) -> dict[str, Any]:
        if record.modal is not None:
            return {"interaction": str(record.id), "modal": self._views.modal(record.modal)}
        if record.autocomplete_choices is not None:
            return {"choices": record.autocomplete_choices}
        return {}


def _head(command: dict[str, Any]) -> dict[str, Any]:
    head = {"id": command["id"], "name": command["name"], "type": command.get("type", 1)}
    return {**head, "guild_id": command["guild_id"]} if command.get("guild_id") else head


def _option(option: Body) -> dict[str, Any]:
    shown = ("name", "type", "description", "required", "choices", "autocomplete")
    limits = ("min_value", "max_value", "min_length", "max_length", "channel_types")
    return {key: option[key] for key in (*shown, *limits) if key in option}


def _component(message: Message, custom_id: str, kinds: tuple[int, ...]) -> dict[str, Any]:
    for part in walk_components(message.components):
        if part.get("custom_id") == custom_id and part.get("type") in kinds:
            if part.get("disabled"):
                raise NotPossibleError("That is switched off.")
            return part
    raise NotPossibleError("That is not there any more.")
