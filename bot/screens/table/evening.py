"""Show an evening of several games: the score below each result, and the card of the whole evening."""

import re
from collections.abc import Sequence

from bot.history.evenings import Liar, Throw, Wins, wins
from bot.history.game import Player
from bot.history.past import PastGame, player_key
from bot.presses.history import EndEvening, GoOnWithEvening, SurelyEndEvening
from bot.presses.lobby import Rematch
from bot.screens.elements.amounts import and_more, times
from bot.screens.elements.cards import Box, Button, Page, Part, Row, Style, Text, Tone
from bot.screens.elements.cast import Cast
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
from bot.words.language import N_, _, day, joined, labelled, listed, ngettext, sentences
from bot.words.talk import AT_NIGHT, MANY, line
from engine.core.characters import character

GOOD_NIGHT = N_("Good night!")

MOST_NAMES = 4
"""The maximum number of people that a score names."""


def score(played: Sequence[PastGame]) -> str:
    """Return the running score of an evening in one line on a phone, or "" if nobody has won a game yet.

    The line has fewer names if long names do not fit, and then ends with “…”. The first name is always there.
    """
    won = [f"**{person(each.player.name)}** {each.games}" for each in wins(played)]
    # Translators: {score} is a list of names with the number of games won: “Ann 3 · Ben 1”.
    words = _("🌙 Tonight: {score}")
    named = [[*won[:many], *(["…"] if many < len(won) else [])] for many in range(min(MOST_NAMES, len(won)), 0, -1)]
    said = [words.format(score=" · ".join(names)) for names in named]
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
    """Return the card of an evening: a title, a picture that says everything once, and the button Again.

    Below the title, a computer player says good night.

    The description of the picture has all its words. It is shown instead if the picture cannot be sent.
    """
    lines, owed = _lines(night), [(moment.plain(words), many) for words, many in _debts(night)]
    won = wins(night.story.games)
    steps = [Step(moment.plain(_name(each.player, night)), each.games, _seat(each.player, night)) for each in won]
    place = f"#{plain_person(night.table.place.channel_name)} · {day(night.story.games[-1].ended)}"
    good_night, head = _(GOOD_NIGHT), moment.plain(_head(won, night))
    stories = [_story(words) for _sign, words in lines]
    drawn = evening_picture.drawn(head, place, steps, stories, owed)
    said = [f"🏆 {head}" if won else f"🌙 {head}", place, *_podium(steps)]
    said += [f"{sign} {moment.plain(words)}" for sign, words in lines[: drawn.stories]]
    page = Page("night.png", drawn.svg, moment.cut_alt("\n".join((*said, *_in_words(owed, drawn.debts)))))
    again = Button(_(AGAIN), Rematch(night.table.id), "🔁", Style.MAIN)
    title = "\n".join([f"## 🌙 {good_night}", *_last_words(night, won)])
    return (Box((Text(title), page, Row((again,))), Tone.BRASS),)


def _last_words(night: NightCard, won: Sequence[Wins]) -> list[str]:
    """Return the line with which a computer player of the last game says good night, or [] if none may speak.

    The number of the last game decides who speaks, and its day what they say, so that friends who meet each day or
    each week hear other lines. A line that names the winner of the night is said only about one person with a public
    profile.
    """
    table, cast, games = night.table, Cast(night.table.seats), night.story.games
    seats = [at for at, seat in enumerate(table.seats) if seat.user is None and character(seat.name).name]
    if not seats or table.setup.quiet:
        return []
    seat, which = seats[games[-1].number % len(seats)], games[-1].ended.toordinal() % MANY[AT_NIGHT]
    best = [each.player for each in won if each.games == won[0].games]
    names = [_name(each, night) for each in best if each.name != table.seats[seat].name]
    said = line(character(table.seats[seat].name).name, AT_NIGHT, which)
    if "{name}" in said and (len(best) != 1 or not names or best[0].user in night.hidden):
        said = line(character(table.seats[seat].name).name, AT_NIGHT, 0)
    words = said.format(name="".join(names), n=len(games))
    return [labelled(cast.quiet(seat), f"*{words}*")] if said else []


def _head(won: Sequence[Wins], night: NightCard) -> str:
    """Return the headline: who won the night, who tied, or "Good night!" if nobody has won a game."""
    best = [f"**{_name(each.player, night)}**" for each in won if each.games == won[0].games]
    if len(best) > 1:
        # Translators: {names} are the people who won most games of an evening, {n} games each.
        words = ngettext("{names} tied, {n} win each", "{names} tied, {n} wins each", won[0].games)
        return words.format(names=_some(best), n=won[0].games)
    games = len(night.story.games)
    if best and sum(each.games for each in won) > games:
        # Translators: {name} won {n} games of an evening. Some games had several winners, and count for each of them.
        words = ngettext(
            "{name} won the night: {n} win, some shared",
            "{name} won the night: {n} wins, some shared",
            won[0].games,
        )
        return words.format(name=best[0], n=won[0].games)
    # Translators: {name} won {n} of the {games} games of an evening. The plural form follows {games}.
    words = ngettext("{name} won the night, {n} of {games} game", "{name} won the night, {n} of {games} games", games)
    return words.format(name=best[0], n=won[0].games, games=games) if best else _(GOOD_NIGHT)


