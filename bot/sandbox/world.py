"""The state of a local Discord and its people. It is stored in a directory, and its growth is limited."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import secrets
from pathlib import Path

import msgspec

from bot.sandbox.adapter import Frozen, LocalDiscord
from bot.sandbox.errors import NotPossibleError

_log = logging.getLogger(__name__)

#: The number of messages kept in each channel. Older ones are deleted, with their files.
KEEP_MESSAGES = 400
#: The most people at a time. This is more than the seats of one table.
MOST_PEOPLE = 24
PEOPLE = ("Ann", "Ben", "Cleo")
SERVER = "Game Night"
CHANNEL = "liars-dice"
TOPIC = "Type /play for a table or /learn for a first game."
THREAD = "side-table"
BOT_NAME = "Liar's Dice"

_VERSION = 1


class Person(msgspec.Struct):
    """A person that the user of the page can play.

    `key` identifies the person in the page's address. `colour` is an index into the page's palette. `locale` is the
    language of the person's window, in Discord's notation.
    """

    key: str
    id: int
    name: str
    colour: int
    locale: str = "en-US"


class _File(msgspec.Struct):
    """The stored form of a world: simcord's state, and the parts that simcord lacks."""

    version: int
    discord: Frozen
    people: list[Person]
    closed_dms: list[int]
    dismissed: list[int]


class World:
    """A local Discord and its people. If the process is killed, the next one restores them from the directory."""

    def __init__(self, directory: Path, base: str, key: str) -> None:
        """Load the state in `directory`, or create a new state. Attachments are served under `base`."""
        directory.mkdir(parents=True, exist_ok=True)
        self.path = directory / "world.json"
        self.key = key
        self.discord = LocalDiscord(directory / "files", base, BOT_NAME)
        self.people: list[Person] = []
        self.closed_dms: set[int] = set()
        self.dismissed: set[int] = set()
        self._dirty = False
        self._waiting: list[asyncio.Future[None]] = []
        self._saver: asyncio.Task[None] | None = None
        if not self._load():
            self._found()

    # ------------------------------------------------------------ people
    def person(self, key: str) -> Person:
        """Return the person with this key. Raises `NotPossibleError` if there is none."""
        for person in self.people:
            if person.key == key:
                return person
        raise NotPossibleError(f"There is nobody called {key} here.")

    def add_person(self, name: str) -> Person:
        """Add a person to the server. Raises `NotPossibleError` if the name is not possible."""
        name = " ".join(name.split())
        key = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
        if not 1 <= len(name) <= 32 or not key:
            raise NotPossibleError("A name has 1 to 32 characters, with a letter a-z or a digit among them.")
        if any(person.key == key for person in self.people):
            raise NotPossibleError(f"{name} is here already; take another name.")
        if len(self.people) >= MOST_PEOPLE:
            raise NotPossibleError(f"There are {MOST_PEOPLE} people here already, which is all that fit.")
        user = self.discord.new_user(key, name)
        person = Person(key, user.id, name, len(self.people))
        self.people.append(person)
        self.discord.join(user.id)
        self.changed()
        return person

    def set_dms(self, person: Person, *, closed: bool) -> None:
        """Set whether a person accepts direct messages."""
        (self.closed_dms.add if closed else self.closed_dms.discard)(person.id)
        self.changed()

    # ------------------------------------------------------------ keeping
    def _found(self) -> None:
        owner = self.discord.new_user(PEOPLE[0].lower(), PEOPLE[0])
        self.discord.found_server(SERVER, owner.id, CHANNEL, TOPIC, THREAD)
        self.discord.join(owner.id)
        self.people = [Person(PEOPLE[0].lower(), owner.id, PEOPLE[0], 0)]
        for name in PEOPLE[1:]:
            self.add_person(name)
        self.save()

    def _load(self) -> bool:
        if not self.path.exists():
            return False
        try:
            saved = msgspec.json.decode(self.path.read_bytes(), type=_File)
            if saved.version != _VERSION:
                raise ValueError(f"it has version {saved.version}, not {_VERSION}")
        except ValueError as error:
            aside = self.path.with_suffix(".unreadable")
            self.path.replace(aside)
            _log.warning("The saved world could not be read (%s); it now lies in %s.", error, aside)
            return False
        self.discord.thaw(saved.discord)
        self.people = saved.people
        self.closed_dms = set(saved.closed_dms)
        self.dismissed = set(saved.dismissed)
        return True

    def _encode(self) -> bytes:
        self._dirty = False
        self.discord.trim(KEEP_MESSAGES)
        here = {message for channel in self.discord.channels for message in self.discord.messages(channel)}
        self.dismissed &= here
        file = _File(_VERSION, self.discord.freeze(), self.people, sorted(self.closed_dms), sorted(self.dismissed))
        return msgspec.json.encode(file)

    def _write(self, data: bytes) -> None:
        fresh = self.path.with_suffix(".new")
        fresh.write_bytes(data)
        fresh.replace(self.path)

    def save(self) -> None:
        """Write the state immediately, to a new file that then replaces the old one."""
        self._write(self._encode())

    def changed(self) -> None:
        """Mark the state as changed, so that it will be written again."""
        self._dirty = True

    async def saved(self) -> None:
        """Wait until all changes are written. Callers that wait at the same time share one write."""
        writing = self._saver is not None and not self._saver.done()
        if not self._dirty and not writing:
            return
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(done)
        if not writing:
            self._saver = asyncio.create_task(self._save_all())
        await done

    async def _save_all(self) -> None:
        while self._waiting:
            served, self._waiting = self._waiting, []
            try:
                if self._dirty:
                    await asyncio.to_thread(self._write, self._encode())
            except OSError as error:
                _log.error("The world could not be saved: %s", error)
            for done in served:
                if not done.done():
                    done.set_result(None)


def kept_secret(directory: Path, name: str) -> str:
    """Return a secret that is created once for each directory: the "key" in the page's address, or the bot's "token".

    So open windows stay valid after a new start, and so do the settings of a bot that somebody runs against it.
    """
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / name
    if not path.exists():
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(16))
    return path.read_text().strip()
