"""Build the messages of a table in its channel: the lobby, a card for each round, and the result."""

from collections.abc import Sequence

from bot.presses.learning import ShowRules
from bot.presses.lobby import AddComputer, ChooseVariant, Join, Start
from bot.screens.elements.cards import (
    Beat,
    Box,
    Button,
    Card,
    Choice,
    Menu,
    Row,
    Style,
    Text,
    Tone,
    newest,
)
from bot.screens.elements.cast import Cast
from bot.screens.elements.controls import more_button
from bot.screens.elements.labels import HOW_TO_PLAY, JOIN, LOBBY_IS_CLOSED, ONE_MORE_TO_START
from bot.screens.families import variants
from bot.screens.families.narration import Narrator, seating
from bot.screens.families.presenters import Presenter, presenter
from bot.screens.table import fairness, options, result
from bot.tables.model import MOST_SEATS, Seat, Setup, Status, TableView, Who
from bot.tables.pace import PaceName
from bot.tables.past_seats import as_in_round
from bot.tables.pending import Chapter, Pending
from bot.words.cleaning import clean, person, plain_person
from bot.words.language import _, listed, offered, spoken_key
from engine.core.events import GameOver
from engine.games import AnyView


def lobby(table: TableView) -> Card:
    """Return the card of a lobby with its buttons."""
    if table.is_being_sealed():
        closed = Text(_(LOBBY_IS_CLOSED))
        return Card(lasting=(_invitation(table), closed), live=(Row((more_button(table),)),))
    return Card(lasting=(_invitation(table), *fairness.refused(table), *_language(table)), live=_controls(table))


def _language(table: TableView) -> tuple[Text, ...]:
    """Return the line that names the language of the server at its first table, or ()."""
    if not table.annotations.is_first or len(offered()) < 2:
        return ()
    # Translators: {language} is the name of your language. Server managers are people with a permission in Discord.
    words = _("-# 🗣️ I speak {language} here. Server managers can change that: `/settings`.")
    return (Text(words.format(language=offered().get(spoken_key(), spoken_key()))),)


def begun(table: TableView, seating: Sequence[str]) -> Card:
    """Return the card that replaces a lobby when its game begins. It shows the set-up and the roll-off (`seating`)."""
    rolled = (Text("\n".join(f"-# {line}" for line in seating)),) if seating else ()
    return Card(lasting=(_invitation(table), *rolled))


def closed(table: TableView) -> Card:
    """Return the card of a closed lobby, with its set-up.

    It also says who closed the lobby, or why the bot closed it.
    """
    if table.ended_by:
        # Translators: {name} is a person.
        words = _("🧹 {name} closed the table. `/play` opens another.").format(name=person(table.ended_by))
    elif table.annotations.is_being_sealed():
        words = _("🧹 I can’t tell whether the dice were sealed, so there’s no game. `/play` opens another table.")
    else:
        words = _("🧹 It was quiet for a while, so I closed the table. `/play` opens another.")
    return Card(lasting=(_invitation(table), Text(words), Row((fairness.fair_button(table),))))


def not_played_here(table: TableView) -> Card:
    """Return the card of a table whose game this version of the bot cannot show.

    Such a game was begun by another version of the bot.
    """
    # Translators: {title} is a game of another version of the bot, which this version cannot show.
    words = _("🧩 {title} can’t be played here yet. `/table end` closes the table.").format(
        title=variants.wording(table.setup.variant).title
    )
    return Card(lasting=(Box((Text(words),), Tone.GREY),))


def _invitation(table: TableView) -> Box:
    wording = variants.wording(table.setup.variant)
    story = (f"-# {line}" for line in options.course(table)[:2])
    agreed = [
        f"## {wording.emoji} {options.table_title(table.setup)}",
        *story,
        *options.terms(options.agreed(table), table.rules),
        *(practice := _only_practice(table)),
    ]
    if not practice:  # play chips count only where the game counts
        agreed += [f"-# {line}" for line in options.pot(table.rules)]
    tone = Tone.BRASS if table.status is Status.LOBBY else Tone.GREY
    return Box((Text("\n".join(agreed)), Text(f"{_seats(table)}\n{fairness.seal_line(table)}")), tone)


def _only_practice(table: TableView) -> tuple[str, ...]:
    """Return the line for a lobby that has stakes but no second person yet (L4), otherwise ()."""
    if table.status is not Status.LOBBY or not table.setup.stakes or not table.is_practice() or len(table.seats) < 2:
        return ()
    return (_("-# 🤖 Against computers alone it’s practice: nobody owes anything."),)


