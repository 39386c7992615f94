"""A round of the cup that is over: its showdown while it is fresh, and the record to which its message folds."""

from bot.screens import narration
from bot.screens.model import Box, Part, Rule, Text, Tone
from bot.screens.phone import newest
from bot.screens.poker_cup import did, news, showdown
from bot.screens.poker_cup.reading import Round, read
from bot.screens.poker_cup.telling import Telling, telling
from bot.tables.model import Status, TableInfo
from bot.tables.pending import Chapter
from bot.words.language import _
from engine.core import events as e
from engine.poker_cup.events import CupLifted

MOST_RUNGS, MOST_LETTERS = 10, 1000
"""How many claims a record keeps, and how long they are together: the newest."""


def record(table: TableInfo, chapter: Chapter) -> tuple[Part, ...]:
    """What stays of a round: verdict, dice, claims, and what else happened."""
    by, told = telling(table), read(chapter)
    if told.shown is None:
        return (Box((Text(head_of(by, told.number)), *_paragraph(_foot(by, told))), Tone.GREY),)
    headline, *rest = showdown.verdict(by, told, told.shown)
    dice = f"{showdown.dice(told.shown, len(told.shown.under))} {showdown.digits(told.shown)}"
    parts = (Text("\n".join([f"#{headline}", *rest])), Text(dice), Text(_foot(by, told)))
    return (Box(parts, Tone.GREY),)


def fresh(table: TableInfo, chapter: Chapter) -> tuple[Part, ...]:
    """The showdown while everybody looks at it, and who opens next."""
    by, told = telling(table), read(chapter)
    if told.shown is None:
        return record(table, chapter)
    return (Box(lifted(by, told, told.shown, follows=table.status is Status.PLAYING), Tone.RED),)


def lifted(
    by: Telling, told: Round, shown: CupLifted, follows: bool, most: int = MOST_RUNGS
) -> tuple[Text | Rule, ...]:
    """A showdown with large dice, how it came about, and what it brings; who opens next where a round `follows`.

    `most`: how many of its claims stand there.
    """
    dice = f"# {showdown.dice(shown, len(shown.under))}\n-# {showdown.digits(shown)}"
    opener = _next_opener(by, told) if follows else ""
    foot = [f"-# {showdown.call(by, shown)}", _foot(by, told, e.RollOff, most=most), opener]
    return (
        Text("\n".join(showdown.verdict(by, told, shown))),
        Text(dice),
        Rule(),
        Text("\n".join(line for line in foot if line)),
    )


def outcome(by: Telling, chapter: Chapter) -> list[str]:
    """How a round went, in a few lines: the call, the verdict, and who pays; nothing where it is not over."""
    told = read(chapter)
    if told.shown is None:
        return []
    headline, *rest = showdown.verdict(by, told, told.shown)
    dice = showdown.dice(told.shown, len(told.shown.under))
    return [f"-# {showdown.call(by, told.shown)}", f"#{headline}", *rest, dice]


def head_of(by: Telling, number: int) -> str:
    """Which round it was."""
    return _("**Round {n}**").format(n=by.of_rounds(number)) if number else _("**The round**")


def rungs(by: Telling, told: Round, most: int) -> list[str]:
    """The newest claims and how each came about, a line each, the standing one bold."""
    claims = told.claims()
    return [did.rung(by, turn, is_last=turn is claims[-1]) for turn in claims[-most:]]


def _foot(by: Telling, told: Round, *but: type[e.Event], most: int = MOST_RUNGS) -> str:
    """How it came about: the claims, and what else happened, `but` for what is no news any more."""
    head = [head_of(by, told.number)] if told.shown is not None else []
    claims = newest(rungs(by, told, most), MOST_LETTERS)
    besides = news.happened(by, [event for event in told.besides if not isinstance(event, (e.Opens, *but))])
    return "\n".join(f"-# {line}" for line in (*head, *claims, *besides))


def _next_opener(by: Telling, told: Round) -> str:
    """Who opens the next round; "" where none follows."""
    found = [event for event in (*told.price, *told.besides) if isinstance(event, e.Opens)]
    return narration.opens(by, found[-1]) if found else ""


def _paragraph(words: str) -> tuple[Text, ...]:
    return (Text(words),) if words else ()
