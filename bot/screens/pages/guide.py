"""Explain how to use the bot and how to play: the card of /help, the commands, and the rules of a table or a game."""

from collections.abc import Collection

from bot.presses.game import ShowDice
from bot.presses.learning import ChooseLesson, HowTo, Lesson, ShowCommands, ShowRules
from bot.screens.elements.cards import Box, Button, Choice, Ephemeral, Menu, Row, Rule, Style, Text, Tone, rows
from bot.screens.elements.controls import back_to_more
from bot.screens.elements.labels import LEARN_BY_PLAYING, MY_DICE, SUPPORT
from bot.screens.elements.stakes import stake_words
from bot.screens.families import variants
from bot.screens.families.presenters import example_round, to_press
from bot.screens.table import options
from bot.tables.model import MOST_SEATS, Setup, Status, TableView
from bot.words.dice import faces_by_name
from bot.words.language import N_, _

COMMANDS = N_("Commands")


def this_table(table: TableView, user: int = 0) -> Ephemeral:
    """Return the rules of a table, its set-up, and a sample round by these rules.

    `user` reads it, or nobody in particular if it is 0. If they play there now, they are not offered other games,
    because the page is where the table's buttons were. A button leads back to those.
    """
    setup = options.agreed(table)
    agreed = (*options.terms(setup, table.rules), *options.pot(table.rules))
    here = [seat.name for seat in table.seats]
    lines = "\n".join(f"-# {line}" for line in agreed)
    page = _how_to_play(setup, options.course(table), _("this table"), lines, here)
    plays = table.status is Status.PLAYING and table.seat_of(user) is not None
    return Ephemeral((*page.parts[:1], Row((back_to_more(table.id),)))) if plays else page


def the_game(variant: str) -> Ephemeral:
    """Return the rules of a game in its proposed set-up, and a sample round."""
    wording = variants.wording(variant)
    setup = Setup(variant, wording.proposed)
    return _how_to_play(setup, wording.describe(setup.rules(), MOST_SEATS, True))


def games_menu(chosen: str = "") -> Menu:
    """Return the menu that shows the rules of each game. `chosen` is the game that is shown now."""
    wordings = [(name, variants.wording(name)) for name in variants.offered()]
    choices = tuple(Choice(HowTo(name), its.title, its.story, its.emoji, name == chosen) for name, its in wordings)
    return Menu("howto", _("How do the games work?"), choices)


def _how_to_play(
    setup: Setup, course: tuple[str, ...], whose: str = "", agreed: str = "", here: Collection[str] = ()
) -> Ephemeral:
    wording, rules = variants.wording(setup.variant), setup.rules()
    title = f"### {wording.emoji} {wording.title}{f' · {whose}' if whose else ''}"
    head = "\n".join(filter(None, [title, *course, agreed]))
    with faces_by_name(setup.face_names):
        press = "\n".join(to_press(rules))
    steps = _with_room(example_round(rules, stake_words(setup) if setup.stakes else None, here), *course, press)
    parts: list[Text | Rule] = [Text(head), Rule()]
    if steps:
        parts += [*(Text(step) for step in (_("**A sample round**"), *steps)), Rule()]
    learn = Button(_(LEARN_BY_PLAYING), Lesson(setup.variant, ""), "🎓", Style.GOOD)
    return Ephemeral((Box((*parts, Text(press)), Tone.BRASS), Row((learn,)), games_menu(setup.variant)))


MOST_WORDS = 156
"""The maximum number of words of the page "How to play", without a table's own terms."""


def _with_room(steps: tuple[str, ...], *besides: str) -> tuple[str, ...]:
    """Return the first steps of a sample round that fit on the page.

    `besides` contains the other texts on the page.
    """
    room = MOST_WORDS - sum(map(_words, besides))
    return tuple(step for at, step in enumerate(steps) if sum(map(_words, steps[: at + 1])) <= room)


def _words(text: str) -> int:
    return sum(any(map(str.isalpha, word)) for word in text.split())


def in_a_dm() -> str:
    """Return the answer to somebody who writes to the bot in a DM."""
    return _(
        "👋 Games are played in a server channel: type `/play` there. Here you can type `/learn` for a first game, "
        "`/dice` for your dice, and `/help`."
    )


def help_card(here: TableView | None, user: int, support: str) -> Ephemeral:
    """Return the card of /help, which fits a phone's screen. `here` is the table in this channel, if there is one.

    `support` is the address at which the operator helps, or "".
    """
    about = [
        _("### 🎲 Liar’s Dice"),
        _("Everyone rolls in secret and bids on **all** the dice. Raise the bid, or call it a lie!"),
        "",
        _("**Start**: `/play` opens a table. Friends press **Join**, computers fill in, and the host starts."),
        _("**Your dice** come by DM. **My dice** shows them anytime, just to you."),
        _("**Your turn**: tap a bid, or call **Liar!** In Firehouse anyone can call: **Bang!**"),
        _("**The cup** works differently: **Peek** or **Blind**, then tap dice and a claim in **My cup**."),
    ]
    return Ephemeral((Box((Text("\n".join(about)),), Tone.BRASS), *rows(_buttons(here, user, support)), games_menu()))


def commands_card() -> Ephemeral:
    """Return the list of all commands, without descriptions. Discord describes a command while a person types it."""
    head = _(COMMANDS)
    lines = (
        f"### ⌨️ {head}",
        _("**In a game** · `/bid` `/liar` `/bang` `/exact` `/believe` `/doubt` `/claim` `/cup` `/dice`"),
        _("**At a table** · `/play` `/table` `/learn` `/help` `/puzzle`"),
        _("**For you** · `/me` `/profile` `/forfeits` `/leaderboard` `/history` `/settings` `/privacy`"),
        _("-# Type / to see what each one does."),
    )
    return Ephemeral((Box((Text("\n".join(lines)),), Tone.BRASS),))


def _buttons(here: TableView | None, user: int, support: str) -> tuple[Button, ...]:
    made = [
        Button(_(LEARN_BY_PLAYING), ChooseLesson(), "🎓", Style.GOOD),
        Button(_(COMMANDS), ShowCommands(), "⌨️"),
    ]
    if here is not None:
        made.append(Button(_("This table’s rules"), ShowRules(here.id), "❓", Style.MAIN))
        if here.status is Status.PLAYING and here.seat_of(user) is not None:
            made.append(Button(_(MY_DICE), ShowDice(here.id), "🎲", Style.MAIN))
    return (*made, Button(_(SUPPORT), url=support)) if support else tuple(made)
