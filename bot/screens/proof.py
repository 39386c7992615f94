"""/verify: what holding the dice of a game against its seed came to, in words, and how to do it oneself."""

from bot.history.past import Proof
from bot.screens.model import Box, Download, Ephemeral, Text, Tone
from bot.screens.replay import file_name
from bot.tables.model import Status, TableInfo
from bot.words.cleaning import clean
from bot.words.language import _, ngettext

MOST_OF_FAULT = 300
"""Characters of what the checker says; it speaks of lines of the record, in the record's own language."""


def proof(found: Proof) -> Ephemeral:
    """The proof of a game that is over, step by step, and its record."""
    steps = _fault(found) if found.fault else _proven(found)
    head = _("## ⚖️ Game {n}: honest dice?").format(n=found.number)
    box = Box((Text("\n".join([head, *steps])), Text(_oneself(found))), Tone.RED if found.fault else Tone.FELT)
    return Ephemeral((box,), Download(file_name(found.number), found.record))


def _proven(found: Proof) -> list[str]:
    """All that was looked at, and what it means."""
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
        *_salts(found),
        throws.format(n=found.throws),
    ]


def _salts(found: Proof) -> list[str]:
    """What the players brought: it came after the seal, and before the dice."""
    words = ngettext(
        "🍀 {n} player’s salt is made of just what they brought: the press of Join, lucky words, the press of Start.",
        "🍀 {n} players’ salts are made of just what they brought: the press of Join, lucky words, the press of Start.",
        found.salts,
    )
    return [words.format(n=found.salts)] if found.salts else []


def _fault(found: Proof) -> list[str]:
    """It does not add up: where, in the engine's own words."""
    return [
        _("⚠️ **This does not add up.** Ask whoever runs this bot about it."),
        _("In the record below stands something that does not follow from its seed. The checker says of it:"),
        f"```\n{clean(found.fault, MOST_OF_FAULT).replace('`', chr(39))}\n```",
    ]


def _oneself(found: Proof) -> str:
    """How to do the same without asking the bot; commands are the same in every language."""
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


def sealed(table: TableInfo) -> Ephemeral:
    """What can be said while a table fills or plays: the seal, and what will be opened."""
    when = _("📼 This game still runs, so its dice stay sealed.") if table.status is Status.PLAYING else ""
    lines = [
        _("## ⚖️ Honest dice?"),
        *([when] if when else []),
        _("🔒 The seal of these dice, for you to keep: `{seal}`").format(seal=table.commitment),
        _("It is the SHA-256 of a secret seed, and stood there before anybody joined: nobody can change the seed now."),
        _("After the game the seed is opened, with all that went into the dice: `/verify` proves every throw then."),
    ]
    return Ephemeral((Text("\n".join(lines)),))
