"""Why a move with the cup is refused, in sentences: which step would be right, which claim is high enough."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.words.claim_saying import claim_spoken
from bot.words.language import _
from bot.words.lists import either
from engine.core.refusals import Why
from engine.single_cup.claims import Flaw

Facts = Mapping[str, Any]


def _ways(may: Sequence[str]) -> str:
    """What may be done now, by the words of a record: "shake the cup or roll a table die"."""
    words = {
        "liar": _("call it a lie"), "peek": _("accept and peek"), "blind": _("pass it on blind"),
        "show": _("pull dice out"), "cover": _("cover table dice"), "throw": _("roll a table die"),
        "shake": _("shake the cup"), "look": _("look under the cup"), "claim": _("make your claim"),
    }  # fmt: skip
    return either([words[word] for word in may])


def _flawed(facts: Facts) -> str:
    """What is wrong with a claim (K11), and how it is said."""
    match facts["what"]:
        case Flaw.HOW_MANY_FACES if facts["faces"] == 2:
            return _("🃏 That hand needs two faces, as in “full house, threes over twos”.")
        case Flaw.HOW_MANY_FACES:
            return _("🃏 That hand needs one face, as in “three fives”.")
        case Flaw.SAME_FACE_TWICE:
            return _("🃏 Name each face once: five alike are “five sixes”, four alike “four sixes”.")
        case Flaw.SECOND_PAIR_ABOVE:
            return _("🃏 Name the higher pair first, as in “two pairs, fours and ones”.")
        case Flaw.OTHERS_MUST_FALL:
            return _("🃏 Name the other dice from the highest down, as in “six high with a four and a two”.")
        case Flaw.TOO_MANY_DICE:
            return _("🃏 There are five dice in all: name fewer of the others.")
        case Flaw.STRAIGHT_TO:
            return _("🃏 A straight ends at five or at six.")
        case _:
            return _("🃏 I don’t know that hand. Say it like “pair of twos with a five” or “full house, 3s over 2s”.")


SENTENCES: dict[Why, Callable[[Facts], str]] = {
    Why.CLAIM_TOO_LOW: lambda facts: _("🔼 That does not beat **{standing}**. The least is **{least}**.").format(
        standing=claim_spoken(facts["standing"]), least=claim_spoken(facts["least"])
    ),
    Why.CLAIM_MALFORMED: _flawed,
    Why.NO_STRAIGHTS: lambda _facts: _("🃏 Straights do not count at this table."),
    Why.CUP_STEP: lambda facts: _("🥤 Not at this point. Now you may {ways}.").format(ways=_ways(facts["may"])),
    Why.MUST_THROW: lambda facts: _("🥤 Who peeks must roll at least one die: {ways}.").format(
        ways=_ways(facts["may"])
    ),
    Why.NO_SUCH_DIE: lambda _facts: _("🎲 There is no such die there. Name dice by what they show."),
    Why.FIVE_SIXES: lambda _facts: _("🫵 Nothing beats five sixes: call it a lie, there is no other way."),
    Why.NO_PROTEST: lambda _facts: _("🙅 Only who has just been caught may blame the pass, and only once."),
}
"""The sentence for each reason that only the cup knows."""
