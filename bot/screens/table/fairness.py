"""Explain to players that the dice are fair: the seal, the players' contributions, and the facts revealed later."""

from collections.abc import Iterable, Iterator

from bot.presses.game import ShowFairness, ShowSeal
from bot.presses.learning import ShowRules
from bot.presses.lobby import OpenLuckyWords, SendLuckyWords
from bot.screens.elements import obstacles
from bot.screens.elements.cards import Button, Download, Ephemeral, Field, Form, Row, Text, ephemeral
from bot.screens.elements.cast import Cast, link
from bot.screens.elements.controls import back_to_more
from bot.screens.elements.labels import FAIR_DICE, HOW_TO_PLAY, LUCKY_WORDS, YOUR_LUCKY_WORDS
from bot.screens.elements.widths import height
from bot.screens.families.presenters import presenter
from bot.tables.model import LONGEST_LUCKY, Seat, Status, TableView
from bot.words.cleaning import escaped
from bot.words.language import _, ngettext

SHOWN_DIGITS = 16
"""The number of the seal's digits that the lobby shows."""

MOST_IN_A_MESSAGE = 3500
"""The maximum number of characters in one message about the dice of a game."""


def line(table: TableView) -> str:
    """Return the line that the bot posts to seal a game, in two lines on a phone. Its digits identify the line later.

    It says what the digits are for, because everybody reads it, and most have never heard of a seal. A spoiler covers
    the digits until somebody taps them, because only a person who checks the dice needs them.
    """
    sealing = table.annotations.sealing
    # Translators: {digits} are 32 digits and letters, with which people can check the dice after the game.
    words = _("-# 🔒 Proof of fair dice, to check at the end: {digits}")
    return words.format(digits=f"||{sealing.digits}||" if sealing is not None else "")


def refused(table: TableView) -> tuple[Text, ...]:
    """Return a text about why Start failed, or () if Discord did not refuse the line that seals the game."""
    sealing = table.annotations.sealing
    if sealing is None or not sealing.refused:
        return ()
    if sealing.obstacle is not None:
        # Translators: the next sentence says why the line could not be posted, and who can change that.
        words = _("🔒 No game yet: I can’t post the message that seals the dice.")
        return (Text(f"{words}\n{obstacles.sentence(sealing.obstacle)}"),)
    return (Text(_("🔒 No game yet: Discord didn’t accept the message that seals the dice. Try **Start** again.")),)


def seal_line(table: TableView) -> str:
    """Return the line of the lobby with the first digits of the seal. *Fair dice?* explains them."""
    return f"-# 🔒 `{table.commitment[:SHOWN_DIGITS]}…`"


def fair_button(table: TableView) -> Button:
    """Return the button "Fair dice?", which shows how the dice of a finished game can be checked."""
    return Button(_(FAIR_DICE), ShowFairness(table.id), "⚖️")


def lucky_form(table: TableView, user: int) -> Form:
    """Return the form for a player's lucky words, with the current ones filled in."""
    about = _("Anything at all: it’s mixed into everyone’s dice and shown with the result.")
    field = Field("words", _(LUCKY_WORDS), about, _seat(table, user).brought.lucky, "", LONGEST_LUCKY, required=False)
    return Form(SendLuckyWords(table.id), _(LUCKY_WORDS), (field,))


def brought(table: TableView, user: int) -> Ephemeral:
    """Return the answer to a person who has joined or added lucky words."""
    shown = presenter(table.rules)
    said = [*([shown.where_dice_come()] if shown is not None else []), *_lucky(_seat(table, user))]
    buttons = (
        Button(_(HOW_TO_PLAY), ShowRules(table.id), "❓"),
        Button(_(FAIR_DICE), ShowSeal(table.id), "⚖️"),
    )
    return Ephemeral((Text("\n".join(said)), Row(buttons)))


def whole_seal(table: TableView, user: int) -> Ephemeral:
    """Return the seal with an explanation.

    If this person sits at the table, their contributions to the dice follow.
    """
    sits = table.seat_of(user) is not None
    lines = [*_explained(table), *(_origin(_seat(table, user)) if sits else [])]
    may_bring = sits and table.status is Status.LOBBY and not table.is_being_sealed()
    lucky = (Button(_(LUCKY_WORDS), OpenLuckyWords(table.id), "🍀"),) if may_bring else ()
    back = (back_to_more(table.id),) if sits else ()
    ways = (Row((*lucky, *back)),) if lucky or back else ()
    return Ephemeral((Text("\n".join(lines)), *ways))


def opened(table: TableView, record: str | None) -> Iterator[Ephemeral]:
    """Yield the messages that reveal the seal, the seed and the salts of a finished game.

    The record of the game is attached to the last message.
    """
    head = [
        _head(),
        _("The seal is the SHA-256 of the seed. The lobby showed its first 16 digits from the start."),
        _("🔒 Seal `{seal}`").format(seal=table.commitment),
        _("🔓 Seed `{seed}`").format(seed=table.seed or ""),
    ]
    if start := next((seat.brought.start for seat in table.seats if seat.brought.start), ""):
        # Translators: {id} is the long number that Discord gave that press or command.
        head.append(_("▶️ Start was request number `{id}`.").format(id=start))
    head += _sealed_by(table)
    *pages, last = _pages([*head, *_salt_lines(table), _checking(table, record)])
    yield from (ephemeral(page) for page in pages)
    yield Ephemeral((Text(last),), Download(f"table-{table.id}.dice", record.encode()) if record is not None else None)


