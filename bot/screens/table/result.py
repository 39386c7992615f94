"""Build the card with the result of a game: the winners, the highlights, the debts, and the buttons."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from bot.presses.game import OpenMore
from bot.presses.history import OpenReplay, ShareMoment, ShowDebts
from bot.presses.lobby import Rematch
from bot.screens.elements.amounts import players
from bot.screens.elements.cards import Box, Button, Card, Ephemeral, Row, Style, Text, Tone, oldest
from bot.screens.elements.cast import Cast
from bot.screens.elements.labels import AGAIN, MORE, PRACTICE, REPLAY, SHARE
from bot.screens.elements.widths import height
from bot.screens.families import narration
from bot.screens.families.narration import Narrator
from bot.screens.families.presenters import Presenter, presenter
from bot.screens.table import achievements, evening, fairness
from bot.tables.dares import DRAW
from bot.tables.model import TableView
from bot.tables.pending import Chapter, GameResult, Pending
from bot.words.cleaning import person
from bot.words.dice import faces_by_name
from bot.words.language import N_, _, joined, ngettext, sentences, signed
from engine import games
from engine.core.events import End, Event, ForfeitOwed, GameOver
from engine.core.highlights import Highlights
from engine.games import AnyHighlights, AnyView

TOO_FEW_LEFT = N_("-# 🚪 Too few players left.")

MOST_LINES = 6
"""The maximum number of lines on a phone for a result. Everything else is behind the button More."""

MOST_HEAD, MOST_OWED, MOST_STANDING, MOST_BROUGHT, MOST_STORY = 2, 4, 2, 2, 2
"""The maximum number of these lines for the winners, for what the losers owe, for all positions, for other events at
the end of the game, and for the highlights that come before the reason for the end, the ratings and the achievements.
"""


def card(pending: Pending, view: AnyView, shown: Presenter, chapter: Chapter) -> Card:
    """Return the card of the result, which stays in the channel. `chapter` contains the events of the game's end.

    The headline comes first, and what the losers owe for the game second. If the six lines are full, achievements,
    ratings and the reason for the end of the game are left out, in this order. The page behind More has them all.
    """
    table, outcome = pending.table, pending.outcome or GameResult()
    told = tuple(_told(table, view, shown, chapter, outcome))
    lines = "\n".join(text.words for text in told).splitlines()
    hidden = [line for line in _owed(table, chapter) if line not in lines]
    parts: tuple[Text | Row, ...] = (*told, Row(tuple(_ways(table, outcome, len(hidden)))))
    return Card((Box(parts, Tone.BRASS),), (Row(tuple(_below(table, outcome))),))


def _told(table: TableView, view: AnyView, shown: Presenter, chapter: Chapter, outcome: GameResult) -> Iterator[Text]:
    """Yield the text of a result.

    It has the winners and all positions, the best highlights, achievements, and small lines at the foot.
    """
    cast, story = Cast(table.seats), _story(table, shown, outcome)
    won = f"## {headline(cast, view)}"
    foot = [line for line in (evening.score(outcome.evening), _(PRACTICE) if table.is_practice() else "") if line]  # L4
    room = MOST_LINES - sum(map(height, (won, *foot)))
    owed = oldest(_owed(table, chapter), min(MOST_OWED, room - 1), height)
    room -= sum(map(height, owed))
    standing = shown.standing(cast, view, min(MOST_STANDING, room))
    room -= height(standing)
    brought = oldest(_brought(table, chapter), min(MOST_BROUGHT - bool(owed), room), height)
    room -= sum(map(height, brought))
    why = [line for line in _why(table, view, chapter) if line not in foot]
    medals = achievements.game_lines(cast, outcome.earned, outcome.collected)
    first = oldest(story, min(MOST_STORY, room), height)
    kept = oldest((*first, *why, *_rated(cast, outcome.gained), *medals, *story[len(first) :]), room, height)
    blocks = [(won, *owed, standing, *brought), [line for line in story if line in kept]]
    blocks += [[m for m in medals if m in kept], [*foot, *(line for line in kept if line not in (*story, *medals))]]
    yield from (Text("\n".join(some)) for some in blocks if some)


def _owed(table: TableView, chapter: Chapter) -> list[str]:
    """Return the lines about what the losers owe for the game: "Ann must: sing a song".

    Only people draw dares, so computer players who would have to draw one owe nothing.
    """
    draws, people = table.rules.stake == DRAW, [seat.user is not None for seat in table.seats]
    owed = [event for event in chapter if isinstance(event, ForfeitOwed)]
    return _lines(table, [event for event in owed if people[event.seat] or not draws])


def _brought(table: TableView, chapter: Chapter) -> list[str]:
    """Return the lines about what else the end of the game brought, such as the pot."""
    return _lines(table, [event for event in chapter if not isinstance(event, ForfeitOwed)])


def _lines(table: TableView, events: Sequence[Event]) -> list[str]:
    by = Narrator(Cast(table.seats), table.rules, table.forfeit(), table.annotations.removed())
    return narration.narrate(by, events, narration.LINES)


def _why(table: TableView, view: AnyView, chapter: Chapter) -> list[str]:
    """Return the small lines about the reason for the end of the game, and about a game that is only practice."""
    return [line for line in (_why_over(table, view, chapter), *_counts(table)) if line]


def _story(table: TableView, shown: Presenter, outcome: GameResult) -> list[str]:
    if outcome.highlights is None:
        return []
    with faces_by_name(table.setup.face_names):
        return [*_pictured(table, shown, outcome), *shown.moments(Cast(table.seats), _praised(outcome))]


def _pictured(table: TableView, shown: Presenter, outcome: GameResult) -> list[str]:
    """Return the line about the moment of the picture that can be shared, which comes first; [] if there is none."""
    if (best := outcome.moment) is None:
        return []
    told = shown.told(Cast(table.seats).in_round(best.round), table.rules, best)
    return [f"📸 {sentences(told.said, told.end)}"]


def _praised(outcome: GameResult) -> AnyHighlights:
    """Return the highlights that the card tells beside the moment of the picture, which takes the best call's place."""
    found = outcome.highlights or Highlights()
    return found if outcome.moment is None else replace(found, best_call=None)


