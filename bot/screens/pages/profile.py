"""A profile: somebody's results on a server, their luck with dice, and the chart of their ratings."""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from bot.history.achievements import ACHIEVEMENTS
from bot.history.profiles import FAMILIES, SIDES, USUAL, Luck, Profile, Rated
from bot.people.preferences import Theme
from bot.pictures.charts import DARK, LIGHT, Axis, Paper, Point, axis
from bot.presses.history import PaintProfile, PostProfile, ShowProfile, ShowRivals
from bot.screens.elements.labels import NAME_AND_RATING, NO_GAMES_YET, RATING, SHOW_HERE
from bot.screens.elements.model import Box, Button, Page, Part, Row, Rule, Text, Tone
from bot.screens.families import variants
from bot.screens.pages.figures import about_guesses, which_games, worth
from bot.screens.pages.preferences import other_theme, theme_button
from bot.storage.tallies import Amounts
from bot.words.cleaning import person, plain_person
from bot.words.dice import face_name, whole
from bot.words.language import (
    _,
    day,
    listed,
    month_brief,
    month_name,
    ngettext,
    number,
    percentage,
    pgettext,
    sentences,
)
from engine.variants import VARIANTS


class Look(msgspec.Struct, frozen=True):
    """How a profile is shown: its theme, whether it is one's own, and whether it is hidden from others."""

    theme: Theme = Theme.DARK
    own: bool = False
    hidden: bool = False


def private(of: Profile, look: Look) -> tuple[Part, ...]:
    """Return a profile for one person, with its buttons."""
    if not of.of("wins")[1]:
        return (*_card(of, look), *_practice(of, look))
    who = 0 if look.own else of.user
    rivals = Button(_("Rivals"), ShowRivals(who), "⚔️")
    show = Button(_(SHOW_HERE), PostProfile(who), "📣")
    theme = theme_button(PaintProfile(who, other_theme(look.theme)))
    return (*_card(of, look), *_practice(of, look), Row((show, theme, rivals)))


def public(of: Profile, look: Look) -> tuple[Part, ...]:
    """Return a public profile, with a button for one's own."""
    return (*_card(of, replace(look, own=False, hidden=False)), Row((Button(_("My profile"), ShowProfile(), "🙋"),)))


def _card(of: Profile, look: Look) -> tuple[Part, ...]:
    if not of.of("wins")[1]:
        return (Box((Text(_nothing()),), Tone.BRASS),)
    head = _("## 🎲 {name}").format(name=person(of.name))
    lines = [head, *_results(of), *_talk(of)]
    if (fell := of.luck) is not None:
        lines += luck_lines(fell)
    lines.append(_("🏅 {n} of {all} achievements").format(n=of.earned, all=len(ACHIEVEMENTS)))
    if look.hidden:
        lines.append(_("-# Only you see this: `/me` changes that."))
    parts: list[Text | Rule | Page] = [Text("\n".join(lines))]
    if games := _games(of):
        parts += [Rule(), Text("\n".join(games))]
    if of.latest:
        parts.append(chart(of, look.theme))
    return (Box(tuple(parts), Tone.BRASS),)


def _practice(of: Profile, look: Look) -> tuple[Part, ...]:
    """Return their results alone against computer players, in each game; for their own eyes."""
    if not look.own or not of.practice:
        return ()
    lines = []
    for game, held in of.practice.items():
        scores = " · ".join(_score(name, amounts) for name, amounts in held.items())
        lines.append(f"{variants.wording(game).emoji} {scores}")
    return (Text("\n".join([_("**Practice**, just for your eyes"), *lines])),)


def _score(name: str, amounts: Amounts) -> str:
    ahead, behind = amounts
    # Translators: a score against a computer player: “You 3, Domino 5”.
    return whole(_("You {n}, {name} {other}").format(n=ahead, name=name, other=behind))


def _nothing() -> str:
    return _(NO_GAMES_YET)


