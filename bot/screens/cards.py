"""The messages of a table in its channel: the lobby, a card for each round, and the result."""

from collections.abc import Sequence

import msgspec

from bot.history.past import PastGame
from bot.presses.history import EndEvening, OpenForfeits, OpenReplay, ShareMoment
from bot.presses.learning import ShowRules
from bot.presses.lobby import AddComputer, ChooseVariant, Join, Rematch, Start
from bot.screens import achievements, evening, fairness, forfeits, narration, options, variants
from bot.screens.cast import Cast
from bot.screens.controls import is_practice, more_button
from bot.screens.families import Presenter, presenter
from bot.screens.figures import signed
from bot.screens.model import (
    Beat,
    Box,
    Button,
    Card,
    Choice,
    Menu,
    Part,
    Row,
    Style,
    Text,
    Tone,
    height,
    newest,
    oldest,
)
from bot.screens.narration import Narrator, seating
from bot.tables.model import MOST_SEATS, Forfeit, Seat, Setup, Status, TableInfo, Who
from bot.tables.pace import PaceName
from bot.tables.pending import Chapter, Pending
from bot.words.cleaning import clean, person, plain_person
from bot.words.dice import faces_by_name
from bot.words.language import _, joined, listed, ngettext
from engine import games
from engine.core.events import End, GameOver
from engine.games import AnyView


def lobby(table: TableInfo) -> Card:
    """Return the invitation to a table, with everything that can be pressed on it."""
    return Card(lasting=(_invitation(table),), live=_controls(table))


def begun(table: TableInfo, seating: Sequence[str]) -> Card:
    """Return what stays of a lobby once the game is on: what was agreed on, and how the seats were rolled off."""
    rolled = (Text("\n".join(f"-# {line}" for line in seating)),) if seating else ()
    return Card(lasting=(_invitation(table), *rolled))


def closed(table: TableInfo) -> Card:
    """Return a lobby that came to nothing: the invitation as it stood, and who cleared it away."""
    if table.ended_by:
        words = _("🧹 {name} cleared the table. `/play` opens another.").format(name=person(table.ended_by))
    else:
        words = _("🧹 It was quiet for a while, so the table is cleared. `/play` opens another.")
    return Card(lasting=(_invitation(table), Text(words), Row((fairness.fair_button(table),))))


def not_played_here(table: TableInfo) -> Card:
    """Return the card of a table whose game has no presenter, because another version of the bot began it."""
    words = _("🧩 {title} can’t be played here yet. `/table end` clears the table.").format(
        title=variants.wording(table.setup.variant).title
    )
    return Card(lasting=(Box((Text(words),), Tone.GREY),))


def _invitation(table: TableInfo) -> Box:
    wording = variants.wording(table.setup.variant)
    story = (f"-# {line}" for line in wording.describe(table.rules)[:2])
    agreed = [
        f"## {wording.emoji} {options.table_title(table.setup)}",
        *story,
        *options.terms(table.setup, table.rules),
    ]
    agreed += [f"-# {line}" for line in options.pot(table.rules)]
    tone = Tone.BRASS if table.status is Status.LOBBY else Tone.GREY
    return Box((Text("\n".join(agreed)), Text(f"{_seats(table)}\n{fairness.seal_line(table)}")), tone)


def _seats(table: TableInfo) -> str:
    count, cast = len(table.seats), Cast(table.seats)
    names = listed([cast.quiet(number) + _marks(table, seat) for number, seat in enumerate(table.seats)])
    lines = [_("🪑 **{n}:** {names}").format(n=count, names=names)]
    if count < 2 and table.status is Status.LOBBY:
        lines.append(_("One more and you can start: a friend or a computer."))
    return "\n".join(lines)


def _marks(table: TableInfo, seat: Seat) -> str:
    """Return the signs behind a name: for the host, and for whoever brought lucky words."""
    return (" 👑" if seat.user == table.host.id else "") + (" 🍀" if seat.brought.lucky else "")


def _controls(table: TableInfo) -> tuple[Row | Menu, ...]:
    full = len(table.seats) >= MOST_SEATS
    buttons = (
        Button(_("Join"), Join(table.id), "🪑", Style.GOOD, disabled=full),
        Button(_("Start"), Start(table.id), "▶️", Style.MAIN, disabled=len(table.seats) < 2),
        Button(_("Add a computer"), AddComputer(table.id), "🤖", disabled=full),
        Button(_("How to play"), ShowRules(table.id), "❓"),
        more_button(table),
    )
    return (Row(buttons), _variants(table))


def _variants(table: TableInfo) -> Menu:
    choices = []
    for name in variants.offered():
        wording = variants.wording(name)
        choose, chosen = ChooseVariant(table.id, name), name == table.setup.variant
        choices.append(Choice(choose, wording.title, wording.in_menu(), wording.emoji, chosen))
    return Menu("variant", _("Another game?"), tuple(choices))


