"""Show an evening of several games: the score below each result, and the card of the whole evening."""

import re
from collections.abc import Sequence

from bot.history.evenings import Liar, Throw, wins
from bot.history.game import Player
from bot.history.past import PastGame
from bot.presses.history import EndEvening, GoOnWithEvening, SurelyEndEvening
from bot.presses.lobby import Rematch
from bot.screens.elements.amounts import more_forfeits, times
from bot.screens.elements.cards import Box, Button, Page, Part, Row, Style, Text, Tone
from bot.screens.elements.labels import AGAIN, NO
from bot.screens.elements.stakes import must
from bot.screens.elements.widths import height
from bot.screens.families import variants
from bot.screens.table import debts, evening_picture, moment
from bot.screens.table.evening_picture import Debt, Step, Story
from bot.tables.evenings import Applause, NightCard
from bot.tables.model import Forfeit, Who
from bot.words.cleaning import SOMEBODY, escaped, person, plain_person
from bot.words.dice import dice_words
from bot.words.language import N_, _, day, labelled, listed, ngettext, sentences

GOOD_NIGHT = N_("Good night!")

MOST_NAMES = 4
"""The maximum number of people that a score names."""


def score(played: Sequence[PastGame]) -> str:
    """Return the running score of an evening in one line on a phone, or "" if nobody has won a game yet.

    The line has fewer names if long names do not fit. The first name is always there.
    """
    won = [f"**{person(each.player.name)}** {each.games}" for each in wins(played)[:MOST_NAMES]]
    # Translators: {score} is a list of names with the number of games won: “Ann 3 · Ben 1”.
    words = _("🌙 Tonight: {score}")
    said = [words.format(score=" · ".join(won[:many])) for many in range(len(won), 0, -1)]
    return next((line for line in said if height(line) == 1), said[-1]) if said else ""


def end_button(table: int) -> Button:
    """Return the button "Call it a night" of this table. The bot asks for confirmation after it is pressed."""
    return Button(_("Call it a night"), EndEvening(table), "🌙")


def ask_to_end(table: int) -> tuple[Part, ...]:
    """Return the private question whether the evening ends."""
    yes = Button(_("Yes, good night"), SurelyEndEvening(table), "🌙", Style.BAD)
    asked = Text(_("🌙 Call it a night for everyone? I’ll post the night card here."))
    return (asked, Row((yes, Button(_(NO), GoOnWithEvening(table)))))


def ended() -> tuple[Part, ...]:
    """Return the answer to the person who ended the evening."""
    return (Text(_("🌙 Here’s the night card: tonight in one picture.")),)


def night_card(night: NightCard) -> tuple[Part, ...]:
    """Return the card of an evening: one line, a picture that says everything once, and the button Again.

    The description of the picture has all its words. It is shown instead if the picture cannot be sent.
    """
    lines, owed = _lines(night), [(moment.plain(words), many) for words, many in _debts(night)]
    steps = [Step(moment.plain(_name(each.player, night)), each.games) for each in wins(night.story.games)]
    place = f"#{plain_person(night.table.place.channel_name)} · {day(night.story.games[-1].ended)}"
    stories = [_story(words) for sign, words in lines if sign != "🏆" and (sign != "🎲" or len(lines) < ENOUGH)]
    head = _(GOOD_NIGHT)
    alt = "\n".join((place, *(f"{sign} {moment.plain(words)}" for sign, words in lines), *_in_words(owed)))
    page = Page("night.png", evening_picture.svg(head, place, steps, stories, owed), moment.cut_alt(alt))
    again = Button(_(AGAIN), Rematch(night.table.id), "🔁", Style.MAIN)
    return (Box((Text(f"## 🌙 {head}"), page, Row((again,))), Tone.BRASS),)


_LABELLED = re.compile(r"([^*:：]+?)\s*[:：]\s*(.+)")


def _story(words: str) -> Story:
    """Return a line for the picture: “Liar of the night: **Ann**, 3 lies” has a label, and a sentence below it."""
    found = _LABELLED.fullmatch(words)
    return Story(found[1], moment.plain(found[2])) if found else Story("", moment.plain(words))


def _in_words(owed: Sequence[Debt]) -> list[str]:
    """Return the first debts in words, and a line that counts the others."""
    others = sum(many for _words, many in owed[MOST_DEBTS:])
    said = [*(words for words, _many in owed[:MOST_DEBTS]), *([more_forfeits(others)] if others else [])]
    return [f"📝 {words}" for words in said]


