"""What the bot is, how to begin, and what can be typed: the card of /help."""

from bot.presses.learning import ChooseLesson
from bot.presses.private import HowTo, ShowDice, ShowRules
from bot.screens import variants
from bot.screens.model import Box, Button, Rule, Style, Text, Tone, Whisper, rows
from bot.tables.model import Status, TableInfo
from bot.words.language import _


def card(here: TableInfo | None, user: int) -> Whisper:
    """The card for one person; `here` is the table in this channel, if there is one."""
    about = [
        _("### 🎲 Liar’s Dice"),
        _("Everybody throws in secret and bids on **all** the dice. Believe the bid and raise it, or call it a lie!"),
        "",
        _("**Begin**: `/play` opens a table here. Friends press **Join**, computers fill in, and the host starts."),
        _("**Your dice** come by direct message. **My dice** on the panel shows them any time, to you alone."),
        _("**Your turn**: tap a bid, or call the lie: **Liar!** Where anybody may call it, it is **Bang!**"),
        _("**Forfeits** wait on your tab until they are paid or let off."),
    ]
    parts = (
        Text("\n".join(about)),
        Rule(),
        Text("\n".join(commands())),
        Rule(),
        Text(_("**How each game goes**, below")),
    )
    return Whisper((Box(parts, Tone.BRASS), *rows(_buttons(here, user))))


def commands() -> tuple[str, ...]:
    """What can be typed, and what it does, a line each; a test holds them against the commands that there are."""
    return (
        _("`/learn` is a first game of two minutes, for you alone"),
        _("`/play` opens a table in this channel"),
        _("`/bid` bids: `5 ducks`, `4x3`, `five sixes`"),
        _("`/liar` calls the standing bid a lie"),
        _("`/bang` does the same, with more noise"),
        _("`/exact` calls it exactly right, where that is played"),
        _("`/believe` says so where everybody is asked, and may be said ahead"),
        _("`/doubt` says the opposite"),
        _("`/claim` claims a hand: `pair of twos`, `full house, 3s over 2s`"),
        _("`/cup` peeks, pulls out, puts under, rolls, shakes and looks"),
        _("`/dice` shows you your own dice, and nobody else"),
        _("`/table show` brings the table’s panel back down here"),
        _("`/table join` finds you a seat, in this game or the next"),
        _("`/table computer` lets a computer player sit down"),
        _("`/table start` begins the game"),
        _("`/table invite` asks somebody to the table"),
        _("`/table host` hands the table to somebody else"),
        _("`/table leave` gets you out of the lobby or the game"),
        _("`/table end` ends it: for its host, or who manages the server"),
        _("`/forfeits mine` lists what you owe and are owed"),
        _("`/forfeits settle` says paid, let off, or “not yet”"),
        _("`/leaderboard` tells who owes, who washes up, who wins"),
        _("`/me` chooses how I treat you: direct messages, pings, hints"),
        _("`/settings` chooses how I treat this server; for who manages it"),
        _("`/help` is this card, or how a game goes"),
    )


def _buttons(here: TableInfo | None, user: int) -> tuple[Button, ...]:
    made = [Button(_("Learn by playing"), ChooseLesson(), "🎓", Style.GOOD)]
    if here is not None:
        made.append(Button(_("This table’s rules"), ShowRules(here.id), "❓", Style.MAIN))
        if here.status is Status.PLAYING and here.seat_of(user) is not None:
            made.append(Button(_("My dice"), ShowDice(here.id), "🎲", Style.MAIN))
    for variant in variants.offered():
        told = variants.told(variant)
        made.append(Button(told.title, HowTo(variant), told.emoji))
    return tuple(made)
