"""Our pictures are emojis of the application: uploaded to Discord, looked up there, and put into what is sent.

`Drawn` replaces our own signs in what discord.py serialises: by custom emojis where there are some, otherwise by
signs that every device has. Drawn pages go out as files.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from io import BytesIO
from typing import Any, Protocol, TypeVar

import discord
import msgspec
from discord import ui

from bot.outbox.failures import TROUBLE, UNREADABLE, in_short, is_refused_emoji
from bot.outbox.waiting import within
from bot.pictures import Picture, is_ours, pictures, sets
from bot.pictures.charts import png
from bot.screens.elements.model import LONGEST_LABEL, MOST_TEXT, Box, Page, Part
from bot.settings import COMMAND
from bot.words.dice import LOOKS, MARK, MARKS, in_text, look_of, name_of

LONGEST_CONTENT = 2000
"""The longest plain content that Discord takes, in characters."""

Payload = dict[str, Any]


class Emoji(msgspec.Struct, frozen=True):
    """A custom emoji of the application."""

    name: str
    id: int

    def __str__(self) -> str:
        return f"<:{self.name}:{self.id}>"


class EmojiSet(msgspec.Struct, frozen=True):
    """The custom emojis by our own sign; a sign without one is drawn in Unicode."""

    emojis: Mapping[str, Emoji] = {}

    def content(self, words: str) -> str:
        """Return plain content as it is sent; without custom emojis where it would be too long with them."""
        drawn = self._text(words)
        return drawn if len(drawn) <= LONGEST_CONTENT else in_text(words)

    def components(self, parts: Sequence[Payload]) -> list[Payload]:
        """Return components as they are sent; without custom emojis in text where all would be too long with them."""
        drawn = [self._part(part) for part in parts]
        return drawn if _direct_messages(drawn) <= MOST_TEXT else [self._part(part, in_words=True) for part in parts]

    def _text(self, words: str) -> str:
        return in_text(MARK.sub(lambda found: str(self.emojis.get(found[0], found[0])), words))

    def _part(self, part: Payload, in_words: bool = False) -> Payload:
        """Return one component; `in_words` leaves custom emojis to its buttons."""
        drawn = part.copy()
        for key, value in part.items():
            if key in _PLAIN and value:
                drawn[key] = in_text(value)
            elif key == "content":
                drawn[key] = in_text(value) if in_words else self._text(value)
            elif key in ("components", "options"):
                drawn[key] = [self._part(inner, in_words) for inner in value]
            elif key in ("component", "accessory") and value:
                drawn[key] = self._part(value, in_words)
        if part.get("emoji"):
            self._face(drawn)
        return drawn

    def _face(self, part: Payload) -> None:
        """Set the emoji of a button or choice; a sign without a custom emoji goes before the label instead."""
        if not MARK.fullmatch(mark := str(part["emoji"].get("name") or "")):
            return
        if mark in self.emojis:
            part["emoji"] = {"name": self.emojis[mark].name, "id": str(self.emojis[mark].id)}
            return
        del part["emoji"]
        part["label"] = f"{in_text(mark)} {part.get('label') or ''}".strip()[:LONGEST_LABEL]


_PLAIN = ("label", "description", "placeholder")
"""The fields of a component in which Discord shows no custom emoji."""

UNICODE = EmojiSet()
"""Everything in Unicode."""


class Drawn:
    """A mixin for views and forms, whose pictures are drawn as they are sent.

    They are drawn in Unicode unless `looks` says otherwise.
    """

    looks: EmojiSet = UNICODE
    in_words = False
    """Whether pages are told by what describes them, and files left out."""

    def to_components(self) -> list[Payload]:
        """Return the components as they are sent."""
        parts: list[Payload] = super().to_components()  # type: ignore[misc] # of the view beside it
        return self.looks.components(_in_words(parts) if self.in_words else parts)


class Sheet(Drawn, ui.LayoutView):
    """A message of components."""


class Buttons(Drawn, ui.View):
    """Buttons below plain content."""


class Question(Drawn, ui.Modal):
    """A form."""


GALLERY, FILE, TEXT = 12, 13, 10
"""Discord's numbers for the types of components that show files, and for text."""

