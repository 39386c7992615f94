"""Test sentences that appear in few games. Each test sets up the rare facts that lead to its sentence."""

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from bot.history.evenings import Story
from bot.history.game import Player
from bot.history.past import PastGame
from bot.people.preferences import Theme
from bot.people.tabs import Pair, Tab
from bot.screens.elements import obstacles
from bot.screens.elements.cards import Box, Page
from bot.screens.families import guessing
from bot.screens.families.bids import showdown
from bot.screens.families.bids.narrator import narrator_of
from bot.screens.families.poker_cup import narrator
from bot.screens.families.poker_cup.ranking import flawed
from bot.screens.pages import figures, profile, profile_chart, tabs
from bot.screens.table import cards, evening_picture, fairness, forfeits, options, refusals
from bot.screens.table.evening import night_card, score
from bot.tables.annotations import REFUSED, Annotations, Saw, Sealing
from bot.tables.evenings import NightCard
from bot.tables.model import Forfeit, Status, Who
from bot.tables.obstacles import Kind as ObstacleKind
from bot.tables.obstacles import Obstacle
from engine.bids.events import BidMade, Revealed
from engine.core.events import Challenged
from engine.core.highlights import Best, Feat
from engine.options import OPTIONS, rules_for
from engine.poker_cup.actions import PassBlind
from engine.poker_cup.ranking import Claim, Flaw, Kind
from engine.poker_cup.refusals import ClaimMalformed
from engine.poker_cup.rules import CupRules
from tests.bot.boards.test_profiles import busy
from tests.bot.games.test_learning import said
from tests.bot.random_games import table_of

NOW = datetime(2026, 11, 26, tzinfo=UTC)
ANN, BEN, GONE = Who(1, "Ann"), Who(2, "Ben"), Who(-1, "Somebody")


def owed(creditor: Who | None, state: str = "owed", text: str = "") -> Forfeit:
    """Return a forfeit that Ann owes."""
    return Forfeit(1, 7, ANN, creditor, text, state, "common", NOW, 9)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("creditor", "words"),
    [(None, "✅ **Ann** has paid: **sing** · "), (GONE, "✅ **Ann** has paid: **sing** · "), (BEN, "has paid <@2>:")],
)
def test_the_line_about_a_paid_forfeit_asks_only_people_who_can_answer(creditor: Who | None, words: str) -> None:
    shown = forfeits.notice(owed(creditor, "paid", "sing"), ANN)
    assert words in shown.words
    assert shown.words.endswith("Right?") == (creditor is not GONE)


def test_the_line_about_paying_the_whole_table_counts_the_forfeits() -> None:
    shown = forfeits.notice_of_all("paid", [owed(None), owed(None)], "Ann")
    assert shown.words == "✅ **Ann** has paid the table 2 forfeits. Not paid after all? `/forfeits settle`"


def test_a_tab_lists_forfeits_owed_to_one_person_and_to_the_table() -> None:
    pairs = (Pair(ANN, BEN, 1), Pair(ANN, None, 2))
    shown = said(tabs.tab_page(Tab("owed", BEN.id, "Ben", pairs, 3, 0, None)))
    assert "## 🍻 What Ben is owed (3)" in shown
    assert "Ann owes the table 2 forfeits" in shown
    assert "You owe the table 2 forfeits" in said(tabs.tab_page(Tab("all", 0, "", pairs, 3, 0, None), reader=ANN.id))


def test_a_creditor_forgives_everything_at_once() -> None:
    shown = forfeits.notice_of_all("waived", [owed(BEN), owed(BEN)], "Ben")
    assert shown.words == "🕊️ **Ben** lets <@1> off: 2 forfeits."
    assert said(forfeits.all_settled("waived", [owed(BEN), owed(BEN)])) == "🕊️ Let off: 2 forfeits."


def test_a_seal_that_discord_refuses_without_a_reason_asks_for_another_start() -> None:
    refused = Annotations(sealing=Sealing("0" * 32, "0" * 16, NOW, refused=REFUSED))
    shown = fairness.refused(replace(table_of(2, "common", computers=False), annotations=refused))
    assert said(shown).endswith("Discord didn’t accept the message that seals the dice. Try **Start** again.")


def test_the_picture_of_a_survived_palifico_names_the_survivor() -> None:
    by = narrator_of(table_of(2, "perudo", computers=False))
    shown = Revealed(1, 2, 5, 0, True, False, (), ((5, 5), (5,)), wild=0, count=3, holds=True)
    told = showdown.told(by.cast, by.rules, Best(Feat.SURVIVED, 3, seat=1, other=0, likely=0.2, shown=shown))
    assert told.end == "Ben survives the palifico!"


def test_a_streak_that_has_ended_is_shown_without_a_current_length() -> None:
    assert figures.figures("streak", 1, 0) == "1 win"
    assert figures.figures("streak", 4, 2) == "4 wins (now 2)"
    of = replace(busy("Ann", 0), figures={**busy("Ann", 0).figures, "streak": (5, 0)})
    assert "🔥 Longest streak: 5 wins\n" in said(profile.public(of, profile.Look()))


