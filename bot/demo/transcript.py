"""Print a transcript: a new message in full, and a changed message only with its changes."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import simcord
from simcord import ChannelHandle, ResponseMessage

from bot.wall_clock import utc_now
from bot.words.cleaning import clean

BUTTON, MENU = 2, 3
HAPPENED = ("## ", "### ")
"""The beginnings of lines that announce a verdict or the record of a round. A message that gets one is printed."""
BUTTONS = "\t"
"""The prefix of a line with buttons, which is removed when the line is printed."""
SMALL = (BUTTONS, "-# then ", "-# 📝 ", "-# 🔒 ")
"""The beginnings of lines that are printed once in a game: buttons, the next player, the standings, the seal."""

Parts = list[dict[str, Any]]


class Transcript:
    """Prints what people do and see: the messages in a channel, one DM in each game, and ephemeral messages.

    `names` maps people's ids to their names.
    """

    def __init__(
        self,
        env: simcord.Env,
        channel: ChannelHandle,
        direct_messages: Mapping[str, ChannelHandle],
        names: Mapping[str, str],
    ) -> None:
        self._env, self._channel, self._direct_messages, self._names = env, channel, direct_messages, names
        self._printed: dict[int, list[str]] = {}
        self._in_full: set[str] = set()
        self._ephemerals: dict[str, list[str]] = {}
        self._told: set[int] = set()
        self._is_apart = True

    def begin(self, title: str) -> None:
        """Print the title of the next game.

        In each game, the first message of each kind is printed in full. A lobby is printed in full only in the first
        game.
        """
        self._in_full &= {"lobby"}
        self._ephemerals.clear()
        self._is_apart = False
        print(f"\n\n{title}\n{'=' * len(title)}")

    def did(self, name: str, what: str) -> None:
        """Print what a person did."""
        if self._is_apart:
            print()
        self._is_apart = False
        print(f">>> {name}: {what}")

    def show(self) -> None:
        """Print new messages in the channel. Once in a game, also print a DM as an example."""
        for message in self._messages(self._channel):
            self._show(message)
        for name, channel in self._direct_messages.items():
            news = [message for message in self._messages(channel) if message.id not in self._printed]
            for message in news:
                lines = self._printed[message.id] = self._lines(message)
                if "letter" not in self._in_full:
                    self._print(f"DM to {name}", lines)
                self._in_full.add("letter")

    def ephemeral(self, name: str, message: ResponseMessage) -> None:
        """Print an ephemeral message to one person. Only the first such message of a game is printed in full.

        From later messages, only lines with dice or a hand and lines that end with a question mark are printed.
        """
        lines = [line for line in self._lines(message) if not line.startswith(BUTTONS)]
        if "ephemeral message" in self._in_full:
            lines = [line for line in lines if line.endswith("?") or _is_of_dice(line)]
        self._in_full.add("ephemeral message")
        self._print(f"only {name} sees this", [line for line in lines if line not in self._ephemerals.get(name, [])])
        self._ephemerals[name] = lines

    def _messages(self, channel: ChannelHandle) -> list[ResponseMessage]:
        """Return the public messages of a channel, oldest first."""
        found = self._env.backend.messages.get(channel.id, {}).values()
        return [ResponseMessage(self._env, each) for each in sorted(found, key=_id) if not each.is_ephemeral]

    def _show(self, message: ResponseMessage) -> None:
        lines, before = self._lines(message), self._printed.get(message.id, [])
        self._printed[message.id] = [*before, *lines]
        news = [line for line in lines if line not in before]
        if before:
            if message.id not in self._told and any(line.startswith(HAPPENED) for line in news):
                self._told.add(message.id)
                self._print("#dice", _without_small(news))
            return
        kind = "lobby" if news[0].startswith(HAPPENED) else "round"
        self._print("#dice", _without_small(news) if kind in self._in_full else news)
        self._in_full.add(kind)

    def _print(self, title: str, lines: list[str]) -> None:
        if lines:
            print("\n".join([f"  {title}", *(f"  | {_plain(line)}" for line in lines)]))
            self._is_apart = True

    def _lines(self, message: ResponseMessage) -> list[str]:
        """Return a message as lines of text. Names replace mentions, and words replace timestamps."""
        lines = [*message.content.splitlines(), *_told(message.components)]
        return [self._named(line) for line in lines]

    def _named(self, line: str) -> str:
        line = re.sub(r"<@(\d+)>", lambda match: f"@{self._names.get(match[1], match[1])}", line)
        return re.sub(r"<t:(\d+):R>", lambda match: _ago(int(match[1])), line)


def buttons(components: Parts, kind: int = BUTTON) -> Parts:
    """Return every button that can be pressed, at any depth. With `kind`, return another kind of component."""
    found = [part for part in components if part["type"] == kind and not part.get("disabled")]
    return found + [each for part in components for each in buttons(part.get("components", []), kind)]


def pressable(part: dict[str, Any]) -> str:
    """Return a button or a menu as text in brackets."""
    if part["type"] == MENU:
        return f"[{part.get('placeholder') or 'Choose'} ▾]"
    emoji = (part.get("emoji") or {}).get("name") or ""
    return f"[{emoji} {part.get('label', '')}]" if emoji else f"[{clean(part.get('label', ''))}]"


def _is_of_dice(line: str) -> bool:
    """Return whether a line of an ephemeral message shows dice or a hand."""
    return "**" in line and not line.startswith(("-#", "🥤"))


def _without_small(lines: list[str]) -> list[str]:
    return [line for line in lines if not line.startswith(SMALL)]


def _plain(line: str) -> str:
    """Return a line without Discord's markup for headings, links, small text and bold text."""
    return re.sub(r"^(#+ |-# |\t)|\*\*", "", re.sub(r"\[([^]]*)\]\(<[^)]*>\)", r"\1", line))


def _ago(moment: int) -> str:
    """Return a time (in seconds since 1970) in Discord's words. Times in the past are "just now"."""
    minutes = round((moment - utc_now().timestamp()) / 60)
    return f"in {minutes} minutes" if minutes > 0 else "just now"


def _id(message: Any) -> int:
    return int(message.id)


def _told(components: Parts) -> Iterator[str]:
    """Yield components as lines of text."""
    for part in components:
        match part["type"]:
            case 10:
                yield from part["content"].splitlines()
            case 14:
                yield "---"
            case 17:
                yield from _told(part["components"])
            case 1:
                yield BUTTONS + "   ".join(pressable(each) for each in part["components"])
            case _:
                pass
