"""Test how many requests to Discord each game costs, from Start to the result."""

import re
from collections import Counter

import pytest
from msgspec.structs import replace

from bot.presses.bids import PlaceBid
from bot.presses.game import CallLie, CastVote
from bot.presses.lobby import Start
from bot.presses.poker_cup import LookUnder, MakeClaim, PeekUnder, ShakeCup
from bot.screens.families.variants import offered
from bot.tables.model import Status
from engine.poker_cup.view import CupView
from tests.bot.cups import my_cup
from tests.bot.requests.test_requests import counted
from tests.bot.rounds.test_show import shows
from tests.bot.stage import Stage

LEARNT = re.compile(r"^\s+(?:roll (?P<rolled>\S+)|(?P<looked>\S+) (?:peek|look))\b", re.MULTILINE)
"""Matches the lines of a record after which a player sees hidden dice: a roll, or a look under the cup."""


MOST_MOVES = 200
MOST_SAID = 3
"""After this many bids or claims, the next player doubts the last one."""
KINDS = (CastVote, PlaceBid, PeekUnder, ShakeCup, MakeClaim, CallLie)
"""The kinds of presses in these games. A player makes the first one that is offered."""


@pytest.mark.in_some_games
@pytest.mark.parametrize("game", offered())
async def test_a_game_costs_one_post_for_each_round_and_one_dm_for_each_hand(english_stage: Stage, game: str) -> None:
    """Moves, votes, acts with the cup, roll-offs and pots cost no request, because the answer to a press shows them.

    The bot deletes a DM when it sends the next one. It also asks Discord once for each person's DM channel.
    """
    stage = english_stage
    await stage.nobody_owes()
    await stage.sit("Ann", "Ben", "Cleo", game=game)
    await shorten(stage)
    before = stage.requests()
    await stage.press("Ann", Start)
    await play(stage)
    rounds, direct_messages = (await stage.seen()).state.round, await learnt(stage, game)
    assert rounds > 1
    reached = sum(bool(stage.direct_messages(name)) for name in ("Ann", "Ben", "Cleo"))
    assert counted(stage, before) == {
        "POST panel": rounds + 1,  # the line that seals the dice, later rounds, the result
        "POST DM": direct_messages,
        "DELETE DM": direct_messages - reached,
        "PATCH DM": reached,  # the last DMs say that the game is over
        "POST /users/@me/channels": reached,
    }


@pytest.mark.parametrize(("game", "looks"), [("cup", 5), ("mia", 3)])
async def test_a_round_of_four_costs_no_more_in_mia_than_in_the_cup(
    english_stage: Stage, game: str, looks: int
) -> None:
    """Each player believes the claim and looks, until the fourth one doubts it.

    Who believes in the cup looks twice, before the throw and after it. Who believes in Mia looks only after the throw.
    """
    stage = english_stage
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", "Cleo", "Dan", game=game)
    first, before = await stage.to_move(), stage.requests()
    while True:
        name = await stage.to_move()
        view, shown = await stage.seen(name), await my_cup(stage, name)
        assert isinstance(view, CupView)
        if len(view.state.claims) == MOST_SAID:
            break
        kinds = (LookUnder, *KINDS) if name == first else KINDS
        await stage.press(name, next(kind for kind in kinds if kind in stage.kinds(shown)), shown)
    await stage.press(name, CallLie, shown)
    assert counted(stage, before) == Counter(
        {
            "POST panel": 1,  # the next round
            "POST DM": looks,
            "DELETE DM": looks - MOST_SAID,
            "POST /users/@me/channels": MOST_SAID,
        }
    )


@pytest.mark.parametrize(("game", "edits"), [("dudo", 0), ("dahua", 0), ("bluff", MOST_SAID)])
async def test_a_round_of_four_costs_no_more_in_bluff_than_in_dudo_but_for_the_edited_dms(
    english_stage: Stage, game: str, edits: int
) -> None:
    """Each player bids, and in bluff shows a die and throws the others again, until the fourth one doubts it.

    Each throw edits the DM with the player's dice. The press that makes the bid shows it to everybody.
    """
    stage = english_stage
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", "Cleo", "Dan", game=game)
    before = stage.requests()
    for _ in range(MOST_SAID):
        await (shows(stage) if edits else stage.raise_once())
    await stage.press(await stage.to_move(), CallLie)
    expected = Counter({"POST panel": 1, "POST DM": 4, "DELETE DM": 4, "PATCH DM": edits})
    assert counted(stage, before) == +expected


async def shorten(stage: Stage) -> None:
    """Set the game to two dice for each player if the last player with dice wins, and otherwise to three rounds."""
    table = await stage.table()
    options = {"dice": "2"} if table.rules.counts_dice() else {"rounds": "3"}
    setup = replace(table.setup, options={**table.setup.options, **options})
    await stage.bot.services.tables.lobbies.change(table.id, table.host, setup, "short")


async def play(stage: Stage) -> None:
    """Play to the end of the game with buttons.

    In the game with the cup, the buttons are on each player's ephemeral message. In the other games, they are on the
    panel.
    """
    for _ in range(MOST_MOVES):
        if (await stage.table()).status is Status.OVER:
            return
        name = await stage.to_move()
        mine = await stage.seen(name)
        shown = await my_cup(stage, name) if isinstance(mine, CupView) else stage.panel()
        said = mine.state.claims if isinstance(mine, CupView) else mine.state.bids
        doubts = mine.legal.challenge and len(said) >= MOST_SAID
        await stage.press(
            name, CallLie if doubts else next(kind for kind in KINDS if kind in stage.kinds(shown)), shown
        )
    pytest.fail(f"the game has no result after {MOST_MOVES} moves")


async def learnt(stage: Stage, game: str) -> int:
    """Return how many times in the game a player saw dice that nobody else could see."""
    record = await stage.bot.services.tables.queries.record((await stage.table()).id)
    assert record is not None
    return sum(found["looked" if game in ("cup", "mia") else "rolled"] is not None for found in LEARNT.finditer(record))
