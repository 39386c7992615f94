"""Honest dice, as players see them: the seal, what each player brings, and the proof when all is opened (/verify)."""

from collections.abc import Iterable, Iterator

from bot.history.past import Proof
from bot.presses.game import ShowFairness, ShowSeal
from bot.presses.lobby import SendLuckyWords
from bot.screens.cast import Cast
from bot.screens.model import Box, Button, Download, Ephemeral, Field, Form, Row, Text, Tone, ephemeral, height
from bot.screens.replay import file_name
from bot.tables.model import LONGEST_LUCKY, Seat, Status, TableInfo
from bot.words.cleaning import clean, escaped
from bot.words.language import _, ngettext

SHOWN_DIGITS = 16
"""How many digits of the seal stand in public."""

MOST_IN_A_MESSAGE = 3500
"""How many characters of salts stand in one message."""


def seal_line(table: TableInfo) -> str:
    """Return the line of the lobby that has the seal's first digits."""
    words = _("-# 🔒 Dice sealed: `{seal}…`")
    return words.format(seal=table.commitment[:SHOWN_DIGITS])


def fair_button(table: TableInfo) -> Button:
    """Return the button that opens everything about the honesty of the dice."""
    return Button(_("Fair?"), ShowFairness(table.id), "⚖️")


def lucky_form(table: TableInfo, user: int) -> Form:
    """Return the form for a player's lucky words, filled with those they have."""
    about = _("Whatever comes to mind: it is mixed into everybody’s dice, and shown with the result.")
    field = Field("words", _("Lucky words"), about, _seat(table, user).brought.lucky, "", LONGEST_LUCKY, required=False)
    return Form(SendLuckyWords(table.id), _("Your lucky words"), (field,))


def brought(table: TableInfo, user: int) -> Ephemeral:
    """Return what somebody reads who has sat down or brought lucky words; the whole seal is behind a button."""
    lines = [_("🪑 You sit at the table, and your Join is mixed into everybody’s dice."), *_lucky(_seat(table, user))]
    button = Button(_("The whole seal"), ShowSeal(table.id), "🔒")
    return Ephemeral((Text("\n".join([*lines, seal_line(table)])), Row((button,))))


def whole_seal(table: TableInfo, user: int) -> Ephemeral:
    """Return the whole seal to keep, and what this person has brought to the dice so far, if they sit there."""
    lines = [_("🔒 The seal of these dice, for you to keep: `{seal}`").format(seal=table.commitment)]
    if table.seat_of(user) is not None:
        lines += _origin(_seat(table, user))
    lines.append(_("-# The host’s press of **Start** goes in as well. After the game **Fair?** opens everything."))
    return ephemeral("\n".join(lines))


def opened(table: TableInfo, record: str | None) -> Iterator[Ephemeral]:
    """Yield seal, seed and salts of a game that is over, with its record, in as many messages as it takes."""
    head = [
        _("## ⚖️ Fair?"),
        _("The seal stood in the lobby before anybody brought anything. It is the SHA-256 of the seed."),
        _("🔒 Seal `{seal}`").format(seal=table.commitment),
        _("🔓 Seed `{seed}`").format(seed=table.seed or ""),
    ]
    if start := next((seat.brought.start for seat in table.seats if seat.brought.start), ""):
        head.append(_("▶️ Start was press `{id}`.").format(id=start))
    *pages, last = _pages([*head, *_salt_lines(table), _checking(table, record)])
    yield from (ephemeral(page) for page in pages)
    yield Ephemeral((Text(last),), Download(f"table-{table.id}.dice", record) if record is not None else None)


def lucky_words(table: TableInfo) -> str:
    """Return the lucky words that went into the dice, in one line of a phone; "" where nobody had any."""
    cast, having = Cast(table.seats), [number for number, seat in enumerate(table.seats) if seat.brought.lucky]
    words = _("{name}: {words}")
    lines = [
        words.format(name=cast.brief(number), words=escaped(table.seats[number].brought.lucky)) for number in having
    ]
    if not lines or height(all_of_them := f"-# 🍀 {' · '.join(lines)}") <= 1:
        return all_of_them if lines else ""
    n = len(lines)
    return ngettext("-# 🍀 Lucky words of {n} player", "-# 🍀 Lucky words of {n} players", n).format(n=n)


def _seat(table: TableInfo, user: int) -> Seat:
    return next(seat for seat in table.seats if seat.user == user)


def _origin(seat: Seat) -> list[str]:
    """Return what a player brought, without the press of Start, which is everybody's."""
    lines = [_("🪑 Your Join was press `{id}`.").format(id=seat.brought.join)] if seat.brought.join else []
    return [*lines, *_lucky(seat)]


def _lucky(seat: Seat) -> list[str]:
    """Return the line of a seat's lucky words, if it has any."""
    words = seat.brought.lucky
    return [_("🍀 Your lucky words: {words}").format(words=escaped(words))] if words else []