TOLD = 900
"""The component id of a page that the words beside it tell."""


def _in_words(parts: Sequence[Payload]) -> list[Payload]:
    """Return components without files: what describes a page in its place, unless that is told beside it."""
    return [_part_in_words(part) for part in parts if part["type"] != FILE and part.get("id") != TOLD]


def _part_in_words(part: Payload) -> Payload:
    if part["type"] == GALLERY:
        return {"type": TEXT, "content": "\n".join(item.get("description") or "🖼️" for item in part["items"])}
    return part | {"components": _in_words(part["components"])} if "components" in part else part


def _direct_messages(parts: Sequence[Payload]) -> int:
    return sum(len(part.get("content") or "") + _direct_messages(part.get("components", ())) for part in parts)


log = logging.getLogger(__name__)

REST = timedelta(minutes=10)
"""How long the application's emojis are not looked up again after a look, whatever Discord refuses meanwhile."""

TIMEOUT = 5.0
"""Seconds after which a look-up is given up, so that a start does not wait for pictures."""

NAMED = 3
"""The log names this many missing pictures."""

MENDS = f"`{COMMAND} emojis` uploads them; meanwhile they are written in Unicode"

T = TypeVar("T")


class Pictures:
    """The custom emojis of an application, looked up at the start and again after a refusal."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._looks = UNICODE
        self._looked: datetime | None = None
        self._refused = False

    @property
    def looks(self) -> EmojiSet:
        """How pictures are drawn now."""
        return UNICODE if self._refused else self._looks

    async def look(self, client: discord.Client) -> None:
        """Look up the custom emojis by one request, and log what is missing. Where Discord fails, there are none."""
        self._looked = self._now()
        try:
            found = await within(TIMEOUT, client.fetch_application_emojis())
        except (*TROUBLE, discord.DiscordException, *UNREADABLE) as error:
            log.warning("The pictures could not be looked up (%s): dice are written in Unicode.", in_short(error))
            self._refused = True
            return
        there = {emoji.name: emoji.id for emoji in found}
        drawn = {(look, picture.name): picture.emoji for look in LOOKS for picture in pictures(look)}
        names = {mark: drawn[look_of(mark), name_of(mark)] for mark in MARKS}
        emojis = {mark: Emoji(name, there.get(name, 0)) for mark, name in names.items()}
        self._looks = EmojiSet({mark: emoji for mark, emoji in emojis.items() if emoji.id})
        self._refused = False
        if missing := sorted(emoji.name for emoji in emojis.values() if not emoji.id):
            named = ", ".join([*missing[:NAMED], "…"] if len(missing) > NAMED else missing)
            log.warning("%d of %d pictures are missing (%s): %s.", len(missing), len(MARKS), named, MENDS)

    async def draw(self, client: discord.Client, shown: ui.LayoutView | Drawn, send: Callable[[], Awaitable[T]]) -> T:
        """Send `shown` with its pictures; in Unicode where Discord refuses one.

        `send` sends it, and is called once or twice. What was read back from Discord has its pictures already.
        """
        if not isinstance(shown, Drawn):
            return await send()
        await self._look_again(client)
        shown.looks = self.looks
        try:
            return await send()
        except discord.HTTPException as error:
            if not shown.looks.emojis or not is_refused_emoji(error):
                raise
        if not self._refused:
            self._refused = True
            log.warning("Discord refuses a picture, which was taken away there: %s.", MENDS)
        shown.looks = UNICODE
        return await send()

    async def _look_again(self, client: discord.Client) -> None:
        if self._refused and (self._looked is None or self._now() >= self._looked + REST):
            await self.look(client)


PRINTED_AT_ONCE = 2
"""So many pages are printed at a time; others wait."""

_presses = asyncio.Semaphore(PRINTED_AT_ONCE)


class Printed(msgspec.Struct, frozen=True):
    """A drawn page as Discord takes it, with what it shows in words (`alt`)."""

    name: str
    png: bytes
    alt: str

    def file(self) -> discord.File:
        """Return it as a file to be sent once: a file is read as it is sent."""
        return discord.File(BytesIO(self.png), self.name, description=self.alt)


async def printed(parts: Iterable[Part]) -> tuple[Printed, ...]:
    """Print the pages among some parts, each in a thread; return them in order."""
    return tuple([await _printed(page) for page in _pages(parts)])


async def _printed(page: Page) -> Printed:
    async with _presses:
        return Printed(page.name, await asyncio.to_thread(png, page.svg), page.alt)


def _pages(parts: Iterable[Part]) -> list[Page]:
    found: list[Page] = []
    for part in parts:
        match part:
            case Page():
                found.append(part)
            case Box(parts=inner):
                found += _pages(inner)
            case _:
                pass
    return found


def pictures_of(client: discord.Client) -> Pictures:
    """Return the pictures of a client's application."""
    found = client.pictures  # type: ignore[attr-defined] # app.Bot has them
    assert isinstance(found, Pictures)
    return found


