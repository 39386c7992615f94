"""Build the card with the result of a game: the winners, the highlights, the debts, and the buttons."""

from collections.abc import Iterator, Sequence

from bot.presses.history import OpenForfeits, OpenReplay, ShareMoment
from bot.presses.lobby import Rematch
from bot.screens.elements.amounts import players
from bot.screens.elements.cards import Box, Button, Card, Part, Row, Style, Text, Tone, oldest
from bot.screens.elements.cast import Cast
from bot.screens.elements.labels import AGAIN, PRACTICE, REPLAY, SHARE
from bot.screens.elements.widths import height
from bot.screens.families import narration
from bot.screens.families.narration import Narrator
from bot.screens.families.presenters import Presenter
from bot.screens.table import achievements, debts, evening, fairness
from bot.tables.model import TableView
from bot.tables.pending import Chapter, GameResult, Pending
from bot.words.cleaning import person
from bot.words.dice import faces_by_name
from bot.words.language import N_, _, joined, ngettext, signed
from engine import games
from engine.core.events import End, ForfeitOwed, GameOver
from engine.games import AnyView

TOO_FEW_LEFT = N_("-# 🚪 Too few players left.")

MOST_LINES = 8
"""The maximum number of lines on a phone for a result, without achievements and debts."""

MOST_HEAD, MOST_STANDING, MOST_BROUGHT = 2, 3, 3
"""The maximum number of these lines for the winners, for all positions, and for events at the end of the game."""


def card(pending: Pending, view: AnyView, shown: Presenter, chapter: Chapter) -> Card:
    """Return the card of the result, which stays in the channel. `chapter` contains the events of the game's end.

    The card shows as many highlights as fit. Achievements have lines of their own. Changes of ratings are shown if a
    line is left.
    """
    table, outcome = pending.table, pending.outcome or GameResult()
    parts = (
        *_told(table, view, shown, chapter, outcome),
        *debts.on_result(outcome.owed, table.id),
        Row(tuple(_ways(table, outcome))),
    )
    return Card((Box(parts, Tone.BRASS),), _below(table, outcome))


def _told(table: TableView, view: AnyView, shown: Presenter, chapter: Chapter, outcome: GameResult) -> Iterator[Text]:
    """Yield the text of a result.

    It has the winners and all positions, the best highlights, achievements, and small lines at the foot.
    """
    cast = Cast(table.seats)
    won = f"## {headline(cast, view)}"
    by = Narrator(cast, table.rules, table.forfeit())
    brought = oldest(narration.narrate(by, _not_listed(table, outcome, chapter), narration.LINES), MOST_BROUGHT, height)
    foot = _foot(table, view, chapter, outcome)
    room = MOST_LINES - sum(map(height, (won, *brought, *foot)))
    if room > MOST_STANDING and (rated := _rated(cast, outcome.gained)):
        foot, room = [rated, *foot], room - 1
    standing = shown.standing(cast, view, min(MOST_STANDING, room))
    best = oldest(_story(table, shown, outcome), room - height(standing), height)
    medals = achievements.game_lines(cast, outcome.earned, outcome.collected)
    yield from (Text("\n".join(some)) for some in ((won, standing, *brought), best, medals, foot) if some)


def _foot(table: TableView, view: AnyView, chapter: Chapter, outcome: GameResult) -> list[str]:
    lines = (evening.score(outcome.evening), _why_over(table, view, chapter), *_counts(table))
    return [line for line in (*lines, fairness.lucky_words(table)) if line]


def _story(table: TableView, shown: Presenter, outcome: GameResult) -> list[str]:
    if outcome.highlights is None:
        return []
    with faces_by_name(table.setup.face_names):
        return shown.moments(Cast(table.seats), outcome.highlights)


def _not_listed(table: TableView, outcome: GameResult, chapter: Chapter) -> Chapter:
    """Return the events of the game's end without the forfeits that the result lists with their buttons."""
    listed = {
        each.debtor.id for group in debts.shown(outcome.owed, table.id) for each in group if each.table == table.id
    }
    return tuple(
        event for event in chapter if not (isinstance(event, ForfeitOwed) and table.seats[event.seat].user in listed)
    )


