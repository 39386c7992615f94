"""Test the five public names of the engine. A name is loaded only when it is used, and wrong arguments are refused."""

import subprocess
import sys

import pytest

import engine
from engine import choose, dice, play, start, view
from engine.core.events import RoundBegan
from engine.core.refusals import NoSuchMove, Refused, UnknownVariant
from engine.variants import VARIANTS

CHANCE = dice("chalk")


def test_the_five_names_are_loaded_only_when_they_are_used() -> None:
    assert len(engine.__all__) == 5
    asked = "import sys, engine; print(*(name for name in sys.modules if name.startswith('engine')))"
    loaded = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert loaded.stdout.split() == ["engine"]
    with pytest.raises(AttributeError, match="no attribute 'deal'"):
        _ = engine.deal


@pytest.mark.parametrize("name", VARIANTS)
def test_every_game_can_be_played_to_its_end_by_the_five_names(name: str) -> None:
    options = {"rounds": "3"} if name != "dudo" else {}
    happened, game = start(name, 3, CHANCE, options)
    rounds = sum(isinstance(event, RoundBegan) for event in happened)
    while (seen := view(game)).state.result is None:
        seat = seen.awaited[0]
        happened, game = play(game, seat, choose(view(game, seat)), CHANCE)
        rounds += sum(isinstance(event, RoundBegan) for event in happened)
    assert rounds == seen.state.round


def test_unknown_games_and_illegal_moves_are_refused() -> None:
    with pytest.raises(Refused) as refused:
        start("whist", 4, CHANCE)
    assert isinstance(refused.value.reason, UnknownVariant)
    _, game = start("dudo", 2, CHANCE)
    seat = view(game).awaited[0]
    for words in ("", "fold", "bid many", "bid 2x7"):
        with pytest.raises(Refused) as refused:
            play(game, seat, words, CHANCE)
        assert isinstance(refused.value.reason, NoSuchMove), words
    with pytest.raises(Refused):
        play(game, 1 - seat, "bid 2x6", CHANCE)
