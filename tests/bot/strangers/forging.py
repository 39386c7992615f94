"""Forge presses about tables in private places. The bot must answer as if the table did not exist."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec import inspect
from simcord import InteractionResult, ResponseMessage

from bot.presses.base import Choosing, Press
from bot.presses.codec import PRESSES, encode, tag
from bot.presses.history import ShowProof
from bot.presses.lobby import PassOnHost
from tests.bot.answers import BUTTON, Answer
from tests.bot.strangers.exploring import MENU, NEVER
from tests.bot.strangers.visiting import Visitor, deed

NOWHERE = 900_001
"""An id that belongs to nothing, neither in the database nor on Discord."""
ABOUT = ("table", "forfeit", "game", "place", "channel")
"""The fields of a press that can refer to something in a private place."""
WORDS = {"option": "stake", "variant": "dudo", "game": "", "period": "", "path": "", "said": "liar", "kept": "0"}
TYPED = {"words": "3", "name": "3", "stake": "3", "quantity": "3", "rounds": "3", "clock": ["180"], "face": ["5"]}
_SNOWFLAKE = re.compile(rf"\d{{10,}}|{NOWHERE}")
SAME_TO_ALL = ("namedopen", "nameddel", "nameddelyes")
"""Presses about saved rules. Everybody on the server can read the names of these."""


class Subject(NamedTuple):
    """The ids that a forged press refers to, such as a table and a game."""

    table: int
    version: int = 0
    forfeit: int = NOWHERE
    rules: int = NOWHERE
    game: int = NOWHERE
    channel: int = NOWHERE
    user: int = NOWHERE


ABSENT = Subject(NOWHERE)


def about(kind: type[Press]) -> bool:
    """Return whether a press of this kind can refer to something in a private place."""
    return any(field.name in ABOUT and _is_number(field) for field in _fields(kind))


def made(kind: type[Press], subject: Subject, turn: int) -> Press:
    """Return a press of this kind about a subject. `turn` decides the values of its other fields."""
    return kind(*(_value(kind, field, subject, turn) for field in _fields(kind)))


def _fields(kind: type[Press]) -> tuple[inspect.Field, ...]:
    told = inspect.type_info(kind)
    assert isinstance(told, inspect.StructType)
    return told.fields


def _is_number(field: inspect.Field) -> bool:
    return isinstance(field.type, inspect.IntType)


def _value(kind: type[Press], field: inspect.Field, subject: Subject, turn: int) -> Any:
    if _is_number(field) and (field.name in Subject._fields or field.name == "place"):
        return getattr(subject, "channel" if field.name == "place" else field.name)
    if (field.name in ("who", "other") and _is_number(field)) or (field.name == "to" and kind is PassOnHost):
        return subject.user
    match field.type:
        case inspect.IntType(ge=least, le=most):
            return min((least or 0) + (0, 1, 3, 21)[turn % 4], most or 21)
        case inspect.BoolType():
            return turn % 2 == 1
        case inspect.EnumType(cls=cls):
            return list(cls)[turn % len(list(cls))]
        case inspect.LiteralType(values=allowed):
            return allowed[turn % len(allowed)]
        case _:
            return list(PRESSES)[turn % len(PRESSES)] if field.name == "form" else WORDS.get(field.name, "told")


class Forger:
    """A visitor who forges presses on a message."""

    def __init__(self, visitor: Visitor, message: ResponseMessage) -> None:
        self.visitor, self.message = visitor, message
        self.unlike = list[str]()
        self._absent = dict[tuple[str, int], str]()
        self._reads_a_refusal = False

    async def forge(self, kind: type[Press], subject: Subject, turn: int) -> None:
        """Forge a press about a subject, and compare its answer with that to a press about ids that do not exist.

        If the two answers differ, add the press to `unlike`.
        """
        press = made(kind, subject, turn)
        answered = await self._answered(press, subject)
        if not about(kind) or tag(kind) in SAME_TO_ALL or tag(kind) in NEVER:
            return
        key, nothing = (tag(kind), turn), ABSENT._replace(user=subject.user)
        if key not in self._absent:
            self._absent[key] = await self._answered(made(kind, nothing, turn), nothing)
        if answered != self._absent[key]:
            self.unlike.append(f"{self.visitor}: {encode(press)} is answered {answered!r}, not {self._absent[key]!r}")

    async def _answered(self, press: Press, subject: Subject) -> str:
        """Send a press, and return everything that the visitor sees of the answer.

        If a press is carried out, the bot deletes the visitor's earlier refusals, and a new refusal replaces the former
        one. The visitor notices both. So make sure that there is a refusal before the press, and report afterwards
        whether it is gone.
        """
        if not self._reads_a_refusal:
            came, _gone, _answer = await self._sent(ShowProof(NOWHERE), ABSENT)
            assert came > 0, f"{self.visitor}: a press about no game was not refused"
        came, gone, answer = await self._sent(press, subject)
        self._reads_a_refusal = not gone
        return _summary(answer, came, gone)

    async def _sent(self, press: Press, subject: Subject) -> tuple[int, bool, InteractionResult]:
        """Send a press. Return the number of new messages, whether earlier messages were deleted, and the answer."""
        asked, custom_id, before = frozenset(map(str, subject)), encode(press), self._messages()
        if type(press).opened_by is not None:
            done = deed("forged forms", {"custom_id": custom_id}, asked)
            answer = await self.visitor.submit(done, custom_id, list(_typed()))
        else:
            chosen = {"values": [str(subject.user)]} if isinstance(press, Choosing) else {}
            data = {"custom_id": custom_id, "component_type": MENU if chosen else BUTTON, **chosen}
            answer = await self.visitor.press(deed("forged presses", data, asked), self.message, data)
        after = self._messages()
        return len(after - before), not before <= after, answer

    def _messages(self) -> set[int]:
        return {message.id for message in self.visitor.stage.messages(self.visitor.room)}


def _typed() -> Iterator[dict[str, Any]]:
    for name, value in TYPED.items():
        field = {"type": 3, "values": value} if isinstance(value, list) else {"type": 4, "value": value}
        yield {"type": 18, "component": {**field, "custom_id": name}}


def _summary(result: InteractionResult, came: int, gone: bool) -> str:
    """Return everything in an answer except for Discord's ids and times."""
    answer = Answer(result)
    form = str(result.modal) if result.modal is not None else ""
    files = [each.filename for message in answer.ephemerals for each in message.attachments]
    deleted = "earlier messages are deleted" if gone else "earlier messages stay"
    return _SNOWFLAKE.sub("#", "\n".join([answer.words, form, *files, f"{came} messages", deleted]))
