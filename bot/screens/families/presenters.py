"""Collect the presenters. A presenter has all texts and cards of one family of games.

The bot cannot start a game whose family has no presenter.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
from msgspec.structs import replace

from bot.presses.base import Move
from bot.screens.elements.cards import Beat, Card, DirectMessage, Ephemeral, Field, Form, Part, Rule, Text
from bot.screens.elements.cast import Cast
from bot.screens.families import usual
from bot.screens.families.bids import house_rules as bids_house_rules
from bot.screens.families.bids import inputs as bids_inputs
from bot.screens.families.bids import lessons as bids_lessons
from bot.screens.families.bids import misclicks as bids_misclicks
from bot.screens.families.bids import narrator as bids_narrator
from bot.screens.families.bids import panel as bids_panel
from bot.screens.families.bids import private as bids_private
from bot.screens.families.bids import rejections as bids_rejections
from bot.screens.families.bids import replay as bids_replay
from bot.screens.families.bids import rules_in_words as bids_rules
from bot.screens.families.bids import showdown as bids_showdown
from bot.screens.families.bids import standing as bids_standing
from bot.screens.families.bids.sample_round import SAMPLE
from bot.screens.families.common_house_rules import RulesPage
from bot.screens.families.narration import Hinted, Scene, Told
from bot.screens.families.poker_cup import lessons as cup_lessons
from bot.screens.families.poker_cup import narrator as cup_narrator
from bot.screens.families.poker_cup import panel as cup_panel
from bot.screens.families.poker_cup import price as cup_price
from bot.screens.families.poker_cup import private as cup_private
from bot.screens.families.poker_cup import rejections as cup_rejections
from bot.screens.families.poker_cup import replay as cup_replay
from bot.screens.families.poker_cup import rules_in_words as cup_rules
from bot.screens.families.poker_cup import showdown as cup_showdown
from bot.screens.families.poker_cup import standing as cup_standing
from bot.screens.families.teaching import Course, SampleRound, told
from bot.tables.model import Setup, TableView
from bot.tables.pace import PaceName
from bot.tables.past_seats import as_in_round
from bot.tables.pending import Chapter
from bot.words.dice import faces_by_name
from engine import games
from engine.core.events import Event, RoundBegan
from engine.core.highlights import Best, Highlights
from engine.core.refusals import Naming, Reason
from engine.games import AnyRules, AnyView


class Presenter(msgspec.Struct, frozen=True, kw_only=True):
    """All texts and cards of one family of games, as functions and tables.

    `Any` is the family's own type of rules or view. Public messages are made from an onlooker's view. Fields with a
    default may be left out.

    - `ends_and_stakes`: the conditions that end a game besides rounds and time, and lines about its stakes.
    - `questions`: the fields of the host's form besides those about length, clock and house rules.
    - `house_rules`: all pages of house rules of the family.
    - `live`: the newest message of a table, with its buttons: the running round, or the last showdown.
    - `fresh`: the last showdown without buttons. `record`: the record that replaces it when the next round begins.
    - `beats`: the cards that the message shows one after another before a new showdown.
    - `told`: the texts and dice of a showdown for a picture.
    - `standing`: all positions at the end, the best first, in at most that number of lines on a phone.
    - `moments`: a line for each highlight of the game.
    - `replayed`: a step of a finished game within one of its rounds, for a replay.
    - `direct_message`: the DM with a seat's new dice and with a link to a message, or None if there is nothing to send.
    - `mine`: the private page of a seat with its dice, the help to show and, if it is asked, its moves. The boolean is
      whether the page is shown outside the table's channel.
    - `remote`: the same as `mine` for a player in a DM, with the events of the last round.
    - `in_words`: a move at a table with these rules in words: "5 fives", "Liar!". `judged`: the sentence about how
      likely a move was to be right and about a better one, with placeholders {percent} and {better}.
    - `forms`: the form for each press that opens one, for the seat whose turn it is.
    - `turned`: the page `mine` after a press that saves nothing (dice marked, a claim begun, other bids wanted), which
      is the third argument, or None if the family has no such presses.
    - `where_dice_come`: the sentence that tells a person who has just joined where to find their dice.
    - `looks_on`: the sentence for a player who is out of the game and tries to move.
    - `to_press`: lines for "How to play" about the buttons and commands.
    - `sample`: the sample round for "How to play", from the rules. `course`: the first game of a learner.
    - `refusal`: the sentence for a reason that only this family has, otherwise None. `of_the_moment`: the reasons
      that are followed by a sentence about the current state.
    - `asked_first`: the question that a seat must confirm before certain moves, or None if there is no question.
    - `misclick`: the question before a move that looks like a misclick by public facts, or None for other moves.
    - `overtaken`: the answer to a move that came too late, or None if the general sentence is enough.
    - `to_call`: the bid or claim that a seat may challenge now, with its player, or "" if there is none.
    - `narrated`: the events that are shown, in a line or elsewhere; a test compares them with the engine's.
    """

    ends_and_stakes: Callable[[Setup, Any], tuple[list[str], list[str]]] = usual.ends_and_stakes
    questions: Callable[[Setup, Any], tuple[Field, ...]] = usual.questions
    house_rules: Callable[[], tuple[RulesPage, ...]] = usual.house_rules
    live: Callable[[TableView, Any, Chapter], Card]
    fresh: Callable[[TableView, Chapter], tuple[Part, ...]]
    record: Callable[[TableView, Chapter], tuple[Part, ...]]
    beats: Callable[[TableView, Any, Sequence[Event], PaceName, Sequence[Chapter]], tuple[Beat, ...]] = lambda *_: ()
    told: Callable[[Cast, Any, Best], Told]
    standing: Callable[[Cast, Any, int], str]
    moments: Callable[[Cast, Highlights[Any]], list[str]] = lambda *_: []
    replayed: Callable[[Scene], tuple[Text | Rule, ...]]
    direct_message: Callable[[TableView, Any, int | None], DirectMessage | None] = lambda *_: None
    mine: Callable[[TableView, Any, bool, Hinted], Ephemeral]
    remote: Callable[[TableView, Any, Hinted, Chapter], Ephemeral]
    in_words: Callable[[Any, Any], str]
    judged: Callable[[], str]
    forms: Mapping[type[Move], Callable[[TableView, Any], Form]] = {}
    asked_first: Callable[[TableView, Any, Move], Ephemeral | None] = lambda *_: None
    misclick: Callable[[TableView, Any, Move], Ephemeral | None] = lambda *_: None
    overtaken: Callable[[TableView, Any, Move], Ephemeral | None] = usual.overtaken
    to_call: Callable[[TableView, Any], str] = lambda *_: ""
    where_dice_come: Callable[[], str]
    to_press: Callable[[Any], tuple[str, ...]]
    sample: Callable[[Any], SampleRound]
    course: Callable[[Any], Course]
    refusal: Callable[[Reason, Naming], str | None] = lambda *_: None
    of_the_moment: tuple[type[Reason], ...] = ()
    looks_on: Callable[[TableView, Any], str] = usual.looks_on
    narrated: frozenset[type[Event]]
    turned: Callable[[TableView, Any, Any, bool, Hinted], Ephemeral] | None = None


P = ParamSpec("P")
R = TypeVar("R")


def at_a_table(say: Callable[Concatenate[TableView, P], R]) -> Callable[Concatenate[TableView, P], R]:
    """Make a function use the names of faces that its table has chosen. The table is its first argument."""

    @wraps(say)
    def said(table: TableView, /, *args: P.args, **more: P.kwargs) -> R:
        with faces_by_name(table.setup.face_names):
            return say(table, *args, **more)

    return said


def as_seated_then(say: Callable[[TableView, Chapter], R]) -> Callable[[TableView, Chapter], R]:
    """Make a function name the players who sat at the table in the round of the chapter, its second argument."""

    @wraps(say)
    def said(table: TableView, chapter: Chapter) -> R:
        number = next((event.number for event in chapter if isinstance(event, RoundBegan)), 0)
        return say(as_in_round(table, number), chapter)

    return said


BIDS = Presenter(
    ends_and_stakes=bids_rules.ends_and_stakes,
    questions=bids_rules.questions,
    house_rules=bids_house_rules.house_rules,
    live=at_a_table(bids_panel.live),
    fresh=at_a_table(as_seated_then(bids_showdown.fresh)),
    record=at_a_table(as_seated_then(bids_showdown.record)),
    beats=at_a_table(bids_showdown.beats),
    told=bids_showdown.told,
    standing=bids_standing.standing,
    moments=bids_standing.moments,
    replayed=bids_replay.replayed,
    direct_message=at_a_table(bids_private.direct_message),
    mine=at_a_table(bids_private.mine),
    remote=at_a_table(bids_private.remote),
    in_words=bids_narrator.in_words,
    judged=bids_narrator.judged,
    forms={press: at_a_table(form) for press, form in bids_inputs.FORMS.items()},
    asked_first=bids_rejections.asked_first,
    misclick=at_a_table(bids_misclicks.misclick),
    overtaken=at_a_table(bids_rejections.overtaken),
    to_call=at_a_table(bids_rejections.to_call),
    where_dice_come=bids_rules.where_dice_come,
    to_press=bids_rules.to_press,
    sample=lambda _rules: SAMPLE,
    course=bids_lessons.course,
    refusal=bids_rejections.sentence,
    of_the_moment=bids_rejections.MOMENTS,
    looks_on=bids_private.looks_on,
    turned=at_a_table(bids_private.turned),
    narrated=bids_narrator.NARRATED,
)
"""The presenter of the games in which everybody has a cup and bids on all dice."""

POKER_CUP = Presenter(
    ends_and_stakes=cup_price.ends_and_stakes,
    questions=cup_price.questions,
    house_rules=cup_rules.house_rules,
    live=cup_panel.live,
    fresh=as_seated_then(cup_showdown.fresh),
    record=as_seated_then(cup_showdown.record),
    beats=cup_showdown.beats,
    told=cup_showdown.told,
    standing=cup_standing.standing,
    moments=cup_standing.moments,
    replayed=cup_replay.replayed,
    direct_message=cup_private.direct_message,
    mine=cup_private.mine,
    remote=cup_private.remote,
    in_words=cup_narrator.in_words,
    judged=cup_narrator.judged,
    where_dice_come=cup_rules.where_dice_come,
    to_press=cup_rules.to_press,
    sample=cup_lessons.sample,
    course=cup_lessons.course,
    asked_first=at_a_table(cup_rejections.asked_first),
    misclick=cup_rejections.misclick,
    to_call=at_a_table(cup_rejections.to_call),
    refusal=cup_rejections.sentence,
    of_the_moment=cup_rejections.MOMENTS,
    narrated=cup_narrator.NARRATED,
    turned=cup_private.turned,
)
"""The presenter of the game in which one cup goes round with claims of poker hands."""

PRESENTERS: dict[str, Presenter] = {"common-hand": BIDS, "single-cup": POKER_CUP}
"""The presenters, by the name of the family in the engine."""


def presenter(value: AnyRules | AnyView) -> Presenter | None:
    """Return the presenter for rules or a view, or None if their family has none."""
    return PRESENTERS.get(games.family(value).name)


def is_played(rules: AnyRules) -> bool:
    """Return whether a game by these rules can be played here: its family must have a presenter."""
    return presenter(rules) is not None


def house_rules(rules: AnyRules) -> tuple[RulesPage, ...]:
    """Return the pages with those house rules that can matter at a table with these rules."""
    pages = PRESENTERS[games.family(rules).name].house_rules()
    fitting = (replace(page, rules=tuple(rule for rule in page.rules if rule.fits(rules))) for page in pages)
    return tuple(page for page in fitting if page.rules)


def all_house_rules() -> Iterable[RulesPage]:
    """Return all pages of house rules of all families."""
    return (page for each in PRESENTERS.values() for page in each.house_rules())


def example_round(rules: AnyRules, forfeit: str | None, here: Collection[str] = ()) -> tuple[str, ...]:
    """Return a sample round by these rules, one paragraph for each step, or () if the family has no presenter.

    `forfeit` is what a loser must do: "" for the usual forfeit, None if nobody owes anything. `here` contains the
    names of the players at the reader's table. The players of the sample have other names.
    """
    shown = presenter(rules)
    return told(shown.sample(rules), rules, forfeit, here) if shown is not None else ()


def course(rules: AnyRules) -> Course:
    """Return the lesson that teaches games with these rules."""
    return PRESENTERS[games.family(rules).name].course(rules)


def to_press(rules: AnyRules) -> tuple[str, ...]:
    """Return lines that explain the buttons and commands of a game by these rules."""
    shown = presenter(rules)
    return shown.to_press(rules) if shown is not None else ()