def _results(of: Profile) -> list[str]:
    won, games = of.of("wins")
    longest, now = of.of("streak")
    words = ngettext("🏆 **{won}** of {n} game won", "🏆 **{won}** of {n} games won", games)
    lines = [words.format(won=number(won), n=number(games))]
    if longest > 1:
        words = _("🔥 Best streak: {n} wins, {now} now") if now > 1 else _("🔥 Best streak: {n} wins")
        lines.append(words.format(n=longest, now=now))
    ratings = [
        # Translators: {figure} is a rating, {games} such as “games of bids” or “the cup”.
        pgettext("which games", "{figure} in {games}").format(
            figure=worth(*of.ratings[family]), games=which_games(family)
        )
        for family in FAMILIES
        if family in of.ratings
    ]
    # Translators: {ratings} is a list of “1540 in games of bids”, or such.
    rated = [_("⭐ Rated {ratings}").format(ratings=listed(ratings))] if ratings else []
    return [*lines, *rated, *about_guesses(of.ratings.values())]


def _talk(of: Profile) -> list[str]:
    """Return how often somebody lies, is caught and calls right, and the face they bid most."""
    lies, said = of.of("lies")
    caught, _challenged = of.of("called_out")
    lines = []
    if said:
        lines.append(_lies(lies, said, caught))
    if of.of("caught")[1]:
        right, calls = of.of("caught")
        words = ngettext("🕵️ {right} of {n} call right", "🕵️ {right} of {n} calls right", calls)
        lines.append(words.format(right=number(right), n=number(calls)))
    if of.of("exact")[1]:
        right, calls = of.of("exact")
        words = ngettext("🎯 {right} of {n} exact call right", "🎯 {right} of {n} exact calls right", calls)
        lines.append(words.format(right=number(right), n=number(calls)))
    if bids := sum(of.faces):
        face, many = max(enumerate(of.faces, 1), key=lambda each: each[1])
        # Translators: the face that was bid most: {many} of {n} bids.
        words = ngettext("💛 Loves {faces}: {many} of {n} bid", "💛 Loves {faces}: {many} of {n} bids", bids)
        lines.append(words.format(faces=face_name(face), many=number(many), n=number(bids)))
    return lines


def _lies(lies: int, said: int, caught: int) -> str:
    """Return how often somebody lied, and was caught."""
    if not lies:
        # Translators: {said} is how often something was bid or claimed.
        return _("🎭 Not one lie in {said} bids and claims").format(said=number(said))
    # Translators: {said} is how often something was bid or claimed, {share} the percentage of lies.
    words = ngettext(
        "🎭 {n} lie in {said} bids and claims ({share}), {caught} caught",
        "🎭 {n} lies in {said} bids and claims ({share}), {caught} caught",
        lies,
    )
    share = percentage(f"{100 * lies / said:.0f}")
    return words.format(n=number(lies), said=number(said), share=share, caught=number(caught))


def _games(of: Profile) -> list[str]:
    """Return a line for each game that they have played."""
    return [_game(variant, of.games[variant]) for variant in variants.offered() if "wins" in of.games.get(variant, ())]


def _game(variant: str, held: Mapping[str, Amounts]) -> str:
    wording, (won, played) = variants.wording(variant), held["wins"]
    washed = held["washed_up"][0] if "washed_up" in held else 0
    is_of_bads = VARIANTS[variant].rules.counts_bads()
    # Translators: a game in which one loses or does not: {dry} of {n} games were not lost. / {won} of {n} games.
    words = _("{emoji} {game}: stayed dry in {dry} of {n}") if is_of_bads else _("{emoji} {game}: {won} of {n} won")
    counts = {"won": number(won), "n": number(played), "dry": number(played - washed)}
    return words.format(emoji=wording.emoji, game=wording.title, **counts)


CROWDS = (100, 1000, 10_000, 100_000, 1_000_000)
"""Sizes of a crowd; the first one with at least one person of the same luck is named."""