def lucky_words(table: TableView) -> str:
    """Return the lucky words of a game in one line on a phone, or "" if nobody added any.

    If they do not fit, the line only says how many players added lucky words.
    """
    cast, having = Cast(table.seats), [number for number, seat in enumerate(table.seats) if escaped(seat.brought.lucky)]
    # Translators: {name} is a person; {words} are their lucky words.
    words = _("{name}: {words}")
    lines = [
        words.format(name=cast.brief(number), words=escaped(table.seats[number].brought.lucky)) for number in having
    ]
    if not lines or height(all_of_them := f"-# 🍀 {' · '.join(lines)}") <= 1:
        return all_of_them if lines else ""
    n = len(lines)
    # Translators: shown in place of the lucky words if they do not fit into one line.
    return ngettext("-# 🍀 Lucky words from {n} player", "-# 🍀 Lucky words from {n} players", n).format(n=n)


def _explained(table: TableView) -> list[str]:
    """Return the whole seal, and three sentences that explain it.

    If the line that sealed the game was posted, a link to it is included.
    """
    return [
        _("-# 🔒 The full seal, for you to keep: `{seal}`").format(seal=table.commitment),
        *_sealed_by(table),
        _("It’s the SHA-256 of a secret seed and was there when the lobby opened, so the seed can’t change now."),
        _(
            "At **Start** I post a message that seals everything the players bring, and that message’s ID "
            "goes into every roll."
        ),
        _("After the game I show the seed and everything else that went into the dice, so you can check every roll."),
    ]


def _sealed_by(table: TableView) -> list[str]:
    """Return a line with the digits that seal a game and a link to the message that shows them.

    Return [] if there is no such message.
    """
    sealing = table.annotations.sealing
    if sealing is None or sealing.line is None:
        return []
    return [where_sealed(sealing.digits, link(table.place, sealing.line))]


def where_sealed(digits: str, address: str) -> str:
    """Return a line with the digits that seal a game.

    It links to the message at `address`, which shows the same digits.
    """
    # Translators: the text of a link to a message that consists of one line.
    this_message = _("this message")
    # Translators: {line} is “this message”; {digits} are digits and letters.
    words = _("🔒 The dice were sealed by {line}, which shows `{digits}`")
    return words.format(line=f"[{this_message}](<{address}>)", digits=digits)


def _head() -> str:
    words = _(FAIR_DICE)
    return f"## ⚖️ {words}"


def _seat(table: TableView, user: int) -> Seat:
    return next(seat for seat in table.seats if seat.user == user)


def _origin(seat: Seat) -> list[str]:
    """Return the lines about a player's contributions to the dice."""
    lines = [_("🪑 Your Join was request number `{id}`.").format(id=seat.brought.join)] if seat.brought.join else []
    return [*lines, *_lucky(seat)]


def _lucky(seat: Seat) -> list[str]:
    """Return the line with a player's lucky words, or [] if they have none."""
    words = escaped(seat.brought.lucky)
    return [_(YOUR_LUCKY_WORDS).format(words=words)] if words else []


def _salt_lines(table: TableView) -> Iterator[str]:
    """Yield a line for each player with their contributions to the dice and their salt."""
    cast = Cast(table.seats)
    for number, seat in enumerate(table.seats):
        facts = [cast.name(number)]
        if seat.brought.join:
            facts.append(_("Join `{id}`").format(id=seat.brought.join))
        if lucky := escaped(seat.brought.lucky):
            facts.append(f"🍀 {lucky}")
        if seat.salt:
            facts.append(_("salt `{salt}`").format(salt=seat.salt))
        yield " · ".join(facts)


def _checking(table: TableView, record: str | None) -> str:
    if record is not None:
        return _("-# The record below has every roll. FAIRNESS.md says how to check it without this bot.")
    if table.game is None:
        return _("-# No game, no rolls.")
    return _("-# I no longer have this game’s record.")


def _pages(lines: Iterable[str]) -> list[str]:
    """Split lines into pages that fit into one message each."""
    pages = [""]
    for line in lines:
        if len(pages[-1]) + len(line) > MOST_IN_A_MESSAGE:
            pages.append("")
        pages[-1] += f"\n{line}" if pages[-1] else line
    return pages


def still_sealed(table: TableView) -> Ephemeral:
    """Return the answer before the end of a game: the seal, and what will be revealed later."""
    when = _("📼 This game is still on, so its dice stay sealed.") if table.status is Status.PLAYING else ""
    lines = [_head(), *([when] if when else []), *_explained(table)]
    return Ephemeral((Text("\n".join(lines)),))
