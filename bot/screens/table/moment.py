"""Draw the best moment of a game as a picture to share: the bid, the result, the odds and the dice."""

import re

from msgspec.structs import replace

from bot.history.evenings import Catch
from bot.history.game import Player
from bot.screens.elements.cards import Box, Page, Part, Tone
from bot.screens.elements.cast import Cast
from bot.screens.families import guessing, variants
from bot.screens.families.narration import Told
from bot.screens.families.presenters import presenter
from bot.screens.table import moment_picture
from bot.tables.evenings import Moment
from bot.tables.model import Seat
from bot.words.cleaning import SOMEBODY
from bot.words.dice import faces_by_name
from bot.words.language import _, day, labelled, percent_of_deed, sentences
from engine.core.highlights import Best, Feat
from engine.variants import VARIANTS


def shared(moment: Moment) -> tuple[Part, ...]:
    """Return the card that shows the picture of a moment to everybody."""
    catch = moment.catch
    told = of(catch, moment.hidden)
    judge = _cast(catch, moment.hidden).plain(told.judge)
    said, odds, seen = sentences(told.said, told.end), _odds(catch.best, judge), guessing.seen(moment.saw)
    alt = " · ".join((plain(said), *_in_words(told), odds, *seen, " · ".join(about(catch))))
    drawn = replace(told, said=plain(told.said), end=plain(told.end))
    svg = moment_picture.svg(drawn, odds, " · ".join(seen), about(catch))
    return (Box((Page("moment.png", svg, cut_alt(alt)),), Tone.BRASS),)


LONGEST_ALT = 1000
"""The maximum number of characters of the picture's description. Discord accepts 1,024."""


def cut_alt(alt: str) -> str:
    """Return the description of a picture, cut to the length that Discord accepts."""
    return alt if len(alt) <= LONGEST_ALT else f"{alt[: LONGEST_ALT - 1]}…"


def _in_words(told: Told) -> list[str]:
    """Return each row of dice in words: "Ann 66312", or "The truth: three fours" for the cup game."""
    return [
        labelled(cup.label, cup.words) if cup.label else f"{cup.words} {''.join(name[-1] for name in cup.dice)}"
        for cup in told.cups
    ]


def of(catch: Catch, hidden: frozenset[int]) -> Told:
    """Return the sentences and the dice of a moment, as they were shown at its table.

    People who are `hidden` are not named.
    """
    rules = VARIANTS[catch.variant].rules
    shown = presenter(rules)
    assert shown is not None
    with faces_by_name(catch.face_names):
        return shown.told(_cast(catch, hidden), rules, catch.best)


def _cast(catch: Catch, hidden: frozenset[int]) -> Cast:
    return Cast(tuple(_seat(player, hidden) for player in catch.players)).in_round(catch.best.round)


def _seat(player: Player, hidden: frozenset[int]) -> Seat:
    name = _(SOMEBODY) if player.user in hidden else player.name
    return Seat(player.user, name, since=player.since, instead_of=player.instead_of)


def about(catch: Catch) -> tuple[str, str]:
    """Return the name of the game, and the day on which it was played."""
    return variants.wording(catch.variant).title, day(catch.ended)


def _odds(best: Best, name: str) -> str:
    """Return the odds of the feat. If they depend on what a player could see, they name this player, `name`."""
    if best.by_call:
        # Translators: a text on a picture: how likely the call was to be right, as {name} could judge it.
        words = _("As {name} saw it, {percent} likely to be right")
    elif best.feat is Feat.CAUGHT:
        # Translators: a text on a picture: how likely the lie was to be true, as {name} could judge it.
        words = _("As {name} saw it, {percent} likely to be true")
        if not best.likely:
            # Translators: a text on a picture: {name} bid or claimed something that could not be true.
            words = _("{name} knew it couldn’t be true")
    else:
        # Translators: a text on a picture: how likely a feat was, such as five equal dice under the cup.
        words = _("The odds: {percent}")
    return words.format(percent=percent_of_deed(best.likely), name=name)


_SIGNS = re.compile(r"\\(.)|\*\*")


def plain(words: str) -> str:
    """Return a sentence without markdown."""
    return _SIGNS.sub(r"\1", words)