def test_the_picture_of_an_evening_without_room_has_no_stories_and_keeps_a_debt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(evening_picture, "BOTTOM", 150)
    played = PastGame(1, 1, 9, "common", NOW, (Player(1, "Ann"), Player(2, "Ben")), 4, (0,), ())
    debt = owed(BEN, text="read the last bid like a weather forecast in the voice of a pirate")
    night = NightCard(table_of(2, "common", computers=False), Story((played, played), None, None), (debt,), frozenset())
    (box,) = night_card(night)
    assert isinstance(box, Box)
    (picture,) = (part for part in box.parts if isinstance(part, Page))
    assert "pirate" in picture.svg
    assert "Common hand" not in picture.svg
    assert "Common hand" not in picture.alt


def test_a_chart_without_games_says_so() -> None:
    assert "No games yet." in profile_chart.chart(busy("Ann", 0), Theme.DARK).svg


def test_the_evening_card_names_the_players_who_washed_up() -> None:
    people = (Player(1, "Ann"), Player(2, "Ben"))
    lost = PastGame(1, 1, 9, "firehouse", NOW, people, 4, (), (1,))
    night = NightCard(table_of(2, "firehouse", computers=False), Story((lost, lost), None, None), (), frozenset())
    (box,) = night_card(night)
    assert isinstance(box, Box)
    (picture,) = (part for part in box.parts if isinstance(part, Page))
    assert "Firehouse: Ben, Ben washed up" in picture.alt


def test_a_score_and_a_podium_say_that_they_leave_somebody_out() -> None:
    """Five friends have won a game each. The score has room for three of them, and so has the podium."""
    people = tuple(Player(at, name) for at, name in enumerate(("Ann", "Ben", "Cleo", "Dan", "Eve"), 1))
    games = tuple(PastGame(at, at, 1, "dudo", NOW, people, 5, (at,), ()) for at in range(5))
    assert score(games) == "🌙 Tonight: **Ann** 1 · **Ben** 1 · **Cleo** 1 · …"
    assert "…" not in score(games[:3])
    night = NightCard(table_of(5, "dudo", computers=False), Story(games, None, None), (), frozenset())
    (box,) = night_card(night)
    assert isinstance(box, Box)
    (picture,) = (part for part in box.parts if isinstance(part, Page))
    assert "Ann 1 · Ben 1 · Cleo 1 · …" in picture.alt.splitlines()


def test_a_third_person_who_saw_it_coming_is_named_unless_hidden() -> None:
    """“Finn, Gus and 1 more” would be as long as three names."""
    assert guessing.seen(Saw(1, ("Finn", "Gus", "Cleo"))) == ["Finn, Gus and Cleo saw it coming"]
    assert guessing.seen(Saw(1, ("Finn", "Gus"), 1)) == ["Finn, Gus and 1 more saw it coming"]
    assert guessing.seen(Saw(1, ("Finn", "Gus", "Cleo"), 1)) == ["Finn, Gus and 2 more saw it coming"]


def test_a_refusal_in_a_lobby_does_not_name_a_host_without_a_seat() -> None:
    table = table_of(2, "common", computers=False)
    lobby = replace(table, status=Status.LOBBY, host=Who(99, "Eve"), view=None)
    assert refusals.what_goes_on(lobby) == "The table is still filling up; the host starts the game."


def test_sentences_name_an_archived_thread_and_a_game_of_another_version() -> None:
    assert "is archived. Post something there" in obstacles.sentence(Obstacle(ObstacleKind.ARCHIVED, 9))
    shown = cards.not_played_here(table_of(2, "common", computers=False))
    assert "can’t be played here yet. `/table end` closes the table." in said(shown.lasting)


def test_the_allowed_values_of_a_text_are_given_as_its_greatest_length() -> None:
    assert options.allowed_values(OPTIONS["stake"]) == "up to 80 characters"


@pytest.mark.parametrize(
    ("flaw", "faces", "words"),
    [
        (Flaw.HOW_MANY_FACES, 1, "needs one face, as in “three fives”"),
        (Flaw.STRAIGHT_TO, 1, "A straight ends at five or six."),
    ],
)
def test_a_malformed_claim_is_answered_with_an_example(flaw: Flaw, faces: int, words: str) -> None:
    assert words in flawed(ClaimMalformed(flaw, faces=faces))


def test_the_analysis_says_that_a_claim_was_blind() -> None:
    rules = rules_for("cup", {})
    assert isinstance(rules, CupRules)
    assert narrator.in_words(rules, PassBlind(Claim(Kind.PAIR, (5,)))) == "blind, a pair of fives"


def test_a_forfeit_without_words_that_is_owed_to_the_reader_is_listed() -> None:
    assert "Ann owes you a forfeit" in said(forfeits.mine(BEN.id, [owed(BEN)], []).parts)


def test_the_showdown_of_a_bang_out_of_turn_says_so() -> None:
    by = narrator_of(table_of(3, "firehouse", computers=False))
    call = showdown.called(by, Challenged(2, 0, in_turn=False), BidMade(0, 4, 5))
    assert call.startswith("💥 Bang, out of turn! ")
    assert call.endswith(": 4 fives?")
