"""People who play any of the seven games by what is shown to them: agreed on in the lobby, then move by move."""

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
from bot.presses.game import CallLie, CastVote, SettleForfeit
from bot.presses.lobby import Rematch
from bot.presses.poker_cup import MakeClaim, OpenBlind, PeekUnder, ShakeCup
from bot.screens.families.variants import offered
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

SEVEN = offered()
"""Every game."""
MOST_MOVES = 300
"""More than any of these games takes."""
MOST_SAID = 3
"""Bids or claims after which the next one is doubted."""

Way = Callable[[Stage, str, Action], Awaitable[Any]]
"""How somebody does what they have decided on."""


async def agreed(stage: Stage, *names: str, game: str, computers: int = 0, **options: str) -> None:
    """A lobby of these people with these options, in RECORD.md's words, not yet started."""
    await stage.sit(*names, game=game, computers=computers)
    await agree(stage, **options)


async def agree(stage: Stage, **options: str) -> None:
    """The lobby has these options from now on."""
    table = await stage.table()
    setup = replace(table.setup, options={**table.setup.options, **options})
    await stage.bot.services.tables.lobbies.change(table.id, table.host, setup, f"agreed {options}")
    await stage.bot.services.announcer.show_again(table.id)


async def sit_in_a_thread(stage: Stage) -> None:
    """From now on everybody is in a thread of the channel."""
    channel = stage.bot.get_channel(stage.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.create_thread(name="a quiet corner", type=discord.ChannelType.public_thread)
    await stage.env.settle()
    (stage.channel,) = stage.channel.threads


def told(stage: Stage) -> str:
    """Everything that stands in the channel, names not bold and blanks as they are typed."""
    return "\n".join(stage.text(message) for message in stage.public()).replace("*", "")


async def names(stage: Stage, seats: Iterable[int]) -> list[str]:
    """Return the people who sit there."""
    table = await stage.table()
    return [table.seats[seat].name for seat in seats]


async def in_dm(stage: Stage, name: str, command: str, **options: Any) -> Answer:
    """A command, typed to the bot in a DM."""
    return Answer(await stage.people[name].user.slash(command, **options))


async def forged_in_dm(stage: Stage, name: str, press: Press, message: ResponseMessage) -> Answer:
    """A press that nobody offered, on a message in a DM."""
    user = stage.people[name].user
    data = {"custom_id": encode(press), "component_type": BUTTON}
    return Answer(await _component_interaction(user, _visible_message(user, message), data))


# One move ------------------------------------------------------------------------------------------------------------


async def say_something(stage: Stage) -> str:
    """Have the player to move make the least bid, or in the cup the least claim, unseen; return them."""
    name, seen = await stage.to_move(), await stage.seen()
    if isinstance(seen, CupView):
        opens = seen.state.standing is None
        ephemeral = await my_cup(stage, name) if opens else (await stage.press(name, OpenBlind)).ephemerals[0]
        await stage.press(name, MakeClaim, ephemeral)
    else:
        await stage.press(name, PlaceBid)
    return name


async def doubt_it(stage: Stage) -> str:
    """Have the player to move call the lie, and all who are asked then believe it; return the caller."""
    name = await stage.to_move()
    await stage.press(name, CallLie)
    while CastVote in stage.kinds():
        await stage.press(await stage.to_move(), CastVote, believes=True)
    return name


async def play_round(stage: Stage) -> None:
    """Somebody says something, and the next one doubts it."""
    await say_something(stage)
    await doubt_it(stage)


# Whole games ---------------------------------------------------------------------------------------------------------


async def by_buttons(stage: Stage, name: str, wish: Action) -> None:
    """On the panel, or in the cup on one's own ephemeral message."""
    shown = await my_cup(stage, name) if isinstance(await stage.seen(), CupView) else stage.panel()
    kind, fields = _press(stage, shown, wish)
    await stage.press(name, kind, shown, **fields)


async def by_commands(stage: Stage, name: str, wish: Action) -> None:
    """Type it in the table's channel."""
    command, options = _command(wish)
    await stage.slash(name, command, None, **options)


async def by_commands_in_dm(stage: Stage, name: str, wish: Action) -> None:
    """Typed to the bot, far from the table."""
    command, options = _command(wish)
    await in_dm(stage, name, command, **options)


MOST_MINUTES = timedelta(minutes=14)
"""How long a press may edit its answer."""


class InDm:
    """Buttons in one's own DM: a window there has the moves whenever they are asked for, till another follows it."""

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
        """The window as it is now; None where there is none any more, or its token is too old to keep it up to date."""
        there = stage.messages(stage.people[name].user.dm_channel)
        window = next((message for message in there if message.id == self._windows.get(name)), None)
        is_kept = window is not None and stage.bot.now() - snowflake_time(window.id) < MOST_MINUTES
        return window if is_kept else None


async def play_to_the_end(stage: Stage, *ways: Way) -> None:
    """Whoever is asked moves as a computer player would, by each of the ways in turn, until the game is over.

    What is owed goes on the tab by itself, or, where somebody plays by buttons alone, is paid.
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
            assert (await stage.table()).version > before, f"nothing came of it: {stage.private[name][-1:]}"
    pytest.fail(f"no result in {MOST_MOVES} moves")


def _wish(view: AnyView) -> Action:
    """As a computer player, but that nothing goes on for long."""
    said = view.state.claims if isinstance(view, CupView) else view.state.bids
    long = len(said) >= MOST_SAID and view.legal.challenge
    return Challenge() if long else games.choose(view, 0.5)


def _press(stage: Stage, shown: ResponseMessage, wish: Action) -> tuple[type[Press], dict[str, Any]]:
    """The button for it; of bids and claims the first that is shown, and dice stay where they are."""
    match wish:
        case Challenge():
            return CallLie, {}
        case Exact():
            return CallExact, {}
        case Vote(believes=believes):
            return CastVote, {"believes": believes}
        case _:
            kinds = stage.kinds(shown)
            return next(kind for kind in (PlaceBid, PeekUnder, ShakeCup, MakeClaim) if kind in kinds), {}


def _command(wish: Action) -> tuple[str, dict[str, str]]:
    """The command for it."""
    match wish:
        case Challenge():
            return "liar", {}
        case Exact():
            return "exact", {}
        case Vote(believes=believes):
            return ("believe" if believes else "doubt"), {}
        case Bid(quantity=quantity, face=face):
            return "bid", {"what": f"{quantity}x{face}"}
        case c.MakeClaim(claim=claim) | c.PassBlind(claim=claim):
            return "claim", {"what": claim_in_words(claim)}
        case c.Show(dice=dice):
            return "cup", {"act": "pull out", "dice": "".join(map(str, dice))}
        case c.Cover(dice=dice):
            return "cup", {"act": "put under", "dice": "".join(map(str, dice))}
        case c.Throw(face=face):
            return "cup", {"act": "roll", "dice": str(face)}
        case _:
            return "cup", {"act": {c.Peek: "peek", c.Shake: "shake unseen", c.Look: "look"}[type(wish)]}


def _has(press: Press, fields: dict[str, Any]) -> bool:
    return all(getattr(press, field) == value for field, value in fields.items())