MOST_LINES = 8
"""How many lines of a phone a result has."""

MOST_HEAD, MOST_STANDING, MOST_BROUGHT = 2, 3, 3
"""How many of these lines say who has won, how everybody stands, and what the end brought."""


class Brought(msgspec.Struct, frozen=True):
    """What a game brought its people.

    `earned` are achievements, (seat, name); `collected` says how many their earners had before and have now, (seat,
    before, now); `gained` are changes of ratings, (seat, change); `owed` is what they still owe each other here,
    `evening` the games of an evening so far, this one included, where there were several.
    """

    earned: Sequence[tuple[int, str]] = ()
    collected: Sequence[tuple[int, int, int]] = ()
    gained: Sequence[tuple[int, int]] = ()
    owed: Sequence[Forfeit] = ()
    evening: Sequence[PastGame] = ()


MOST_OWED = 5
"""How many forfeits a result lists."""


def result(
    table: TableInfo,
    view: AnyView,
    shown: Presenter,
    chapter: Chapter,
    story: Sequence[str],
    to_people: Brought,
) -> tuple[Part, ...]:
    """Return the result, which stands in the channel for good.

    `chapter` has the events of the end, `story` what was worth telling, of which there is as much as fits. Achievements
    have lines of their own; changes of ratings are shown where a line is left.
    """
    cast = Cast(table.seats)
    won = f"## {headline(cast, view)}"
    by = Narrator(cast, table.rules, table.forfeit())
    brought = oldest(narration.narrate(by, chapter, narration.LINES), MOST_BROUGHT, height)
    told = [evening.score(to_people.evening), _why_over(table, view, chapter), *_counts(table)]
    told.append(fairness.lucky_words(table))
    foot = [line for line in told if line]
    room = MOST_LINES - sum(map(height, (won, *brought, *foot)))
    if room > MOST_STANDING and (rated := _rated(cast, to_people.gained)):
        foot, room = [rated, *foot], room - 1
    standing = shown.standing(cast, view, min(MOST_STANDING, room))
    best = oldest(story, room - height(standing), height)
    medals = achievements.game_lines(cast, to_people.earned, to_people.collected)
    parts = [Text("\n".join(some)) for some in ((won, standing, *brought), best, medals, foot) if some]
    owed = [part for each in to_people.owed[:MOST_OWED] for part in forfeits.on_result(each)]
    ways = [fairness.fair_button(table), _replay_button(table)]
    if len(to_people.owed) > MOST_OWED:
        ways.append(Button(_("All my forfeits"), OpenForfeits(), "📝"))
    return (Box((*parts, *owed, Row(tuple(ways))), Tone.BRASS),)


def _rated(cast: Cast, gained: Sequence[tuple[int, int]]) -> str:
    """Return how the game changed ratings: everybody's, or the largest gain and loss where one line has no room."""
    order = sorted(gained, key=lambda each: -each[1])
    for some in (order, order[:1] + order[1:][-1:]):
        changes = [_("{name} {change}").format(name=cast.brief(seat), change=signed(change)) for seat, change in some]
        line = _("-# ⭐ {changes}").format(changes=" · ".join(changes))
        if some and height(line) == 1:
            return line
    return ""


def _why_over(table: TableInfo, view: AnyView, chapter: Chapter) -> str:
    """Return why the game is over, where neither the last showdown nor a name says so; else ""."""
    people = tuple(number for number, seat in enumerate(table.seats) if seat.user is not None)
    alone = not any(view.state.is_in(seat) for seat in people)
    match next((event.why for event in chapter if isinstance(event, GameOver)), None):
        case End.DICE | End.PLAYOFF | End.QUITS if games.was_played_out(view, people):
            return _("-# 🤖 The computers played it out.")
        case End.QUITS if alone:  # L3: the computer players that are left end it at once
            return _("-# 🚪 Too few players left.")
        case End.TIME:
            return _("-# ⌛ Time’s up.")
        case End.QUITS:
            return _("-# 🌙 Most of you wanted to stop.")
        case End.DESERTED:
            return _("-# 🚪 Too few players left.")
        case _:
            return ""


def _counts(table: TableInfo) -> tuple[str, ...]:
    """Return who ended the game (L5), and whether it counts."""
    ended = _("-# 🛑 {name} ended the game.").format(name=person(table.ended_by)) if table.ended_by else ""
    if is_practice(table):  # L4
        return ended, _("-# Practice: not on any board.")
    return (ended,)


def _replay_button(table: TableInfo) -> Button:
    """Return the button that opens the replay of the game; it stays with the result."""
    return Button(_("Replay"), OpenReplay(table.id), "📼")


