"""Play any game as its players would, with the controls and commands that are offered to them."""

from collections.abc import Awaitable, Callable, Iterable
from datetime import timedelta
from typing import Any

import discord
import pytest
from discord.utils import snowflake_time
from msgspec.structs import replace
from simcord import ResponseMessage
from simcord.actors import _component_interaction, _visible_message

from bot.presses.base import Press
from bot.presses.bids import CallExact, PlaceBid
from bot.presses.codec import encode
from bot.presses.game import CallLie, CastVote, OpenMore, SettleForfeit
from bot.presses.lobby import Rematch
from bot.presses.poker_cup import GiveUpRound, MakeClaim, OpenBlind, PeekUnder, ShakeCup
from bot.screens.elements.widths import height
from bot.screens.families.variants import offered
from bot.screens.table.result import MOST_LINES
from engine import games
from engine.bids.actions import Bid, Vote
from engine.bids.actions import CallExact as Exact
from engine.core.actions import Action, Challenge, How
from engine.games import AnyView
from engine.poker_cup import actions as c
from engine.poker_cup.claims import claim_in_words
from engine.poker_cup.view import CupView
from tests.bot.answers import BUTTON, Answer
from tests.bot.cups import my_cup
from tests.bot.stage import Stage

EVERY_GAME = offered()
"""The names of all games."""
MOST_MOVES = 300
"""A limit of moves that no game reaches."""
MOST_SAID = 3
"""After this many bids or claims, the next player doubts the last one."""

Way = Callable[[Stage, str, Action], Awaitable[Any]]
"""A function that makes a player's chosen move on a stage."""


async def agreed(stage: Stage, *names: str, game: str, computers: int = 0, **options: str) -> None:
    """Open a lobby for these people, and set its options in RECORD.md's notation. Do not start the game."""
    await stage.sit(*names, game=game, computers=computers)
    await agree(stage, **options)


async def agree(stage: Stage, **options: str) -> None:
    """Set options of the lobby, in RECORD.md's notation."""
    table = await stage.table()
    setup = replace(table.setup, options={**table.setup.options, **options})
    await stage.bot.services.tables.lobbies.change(table.id, table.host, setup, f"agreed {options}")
    await stage.bot.services.announcer.show_again(table.id)