def _ways(table: TableView, outcome: GameResult) -> Iterator[Button]:
    """Yield the buttons that stay on the card of a result."""
    yield fairness.fair_button(table)
    yield Button(_(REPLAY), OpenReplay(table.id), "📼")
    if len(debts.groups(outcome.owed, table.id)) > debts.MOST_LINES:
        yield Button(_("All my forfeits"), OpenForfeits(), "📝")


def _below(table: TableView, outcome: GameResult) -> tuple[Part, ...]:
    """Return the buttons below a result. They are removed when the result is no longer the newest message."""
    buttons = [Button(_(AGAIN), Rematch(table.id), "🔁", Style.MAIN)]
    if outcome.has_moment:
        buttons.append(Button(_(SHARE), ShareMoment(table.id), "📸"))
    if outcome.evening and not table.annotations.is_night:
        buttons.append(evening.end_button(table.id))
    return (Row(tuple(buttons)),)


def _rated(cast: Cast, gained: Sequence[tuple[int, int]]) -> str:
    """Return a line with the changes of ratings, or "" if there are none.

    If the full line is too long, return a line with only the largest gain and the largest loss.
    """
    order = sorted(gained, key=lambda each: -each[1])
    for some in (order, order[:1] + order[1:][-1:]):
        # Translators: {name} is a player; {change} is the change of their rating: “Ann +12”.
        changes = [_("{name} {change}").format(name=cast.brief(seat), change=signed(change)) for seat, change in some]
        # Translators: {changes} is a list of players with the changes of their ratings: “Ann +12 · Ben −12”.
        line = _("-# ⭐ Rating: {changes}").format(changes=" · ".join(changes))
        if some and height(line) == 1:
            return line
    return ""


def _why_over(table: TableView, view: AnyView, chapter: Chapter) -> str:
    """Return a line with the reason for the end of the game, or "" if the rest of the result makes the reason clear."""
    people = tuple(number for number, seat in enumerate(table.seats) if seat.user is not None)
    alone = not any(view.state.is_in(seat) for seat in people)
    match next((event.why for event in chapter if isinstance(event, GameOver)), None):
        case End.DICE | End.PLAYOFF | End.QUITS if games.was_played_out(view, people):
            return _("-# 🤖 The computers played it out.")
        case End.QUITS if alone:  # L3: the remaining computer players end it immediately
            return _(TOO_FEW_LEFT)
        case End.TIME:
            return _("-# ⌛ Time’s up.")
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
    """Return the headline: the winners, or the players who wash up."""
    over = view.state.result
    if over is not None and over.losers:
        names = _few(cast, over.losers)
        return ngettext("🌊 {names} washes up", "🌊 {names} wash up", len(over.losers)).format(names=names)
    if over is not None and over.winners and (gone := _gone(view, over.winners)) is not None:
        # Translators: in a game of two, {name} has won because {gone} has left.
        return _("🏆 {name} wins: {gone} left the table").format(
            name=_few(cast, over.winners), gone=_few(cast, (gone,))
        )
    if over is not None and over.winners:
        names = _few(cast, over.winners)
        return ngettext("🏆 {names} wins", "🏆 {names} win", len(over.winners)).format(names=names)
    return _("🤝 No winner tonight")


def _gone(view: AnyView, winners: Sequence[int]) -> int | None:
    """Return the player of a game of two whose leaving made the other player win (L3), or None."""
    players = view.state.players
    left = [seat for seat, player in enumerate(players) if player.left]
    return left[0] if len(players) == 2 and len(winners) == 1 and left and left[0] not in winners else None


def _few(cast: Cast, seats: Sequence[int]) -> str:
    """Return the names of these seats in bold, or their number if the names are too long for a headline."""
    brief = joined([f"**{cast.brief(seat)}**" for seat in seats])
    fits = (names for names in (cast.names(seats), brief) if height(f"## 🏆 {names} wins") <= MOST_HEAD)
    return next(fits, players(len(seats)))
