"""What the bot is and how its games go: the card of /help, what can be typed, and the rules of a table."""

from bot.presses.game import ShowDice
from bot.presses.learning import ChooseLesson, HowTo, Lesson, ShowCommands, ShowRules
from bot.screens import options, variants
from bot.screens.families import example_round, to_press
from bot.screens.model import Box, Button, Choice, Ephemeral, Menu, Row, Rule, Style, Text, Tone, rows
from bot.tables.model import Setup, Status, TableInfo
from bot.words.language import _


def this_table(table: TableInfo) -> Ephemeral:
    """Return how this table plays: its rules, what it has agreed on, and one round by them."""
    agreed = (*options.terms(table.setup, table.rules), *options.pot(table.rules))
    return _how_to_play(table.setup, _("this table"), "\n".join(f"-# {line}" for line in agreed))


def the_game(variant: str) -> Ephemeral:
    """Return how a game is played where nothing else is agreed on."""
    return _how_to_play(Setup(variant, variants.wording(variant).proposed))


def games_menu(chosen: str = "") -> Menu:
    """Return the menu of all games, each with what sets it apart; a choice tells how it is played.

    `chosen` is the game that is shown now.
    """
    wordings = [(name, variants.wording(name)) for name in variants.offered()]
    choices = tuple(Choice(HowTo(name), its.title, its.story, its.emoji, name == chosen) for name, its in wordings)
    return Menu("howto", _("How does a game go?"), choices)


def _how_to_play(setup: Setup, whose: str = "", agreed: str = "") -> Ephemeral:
    wording, rules = variants.wording(setup.variant), setup.rules()
    title = f"### {wording.emoji} {wording.title}{f' · {whose}' if whose else ''}"
    head = "\n".join(filter(None, [title, *wording.describe(rules), agreed]))
    steps = example_round(rules, setup.forfeit if setup.stakes else None)
    parts: list[Text | Rule] = [Text(head), Rule()]
    if steps:
        parts += [*(Text(step) for step in (_("**One round, told**"), *steps)), Rule()]
    learn = Button(_("Learn by playing"), Lesson(setup.variant, ""), "🎓", Style.GOOD)
    return Ephemeral(
        (Box((*parts, Text("\n".join(to_press(rules)))), Tone.BRASS), Row((learn,)), games_menu(setup.variant))
    )


def help_card(here: TableInfo | None, user: int) -> Ephemeral:
    """Return the card of /help for one person, which fits a phone's screen. `here` is the table in this channel."""
    about = [
        _("### 🎲 Liar’s Dice"),
        _("Everybody throws in secret and bids on **all** the dice. Believe the bid and raise it, or call it a lie!"),
        "",
        _("**Begin**: `/play` opens a table here. Friends press **Join**, computers fill in, and the host starts."),
        _("**Your dice** come by direct message. **My dice** on the panel shows them any time, to you alone."),
        _("**Your turn**: tap a bid, or call the lie: **Liar!** Where anybody may call it, it is **Bang!**"),
        _("**The cup** is other: **Peek** or **Blind**, then tap dice and a claim in **My cup**."),
    ]
    return Ephemeral((Box((Text("\n".join(about)),), Tone.BRASS), *rows(_buttons(here, user)), games_menu()))


def commands_card() -> Ephemeral:
    """Return all commands, in three parts."""
    parts: list[Text | Rule] = [Text(_("### ⌨️ What can be typed"))]
    for title, lines in _groups():
        parts += [Text("\n".join((f"**{title}**", *lines))), Rule()]
    return Ephemeral((Box(tuple(parts[:-1]), Tone.BRASS),))


def commands() -> tuple[str, ...]:
    """Return each command with what it does, a line each; a test holds them against the commands that there are."""
    return tuple(line for _title, lines in _groups() for line in lines)


def _groups() -> tuple[tuple[str, tuple[str, ...]], ...]:
    return ((_("In a game"), _in_a_game()), (_("At a table"), _at_a_table()), (_("For yourself"), _for_yourself()))


def _in_a_game() -> tuple[str, ...]:
    return (
        _("`/bid` bids: `5 ducks`, `4x3`, `five sixes`"),
        _("`/liar` calls the standing bid a lie"),
        _("`/bang` does the same, with more noise"),
        _("`/exact` calls it exactly right, where that is played"),
        _("`/believe` says so where everybody is asked, and may be said ahead"),
        _("`/doubt` says the opposite"),
        _("`/claim` claims a hand: `pair of twos`, `full house, 3s over 2s`"),
        _("`/cup` peeks, pulls out, puts under, rolls, shakes and looks"),
        _("`/dice` shows you your own dice, and nobody else"),
    )


def _at_a_table() -> tuple[str, ...]:
    return (
        _("`/play` opens a table in this channel"),
        _("`/table show` brings the table’s panel back down here"),
        _("`/table join` finds you a seat, in this game or the next"),
        _("`/table computer` lets a computer player sit down"),
        _("`/table start` begins the game"),
        _("`/table invite` asks somebody to the table"),
        _("`/table host` hands the table to somebody else"),
        _("`/table leave` gets you out of the lobby or the game"),
        _("`/table end` ends it: for its host, or who manages the server"),
        _("`/houserules save` keeps a table’s rules by a name"),
        _("`/houserules use` opens a table by them"),
        _("`/houserules list` shows what is kept, each with **Open a table**"),
        _("`/houserules delete` keeps them no more"),
    )


def _for_yourself() -> tuple[str, ...]:
    return (
        _("`/learn` is a first game of two minutes, for you alone"),
        _("`/forfeits mine` lists what you owe and are owed"),
        _("`/forfeits settle` says paid, let off, or “not yet”"),
        _("`/leaderboard` tells who owes, who lies, who wins"),
        _("`/forfeits server` tells who owes what to whom"),
        _("`/season open` begins a season with boards of its own"),
        _("`/season close` ends it and honours its best"),
        _("`/achievements` shows what was earned, and what there is to earn"),
        _("`/history` lists the games that were played here"),
        _("`/replay` steps through a game once more, for you alone"),
        _("`/verify` proves the dice of a game"),
        _("`/profile` shows what somebody has done here, yourself if you name nobody"),
        _("`/rivals` tells how you fare against somebody"),
        _("`/me` chooses how I treat you: direct messages, pings, hints"),
        _("`/privacy` says what I keep of you, gives it to you, forgets it"),
        _("`/settings` chooses how I treat this server; for who manages it"),
        _("`/help` says what to press, or how a game goes"),
    )


def _buttons(here: TableInfo | None, user: int) -> tuple[Button, ...]:
    made = [
        Button(_("Learn by playing"), ChooseLesson(), "🎓", Style.GOOD),
        Button(_("What can be typed"), ShowCommands(), "⌨️"),
    ]
    if here is not None:
        made.append(Button(_("This table’s rules"), ShowRules(here.id), "❓", Style.MAIN))
        if here.status is Status.PLAYING and here.seat_of(user) is not None:
            made.append(Button(_("My dice"), ShowDice(here.id), "🎲", Style.MAIN))
    return tuple(made)
