"""Test that sentences about what a loser must do quote the host's own words."""

import pytest

from bot.screens.elements.cast import Cast
from bot.screens.elements.stakes import must
from bot.screens.families import narration
from bot.screens.families.narration import Narrator
from bot.tables.model import Seat
from engine.core.events import Cause, ForfeitOwed
from engine.options import rules_for
from tests.bot.pseudo import heard


@pytest.mark.usefixtures("any_language")
def test_sentences_quote_the_hosts_words_for_what_the_loser_must_do() -> None:
    assert heard(must("**Ann**", "sing a *sea* shanty"), "Ann", "sing a \\*sea\\* shanty") == (
        "**Ann** must: **sing a \\*sea\\* shanty**"
    )
    assert heard(must("Ann and Ben", "sing", many=2), "Ann and Ben", "sing") == "Ann and Ben must: **sing**"


@pytest.mark.usefixtures("any_language")
def test_sentences_name_the_usual_forfeit_if_the_host_wrote_nothing() -> None:
    assert heard(must("Ann", "", "Ben"), "Ann", "Ben") == "Ann owes Ben a forfeit"
    assert heard(must("Ann and Ben", "", "Cleo", 2), "Ann and Ben", "Cleo") == "Ann and Ben each owe Cleo a forfeit"
    assert heard(must("Ann", ""), "Ann") == "Ann owes a forfeit"


@pytest.mark.usefixtures("any_language")
@pytest.mark.parametrize(
    ("why", "said"),
    [(Cause.CHALLENGE, "**Ann** must: **sing**"), (Cause.STAKE, "**Ann** must: **polish my boots**")],
)
def test_a_sentence_quotes_the_stake_if_losers_of_the_game_owe_it(why: Cause, said: str) -> None:
    """If the stake is written in words, it is what each loser of the game owes at the end (E6)."""
    cast = Cast((Seat(1, "Ann"), Seat(2, "Ben")))
    by = Narrator(cast, rules_for("common", {"stake": "polish my boots"}), "sing")
    names = ("Ann", "Ben", "sing", "polish my boots")
    assert heard(narration.owed(by, ForfeitOwed(0, 1, why)), *names) == f"📝 {said}"