def _seats(table: TableView) -> str:
    count, cast = len(table.seats), Cast(table.seats)
    names = listed([cast.quiet(number) + _marks(table, seat) for number, seat in enumerate(table.seats)])
    if table.setup.most() < MOST_SEATS:
        # Translators: a line in a lobby: the number of players, the number of seats, and the players' names.
        lines = [_("🪑 **{n} of {most}:** {names}").format(n=count, most=table.setup.most(), names=names)]
    else:
        # Translators: a line in a lobby: the number of players and their names.
        lines = [_("🪑 **{n}:** {names}").format(n=count, names=names)]
    if count < 2 and table.status is Status.LOBBY:
        lines.append(_(ONE_MORE_TO_START))
    if (meets := table.annotations.meets) is not None and table.status is Status.LOBBY:
        # Translators: {time} is a time of day, and {when} is a phrase such as “in 2 hours”.
        words = _("⏰ We play at {time}, {when}. I’ll ping everyone here.")
        lines.append(words.format(time=f"<t:{int(meets.timestamp())}:t>", when=f"<t:{int(meets.timestamp())}:R>"))
    return "\n".join(lines)


def _marks(table: TableView, seat: Seat) -> str:
    """Return the emojis after a player's name: a crown for the host, and a clover for lucky words."""
    return (" 👑" if seat.user == table.host.id else "") + (" 🍀" if seat.brought.lucky else "")


def _controls(table: TableView) -> tuple[Row | Menu, ...]:
    full, may_start = len(table.seats) >= table.setup.most(), len(table.seats) >= 2
    buttons = (  # the next step is green: another player, and then the start
        Button(_(JOIN), Join(table.id), "🪑", Style.PLAIN if may_start else Style.GOOD, disabled=full),
        # Translators: the button in a lobby that starts the game. Other sentences mention it by this name.
        Button(_("Start"), Start(table.id), "▶️", Style.GOOD if may_start else Style.PLAIN, disabled=not may_start),
        Button(_("Add a computer"), AddComputer(table.id), "🤖", disabled=full),
        Button(_(HOW_TO_PLAY), ShowRules(table.id), "❓"),
        more_button(table),
    )
    return (Row(buttons), _variants(table))


def _variants(table: TableView) -> Menu:
    choices = []
    for name in variants.offered(first=table.annotations.favorites):
        wording = variants.wording(name)
        choose, chosen = ChooseVariant(table.id, name), name == table.setup.variant
        choices.append(Choice(choose, wording.title, wording.in_menu(), wording.emoji, chosen))
    return Menu("variant", _("Another game?"), tuple(choices))


MOST_OF_SEATING = 1200
"""The maximum length of the roll-off on the lobby's card. Twenty players fit unless names are long."""


def cards(pending: Pending) -> tuple[Card, ...]:
    """Return the cards for the channel, one for each chapter. The last card has buttons."""
    info, view = pending.table, pending.table.view
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
    """Return the steps that reveal a new showdown, or () if there is none.

    These steps are shown before the card of the round.
    """
    shown = presenter(pending.table.view) if pending.table.view is not None else None
    if shown is None:
        return ()
    return shown.beats(pending.table, pending.table.view, pending.news, pace, pending.chapters)


def began(pending: Pending) -> Card:
    """Return the card that replaces the lobby when the game begins.

    It shows as many of the last lines of the roll-off as fit.
    """
    info, first = as_in_round(pending.table, 1), pending.chapters[0] if pending.chapters else ()
    return begun(info, newest(seating(Narrator(Cast(info.seats), info.rules), first), MOST_OF_SEATING))


def so_far(pending: Pending) -> Card:
    """Return the record of the running round as a card without buttons."""
    shown = presenter(pending.table.view) if pending.table.view is not None else None
    return Card(shown.record(pending.table, pending.chapters[-1]) if shown is not None else ())


def _over(info: TableView, shown: Presenter, chapter: Chapter, last: Chapter) -> Card:
    """Return the card of a finished round.

    It shows the record of the round, or the full showdown if this was the last round of a game.
    """
    ends_it = bool(last) and isinstance(last[0], GameOver)
    return Card(shown.fresh(info, chapter) if ends_it else shown.record(info, chapter))


def _last(pending: Pending, view: AnyView, shown: Presenter, chapter: Chapter) -> Card:
    info = pending.table
    if info.status is Status.PLAYING:
        return shown.live(info, view, chapter)
    if chapter and not isinstance(chapter[0], GameOver):
        return Card(shown.record(info, chapter))
    return result.card(pending, view, shown, chapter)


def thread_name(setup: Setup, host: Who) -> str:
    """Return the name of the thread in which a game is played."""
    wording = variants.wording(setup.variant)
    game = clean(setup.called) or wording.title
    # Translators: the name of a thread: {title} is a game; {host} is a person.
    return _("{emoji} {title} with {host}").format(emoji=wording.emoji, title=game, host=plain_person(host.name))


def thread_line(setup: Setup, host: Who, thread: int | None = None) -> Text:
    """Return the line in the channel that announces the game in a thread, with a link once the thread exists."""
    wording, who, title = variants.wording(setup.variant), person(host.name), options.table_title(setup)
    if thread is None:
        words = _("{emoji} **{host}** opens a table: {title}.")
        return Text(words.format(emoji=wording.emoji, host=who, title=title))
    words = _("{emoji} **{host}** opens a table: {title}. Join in <#{thread}>!")
    return Text(words.format(emoji=wording.emoji, host=who, title=title, thread=thread))