def _ways(table: TableView, outcome: GameResult, hidden: int) -> Iterator[Button]:
    """Yield the buttons that stay on the card of a result, which leaves out `hidden` lines about forfeits."""
    if outcome.owed:  # without the number of all of them, because the card stays as it is when they are paid
        # Translators: a button that shows {n} forfeits which the result has no room for.
        more = ngettext("{n} more forfeit", "{n} more forfeits", hidden).format(n=hidden)
        yield Button(more if hidden else _("Forfeits"), ShowDebts(table.id), "📝")
    yield Button(_(MORE), OpenMore(table.id), "➕")


def _below(table: TableView, outcome: GameResult) -> Iterator[Button]:
    """Yield the buttons below a result, which lead to the next game and show the best moment to everybody."""
    yield Button(_(AGAIN), Rematch(table.id), "🔁", Style.MAIN)
    if outcome.has_moment:
        yield Button(_(SHARE), ShareMoment(table.id), "📸")


def more(pending: Pending, may_end: bool) -> Ephemeral:
    """Return the private page behind More on a result: everything that the card had no room for, and more buttons.

    `may_end` is whether the reader may end the evening.
    """
    table, outcome, view = pending.table, pending.outcome or GameResult(), pending.table.view
    shown = presenter(view) if view is not None else None
    lines = list(_all_lines(pending, view, shown, outcome)) if view is not None and shown is not None else []
    words = _(MORE)
    buttons = [Button(_(REPLAY), OpenReplay(table.id), "📼"), fairness.fair_button(table)]
    if may_end and outcome.evening and not table.annotations.is_night:
        buttons.append(evening.end_button(table.id))
    return Ephemeral((Text("\n".join([f"**{words}**", *lines])), Row(tuple(buttons))))


def _all_lines(pending: Pending, view: AnyView, shown: Presenter, outcome: GameResult) -> Iterator[str]:
    table, cast, chapter = pending.table, Cast(pending.table.seats), pending.chapters[-1]
    yield from _owed(table, chapter)
    yield from _story(table, shown, outcome)
    yield from _brought(table, chapter)
    yield from _why(table, view, chapter)
    yield from _rated(cast, outcome.gained)
    yield from achievements.game_lines(cast, outcome.earned, outcome.collected)
    if lucky := fairness.lucky_words(table):
        yield lucky


def _rated(cast: Cast, gained: Sequence[tuple[int, int]]) -> list[str]:
    """Return a line with the changes of ratings, or [] if there are none.

    If the full line is too long, return a line with only the largest gain and the largest loss.
    """
    order = sorted(gained, key=lambda each: -each[1])
    for some in (order, order[:1] + order[1:][-1:]):
        # Translators: {name} is a player; {change} is the change of their rating: “Ann +12”.
        changes = [_("{name} {change}").format(name=cast.brief(seat), change=signed(change)) for seat, change in some]
        # Translators: {changes} is a list of players with the changes of their ratings: “Ann +12 · Ben −12”.
        line = _("-# ⭐ Rating: {changes}").format(changes=" · ".join(changes))
        if some and height(line) == 1:
            return [line]
    return []


