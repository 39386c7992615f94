"""The values that screens are made of, and their limits. Only `outbox` turns them into Discord's."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from bot.presses.base import Press
from bot.words.dice import in_text
from bot.words.language import _

MOST_COMPONENTS = 40

MOST_TEXT = 4000

MOST_IN_ROW = 5

LONGEST_LABEL = 80


class Style(StrEnum):
    """How a button looks."""

    PLAIN = "plain"
    MAIN = "main"
    GOOD = "good"
    BAD = "bad"


class Tone(StrEnum):
    """The mood of a card: the colour at its edge."""

    FELT = "felt"  # a game going on
    BRASS = "brass"  # an invitation, a result
    RED = "red"  # a showdown
    GREY = "grey"  # a finished thing


class Button(msgspec.Struct, frozen=True):
    """A button and its press; one with a `url` opens that instead."""

    label: str
    press: Press | None = None
    emoji: str = ""
    style: Style = Style.PLAIN
    url: str = ""
    disabled: bool = False


class Choice(msgspec.Struct, frozen=True):
    """One line of a menu: a press in a message, a word in a form."""

    value: Press | str
    label: str
    about: str = ""
    emoji: str = ""
    chosen: bool = False


class Menu(msgspec.Struct, frozen=True, tag=True):
    """A menu to choose from; in a form it may stay unchanged. `name` distinguishes it from others beside it."""

    name: str
    hint: str
    choices: tuple[Choice, ...]
    least: int = 1
    most: int = 1
    disabled: bool = False


class ChannelMenu(msgspec.Struct, frozen=True, tag=True):
    """A menu of the server's channels, of which up to `most` may be chosen; Discord lists and searches them."""

    press: Press
    hint: str
    chosen: tuple[int, ...] = ()
    most: int = 1


class PeopleMenu(msgspec.Struct, frozen=True, tag=True):
    """A menu of the server's people, of whom one is chosen; Discord lists and searches them."""

    press: Press
    hint: str


class Text(msgspec.Struct, frozen=True, tag=True):
    """A paragraph, in Discord's markdown; users' words in it are escaped already. An empty one cannot be built.

    Discord refuses a whole message because of one.
    """

    words: str

    def __post_init__(self) -> None:
        if not self.words.strip():
            raise ValueError("a text without words")


class Rule(msgspec.Struct, frozen=True, tag=True):
    """A thin line between two parts."""


class Row(msgspec.Struct, frozen=True, tag=True):
    """Up to five buttons side by side."""

    buttons: tuple[Button, ...]


class Page(msgspec.Struct, frozen=True, tag=True):
    """A drawn page (SVG), shown as a picture; `alt` describes it for people who cannot see it.

    If Discord accepts no files, `alt` replaces it, unless `is_told` means that the words beside it have all of that.
    """

    name: str
    svg: str
    alt: str
    is_told: bool = False


class Box(msgspec.Struct, frozen=True, tag=True):
    """Parts in a frame, with a colour at the edge."""

    parts: "tuple[Text | Rule | Row | Menu | ChannelMenu | PeopleMenu | Page, ...]"
    tone: Tone = Tone.FELT


Part = Text | Rule | Row | Menu | ChannelMenu | PeopleMenu | Page | Box


class Card(msgspec.Struct, frozen=True):
    """One message.

    `lasting` stays when the message is folded; `live` (with all buttons) is removed then. `pings` are the users whom it
    may notify.
    """

    lasting: tuple[Part, ...] = ()
    live: tuple[Part, ...] = ()
    pings: tuple[int, ...] = ()


class Beat(msgspec.Struct, frozen=True):
    """A moment of a showdown: the contents of the message, and the seconds before the next."""

    card: Card
    seconds: float


class DirectMessage(msgspec.Struct, frozen=True):
    """A direct message: plain words, so that a push notification shows them, and links below."""

    words: str
    links: tuple[Button, ...] = ()

    def __repr__(self) -> str:
        return "DirectMessage(<private>)"


class Notice(msgspec.Struct, frozen=True):
    """A line for everybody, in plain words, so that a push notification shows them, with buttons below.

    `pings` are the users whom it may notify.
    """

    words: str
    buttons: tuple[Button, ...] = ()
    pings: tuple[int, ...] = ()


class Download(msgspec.Struct, frozen=True):
    """A text to be saved as a file."""

    name: str
    text: str


class Ephemeral(msgspec.Struct, frozen=True):
    """An answer that only the person who asked sees, maybe with a file below it."""

    parts: tuple[Part, ...]
    file: Download | None = None

    def __repr__(self) -> str:
        return "Ephemeral(<private>)"


class Field(msgspec.Struct, frozen=True):
    """One question of a form; the answer is typed, or chosen if there is a `menu`."""

    id: str
    label: str
    about: str = ""
    value: str = ""
    hint: str = ""
    longest: int = 80
    required: bool = True
    menu: Menu | None = None


class Form(msgspec.Struct, frozen=True):
    """A modal of up to five fields, and its press when it is submitted."""

    press: Press
    title: str
    fields: tuple[Field, ...]


def ephemeral(words: str) -> Ephemeral:
    """Return a sentence for one person."""
    return Ephemeral((Text(words),))


def rows(buttons: "tuple[Button, ...] | list[Button]", width: int = MOST_IN_ROW) -> tuple[Row, ...]:
    """Return buttons in rows of at most `width`."""
    return tuple(Row(tuple(buttons[at : at + width])) for at in range(0, len(buttons), width))


def characters(parts: "tuple[Part, ...]") -> int:
    """Count the characters of all paragraphs, with their pictures as common characters."""
    return sum(
        len(in_text(part.words)) if isinstance(part, Text) else characters(part.parts) if isinstance(part, Box) else 0
        for part in parts
    )


def components(parts: "tuple[Part, ...]") -> int:
    """Count the components as Discord does, nested ones included."""
    count = 0
    for part in parts:
        match part:
            case Row(buttons=buttons):
                count += 1 + len(buttons)
            case Menu() | ChannelMenu() | PeopleMenu():
                count += 2
            case Box(parts=inner):
                count += 1 + components(inner)
            case _:
                count += 1
    return count


def filled(form: Form, fields: Mapping[str, tuple[str, ...]]) -> Form:
    """Return the form with its former input."""
    return replace(form, fields=tuple(_filled(field, fields.get(field.id)) for field in form.fields))


def forgotten(form: Form) -> Form:
    """Return the form unchanged, with a note on why its input is gone."""
    return replace(form, title=_("Please type it again"))


def _filled(field: Field, values: tuple[str, ...] | None) -> Field:
    if values is None:
        return field
    if field.menu is None:
        return replace(field, value="".join(values[:1])[: field.longest])
    choices = tuple(replace(choice, chosen=choice.value in values) for choice in field.menu.choices)
    return replace(field, menu=replace(field.menu, choices=choices))


def newest(lines: Sequence[str], room: float, size: Callable[[str], float] = len) -> list[str]:
    """Return the last lines that take no more than `room` together, as `size` measures them, in their order."""
    return oldest(lines[::-1], room, size)[::-1]


def oldest(lines: Sequence[str], room: float, size: Callable[[str], float] = len) -> list[str]:
    """Return the first lines that take no more than `room` together, as `size` measures them."""
    kept: list[str] = []
    for line in lines:
        room -= size(line)
        if room < 0:
            break
        kept.append(line)
    return kept
