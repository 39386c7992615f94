"""The classes that describe the contents of screens, and Discord's limits. Only `outbox` turns them into messages."""

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
    """The style of a button."""

    PLAIN = "plain"
    MAIN = "main"
    GOOD = "good"
    BAD = "bad"


class Tone(StrEnum):
    """The colour at the edge of a card."""

    FELT = "felt"  # a game in progress, and a showdown whose bid or claim was true
    BRASS = "brass"  # an invitation, a result
    RED = "red"  # a showdown, until it is known, and of a lie
    GREY = "grey"  # a round or a lobby that is over


class Button(msgspec.Struct, frozen=True):
    """A button that makes a `press`, or that opens a `url`."""

    label: str
    press: Press | None = None
    emoji: str = ""
    style: Style = Style.PLAIN
    url: str = ""
    disabled: bool = False


class Choice(msgspec.Struct, frozen=True):
    """One line of a menu. In a message, its `value` is the press that it makes. In a form, its `value` is a string."""

    value: Press | str
    label: str
    about: str = ""
    emoji: str = ""
    chosen: bool = False


class Menu(msgspec.Struct, frozen=True, tag=True):
    """A menu in a message or in a form. Each menu of a message needs a different `name`."""

    name: str
    hint: str
    choices: tuple[Choice, ...]
    least: int = 1
    most: int = 1
    disabled: bool = False


class ChannelMenu(msgspec.Struct, frozen=True, tag=True):
    """A menu of the server's channels, which Discord lists and searches. Up to `most` channels may be chosen."""

    press: Press
    hint: str
    chosen: tuple[int, ...] = ()
    most: int = 1


class RoleMenu(msgspec.Struct, frozen=True, tag=True):
    """A menu of the server's roles, which Discord lists and searches. At most one role may be chosen."""

    press: Press
    hint: str
    chosen: tuple[int, ...] = ()


class PeopleMenu(msgspec.Struct, frozen=True, tag=True):
    """A menu of the server's members, which Discord lists and searches. One person may be chosen."""

    press: Press
    hint: str


class Text(msgspec.Struct, frozen=True, tag=True):
    """A paragraph in Discord's markdown. Text that users wrote must be escaped before it is put in.

    `refuses` is whether it says that a request was not carried out. Raises `ValueError` for an empty paragraph, because
    Discord refuses a message that contains one.
    """

    words: str
    refuses: bool = False

    def __post_init__(self) -> None:
        if not self.words.strip():
            raise ValueError("a text without words")


class Rule(msgspec.Struct, frozen=True, tag=True):
    """A thin line between two parts of a card."""


class Row(msgspec.Struct, frozen=True, tag=True):
    """Up to five buttons, side by side."""

    buttons: tuple[Button, ...]


class Page(msgspec.Struct, frozen=True, tag=True):
    """A picture in SVG. `alt` describes it for people who cannot see it.

    If Discord accepts no files, `alt` is shown instead of the picture. If `is_told` is set, nothing is shown instead,
    because the text beside the picture already says the same.
    """

    name: str
    svg: str
    alt: str
    is_told: bool = False


class Box(msgspec.Struct, frozen=True, tag=True):
    """A frame around parts of a card, with a coloured edge."""

    parts: "tuple[Text | Rule | Row | Menu | ChannelMenu | RoleMenu | PeopleMenu | Page, ...]"
    tone: Tone = Tone.FELT


Part = Text | Rule | Row | Menu | ChannelMenu | RoleMenu | PeopleMenu | Page | Box


class Card(msgspec.Struct, frozen=True):
    """The content of one message.

    When the message is no longer the newest of its table, `lasting` stays and `live` (with all buttons) is removed.
    `pings` contains the users whom the message may notify.
    """

    lasting: tuple[Part, ...] = ()
    live: tuple[Part, ...] = ()
    pings: tuple[int, ...] = ()


class Asks(msgspec.Struct, frozen=True):
    """The question of a step: whether the bid of round `number` at the table is true.

    If all `people` (ids) have guessed, the step ends early. Other people may guess, too. If there are no people, the
    step does not end early.
    """

    table: int
    number: int
    people: frozenset[int]


class Beat(msgspec.Struct, frozen=True):
    """One step of a showdown: the content of the message, and the seconds until the next step.

    `asks` is what people may guess until the next step, or None.
    """

    card: Card
    seconds: float
    asks: Asks | None = None


