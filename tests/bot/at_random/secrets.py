"""Check that each hidden die is visible only to its owner, by searching the channel, all windows and all DMs."""

import re
from collections import Counter

from simcord import ResponseMessage

from bot.words.dice import DIE
from engine.bids.view import View
from engine.core.state import BIDDING, PASSING, POLL
from engine.games import AnyView
from tests.bot.answers import TEXT, walk, words
from tests.bot.at_random.evening import Evening, Moment
from tests.bot.cups import SEEN
from tests.bot.stage import Stage

MOMENT = re.compile(r"<t:\d+:\w>")
"""Timestamps, whose digits could be mistaken for dice."""
SHOWN_TO_ALL = re.compile(r"^.*🫨.*$", re.MULTILINE)
"""Crooked dice (T2), which everybody sees and which are thrown again."""
MINE = re.compile(r"^(?:-# (\d(?: \d)*)|# ([⚀-⚅](?: [⚀-⚅])*))$", re.MULTILINE)
"""A player's own hand, as a window shows it."""
WITH_OPEN = re.compile(r"(\d(?: \d)*)(?:\*\* hidden,| hidden ·) (\d(?: \d)*) open")
"""A player's own dice in a window or a DM, if some of them lie in the open (B6)."""
LAST_ROUND = re.compile(r"(?s)^-# The Anchor · .*(?:It’s|It was) \*\*.*🟦.*$")
"""The paragraph of a DM about the last showdown with the cup."""
IN_A_DM = re.compile(r"🎲 \*\*(\d(?: \d)*)\*\* · Round (\d+)")


def nobody_sees_too_much(evening: Evening, now: Moment) -> None:
    """Check that everybody sees only their own dice and public dice. Between rounds this checks nothing."""
    stage, panel = evening.stage, evening.stage.panel()
    if now.view().state.phase not in (BIDDING, POLL, PASSING):
        return
    views = {seat.name: now.view(seat.name) for seat in now.table.seats}
    for message in [each for each in stage.public() if each.id >= panel.id]:
        _is_public(message, views)
    for (name, _), window in evening.windows.items():
        if name in views and (shown := evening.now(window)) is not None and evening.is_window(shown):
            _is_only_of(name, everything(stage, shown), views[name])
    for name, direct_message in evening.new_direct_messages():
        if name in views and views[name].state.phase is not PASSING:
            _dm_is_only_of(name, direct_message, views[name])


def everything(stage: Stage, message: ResponseMessage) -> str:
    """Return the text and the labels of a window, except for the last showdown, which is public."""
    told = [part["content"] for part in walk(message.components) if part["type"] == TEXT]
    of_now = [LAST_ROUND.sub("", text) for text in told]
    return "\n".join([*of_now, *(str(button.get("label")) for button in stage.buttons(message))])


def _is_public(message: ResponseMessage, views: dict[str, AnyView]) -> None:
    said = SHOWN_TO_ALL.sub("", MOMENT.sub("", words(message)))
    assert not SEEN.search(said), f"everybody sees dice under the cup: {said!r}"
    for name, view in views.items():
        dice = sorted(view.mine)
        if len(dice) > 2:
            assert " ".join(map(str, dice)) not in said, f"the hand of {name}: {said!r}"
            assert " ".join(DIE[face] for face in dice) not in said, f"the hand of {name}: {said!r}"
            assert not re.search(rf"(?<!\d){''.join(map(str, dice))}(?!\d)", said), f"the hand of {name}: {said!r}"


def _is_only_of(name: str, said: str, view: AnyView) -> None:
    """Check that a window shows no dice except for those of the window's owner."""
    if view.state.phase is PASSING:
        under = Counter(DIE.index(found[1]) for found in SEEN.finditer(said) if found[1])
        marked = Counter(DIE.index(found[2]) for found in SEEN.finditer(said) if found[2])
        own, table = Counter(view.mine), Counter(getattr(view.state, "table", ()))
        assert under <= own, f"{name} sees {under}: {said!r}"
        assert under + marked <= own + table, f"{name} sees {under + marked}: {said!r}"
        return
    for digits, pictures in MINE.findall(said):
        dice = tuple(map(int, digits.split())) if digits else tuple(DIE.index(die) for die in pictures.split())
        assert dice == tuple(sorted(view.mine)), f"{name} sees {dice}: {said!r}"
    _shows_its_open_dice(name, said, view)


def _dm_is_only_of(name: str, direct_message: str, view: AnyView) -> None:
    found = IN_A_DM.search(direct_message)
    if found is not None and int(found[2]) == view.state.round:
        assert tuple(map(int, found[1].split())) == tuple(sorted(view.mine)), f"{name} was sent {direct_message!r}"


def _shows_its_open_dice(name: str, said: str, view: AnyView) -> None:
    """Check that hidden dice and dice in the open are those of the window's owner (B6)."""
    for hidden, opened in WITH_OPEN.findall(said):
        assert isinstance(view, View)
        assert view.seat is not None
        dice = sorted(view.state.open_of(view.seat))
        assert [*map(int, opened.split())] == dice, f"{name} sees {opened} open: {said!r}"
        assert sorted(map(int, hidden.split() + opened.split())) == sorted(view.mine), f"{name} sees {hidden}: {said!r}"
