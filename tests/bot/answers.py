"""Provide helpers that read the texts and controls of messages, and the outcome of an action."""

from collections.abc import Iterator, Sequence
from typing import Any

from simcord import InteractionResult, ResponseMessage

from bot.presses.base import Press
from tests.bot.pseudo import without_brackets

BUTTON, SELECT, TEXT = 2, 3, 10
SELECTS = (SELECT, 5, 6, 7, 8)


class Answer:
    """Represent the outcome of one action of a person, such as a press or a command."""

    def __init__(self, result: InteractionResult) -> None:
        self.result = result
        sent: Sequence[ResponseMessage | None] = (result.response, *result.followups)
        self.ephemerals = [message for message in sent if message is not None and message.ephemeral]
        self.private = [words(message) for message in self.ephemerals]
        assert result.acknowledged, "the interaction failed"

    @property
    def words(self) -> str:
        """The text of the private messages that answer the action."""
        return "\n".join(self.private)


def is_this(press: Press | None, kind: type[Press], fields: dict[str, Any]) -> bool:
    """Return whether a press is of this kind and has these fields."""
    return isinstance(press, kind) and all(getattr(press, field) == value for field, value in fields.items())


def walk(components: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield all components, including nested ones."""
    for part in components:
        yield part
        yield from walk(part.get("components", ()))


def words(message: ResponseMessage) -> str:
    """Return the text of a message without its buttons.

    The brackets of the made-up language are removed, and so are signs that prevent line breaks.
    """
    return without_brackets(raw_words(message)).replace("\u00a0", " ").replace("\u2060", "")


def raw_words(message: ResponseMessage) -> str:
    """Return the text of a message without its buttons, exactly as it was sent."""
    said = [part["content"] for part in walk(message.components) if part["type"] == TEXT]
    return "\n".join([message.content, *said]).strip()


GALLERY = 12
"""Discord's number for the type of component that shows pictures."""


def descriptions(message: ResponseMessage) -> str:
    """Return the descriptions of the pictures in a message, in which a made-up language has no brackets."""
    items = [item for part in walk(message.components) if part["type"] == GALLERY for item in part["items"]]
    return without_brackets("\n".join(item.get("description") or "" for item in items)).replace("\u00a0", " ")