def _salt_lines(table: TableInfo) -> Iterator[str]:
    """Yield a line for each player: what they brought, and the salt that it made."""
    cast = Cast(table.seats)
    for number, seat in enumerate(table.seats):
        facts = [cast.name(number)]
        if seat.brought.join:
            facts.append(_("Join `{id}`").format(id=seat.brought.join))
        if seat.brought.lucky:
            facts.append(f"🍀 {escaped(seat.brought.lucky)}")
        if seat.salt:
            facts.append(_("salt `{salt}`").format(salt=seat.salt))
        yield " · ".join(facts)


def _checking(table: TableInfo, record: str | None) -> str:
    if record is not None:
        return _("-# The record below has every throw: FAIRNESS.md tells how to check it, without this bot.")
    if table.game is None:
        return _("-# No game was played, so nothing was thrown.")
    return _("-# The record of this game is not kept any more.")


def _pages(lines: Iterable[str]) -> list[str]:
    """Split lines into pages that fit a message."""
    pages = [""]
    for line in lines:
        if len(pages[-1]) + len(line) > MOST_IN_A_MESSAGE:
            pages.append("")
        pages[-1] += f"\n{line}" if pages[-1] else line
    return pages


MOST_OF_FAULT = 300
"""How many characters of the checker's finding are shown; it speaks of the record, in the record's own language."""


def proof(found: Proof) -> Ephemeral:
    """Return the proof of a game that is over, step by step, and its record as a file."""
    steps = _found_fault(found) if found.fault else _proven(found)
    head = _("## ⚖️ Game {n}: honest dice?").format(n=found.number)
    box = Box((Text("\n".join([head, *steps])), Text(_oneself(found))), Tone.RED if found.fault else Tone.FELT)
    return Ephemeral((box,), Download(file_name(found.number), found.record))


def _proven(found: Proof) -> list[str]:
    """Return what was checked, and what it means."""
    dice = ngettext(
        "✅ **All {n} die of this game came from the seed that was committed to before the first throw.**",
        "✅ **All {n} dice of this game came from the seed that was committed to before the first throw.**",
        found.dice,
    )
    throws = ngettext(
        "🎲 From seed and salts follows {n} throw, just as it fell; every bid and every price went by the rules.",
        "🎲 From seed and salts follow {n} throws, just as they fell; every bid and every price went by the rules.",
        found.throws,
    )
    return [
        dice.format(n=found.dice),
        _("🔒 The seal stood in the lobby before anybody joined: `{seal}`").format(seal=found.seal),
        _("🔓 It is the SHA-256 of this seed, which was opened at the end: `{seed}`").format(seed=found.seed),
        *_salts_proven(found),
        throws.format(n=found.throws),
    ]


def _salts_proven(found: Proof) -> list[str]:
    """Return that the players' salts are made of what they brought, after the seal and before the dice."""
    words = ngettext(
        "🍀 {n} player’s salt is made of just what they brought: the press of Join, lucky words, the press of Start.",
        "🍀 {n} players’ salts are made of just what they brought: the press of Join, lucky words, the press of Start.",
        found.salts,
    )
    return [words.format(n=found.salts)] if found.salts else []


def _found_fault(found: Proof) -> list[str]:
    """Return that the record does not add up, and where, in the engine's own words."""
    return [
        _("⚠️ **This does not add up.** Ask whoever runs this bot about it."),
        _("In the record below stands something that does not follow from its seed. The checker says of it:"),
        f"```\n{clean(found.fault, MOST_OF_FAULT).replace('`', chr(39))}\n```",
    ]


def _oneself(found: Proof) -> str:
    """Return how to check the record without this bot; the commands are the same in every language."""
    file = file_name(found.number)
    command = f"```\npython -m engine verify {file}\n```"
    seal = f"```\npython -c \"import hashlib as h; print(h.sha256(bytes.fromhex('{found.seed}')).hexdigest())\"\n```"
    return "\n".join(
        [
            _("**Do it yourself**, with the file below and the bot’s source code, far from this bot:"),
            command,
            _("Or without our programs: `engine/FAIRNESS.md` has a checker in 25 lines of Python. The seal alone:"),
            seal,
            _("-# Then compare it with your DMs, the showdowns that you saw, and the seal that you were told at Join."),
        ]
    )


def still_sealed(table: TableInfo) -> Ephemeral:
    """Return what can be said while a table fills or plays: the seal, and what will be opened at the end."""
    when = _("📼 This game still runs, so its dice stay sealed.") if table.status is Status.PLAYING else ""
    lines = [
        _("## ⚖️ Honest dice?"),
        *([when] if when else []),
        _("🔒 The seal of these dice, for you to keep: `{seal}`").format(seal=table.commitment),
        _("It is the SHA-256 of a secret seed, and stood there before anybody joined: nobody can change the seed now."),
        _("After the game the seed is opened, with all that went into the dice: `/verify` proves every throw then."),
    ]
    return Ephemeral((Text("\n".join(lines)),))
