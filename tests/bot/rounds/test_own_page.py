"""Test the first line and the help of the private page with a player's own dice or cup."""

import re
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.presses.bids import PlaceBid
from bot.presses.game import ShowDice
from bot.screens.elements.cards import Button, Text
from bot.screens.families.presenters import presenter
from engine import games
from engine.bids.actions import Bid
from engine.bids.view import View
from engine.variants import VARIANTS
from tests.bot.random_games import helped, table_of
from tests.bot.screens.test_every_screen import played
from tests.bot.screens.test_less import controls
from tests.bot.stage import Stage


@pytest.mark.parametrize("game", ["bar", "cup"])
async def test_a_private_page_begins_with_whose_turn_it_is_and_the_clock(english_stage: Stage, game: str) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", game=game)
    mover = await stage.to_move()
    other = "Ben" if mover == "Ann" else "Ann"
    page = (await stage.press(mover, ShowDice)).words
    assert re.match(r"👉 It’s your turn\. · ⏳ <t:\d+:R>", page), page
    assert "your turn" not in (await stage.press(other, ShowDice)).words


@pytest.mark.parametrize("variant", VARIANTS)
@given(players=st.integers(2, 5), luck=st.integers(0, 10**6))
@settings(max_examples=3, deadline=None)
def test_advice_comes_with_one_number_and_the_advised_bid_has_a_button(variant: str, players: int, luck: int) -> None:
    for moment in islice(played(table_of(players, variant, computers=False), luck), 25):
        for seat in games.awaited(moment.game):
            view = games.view(moment.game, seat)
            helps, shown = helped(view), presenter(view)
            if helps.best is None or shown is None:
                continue
            page = shown.mine(moment.table, view, False, helps).parts
            said = "\n".join(part.words for part in page if isinstance(part, Text))
            assert "💡" in said
            assert said.count("%") <= 1, said
            if isinstance(view, View) and isinstance(helps.best.action, Bid):
                pressed = [each.press for each in controls(page) if isinstance(each, Button)]
                offered = [Bid.of(press) for press in pressed if isinstance(press, PlaceBid)]
                assert Bid.of(helps.best.action) in offered, "the advised bid has a button"