async def send_drawn(client: discord.Client, shown: ui.LayoutView | Drawn, send: Callable[[], Awaitable[T]]) -> T:
    """Send `shown` with the pictures of the client's application; every message and form is sent by this."""
    return await pictures_of(client).draw(client, shown, send)


FILES_REFUSED = (400, 403, 413)
"""The statuses by which files are refused: with these components, in this place, or for their size."""


class Attached(Protocol):
    """Something that goes with a message as a file."""

    def file(self) -> discord.File:
        """Return it as a file to be sent once: a file is read as it is sent."""


async def send_files(
    client: discord.Client,
    shown: ui.LayoutView,
    files: Sequence[Attached],
    send: Callable[[list[discord.File]], Awaitable[T]],
) -> T:
    """Send `shown` with the files that it shows, or in words where Discord refuses them; every file is sent by this.

    `send` is given fresh files each time. `is_in_words` says afterwards which it was.
    """
    try:
        return await send_drawn(client, shown, lambda: send([each.file() for each in files]))
    except discord.HTTPException as error:
        if not files or not isinstance(shown, Drawn) or error.status not in FILES_REFUSED:
            raise
        log.debug("Files were refused (%s), and are told in words.", in_short(error))
        shown.in_words = True
    return await send_drawn(client, shown, lambda: send([]))


def is_in_words(shown: ui.LayoutView) -> bool:
    """Return whether the files that a message shows were refused, and it was sent in words."""
    return isinstance(shown, Drawn) and shown.in_words


class Uploaded(msgspec.Struct, frozen=True):
    """The names of the emojis that an upload added and deleted."""

    new: tuple[str, ...]
    gone: tuple[str, ...]


class Comparison(msgspec.Struct, frozen=True):
    """Our pictures that an application lacks, and its emojis of ours that are out of date."""

    new: tuple[Picture, ...]
    gone: tuple[discord.Emoji, ...]


async def compare(client: discord.Client) -> Comparison:
    """Compare the emojis of a logged-in client's application with our pictures. Raises what Discord fails with."""
    there = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
    ours = {picture.emoji: picture for each in sets() for picture in pictures(each)}
    new = tuple(picture for name, picture in ours.items() if name not in there)
    return Comparison(new, tuple(emoji for name, emoji in there.items() if is_ours(name) and name not in ours))


async def upload(client: discord.Client) -> Uploaded:
    """Upload the pictures that are missing, then delete our emojis that are out of date.

    The client is logged in; emojis of others stay. Raises what Discord fails with; what was uploaded until then stays,
    and the next upload goes on from there.
    """
    compared = await compare(client)
    for picture in compared.new:
        await client.create_application_emoji(name=picture.emoji, image=picture.png())
    for emoji in compared.gone:
        await emoji.delete()
    return Uploaded(tuple(each.emoji for each in compared.new), tuple(emoji.name for emoji in compared.gone))


async def upload_by(token: str) -> Uploaded:
    """Upload our pictures to the application with this `token`; its bot may be running.

    Raises `discord.LoginFailure` for a token that Discord does not know, and what else Discord fails with.
    """
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(token)
        return await upload(client)