def _some(names: Sequence[str]) -> str:
    """Return names in a sentence. If there are more than three, the last ones are replaced by their number."""
    if len(names) <= MOST_TIED:
        return joined(names)
    others = len(names) - MOST_TIED + 1
    return joined([*names[: MOST_TIED - 1], ngettext("{n} other", "{n} others", others).format(n=others)])


MOST_TIED = 3
"""The maximum number of names in the headline."""


def _seat(player: Player, night: NightCard) -> int:
    """Return the seat that a player had in the newest game, or -1 if the player's name is hidden."""
    if player.user in night.hidden:
        return -1
    newest = (enumerate(game.players) for game in reversed(night.story.games))
    return next(at for seats in newest for at, each in seats if player_key(each) == player_key(player))


def _podium(steps: Sequence[Step]) -> list[str]:
    """Return the line about the podium in words: "Ann 3 · Ben 1", or [] if nobody has won a game."""
    named, most = [f"{step.name} {step.games}" for step in steps], len(evening_picture.PLACES)
    return [" · ".join([*named[:most], *(["…"] if len(named) > most else [])])] if named else []


_LABELLED = re.compile(r"([^*:：]+?)\s*[:：]\s*(.+)")


def _story(words: str) -> Story:
    """Return a line for the picture: “Liar of the night: **Ann**, 3 lies” has a label, and a sentence below it."""
    found = _LABELLED.fullmatch(words)
    return Story(found[1], moment.plain(found[2])) if found else Story("", moment.plain(words))


def _in_words(owed: Sequence[Debt], many: int) -> list[str]:
    """Return the first `many` debts in words. The last line counts the others."""
    said = [f"📝 {words}" for words, _number in owed[:many]]
    others = sum(number for _words, number in owed[many:])
    return [*said[:-1], f"{said[-1]} {and_more(others)}"] if others and said else said


def _lines(night: NightCard) -> list[tuple[str, str]]:
    """Return the lines about the evening, as (sign, words), the best story first.

    They show the best catch, the best dare, the liar of the night, the best eye, the best throw, and the winners of the
    newest games.
    """
    told, lines = night.story, list[tuple[str, str]]()
    if told.catch is not None:
        best = moment.of(told.catch, night.hidden)
        lines.append(("🕵️", labelled(_("Moment of the night"), sentences(best.said, best.end))))
    lines += [("👏", _dare(night.applause, night))] if night.applause is not None else []
    lines += [("🎭", _liar(told.liar, night))] if told.liar is not None else []
    lines += [("👁️", _eye(night))] if night.eye is not None else []
    lines += [("✨", _throw(told.throw, night))] if told.throw is not None else []
    return [*lines, ("🎲", " · ".join(_games(night)))]


def _eye(night: NightCard) -> str:
    eye = night.eye
    assert eye is not None
    name = _(SOMEBODY) if eye.user in night.hidden else person(eye.name)
    # Translators: {name} guessed at {n} showdowns whether the bid was true, and was right at {right} of them.
    return _("Sharpest eye: **{name}**, {right} of {n}").format(name=name, right=eye.right, n=eye.guesses)


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
    words = _("Roll of the night: **{name}** with {dice}")
    return words.format(name=_name(throw.player, night), dice=dice_words(throw.many, throw.face))


def _liar(liar: Liar, night: NightCard) -> str:
    # Translators: {name} told {n} lies, of which {caught} were caught.
    words = ngettext(
        "Liar of the night: **{name}**, {n} lie, {caught} caught",
        "Liar of the night: **{name}**, {n} lies, {caught} caught",
        liar.lies,
    )
    return words.format(name=_name(liar.player, night), n=liar.lies, caught=liar.caught)


def _debts(night: NightCard) -> list[Debt]:
    """Return the sentences about the open debts, oldest first, each with the number of its debts.

    Debts with the same words between the same people share a sentence.
    """
    return [(_debt(group, night), len(group)) for group in debts.groups(night.debts, None)]


def _debt(group: Sequence[Forfeit], night: NightCard) -> str:
    """Return the sentence about open debts that differ only in their dates."""
    debt = group[0]
    winner = person(_called(debt.creditor, night)) if debt.creditor is not None else ""
    owed = must(person(_called(debt.debtor, night)), debt.text, winner)
    return f"{owed} ({times(len(group))})" if len(group) > 1 else owed


def _called(who: Who, night: NightCard) -> str:
    """Return the name that a person had at the tables of that evening. Within a table, names are distinct."""
    players = (player for game in night.story.games for player in game.players)
    return next((player.name for player in players if player.user == who.id), who.name)


def _name(player: Player, night: NightCard) -> str:
    return _(SOMEBODY) if player.user in night.hidden else person(player.name)