def below_result(pending: Pending) -> tuple[Part, ...]:
    """Return the buttons below a result."""
    table = pending.table
    buttons = [Button(_("Again"), Rematch(table.id), "🔁", Style.MAIN)]
    if pending.has_moment:
        buttons.append(Button(_("Share"), ShareMoment(table.id), "📸"))
    if pending.evening and not table.annotations.is_night:
        buttons.append(Button(_("End the evening"), EndEvening(table.id), "🌙"))
    return (Row(tuple(buttons)),)


def headline(cast: Cast, view: AnyView) -> str:
    """Return who has won, or who washes up."""
    over = view.state.result
    if over is not None and over.losers:
        names = _few(cast, over.losers)
        return ngettext("🌊 {names} washes up", "🌊 {names} wash up", len(over.losers)).format(names=names)
    if over is not None and over.winners:
        names = _few(cast, over.winners)
        return ngettext("🏆 {names} wins", "🏆 {names} win", len(over.winners)).format(names=names)
    return _("🤝 No winner tonight")


def _few(cast: Cast, seats: Sequence[int]) -> str:
    """Return the names of these seats in bold, or how many they are where a headline has no room for names."""
    many = ngettext("{n} player", "{n} players", len(seats)).format(n=len(seats))
    brief = joined([f"**{cast.brief(seat)}**" for seat in seats])
    return next((names for names in (cast.names(seats), brief) if height(f"## 🏆 {names} wins") <= MOST_HEAD), many)


MOST_OF_SEATING = 1200
"""How many characters of a roll-off stay with the lobby: enough for twenty players, but for the longest names."""


def cards(pending: Pending) -> tuple[Card, ...]:
    """Return what is to stand in the channel, a card for each chapter; the last one can be pressed."""
    info, view = pending.table, pending.view
    if info.status is Status.LOBBY:
        return (lobby(info),)
    if view is None or (info.status is Status.CLOSED and not any(pending.chapters)):
        return (closed(info),)
    shown = presenter(view)
    if shown is None:
        return (not_played_here(info),)
    *over, last = pending.chapters
    return (*(_over(info, shown, each, last) for each in over), _last(pending, view, shown, last))


def beats(pending: Pending, pace: PaceName) -> tuple[Beat, ...]:
    """Return what the message of a round shows before its card while its showdown is new to everybody; else nothing."""
    shown = presenter(pending.view) if pending.view is not None else None
    return shown.beats(pending.table, pending.view, pending.news, pace) if shown is not None else ()


def began(pending: Pending) -> Card:
    """Return what stays of the lobby's message once the game is on."""
    info, first = pending.table, pending.chapters[0] if pending.chapters else ()
    return begun(info, newest(seating(Narrator(Cast(info.seats), info.rules), first), MOST_OF_SEATING))


def so_far(pending: Pending) -> Card:
    """Return the record of the round that runs, without anything to press."""
    shown = presenter(pending.view) if pending.view is not None else None
    return Card(shown.record(pending.table, pending.chapters[-1]) if shown is not None else ())


def _over(info: TableInfo, shown: Presenter, chapter: Chapter, last: Chapter) -> Card:
    """Return the card of a round that is over: its record, or the showdown as it was for the last round of a game."""
    ends_it = bool(last) and isinstance(last[0], GameOver)
    return Card(shown.fresh(info, chapter) if ends_it else shown.record(info, chapter))


def _last(pending: Pending, view: AnyView, shown: Presenter, chapter: Chapter) -> Card:
    info = pending.table
    if info.status is Status.PLAYING:
        return shown.live(info, view, chapter)
    if chapter and not isinstance(chapter[0], GameOver):
        return Card(shown.record(info, chapter))
    story: list[str] = []
    if pending.highlights is not None:
        with faces_by_name(info.setup.face_names):
            story = shown.moments(Cast(info.seats), pending.highlights)
    brought = Brought(pending.earned, pending.collected, pending.gained, pending.owed, pending.evening)
    return Card(result(info, view, shown, chapter, story, brought), below_result(pending))


def thread_name(setup: Setup, host: Who) -> str:
    """Return the name of the thread in which a game is played."""
    wording = variants.wording(setup.variant)
    game = clean(setup.called) or wording.title
    return _("{emoji} {title} with {host}").format(emoji=wording.emoji, title=game, host=plain_person(host.name))


def thread_line(setup: Setup, host: Who, thread: int | None = None) -> Text:
    """Return the line in the channel that says who opens which game, and where once the thread is there."""
    wording, who, title = variants.wording(setup.variant), person(host.name), options.table_title(setup)
    if thread is None:
        words = _("{emoji} **{host}** opens a table: {title}.")
        return Text(words.format(emoji=wording.emoji, host=who, title=title))
    words = _("{emoji} **{host}** opens a table: {title}. Join in <#{thread}>!")
    return Text(words.format(emoji=wording.emoji, host=who, title=title, thread=thread))