def _lines(night: NightCard) -> list[tuple[str, str]]:
    """Return the lines about the evening, as (sign, words).

    They show the wins of each person, the winners of the newest games, the liar of the night, the best catch, the best
    throw, and the best eye.
    """
    told = night.story
    won = [f"**{_name(each.player, night)}** {each.games}" for each in wins(told.games)[:MOST_NAMES]]
    lines = [("🏆", " · ".join(won))] if won else []
    lines += [("🎲", " · ".join(_games(night)))]
    lines += [("🎭", _liar(told.liar, night))] if told.liar is not None else []
    if told.catch is not None:
        best = moment.of(told.catch, night.hidden)
        lines.append(("🕵️", labelled(_("Moment of the night"), sentences(best.said, best.end))))
    if told.throw is not None:
        lines.append(("✨", _throw(told.throw, night)))
    if night.eye is not None:
        eye = night.eye
        name = _(SOMEBODY) if eye.user in night.hidden else person(eye.name)
        # Translators: {name} guessed at {n} showdowns whether the bid was true, and was right at {right} of them.
        words = _("Sharpest eye: **{name}**, {right} of {n}")
        lines.append(("👁️", words.format(name=name, right=eye.right, n=eye.guesses)))
    if night.applause is not None:
        lines.append(("👏", _dare(night.applause, night)))
    return lines


def _dare(best: Applause, night: NightCard) -> str:
    debtor = best.dare.debtor
    name = _(SOMEBODY) if debtor.id in night.hidden else person(_called(debtor, night))
    # Translators: {name} did the dare {what}, such as “sing a song”, and {n} people clapped for it.
    words = ngettext(
        "Dare of the night: **{name}**, for “{what}” ({n} clap)",
        "Dare of the night: **{name}**, for “{what}” ({n} claps)",
        best.claps,
    )
    return words.format(name=name, what=escaped(best.dare.text), n=best.claps)


ENOUGH = 4
"""The number of lines about an evening from which on the picture leaves out who won which game."""

MOST_GAMES = 6
"""The number of games that the card names. Older games are left out."""


def _games(night: NightCard) -> list[str]:
    """Return a phrase for each variant that names the winners of the newest games.

    For games that bads decide, the phrase names the players who washed up instead.
    """
    found: dict[tuple[str, bool], list[str]] = {}
    for game in night.story.games[-MOST_GAMES:]:
        for seat in game.winners or game.losers:
            names = found.setdefault((game.variant, bool(game.winners)), [])
            names.append(f"**{_name(game.players[seat], night)}**")
    return [_game(variants.wording(variant).title, won, listed(names)) for (variant, won), names in found.items()]


def _game(title: str, won: bool, names: str) -> str:
    if won:
        return labelled(title, names)
    # Translators: {names} are the players who lost {game} during the evening.
    return _("{game}: {names} washed up").format(game=title, names=names)


def _throw(throw: Throw, night: NightCard) -> str:
    # Translators: {name} threw {dice} under their cup: “4 sixes”. It was the best throw of the evening.
    words = _("Dice of the night: **{name}** with {dice}")
    return words.format(name=_name(throw.player, night), dice=dice_words(throw.many, throw.face))


def _liar(liar: Liar, night: NightCard) -> str:
    # Translators: {name} told {n} lies, of which {caught} were caught.
    words = ngettext(
        "Liar of the night: **{name}**, {n} lie, {caught} caught",
        "Liar of the night: **{name}**, {n} lies, {caught} caught",
        liar.lies,
    )
    return words.format(name=_name(liar.player, night), n=liar.lies, caught=liar.caught)


MOST_DEBTS = 3
"""The maximum number of lines about open debts in words. A further line counts the debts that have no line."""


def _debts(night: NightCard) -> list[Debt]:
    """Return the lines about the open debts, oldest first, each with the number of its debts.

    Debts with the same words between the same people share a line.
    """
    return [(_debt(group, day(group[0].at), night), len(group)) for group in debts.groups(night.debts, None)]


def _debt(group: Sequence[Forfeit], since: str, night: NightCard) -> str:
    """Return the line about open debts that differ only in their dates. `since` is their first date in words."""
    debt = group[0]
    winner = person(_called(debt.creditor, night)) if debt.creditor is not None else ""
    owed = must(person(_called(debt.debtor, night)), debt.text, winner)
    # Translators: {debt} is a sentence such as “Ann owes Ben a forfeit”; {since} is a date.
    how_often = f" ({times(len(group))})" if len(group) > 1 else ""
    return _("Still open: {debt} · {since}").format(debt=owed + how_often, since=since)


def _called(who: Who, night: NightCard) -> str:
    """Return the name that a person had at the tables of that evening. Within a table, names are distinct."""
    players = (player for game in night.story.games for player in game.players)
    return next((player.name for player in players if player.user == who.id), who.name)


def _name(player: Player, night: NightCard) -> str:
    return _(SOMEBODY) if player.user in night.hidden else person(player.name)
