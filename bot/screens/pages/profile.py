"""Build the profile of a person: their results on a server, and how lucky their dice were.

`profile_chart` draws the chart of a profile.
"""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from bot.history.achievements import ACHIEVEMENTS
from bot.history.profiles import FAMILIES, SIDES, USUAL, Luck, Profile
from bot.people.preferences import Theme
from bot.presses.history import PaintProfile, PostProfile, ShowProfile, ShowRivals
from bot.screens.elements.cards import Box, Button, Page, Part, Row, Rule, Text, Tone
from bot.screens.elements.labels import NO_GAMES_YET, SHOW_HERE
from bot.screens.families import variants
from bot.screens.pages.figures import about_guesses, which_games, worth
from bot.screens.pages.preferences import other_theme, theme_button
from bot.screens.pages.profile_chart import chart
from bot.storage.tallies import Amounts
from bot.words.cleaning import person
from bot.words.dice import face_name, whole
from bot.words.language import (
    _,
    listed,
    ngettext,
    number,
    percentage,
    pgettext,
    sentences,
)
from engine.variants import VARIANTS


class Look(msgspec.Struct, frozen=True):
    """How to show a profile: its theme, whether it is the reader's own, and whether it is hidden from others."""

    theme: Theme = Theme.DARK
    own: bool = False
    hidden: bool = False


def private(of: Profile, look: Look) -> tuple[Part, ...]:
    """Return a profile for one reader, with its buttons."""
    if not of.of("wins")[1]:
        return (*_card(of, look), *_practice(of, look))
    who = 0 if look.own else of.user
    rivals = Button(_("Rivals"), ShowRivals(who), "⚔️")
    show = Button(_(SHOW_HERE), PostProfile(who), "📣")
    theme = theme_button(PaintProfile(who, other_theme(look.theme)))
    return (*_card(of, look), *_practice(of, look), Row((show, theme, rivals)))


def public(of: Profile, look: Look) -> tuple[Part, ...]:
    """Return a profile for a channel, with a button that shows each reader their own profile."""
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
    """Return the reader's own practice results: for each game, the score against each computer player.

    Return () for other people's profiles.
    """
    if not look.own or not of.practice:
        return ()
    lines = []
    for game, held in of.practice.items():
        scores = " · ".join(_score(name, amounts) for name, amounts in held.items())
        lines.append(f"{variants.wording(game).emoji} {scores}")
    return (Text("\n".join([_("**Practice**, for your eyes only"), *lines])),)


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
        words = _("🔥 Longest streak: {n} wins, {now} now") if now > 1 else _("🔥 Longest streak: {n} wins")
        lines.append(words.format(n=longest, now=now))
    ratings = [
        # Translators: {figure} is a rating; {games} is a phrase such as “bidding games” or “the cup”.
        pgettext("which games", "{figure} in {games}").format(
            figure=worth(*of.ratings[family]), games=which_games(family)
        )
        for family in FAMILIES
        if family in of.ratings
    ]
    # Translators: {ratings} is a list of phrases such as “1540 in bidding games”.
    rated = [_("⭐ Rated {ratings}").format(ratings=listed(ratings))] if ratings else []
    return [*lines, *rated, *about_guesses(of.ratings.values())]


def _talk(of: Profile) -> list[str]:
    """Return lines about a person's lies and calls, and about the face that they bid most often."""
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
        # Translators: {faces} is the face that this person bids most: {many} of their {n} bids are on it.
        words = ngettext("💛 Loves {faces}: {many} of {n} bid", "💛 Loves {faces}: {many} of {n} bids", bids)
        lines.append(words.format(faces=face_name(face), many=number(many), n=number(bids)))
    return lines


def _lies(lies: int, said: int, caught: int) -> str:
    """Return a line about how often a person lied, and how often they were caught."""
    if not lies:
        # Translators: {said} is the number of this person’s bids and claims.
        return _("🎭 Bids and claims: {said}, and not one lie").format(said=number(said))
    # Translators: {said} is the number of this person’s bids and claims; {share} is the percentage of lies.
    words = ngettext(
        "🎭 Bids and claims: {said}. {n} lie ({share}), {caught} caught",
        "🎭 Bids and claims: {said}. {n} lies ({share}), {caught} caught",
        lies,
    )
    share = percentage(f"{100 * lies / said:.0f}")
    return words.format(n=number(lies), said=number(said), share=share, caught=number(caught))


MOST_GAMES = 7
"""The maximum number of variants on a profile: with more, it would take more than two screens of a phone."""


def _games(of: Profile) -> list[str]:
    """Return a line for each variant that a person has played, but only for those that they played most."""
    played = [variant for variant in variants.offered() if "wins" in of.games.get(variant, ())]
    most = sorted(played, key=lambda variant: -of.games[variant]["wins"][1])[:MOST_GAMES]
    return [_game(variant, of.games[variant]) for variant in played if variant in most]


def _game(variant: str, held: Mapping[str, Amounts]) -> str:
    wording, (won, played) = variants.wording(variant), held["wins"]
    washed = held["washed_up"][0] if "washed_up" in held else 0
    is_of_bads = VARIANTS[variant].rules.counts_bads()
    # Translators: in a game without winners, this person did not lose {dry} of {n} games. / They won {won} of {n}.
    words = _("{emoji} {game}: safe in {dry} of {n}") if is_of_bads else _("{emoji} {game}: {won} of {n} won")
    counts = {"won": number(won), "n": number(played), "dry": number(played - washed)}
    return words.format(emoji=wording.emoji, game=wording.title, **counts)


MOST_PLACES = 4
"""The maximum number of decimal places of a percentage. With four, one person in a million still makes a difference."""


def luck_lines(luck: Luck) -> tuple[str, str]:
    """Return a line about the average of a person's dice, and a line about how unevenly the faces fell.

    Each line compares this person's luck with that of all people: "Luckier than 99.5% of people."
    """
    # Translators: {mean} is the average of all this person’s dice; {usual} is the expected average.
    average = _("🍀 {mean} on average over {dice} dice; {usual} is normal.").format(
        mean=number(f"{luck.mean:.2f}"), dice=number(f"{luck.dice:,}"), usual=number(f"{USUAL:.2f}")
    )
    # Translators: {faces} is the face that was rolled most; {share} is its share of all dice, usually about {even}.
    faces = _("🎲 Mostly {faces}: {share}; {even} is normal.").format(
        faces=face_name(luck.most), share=percentage(f"{100 * luck.share:.1f}"), even=percentage(f"{100 / SIDES:.1f}")
    )
    return sentences(average, _as_lucky(luck)), sentences(faces, _as_uneven(luck))


def _as_lucky(luck: Luck) -> str:
    words = _("Luckier than {percent} of people.") if luck.mean >= USUAL else _("Unluckier than {percent} of people.")
    return words.format(percent=_others(luck.as_lucky))


def _as_uneven(luck: Luck) -> str:
    # Translators: the faces fell more unevenly than for {percent} of all people.
    return _("More uneven than {percent} of people’s rolls.").format(percent=_others(luck.as_uneven))


def _others(share: float) -> str:
    """Return the percentage of all people who are not in `share`, with enough decimal places to differ from 100%."""
    places = next((each for each in range(MOST_PLACES) if round(share * 10 ** (2 + each))), MOST_PLACES)
    some = max(1, round(share * 10 ** (2 + places)))
    return percentage(f"{100 - some / 10**places:.{places}f}")