async def sit_in_a_thread(stage: Stage) -> None:
    """Open a thread in the channel and make it the stage's channel."""
    channel = stage.bot.get_channel(stage.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.create_thread(name="a quiet corner", type=discord.ChannelType.public_thread)
    await stage.env.settle()
    (stage.channel,) = stage.channel.threads


def told(stage: Stage) -> str:
    """Return the text of all public messages in the channel, without asterisks."""
    return "\n".join(stage.text(message) for message in stage.public()).replace("*", "")


def newest_result(stage: Stage) -> ResponseMessage:
    """Return the newest message with the result of a game. Lines about paid forfeits may follow it."""
    return next(each for each in reversed(stage.public()) if Rematch in stage.kinds(each))


async def check_reason(stage: Stage, name: str, reason: str) -> None:
    """Check that the newest result gives this reason for the end of the game once.

    Only a result whose six lines are full may leave the reason out. The page behind its More button always has it.
    """
    result = newest_result(stage)
    shown = stage.text(result)
    assert shown.count(reason) == 1 or (reason not in shown and height(shown) >= MOST_LINES)
    (page,) = (await stage.press(name, OpenMore, result)).ephemerals
    assert stage.text(page).count(reason) == 1


async def names(stage: Stage, seats: Iterable[int]) -> list[str]:
    """Return the names of the players in these seats."""
    table = await stage.table()
    return [table.seats[seat].name for seat in seats]


async def in_dm(stage: Stage, name: str, command: str, **options: Any) -> Answer:
    """Type a command in a DM with the bot."""
    return Answer(await stage.people[name].user.slash(command, **options))


async def forged_in_dm(stage: Stage, name: str, press: Press, message: ResponseMessage) -> Answer:
    """Send a press on a message in a DM, even if the message has no such button."""
    user = stage.people[name].user
    data = {"custom_id": encode(press), "component_type": BUTTON}
    return Answer(await _component_interaction(user, _visible_message(user, message), data))


# One move ------------------------------------------------------------------------------------------------------------


async def say_something(stage: Stage) -> str:
    """Let the player whose turn it is make the lowest bid, or claim the lowest hand without looking.

    Return the player's name.
    """
    name, seen = await stage.to_move(), await stage.seen()
    if isinstance(seen, CupView):
        opens = seen.state.standing is None
        ephemeral = await my_cup(stage, name) if opens else (await stage.press(name, OpenBlind)).ephemerals[0]
        await stage.press(name, MakeClaim, ephemeral)
    else:
        await stage.press(name, PlaceBid)
    return name


async def doubt_it(stage: Stage) -> str:
    """Let the player whose turn it is call Liar! If this starts a poll, all voters believe the bid.

    Return the caller's name.
    """
    name = await stage.to_move()
    await stage.press(name, CallLie)
    while CastVote in stage.kinds():
        await stage.press(await stage.to_move(), CastVote, believes=True)
    return name


async def play_round(stage: Stage) -> None:
    """Let a player bid or claim, and let the next player doubt the bid or claim."""
    await say_something(stage)
    await doubt_it(stage)


# Whole games ---------------------------------------------------------------------------------------------------------


async def by_buttons(stage: Stage, name: str, wish: Action) -> None:
    """Make a move with a button.

    In the game with the cup, the button is on the player's ephemeral message. In the other games, it is on the panel.
    """
    shown = await my_cup(stage, name) if isinstance(await stage.seen(), CupView) else stage.panel()
    kind, fields = _press(stage, shown, wish)
    await stage.press(name, kind, shown, **fields)


async def by_commands(stage: Stage, name: str, wish: Action) -> None:
    """Make a move with a command in the table's channel."""
    command, options = _command(wish)
    await stage.slash(name, command, None, **options)


async def by_commands_in_dm(stage: Stage, name: str, wish: Action) -> None:
    """Make a move with a command in a DM with the bot."""
    command, options = _command(wish)
    await in_dm(stage, name, command, **options)


MOST_MINUTES = timedelta(minutes=14)
"""How long after a press its answer can be edited."""


class InDm:
    """Makes moves with the buttons of a window in the player's DM. In each turn, the window shows the moves."""

    def __init__(self) -> None:
        self._windows: dict[str, int] = {}

    async def __call__(self, stage: Stage, name: str, wish: Action) -> None:
        shown = self._now(stage, name)
        if shown is None:
            (shown,) = (await in_dm(stage, name, "dice")).ephemerals
            self._windows[name] = shown.id
        kind, fields = _press(stage, shown, wish)
        press = next(each for each in stage.presses(shown) if isinstance(each, kind) and _has(each, fields))
        Answer(await stage.people[name].user.click(shown, custom_id=encode(press)))

    def _now(self, stage: Stage, name: str) -> ResponseMessage | None:
        """Return the player's window in its current state, or None if it is gone or too old for the bot to update."""
        there = stage.messages(stage.people[name].user.dm_channel)
        window = next((message for message in there if message.id == self._windows.get(name)), None)
        is_kept = window is not None and stage.bot.now() - snowflake_time(window.id) < MOST_MINUTES
        return window if is_kept else None


async def play_to_the_end(stage: Stage, *ways: Way) -> None:
    """Play the running game to its end with the moves that a computer player would choose.

    The moves alternate between the given ways. If all moves are made with buttons, forfeits are paid. Otherwise a
    forfeit goes on the tab when its time is up.
    """
    for move in range(MOST_MOVES):
        if Rematch in stage.kinds():
            return
        view = await stage.seen()
        if view.state.debtors and ways == (by_buttons,):
            debtor = view.state.debtors[0]
            (name,) = await names(stage, [debtor])
            await stage.press(name, SettleForfeit, debtor=debtor, how=How.PAID)
        elif view.state.debtors or not view.awaited:
            await stage.time_passes(hours=view.state.round)
        else:
            name, before = await stage.to_move(), (await stage.table()).version
            await ways[move % len(ways)](stage, name, _wish(await stage.seen(name)))
            assert (await stage.table()).version > before, f"the move had no effect: {stage.private[name][-1:]}"
    pytest.fail(f"the game has no result after {MOST_MOVES} moves")


def _wish(view: AnyView) -> Action:
    """Return the move that a computer player would choose.

    After `MOST_SAID` bids or claims, return a challenge, which keeps rounds short.
    """
    said = view.state.claims if isinstance(view, CupView) else view.state.bids
    long = len(said) >= MOST_SAID and view.legal.challenge
    return Challenge() if long else games.choose(view, 0.5)


def _press(stage: Stage, shown: ResponseMessage, wish: Action) -> tuple[type[Press], dict[str, Any]]:
    """Return the kind and fields of the button for a move.

    For a bid or claim, this is the first such button that is shown. For a move with the cup, the button leaves the
    dice as they are.
    """
    match wish:
        case Challenge():
            return CallLie, {}
        case Exact():
            return CallExact, {}
        case Vote(believes=believes):
            return CastVote, {"believes": believes}
        case c.GiveUp():
            return GiveUpRound, {}
        case _:
            kinds = stage.kinds(shown)
            return next(kind for kind in (PlaceBid, PeekUnder, ShakeCup, MakeClaim) if kind in kinds), {}


def _command(wish: Action) -> tuple[str, dict[str, str]]:
    """Return the command that makes a move, and the command's options."""
    match wish:
        case Challenge():
            return "liar", {}
        case Exact():
            return "exact", {}
        case Vote(believes=believes):
            return ("believe" if believes else "doubt"), {}
        case Bid():
            return "bid", {"what": str(wish)}
        case c.MakeClaim(claim=claim) | c.PassBlind(claim=claim):
            return "claim", {"what": claim_in_words(claim)}
        case c.Show(dice=dice):
            return "cup", {"act": "pull out", "dice": "".join(map(str, dice))}
        case c.Cover(dice=dice):
            return "cup", {"act": "put under", "dice": "".join(map(str, dice))}
        case c.Throw(face=face):
            return "cup", {"act": "roll", "dice": str(face)}
        case c.GiveUp():
            return "cup", {"act": "give up"}
        case _:
            return "cup", {"act": {c.Peek: "peek", c.Shake: "shake unseen", c.Look: "look"}[type(wish)]}


def _has(press: Press, fields: dict[str, Any]) -> bool:
    return all(getattr(press, field) == value for field, value in fields.items())
