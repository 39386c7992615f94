"""Walk through every command with its options and completions, and then through every control, breadth first."""

from collections import Counter, deque
from collections.abc import Iterator
from typing import Any

from simcord import InteractionResult, ResponseMessage
from simcord.interactions import command_leaves

from bot.presses.codec import decode, plain_id
from bot.tables.model import Who
from tests.bot.answers import BUTTON, walk
from tests.bot.strangers.server import EVERYWHERE, ROOTS
from tests.bot.strangers.visiting import Visitor, deed

STRING, INTEGER, TRUTH, PERSON, CHANNEL = 3, 4, 5, 6, 7
"""The types of options."""
MENU, PEOPLE, CHANNELS = 3, 5, 8
"""The types of components."""
TYPED = ("1", "zebra", "rules zebra", "3x4")
PREFIXES = ("", "r", "z", "rules ", "rules q", "1", "du")
NEVER = {"forgetme3"}
"""Presses that are left out, because they would end the walk."""
OPENING = ("/play", "/table rules use", "namedopen", "open", "rematch", "join")

Pressed = dict[str, Any]


class Walk:
    """Represent a visitor's walk through a channel.

    The visitor tries everything that they can do there, and uses each control at most `each` times.
    """

    def __init__(self, visitor: Visitor, each: int) -> None:
        self.visitor, self.each = visitor, each
        self.waiting = deque[tuple[ResponseMessage, Pressed]]()
        self._queued, self._done = set[tuple[str, ...]](), Counter[str]()

    async def all(self) -> None:
        """Type every command, then press every control."""
        stage, visitor = self.visitor.stage, self.visitor
        for root in stage.env.backend.visible_commands(user_id=visitor.actor.id, channel_id=visitor.room.id):
            for path, leaf in command_leaves(root):
                await self._command(" ".join(path), leaf.get("options") or [])
        await self.press_all()

    async def press_all(self) -> None:
        """Press every control in this channel and every control found earlier.

        This includes the controls that appear because of these presses.
        """
        for message in self.visitor.stage.public(self.visitor.room):
            self._queue(message)
        while self.waiting:
            message, data = self.waiting.popleft()
            if message.id in self.visitor.stage.env.backend.messages.get(message.channel_id, {}):
                await self._press(message, data)

    # Commands ----------------------------------------------------------------------------------------------

    async def _command(self, name: str, options: list[dict[str, Any]]) -> None:
        proposed = dict[str, list[str]]()
        for option in options:
            if option.get("autocomplete"):
                proposed[option["name"]] = await self._completed(name, option["name"])
        for chosen in self._choices(options, proposed):
            if f"/{name}".startswith(OPENING):
                await self._clear()
            asked = frozenset(part for each in chosen.values() for part in _asked(each))
            self._found(await self.visitor.type(name, asked, **chosen))

    async def _completed(self, name: str, option: str) -> list[str]:
        found = list[str]()
        for typed in PREFIXES:
            answer = await self.visitor.complete(name, option, typed)
            found += [str(choice["value"]) for choice in answer.autocomplete_choices or ()]
        return list(dict.fromkeys(found))

    def _choices(self, options: list[dict[str, Any]], proposed: dict[str, list[str]]) -> Iterator[dict[str, Any]]:
        """Yield sets of options for a command.

        The first set has only the required options. Each further set adds one value of one other option. The last set
        has all options.
        """
        values = {each["name"]: self._values(each, proposed.get(each["name"], [])) for each in options}
        must = {each["name"]: values[each["name"]][0] for each in options if each.get("required")}
        yield must
        for name, some in values.items():
            yield from ({**must, name: value} for value in some if must.get(name) != value)
        if len(options) > 1:
            yield {name: some[-1] for name, some in values.items()}

    def _values(self, option: dict[str, Any], proposed: list[str]) -> list[Any]:
        people, own = self.visitor.stage.people, self.visitor.name
        if "choices" in option:
            return [choice["value"] for choice in option["choices"]][: self.each]
        match option["type"]:
            case kind if kind == STRING:
                return [*proposed[-self.each :], *TYPED]
            case kind if kind == INTEGER:
                least = option.get("min_value", 0)
                return list(range(least, min(option.get("max_value", 20), least + 4 * self.each)))
            case kind if kind == TRUTH:
                return [True, False]
            case kind if kind == PERSON:
                names = (*(names[0] for _, names in ROOTS.values()), EVERYWHERE, own)[: self.each]
                return [people[name] if self._is_here(name) else people[name].user for name in names]
            case kind if kind == CHANNEL:
                return [self.visitor.house.square]
            case kind:
                raise AssertionError(f"unknown kind of option: {kind}")

    def _is_here(self, name: str) -> bool:
        actor = self.visitor.actor
        return hasattr(actor, "guild") and self.visitor.stage.people[name].guild.id == actor.guild.id

    async def _clear(self) -> None:
        """End the table in this channel, so that another one can be opened."""
        tables, room = self.visitor.stage.bot.services.tables, self.visitor.room.id
        here = await tables.queries.at(room)
        if here is not None and room == self.visitor.house.garden.id:
            await tables.lobbies.end(here.id, Who(here.host.id, here.host.name), f"cleared {here.id}", manager=True)

    # Presses -----------------------------------------------------------------------------------------------

    async def _press(self, message: ResponseMessage, data: Pressed) -> None:
        done = deed("presses", data, _asked_by(data))
        if done.control in NEVER or self._done[done.control] >= self.each:
            return
        self._done[done.control] += 1
        if done.control in OPENING:
            await self._clear()
        answer = await self.visitor.press(done, message, data)
        self._found(answer)
        if message.id in self.visitor.stage.env.backend.messages.get(message.channel_id, {}):
            self._queue(message)
        if answer.modal is not None:
            form = deed("forms", {"custom_id": answer.modal["custom_id"]}, _asked_by(data))
            self._found(await self.visitor.submit(form, answer.modal["custom_id"], filled(answer.modal["components"])))

    def _found(self, answer: InteractionResult) -> None:
        for message in (answer.response, *answer.followups):
            if message is not None:
                self._queue(message)

    def _queue(self, message: ResponseMessage) -> None:
        for data in offers(message, self.visitor):
            press = decode(data["custom_id"], data.get("values", ()))
            parts = (str(press), *data.get("values", ())) if press is not None else (plain_id(data["custom_id"]),)
            if parts not in self._queued:
                self._queued.add(parts)
                self.waiting.append((message, data))