def luck_lines(luck: Luck) -> tuple[str, str]:
    """Return the average and the evenness of the faces, each with how many people have the like by chance."""
    # Translators: the average of all dice; by chance it is {usual}.
    average = _("🍀 {mean} on average over {dice} dice; {usual} is normal.").format(
        mean=number(f"{luck.mean:.2f}"), dice=number(f"{luck.dice:,}"), usual=number(f"{USUAL:.2f}")
    )
    # Translators: the face that was rolled most, with which share; by chance it is {even}.
    faces = _("🎲 Mostly {faces}: {share}; {even} is normal.").format(
        faces=face_name(luck.most), share=percentage(f"{100 * luck.share:.1f}"), even=percentage(f"{100 / SIDES:.1f}")
    )
    return sentences(average, _as_lucky(luck)), sentences(faces, _as_uneven(luck))


def _as_lucky(luck: Luck) -> str:
    n, crowd = _people(luck.as_lucky)
    # Translators: luckier than all but {n} people in {all}. / unluckier than all but {n} people in {all}.
    words = _("Luckier than all but {n} in {all}.") if luck.mean >= USUAL else _("Unluckier than all but {n} in {all}.")
    return words.format(n=n, all=number(f"{crowd:,}"))


def _as_uneven(luck: Luck) -> str:
    n, crowd = _people(luck.as_uneven)
    # Translators: the faces fell more unevenly than for all but {n} people in {all}.
    return _("More uneven than all but {n} in {all}.").format(n=n, all=number(f"{crowd:,}"))


def _people(share: float) -> tuple[int, int]:
    """Return a share of all people as a number of people out of a round number: (people, round number)."""
    crowd = next((each for each in CROWDS if round(share * each)), CROWDS[-1])
    return max(1, round(share * crowd)), crowd


WIDTH, HEIGHT, MARGIN = 560, 500, 24
"""A page in points: it can be read on a phone 360 wide, which shows it at about two thirds."""

LEFT, RIGHT, TOP, BOTTOM = 74.0, WIDTH - MARGIN - 8.0, 138.0, 292.0
"""The box of the ratings' chart."""

BARS, FLOOR = 386.0, 458.0
"""The top and the bottom of the bars of the months."""

SMALL, HEAD = 16, 19

DASHES = ("", "9 6")
"""The line style of each family, which distinguishes it beside its colour and marks."""

FEW = 40
"""The most games that are drawn as dots."""

LONGEST_ALT = 1000


def chart(of: Profile, theme: Theme) -> Page:
    """Return the chart as a page, with its text for people who cannot see it."""
    paper = Paper(WIDTH, HEIGHT, LIGHT if theme is Theme.LIGHT else DARK)
    paper.box(0, 0, WIDTH, 6, paper.inks.brass)
    paper.say(plain_person(of.name), (MARGIN, 46), 26, bold=True, room=WIDTH - 2 * MARGIN)
    _ratings(paper, of)
    _months(paper, of)
    return Page("profile.png", paper.svg(), _alt(of)[:LONGEST_ALT])


def _ratings(paper: Paper, of: Profile) -> None:
    paper.say(_(RATING), (MARGIN, 84), HEAD, bold=True)
    if not of.latest:
        paper.say(_("No games yet."), (MARGIN, 118), SMALL, paper.inks.faint)
        return
    ratings = [each.rating for each in of.latest]
    up = axis(min(ratings), max(ratings), BOTTOM, TOP)
    for mark in up.marks:
        paper.line([(LEFT, up.at(mark)), (RIGHT, up.at(mark))], paper.inks.line)
        paper.say(str(mark), (LEFT - 10, up.at(mark) + 6), SMALL, paper.inks.faint, anchor="end")
    for at, family in enumerate(FAMILIES):
        if any(each.family == family for each in of.latest):
            _family(paper, of, at, family, up)
    _days(paper, of.latest)


