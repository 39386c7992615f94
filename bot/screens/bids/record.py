"""A round that is over: its showdown while it is fresh, and the record to which its message folds."""

from bot.screens.bids import news, prices, showdown
from bot.screens.bids.ladder import ladder
from bot.screens.bids.reading import Round, read
from bot.screens.bids.telling import Telling, telling
from bot.screens.model import Box, Part, Rule, Text, Tone
from bot.screens.phone import height
from bot.tables.model import Status, TableInfo
from bot.tables.pending import Chapter
from bot.words.language import _
from engine.bids.events import Revealed
from engine.core.events import Event, Opens, RollOff


def record(table: TableInfo, chapter: Chapter) -> tuple[Part, ...]:
    """What stays of a round: verdict, dice, ladder, and what else happened."""
    by, told = telling(table), read(chapter)
    if told.shown is None:
        return (Box((Text(head_of(by, told.number)), Text(_foot(by, told))), Tone.GREY),)
    headline, *lines = showdown.verdict(by, told, told.shown)
    lifted = frozenset(showdown.thrown(told.shown))
    parts = (
        Text("\n".join([f"#{headline}", *lines])),
        Text(showdown.hands(by, told.shown, lifted, judged=True, large=False)),
        Text(_foot(by, told)),
    )
    return (Box(parts, Tone.GREY),)


def fresh(table: TableInfo, chapter: Chapter) -> tuple[Part, ...]:
    """The showdown while everybody looks at it, and who opens next."""
    by, told = telling(table), read(chapter)
    if told.shown is None:
        return record(table, chapter)
    large, follows = showdown.is_large(told.shown), table.status is Status.PLAYING
    return (Box(revealed(by, told, told.shown, large, follows), Tone.RED),)


def revealed(by: Telling, told: Round, shown: Revealed, large: bool, follows: bool) -> tuple[Text | Rule, ...]:
    """A showdown, how it came about, and what it brings; who opens next where a round `follows`."""
    lifted = frozenset(showdown.thrown(shown))
    opener = prices.next_opener(by, (*told.price, *told.besides)) if follows else ""
    foot = [_foot(by, told, RollOff), opener]
    head = [*showdown.verdict(by, told, shown), *([showdown.tally(by, shown)] if large else [])]
    return (
        Text("\n".join(head)),
        Text(showdown.hands(by, shown, lifted, judged=True, large=large)),
        Rule(),
        Text("\n".join(line for line in foot if line)),
    )


def outcome(by: Telling, chapter: Chapter) -> list[str]:
    """How a round went, in a few lines: the call, the verdict, and who pays; nothing where it is not over."""
    told = read(chapter)
    if told.shown is None:
        return []
    headline, *rest = showdown.verdict(by, told, told.shown)
    return [f"-# {showdown.call(by, told.shown)}", f"#{headline}", *rest, showdown.tally(by, told.shown)]


def head_of(by: Telling, number: int) -> str:
    """Which round it was."""
    return _("**Round {n}**").format(n=by.of_rounds(number)) if number else _("**The round**")


def votes(by: Telling, told: Round, lines: int = 3) -> str:
    """C4: what everybody has said in the poll, or only how many where the names take more lines; "" for nobody."""
    said: dict[str, list[str]] = {"👍": [], "👎": []}
    for vote in told.votes:
        said["👍" if vote.believes else "👎"].append(by.cast.brief(vote.seat))
    named = " · ".join(f"{sign} {', '.join(names)}" for sign, names in said.items() if names)
    return named if height(named) <= lines else " · ".join(f"{sign} {len(names)}" for sign, names in said.items())


def _of_round(by: Telling, told: Round, head: str) -> str:
    """Which round it is, and its bids, in a line."""
    return " · ".join(part for part in (head, ladder(by, told.bids, told.call)) if part)


def _foot(by: Telling, told: Round, *later: type[Event]) -> str:
    """How it came about: the bids, the poll, and what else happened; some of it is left for `later`."""
    of_round = _of_round(by, told, head_of(by, told.number) if told.shown else "")
    besides = [event for event in told.besides if not isinstance(event, (Opens, *later))]
    return "\n".join(f"-# {line}" for line in (of_round, votes(by, told), *news.happened(by, besides)) if line)