def offers(message: ResponseMessage, visitor: Visitor) -> Iterator[Pressed]:
    """Yield the data that Discord would send for each button and each choice of a message."""
    for part in walk(message.components):
        if part.get("disabled") or "custom_id" not in part:
            continue
        head = {"custom_id": part["custom_id"], "component_type": part["type"]}
        match part["type"]:
            case kind if kind == BUTTON:
                yield head
            case kind if kind == MENU:
                yield from ({**head, "values": [option["value"]]} for option in part["options"])
            case kind if kind == PEOPLE:
                yield {**head, "values": [str(visitor.stage.people[EVERYWHERE].id)]}
            case kind if kind == CHANNELS:
                yield from ({**head, "values": [str(each.channel.id)]} for each in visitor.house.private.values())


def filled(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the values for a form's fields: the default of each field, or otherwise "3" or the first choice."""
    made = []
    for label in components:
        for part in [label["component"]] if "component" in label else label.get("components", []):
            head = {"type": part["type"], "custom_id": part["custom_id"]}
            if part["type"] == MENU:
                chosen = [each["value"] for each in part["options"] if each.get("default")]
                values = chosen or [part["options"][0]["value"]]
                made.append({"type": 18, "component": {**head, "values": values[: part.get("max_values", 1)]}})
            else:
                made.append({"type": 18, "component": {**head, "value": part.get("value") or "3"}})
    return made


def _asked(value: Any) -> Iterator[str]:
    """Yield the id and name of a person who was chosen for an option. The answer may contain both."""
    if hasattr(value, "mention"):
        yield from (str(value.id), str(value.name))


def _asked_by(data: Pressed) -> frozenset[str]:
    """Return the parts of a press's id and of its choices. The answer may contain them."""
    return frozenset(":".join([data["custom_id"], *data.get("values", ())]).split(":"))