def _family(paper: Paper, of: Profile, number: int, family: str, up: Axis) -> None:
    """Draw the line of a family of games, and below the heading its name and rating."""
    ink, dashes = paper.inks.series[number], DASHES[number]
    points = [(_across(of, at), up.at(each.rating)) for at, each in enumerate(of.latest) if each.family == family]
    paper.line(points, ink, 3, dashes)
    for point in points if len(of.latest) <= FEW else points[-1:]:
        _mark(paper, point, number)
    x = MARGIN + number * 260
    paper.line([(x, 106), (x + 32, 106)], ink, 3, dashes)
    _mark(paper, (x + 32, 106), number)
    said = _(NAME_AND_RATING).format(name=which_games(family), rating=worth(*of.ratings[family]))
    paper.say(said, (x + 44, 112), SMALL, room=212)


def _mark(paper: Paper, at: Point, number: int) -> None:
    """Draw a game of a family: a dot for the first family, a square for the second."""
    ink = paper.inks.series[number]
    if number:
        paper.box(at[0] - 4.5, at[1] - 4.5, 9, 9, ink)
    else:
        paper.dot(at, 5, ink)


def _across(of: Profile, at: int) -> float:
    return LEFT + (RIGHT - LEFT) * (at / (len(of.latest) - 1) if len(of.latest) > 1 else 0.5)


def _days(paper: Paper, latest: Sequence[Rated]) -> None:
    """Write the dates of the first and the last of these games."""
    first, last = day(latest[0].ended), day(latest[-1].ended)
    if first != last:
        paper.say(first, (LEFT, BOTTOM + 24), SMALL, paper.inks.faint)
    paper.say(last, (RIGHT, BOTTOM + 24), SMALL, paper.inks.faint, anchor="end")


def _months(paper: Paper, of: Profile) -> None:
    paper.say(_("Games a month"), (MARGIN, 356), HEAD, bold=True)
    most = max(1, *(many for _month, many in of.months))
    wide = (WIDTH - 2 * MARGIN) / len(of.months)
    for at, (month, many) in enumerate(of.months):
        x, high = MARGIN + wide * at, (FLOOR - BARS) * many / most
        paper.box(x + 5, FLOOR - high, wide - 10, high, paper.inks.faint, 3)
        if many:
            paper.say(str(many), (x + wide / 2, FLOOR - high - 6), SMALL, anchor="middle")
        brief = month_brief(int(month.split("-")[1]))
        paper.say(brief, (x + wide / 2, FLOOR + 22), SMALL, paper.inks.faint, anchor="middle", room=wide)
    paper.line([(MARGIN, FLOOR), (WIDTH - MARGIN, FLOOR)], paper.inks.line, 2)


def _alt(of: Profile) -> str:
    """Return the contents of the chart, for people who cannot see it."""
    lines = [plain_person(of.name), *(_rating_in_words(of, family) for family in FAMILIES)]
    months = [
        ngettext("{month}: {n} game", "{month}: {n} games", many).format(month=_named(month), n=many)
        for month, many in of.months
        if many
    ]
    return "\n".join(line for line in (*lines, *months) if line)


def _rating_in_words(of: Profile, family: str) -> str:
    ratings = [each.rating for each in of.latest if each.family == family]
    if not (n := len(ratings)):
        return ""
    facts = {"first": ratings[0], "last": ratings[-1], "least": min(ratings), "most": max(ratings)}
    if facts["least"] == facts["most"]:
        # Translators: under a chart: the rating, a number, after those games.
        words = ngettext("Rating, {family}: {last} after {n} game.", "Rating, {family}: {last} after {n} games.", n)
    else:
        # Translators: under a chart: the rating, a number, before and after those games; {n} is two or more.
        words = _("Rating, {family}: from {first} to {last} in the last {n} games; between {least} and {most}.")
    return words.format(family=which_games(family), n=n, **facts)


def _named(month: str) -> str:
    year, of_year = month.split("-")
    return month_name(int(of_year), int(year))
