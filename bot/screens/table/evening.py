"""Show an evening of several games: the score below each result, and the card of the whole evening."""

from collections.abc import Callable, Sequence
from math import ceil

from bot.history.evenings import Liar, wins
from bot.history.game import Player
from bot.history.past import PastGame
from bot.pictures.charts import Paper, wrapped
from bot.presses.history import EndEvening, GoOnWithEvening, SurelyEndEvening
from bot.screens.elements.amounts import more_forfeits, times
from bot.screens.elements.cards import Box, Button, Page, Part, Style, Text, Tone
from bot.screens.elements.labels import NO
from bot.screens.elements.stakes import must
from bot.screens.families import variants
from bot.screens.table import debts, forfeits, moment
from bot.tables.evenings import NightCard
from bot.tables.model import Forfeit, Who
from bot.words.cleaning import SOMEBODY, person, plain_person
from bot.words.language import N_, _, day, labelled, listed, ngettext, sentences, unbroken

GOOD_NIGHT = N_("Good night!")

MOST_NAMES = 4
"""The maximum number of people that a score names."""


def score(played: Sequence[PastGame]) -> str:
    """Return the running score of an evening as one line, or "" if nobody has won a game yet."""
    won = wins(played)[:MOST_NAMES]
    names = " · ".join(f"**{person(each.player.name)}** {each.games}" for each in won)
    # Translators: {score} is a list of names with the number of games won: “Ann 3 · Ben 1”.
    return _("🌙 Tonight: {score}").format(score=names) if names else ""


def end_button(table: int) -> Button:
    """Return the button "End the evening" of this table. The bot asks for confirmation after it is pressed."""
    return Button(_("End the evening"), EndEvening(table), "🌙")


def sure_to_end(table: int) -> tuple[Button, Button]:
    """Return the two buttons, yes and no, for the question whether the evening ends.

    They replace the button "End the evening".
    """
    return Button(_("Yes, good night"), SurelyEndEvening(table), "🌙", Style.BAD), Button(_(NO), GoOnWithEvening(table))


def night_card(night: NightCard) -> tuple[Part, ...]:
    """Return the card of an evening, as text and as a picture."""
    lines = _lines(night)
    drawn = [*(words for _sign, words in lines), *_debts(night, lambda debt: day(debt.at))]
    picture = Page("night.png", _svg(night, drawn), "\n".join(map(moment.plain, drawn)), is_told=True)
    lines += [("📝", words) for words in _debts(night, forfeits.since)]
    told = [f"{sign} {words}" for sign, words in (("## 🌙", _(GOOD_NIGHT)), *lines)]
    return (Box((Text("\n".join(told)), picture), Tone.BRASS),)


def _lines(night: NightCard) -> list[tuple[str, str]]:
    """Return the lines about the evening, as (sign, words).

    They show the wins of each person, the winners of the newest games, the liar of the night, and the best catch.
    """
    told = night.story
    won = [f"**{_name(each.player, night)}** {each.games}" for each in wins(told.games)[:MOST_NAMES]]
    lines = [("🏆", " · ".join(won))] if won else []
    lines += [("🎲", " · ".join(_games(night)))]
    lines += [("🎭", _liar(told.liar, night))] if told.liar is not None else []
    if told.catch is not None:
        best = moment.of(told.catch, night.hidden)
        lines.append(("🕵️", sentences(best.said, best.end)))
    return lines


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


def _liar(liar: Liar, night: NightCard) -> str:
    # Translators: {name} told {n} lies, of which {caught} were caught.
    words = ngettext(
        "Liar of the night: **{name}**, {n} lie, {caught} caught",
        "Liar of the night: **{name}**, {n} lies, {caught} caught",
        liar.lies,
    )
    return words.format(name=_name(liar.player, night), n=liar.lies, caught=liar.caught)


MOST_DEBTS = 3
"""The maximum number of lines about open debts. A further line counts the debts that have no line."""


def _debts(night: NightCard, since: Callable[[Forfeit], str]) -> list[str]:
    """Return the lines about the open debts, oldest first. `since` returns the date of a debt in words.

    Debts with the same words between the same people share a line.
    """
    found = debts.groups(night.debts, None)
    lines = [_debt(group, since(group[0]), night) for group in found[:MOST_DEBTS]]
    others = sum(map(len, found[MOST_DEBTS:]))
    return [*lines, more_forfeits(others)] if others else lines


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


WIDTH, HEIGHT, MARGIN, SIZE, TOP = 600, 315, 36, 21, 94.0
"""The picture in points (each point is two pixels), and the size of its letters."""


MOST_LINES = 3
"""The maximum number of lines of one sentence on the picture."""


def _svg(night: NightCard, lines: Sequence[str]) -> str:
    told = [wrapped(unbroken(moment.plain(line)), (WIDTH - 2 * MARGIN) / SIZE, MOST_LINES) for line in lines]
    ends = TOP + SIZE * 1.22 * sum(map(len, told)) + 8 * len(told)
    paper = Paper(WIDTH, max(HEIGHT, ceil(ends)))
    inks = paper.inks
    paper.box(0, 0, WIDTH, 8, inks.brass)
    paper.say(_(GOOD_NIGHT), (MARGIN, 56), 32, inks.brass, bold=True)
    where = f"#{plain_person(night.table.place.channel_name)} · {day(night.story.games[-1].ended)}"
    paper.say(where, (WIDTH - MARGIN, 54), 18, inks.faint, anchor="end", room=330)
    top = TOP
    for number, parts in enumerate(told):
        for part in parts:
            paper.say(part, (MARGIN, top), SIZE, bold=not number)
            top += SIZE * 1.22
        top += 8
    return paper.svg()