class DirectMessage(msgspec.Struct, frozen=True):
    """A direct message with links below it. It is sent as plain text, which push notifications can show.

    If `is_edit` is set, it takes the place of the former message, if there is one.
    """

    words: str
    links: tuple[Button, ...] = ()
    is_edit: bool = False

    def __repr__(self) -> str:
        return "DirectMessage(<private>)"


class Notice(msgspec.Struct, frozen=True):
    """A public line with buttons below it. It is sent as plain text, which push notifications can show.

    `pings` contains the users whom the line may notify.
    """

    words: str
    buttons: tuple[Button, ...] = ()
    pings: tuple[int, ...] = ()


class Download(msgspec.Struct, frozen=True):
    """A text in UTF-8 that people can save as a file."""

    name: str
    text: bytes


class Ephemeral(msgspec.Struct, frozen=True):
    """An answer that only the person who made the request can see. It may have a file.

    If `is_idle` is set, the answer only says that there is nothing to do now. A window that had moves is then deleted,
    so that the table's message is the last one again.
    """

    parts: tuple[Part, ...]
    file: Download | None = None
    is_idle: bool = False

    def __repr__(self) -> str:
        return "Ephemeral(<private>)"


class Field(msgspec.Struct, frozen=True):
    """One question of a form. The answer is typed, or chosen from a `menu` if there is one."""

    id: str
    label: str
    about: str = ""
    value: str = ""
    hint: str = ""
    longest: int = 80
    required: bool = True
    menu: Menu | None = None


class Form(msgspec.Struct, frozen=True):
    """A Discord modal with up to five fields. Submitting it makes `press`."""

    press: Press
    title: str
    fields: tuple[Field, ...]


def ephemeral(words: str) -> Ephemeral:
    """Return a private answer that consists of one sentence."""
    return Ephemeral((Text(words),))


def rows(buttons: "tuple[Button, ...] | list[Button]", width: int = MOST_IN_ROW) -> tuple[Row, ...]:
    """Return the buttons in rows of at most `width` buttons."""
    return tuple(Row(tuple(buttons[at : at + width])) for at in range(0, len(buttons), width))


def characters(parts: "tuple[Part, ...]") -> int:
    """Return the number of characters in all paragraphs.

    Pictures of dice count as the characters that may replace them.
    """
    return sum(
        len(in_text(part.words)) if isinstance(part, Text) else characters(part.parts) if isinstance(part, Box) else 0
        for part in parts
    )


def components(parts: "tuple[Part, ...]") -> int:
    """Return the number of components as Discord counts them, including nested ones."""
    count = 0
    for part in parts:
        match part:
            case Row(buttons=buttons):
                count += 1 + len(buttons)
            case Menu() | ChannelMenu() | RoleMenu() | PeopleMenu():
                count += 2
            case Box(parts=inner):
                count += 1 + components(inner)
            case _:
                count += 1
    return count


def filled(form: Form, fields: Mapping[str, tuple[str, ...]]) -> Form:
    """Return the form with earlier input filled in. `fields` maps the id of each field to its values."""
    return replace(form, fields=tuple(_filled(field, fields.get(field.id)) for field in form.fields))


def forgotten(form: Form) -> Form:
    """Return the form with a title that asks the person to type their input again.

    The bot shows it when it no longer has the earlier input.
    """
    return replace(form, title=_("Please type it again"))


def _filled(field: Field, values: tuple[str, ...] | None) -> Field:
    if values is None:
        return field
    if field.menu is None:
        return replace(field, value="".join(values[:1])[: field.longest])
    choices = tuple(replace(choice, chosen=choice.value in values) for choice in field.menu.choices)
    return replace(field, menu=replace(field.menu, choices=choices))


def newest(lines: Sequence[str], room: float, size: Callable[[str], float] = len) -> list[str]:
    """Return the last lines that fit into `room`, in their original order. `size` returns the size of a line."""
    return oldest(lines[::-1], room, size)[::-1]


def oldest(lines: Sequence[str], room: float, size: Callable[[str], float] = len) -> list[str]:
    """Return the first lines that fit into `room`. `size` returns the size of a line."""
    kept: list[str] = []
    for line in lines:
        room -= size(line)
        if room < 0:
            break
        kept.append(line)
    return kept