def _why_over(table: TableView, view: AnyView, chapter: Chapter) -> str:
    """Return a line with the reason for the end of the game, or "" if the rest of the result makes the reason clear."""
    people = tuple(number for number, seat in enumerate(table.seats) if seat.user is not None)
    alone = not any(view.state.is_in(seat) for seat in people)
    match next((event.why for event in chapter if isinstance(event, GameOver)), None):
        case End.DICE | End.LIVES | End.PLAYOFF | End.QUITS if games.was_played_out(view, people, chapter):
            return _("-# 🤖 The computers played it out.")
        case End.QUITS if alone:  # L3: the remaining computer players end it immediately
            return _(TOO_FEW_LEFT)
        case End.ROUNDS:
            return _("-# 🏁 That was the last round.")
        case End.TIME:
            return _("-# ⌛ Time’s up.")
        case End.BADS:
            return _("-# 👎 Too many bads.")
        case End.QUITS:
            return _("-# 🌙 Most of you wanted to stop.")
        case End.DESERTED:
            return _(TOO_FEW_LEFT)
        case _:
            return ""


def _counts(table: TableView) -> tuple[str, ...]:
    """Return the lines for a game that somebody ended (L5) or that is only practice (L4)."""
    ended = _("-# 🛑 {name} ended the game.").format(name=person(table.ended_by)) if table.ended_by else ""
    if table.is_practice():  # L4
        return ended, _(PRACTICE)
    return (ended,)


def headline(cast: Cast, view: AnyView) -> str:
    """Return the headline: the winners, or the players with the best score and those who wash up.

    The best score is left out if the headline would take more than `MOST_HEAD` lines on a phone.
    """
    over = view.state.result
    if over is not None and over.losers:
        names, driest = _few(cast, over.losers), _driest(view, over.losers)
        lost = ngettext("🌊 {names} washes up (loses)", "🌊 {names} wash up (lose)", len(over.losers)).format(
            names=names
        )
        # Translators: {names} did not wash up, and nobody has a better score.
        best = _("🏆 Best score: {names}").format(names=_few(cast, driest))
        both = f"{best} · {lost}"
        return both if driest and height(f"## {both}") <= MOST_HEAD else lost
    if over is not None and over.winners and (gone := _gone(view, over.winners)) is not None:
        # Translators: in a game of two, {name} has won because {gone} has left.
        return _("🏆 {name} wins: {gone} left the table").format(
            name=_few(cast, over.winners), gone=_few(cast, (gone,))
        )
    if over is not None and over.winners:
        names = _few(cast, over.winners)
        if len(over.winners) == len(cast.seats):
            # Translators: all players of a game have won it together; {names} are their names.
            return _("🏆 A tie! {names} share the win").format(names=names)
        if len(over.winners) > 1:
            # Translators: several players, but not all, have won a game together; {names} are their names.
            return _("🏆 {names} share the win").format(names=names)
        return _("🏆 {name} wins").format(name=names)
    return _("🤝 No winner this time")


def _driest(view: AnyView, losers: Sequence[int]) -> tuple[int, ...]:
    """Return the players with the best score among those who neither washed up nor left (E4)."""
    players: Sequence[Any] = view.state.players
    scores = {seat: each.score for seat, each in enumerate(players) if seat not in losers and not each.left}
    best = max(scores.values(), default=0)
    return tuple(seat for seat, score in scores.items() if score == best)


def _gone(view: AnyView, winners: Sequence[int]) -> int | None:
    """Return the player of a game of two whose leaving made the other player win (L3), or None."""
    players = view.state.players
    left = [seat for seat, player in enumerate(players) if player.left]
    return left[0] if len(players) == 2 and len(winners) == 1 and left and left[0] not in winners else None


def _few(cast: Cast, seats: Sequence[int]) -> str:
    """Return the names of these seats in bold, or their number if the names are too long for a headline."""
    brief = joined([f"**{cast.brief(seat)}**" for seat in seats])
    fits = (names for names in (cast.names(seats), brief) if height(f"## 🏆 {names} share the win") <= MOST_HEAD)
    return next(fits, players(len(seats)))
