"""Show the proof of a finished game's dice: the checks, their meaning, and the ways for readers to check the dice."""

from bot.history.past import Proof
from bot.screens.elements.cards import Box, Download, Ephemeral, Text, Tone
from bot.screens.elements.cast import link
from bot.screens.pages.replay import file_name
from bot.screens.table.fairness import where_sealed
from bot.tables.model import Place
from bot.words.cleaning import clean
from bot.words.language import _, ngettext

MOST_OF_FAULT = 300
"""The maximum length of the text about an error in the record. It may quote the record."""


def proof(found: Proof) -> Ephemeral:
    """Return the proof of a finished game's dice, step by step, with its record as a file."""
    steps = _found_fault(found) if found.fault else _proven(found)
    head = _("## ⚖️ Game {n}: fair dice?").format(n=found.number)
    box = Box((Text("\n".join([head, *steps])), Text(_oneself(found))), Tone.RED if found.fault else Tone.FELT)
    return Ephemeral((box,), Download(file_name(found.number), found.record.encode()))


def _proven(found: Proof) -> list[str]:
    """Return the lines about the checks and their meaning."""
    # Translators: {n} is the number of dice that were thrown in the whole game.
    dice = ngettext(
        "✅ **The one die came from the seed sealed before the first roll.**",
        "✅ **All {n} dice came from the seed sealed before the first roll.**",
        found.dice,
    )
    throws = ngettext(
        "🎲 The seed and salts give exactly this roll, and every move followed the rules.",
        "🎲 The seed and salts give exactly these {n} rolls, and every move followed the rules.",
        found.throws,
    )
    return [
        dice.format(n=found.dice),
        _("🔒 The seal (the lobby showed its first 16 digits from the start): `{seal}`").format(seal=found.seal),
        _("🔓 It’s the SHA-256 of this seed, revealed at the end: `{seed}`").format(seed=found.seed),
        *_line_proven(found),
        *_salts_proven(found),
        throws.format(n=found.throws),
    ]


def _line_proven(found: Proof) -> list[str]:
    """Return a line with the digits that sealed the game and a link to the message that shows them.

    Return [] if there was no such message.
    """
    if found.line is None:
        return []
    return [where_sealed(found.digits, link(Place(found.guild, found.channel, "", ""), found.line))]


def _salts_proven(found: Proof) -> list[str]:
    """Return a line about the salts, which are made only of what the players brought.

    Return [] for a game that has neither salts nor a line that sealed it.
    """
    if found.line is not None:
        words = ngettext(
            "🍀 {n} salt is made only from Join, lucky words and the sealing message’s ID.",
            "🍀 {n} salts are made only from Join, lucky words and the sealing message’s ID.",
            found.salts,
        )
        return [words.format(n=found.salts)]
    # Translators: salt, seal and seed are terms of cryptography. A salt is a player's contribution to the dice.
    words = ngettext(
        "🍀 {n} salt is made only from what players brought: Join, lucky words, Start.",
        "🍀 {n} salts are made only from what players brought: Join, lucky words, Start.",
        found.salts,
    )
    return [words.format(n=found.salts)] if found.salts else []


def _found_fault(found: Proof) -> list[str]:
    """Return the lines about an error in the record, as the checker words it."""
    return [
        _("⚠️ **This doesn’t add up.** Ask the people who run this bot."),
        _("Something in the record below doesn’t follow from its seed. The checker says:"),
        f"```\n{clean(found.fault, MOST_OF_FAULT).replace('`', chr(39))}\n```",
    ]


def _oneself(found: Proof) -> str:
    """Return the text about how readers can check the record without this bot.

    The commands in the text are the same in every language.
    """
    file = file_name(found.number)
    line = " --line LINK --digest DIGITS" if found.line is not None else ""
    command = f"```\npython -m engine verify {file}{line}\n```"
    seal = f"```\npython -c \"import hashlib as h; print(h.sha256(bytes.fromhex('{found.seed}')).hexdigest())\"\n```"
    return "\n".join(
        [
            _("**Check it yourself**, with the file below and the bot’s source code:"),
            command,
            *(
                [_("`LINK` and `DIGITS` come from the sealing message in the channel.")]
                if found.line is not None
                else []
            ),
            _("Or without the bot’s code: `engine/FAIRNESS.md` has its own checker. To check just the seal:"),
            seal,
            _("-# Then compare it with the dice and the showdowns you saw."),
        ]
    )
