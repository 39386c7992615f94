"""Write texts about a ranking of hands: its claims, its kinds of hands, and the flaws of malformed claims."""

from collections.abc import Callable, Collection, Mapping
from typing import assert_never

import msgspec
from msgspec.structs import replace

from bot.screens.families.common_house_rules import HouseRule
from bot.screens.families.poker_cup import two_dice
from bot.words.dice import a_die, dice_in_a_row, face_name
from bot.words.language import N_, _, before, joined, pgettext
from engine.core.dice import Hand
from engine.poker_cup.ranking import DICE_OF, EVERY, POKER_KINDS, Claim, Flaw, Kind, Kinds, Ranking
from engine.poker_cup.refusals import ClaimMalformed
from engine.poker_cup.rules import TopCosts
from engine.poker_cup.two_dice import TWO_DICE

ALL_ARE_ROLLED = N_("### 🥤 {name} rolls all five")
# Translators: a sentence in a lesson.
YOU_ROLL_ALL = N_("**The roll.** You roll all five under the cup. Nobody has seen them yet, not even you.")
# Translators: a sentence in a lesson; {name} is a computer player.
THEY_ROLL_ALL = N_("**The roll.** {name} rolls all five under the cup and looks.")
# Translators: a sentence in a sample round.
FIRST_ROLL = N_("**1. Roll.** {name} rolls all five under the cup and peeks:")


class RankingWords(msgspec.Struct, frozen=True, kw_only=True):
    """The texts about a ranking.

    - `course` and `what_is_claimed` describe the game: for a learner, and for the lobby.
    - `ranks`: a small line with the hands or throws, from low to high.
    - `to_press`: lines about how to use the cup and how to claim.
    - `said_as`: the wordings of a claim's hand without its other dice. The first one is shown, and all can be typed.
    - `nothing_beats`: the sentence for a player who receives the highest claim, from two facts: whether the player may
      give up, and whether a call of a true claim costs two.
    - `flawed`: the sentence about the flaw of a malformed claim, with an example of the right form.
    - `all_are_rolled`, `you_roll_all`, `they_roll_all` and `first_roll`: the sentences of replays, lessons and samples
      that say how many dice there are.
    - `kind_name`: the name of a kind of hand, if the ranking has several kinds.
    - `order`: a small line for the panel with the throws from high to low, or "" if they need no explanation.
    - `top_costs`, `may_give_up` and `top_rules`: if the highest claim may have a price of its own (K18), the sentence
      about this price ("" for the usual price), the sentence about giving up, and the house rules about both.
    """

    course: Callable[[Ranking], str]
    what_is_claimed: Callable[[], str]
    ranks: Callable[[Ranking], str]
    to_press: Callable[[], tuple[str, ...]]
    said_as: Callable[[Claim], tuple[str, ...]]
    nothing_beats: Callable[[bool, bool], str]
    flawed: Callable[[ClaimMalformed], str]
    all_are_rolled: str
    you_roll_all: str
    they_roll_all: str
    first_roll: str
    kind_name: Callable[[Kind], str] = str
    order: Callable[[], str] = str
    top_costs: Callable[[TopCosts], str] = lambda _costs: ""
    may_give_up: Callable[[], str] = str
    top_rules: Callable[[], tuple[HouseRule, ...]] = tuple


def words(ranking: Ranking) -> RankingWords:
    """Return the texts about a ranking."""
    return _WORDS[ranking.known]


def _of(kind: Kind | None) -> RankingWords:
    """Return the texts about the ranking that has this kind of hands. They are those of poker if it is None."""
    return next((words for kinds, words in _WORDS.items() if kind in kinds), _WORDS[POKER_KINDS])


def _course_of_poker(ranking: Ranking) -> str:
    how = _(
        "One cup with five dice goes around. Claim a **poker hand**, true or not, and pass it on. "
        "The next player believes it and beats it, or calls Liar!"
    )
    no_lie = _("A better hand than claimed is no lie.")
    return f"{how} {no_lie}\n{_poker_ranks(ranking)}"


def _what_poker_claims() -> str:
    return _("One cup, five dice, poker hands. Believe the claim and beat it, or call Liar!")


def _poker_to_press() -> tuple[str, ...]:
    return (
        _("🥤 Your cup? Press **Peek** or **Blind**; **My cup** shows the dice."),
        _("🎲 Tap dice to pull out, put under or roll. Peek and you must roll at least one."),
        _("🗣️ Tap your claim, or type `/claim` and “pair of twos” or “three fives”."),
    )


def counts_besides(ranking: Ranking) -> list[str]:
    """Return sentences about hands that count in addition to the usual ones (K10), or []."""
    return [_("Straights count.")] if Kind.STRAIGHT in ranking.kinds else []


def _poker_ranks(ranking: Ranking) -> str:
    """Return a small line with the kinds of hands, from low to high (K10)."""
    if Kind.STRAIGHT in ranking.kinds:
        return _("-# high card · pair · two pair · three · straight · full house · four · five of a kind; ones are low")
    return _("-# high card · pair · two pair · three · full house · four · five of a kind; ones are low")


def nothing_beats(claim: Claim, may: Collection[str], twice: bool = False) -> str:
    """Return the sentence for a player who receives the highest claim (K13, K18).

    `may` has the words of the legal moves. If a call of a true claim costs two, `twice` is True.
    """
    return _of(claim.kind).nothing_beats("fold" in may, twice)


def _nothing_beats_poker(_gives_up: bool, _twice: bool) -> str:
    return _("Nothing beats five sixes: call Liar!")


def does_not_count() -> str:
    """Return the sentence for a claim of a kind that does not count at this table (K10)."""
    return _("🃏 Straights don’t count at this table.")


def pictured(claim: Claim, *rivals: Claim | None) -> str:
    """Return a well-formed claim in words, and behind it the dice that it names: "a pair of twos ⚁⚁⚄".

    Only the pictures show the dice besides the hand, except if these dice tell it from one of the `rivals`.
    """
    return f"{told_apart(claim, *rivals)}\u00a0{named_dice(claim)}"


def told_apart(claim: Claim, *rivals: Claim | None) -> str:
    """Return a claim in words, with its other dice only if these tell it from one of the `rivals`.

    The rivals are other claims or hands. Some have the same kind and faces, so that only the other dice decide.
    """
    return spoken(claim) if any(same_faces(claim, each) for each in rivals) else said_as(claim)[0]


def same_faces(claim: Claim, rival: Claim | None) -> bool:
    """Return whether two claims or hands have the same kind and faces, whatever other dice they name."""
    return rival is not None and (claim.kind, claim.faces) == (rival.kind, rival.faces)


def or_better(claim: Claim, said: str) -> str:
    """Return what a claim stands for: `said`, its words, “or better”, because a better hand is no lie (K12).

    Nothing is better than the highest claim.
    """
    # Translators: {claim} is a claimed hand or throw: “three fours ⚃⚃⚃” or “43”. A better one is no lie.
    return said if claim in TOPS else _("{claim} or better").format(claim=said)


TOPS = (EVERY.top, TWO_DICE.top)
"""The highest claim of each ranking."""


def named_dice(claim: Claim) -> str:
    """Return pictures of the dice that a claim names: "⚁⚁"."""
    return dice_in_a_row(named_faces(claim))


def named_faces(claim: Claim) -> Hand:
    """Return the dice that a claim names, those of its own hand first."""
    if claim.kind not in POKER_KINDS:
        return claim.faces + claim.others
    if claim.kind is Kind.STRAIGHT:
        return tuple(range(claim.faces[0] - EVERY.dice + 1, claim.faces[0] + 1))
    equal = _EQUAL.get(claim.kind, (DICE_OF[claim.kind],))
    return tuple(face for face, many in zip(claim.faces, equal, strict=True) for _ in range(many)) + claim.others


_EQUAL = {Kind.TWO_PAIRS: (2, 2), Kind.FULL: (3, 2)}
"""The number of equal dice of each face of a hand with two faces."""


def spoken(claim: Claim) -> str:
    """Return a well-formed claim in words, for a sentence: "a pair of twos with a five"."""
    return with_others(said_as(claim)[0], claim)


def with_others(hand: str, claim: Claim) -> str:
    """Return a hand in words, followed by the other dice that the claim names."""
    if not claim.others:
        return hand
    # Translators: {hand} is “two pair, fours and twos”, and {dice} is the other die: “a six”. / {hand} is “a pair of
    # fours”, for example, and {dice} are the other dice: “a six, a two and a one”.
    sentence = _("{hand}, with {dice}") if claim.kind is Kind.TWO_PAIRS else _("{hand} with {dice}")
    return sentence.format(hand=hand, dice=joined([a_die(face) for face in claim.others]))


def said_as(claim: Claim) -> tuple[str, ...]:
    """Return the wordings of a claim's hand without its other dice.

    The bot shows the first wording. Players can also type the others.
    """
    return _of(claim.kind).said_as(claim)


def _poker_said_as(claim: Claim) -> tuple[str, ...]:
    facts = {
        "single": face_name(claim.faces[0], 1),
        "first": face_name(claim.faces[0]),
        "second": face_name(claim.faces[-1]),
    }
    return tuple(before(facts["first"], words).format(**facts) for words in words_of(claim.kind))


def words_of(kind: Kind) -> tuple[str, ...]:
    """Return the wordings of a kind of hand, with placeholders.

    The bot shows the first wording. Players can also type the others.
    """
    match kind:
        case Kind.HIGH:
            # Translators: a hand without a pair or a straight: {single} is the highest die, “six-high”. The second form
            # is only typed.
            return _("{single}-high"), _("high {single}")
        case Kind.PAIR:
            # Translators: {first} is a face, such as “fours”. The second form is only typed.
            return _("a pair of {first}"), _("two {first}")
        case Kind.TWO_PAIRS:
            # Translators: {first} and {second} are faces, such as “sixes” and “fours”. The second form is only typed.
            return _("two pair, {first} and {second}"), _("two pairs, {first} and {second}")
        case Kind.TRIPS:
            # Translators: {first} is a face, such as “fours”. The other forms are only typed.
            return _("three {first}"), _("trips {first}"), _("a set of {first}")
        case Kind.STRAIGHT:
            # Translators: {single} is the highest die: “straight to six”. The second form is only typed.
            return _("straight to {single}"), _("{single}-high straight")
        case Kind.FULL:
            # Translators: a full house: three {first} and two {second}. The second form is only typed.
            return _("{first} full of {second}"), _("full house, {first} over {second}")
        case Kind.QUADS:
            return _("four {first}"), _("quads {first}")
        case _:
            return _("five {first}"), _("quints {first}")


def kind_name(kind: Kind) -> str:
    """Return the name of a kind of hand for menus, and for the question about its face."""
    return _of(kind).kind_name(kind)


def _poker_kind_name(kind: Kind) -> str:
    return {
        Kind.HIGH: pgettext("a kind of hand", "High card"),
        Kind.PAIR: pgettext("a kind of hand", "Pair"),
        Kind.TWO_PAIRS: pgettext("a kind of hand", "Two pair"),
        Kind.TRIPS: pgettext("a kind of hand", "Three of a kind"),
        Kind.STRAIGHT: pgettext("a kind of hand", "Straight"),
        Kind.FULL: pgettext("a kind of hand", "Full house"),
        Kind.QUADS: pgettext("a kind of hand", "Four of a kind"),
        Kind.QUINTS: pgettext("a kind of hand", "Five of a kind"),
    }[kind]


def flawed(reason: ClaimMalformed) -> str:
    """Return the sentence about the flaw of a malformed claim (K11, K16), with an example of the right form."""
    return _of(reason.kind).flawed(reason)


def _poker_flawed(reason: ClaimMalformed) -> str:
    match reason.flaw:
        case Flaw.HOW_MANY_FACES if reason.faces == 2:
            return _("🃏 That hand needs two faces, as in “threes full of twos”.")
        case Flaw.HOW_MANY_FACES:
            return _("🃏 That hand needs one face, as in “three fives”.")
        case Flaw.SAME_FACE_TWICE:
            return _("🃏 Name each face once, as in “five sixes”.")
        case Flaw.SECOND_PAIR_ABOVE:
            return _("🃏 Name the higher pair first, as in “two pair, fours and ones”.")
        case Flaw.OTHERS_MUST_FALL:
            return _("🃏 Name the other dice from high to low, as in “six-high with a four and a two”.")
        case Flaw.TOO_MANY_DICE:
            return _("🃏 There are only five dice: name fewer.")
        case Flaw.STRAIGHT_TO:
            return _("🃏 A straight ends at five or six.")
        case Flaw.NO_KIND:
            return _("🃏 I don’t know that hand. Try “pair of twos” or “full house, threes over twos”.")
        case flaw:
            assert_never(flaw)


_WORDS: Mapping[Kinds, RankingWords] = {
    POKER_KINDS: RankingWords(
        course=_course_of_poker,
        what_is_claimed=_what_poker_claims,
        ranks=_poker_ranks,
        to_press=_poker_to_press,
        said_as=_poker_said_as,
        nothing_beats=_nothing_beats_poker,
        flawed=_poker_flawed,
        all_are_rolled=ALL_ARE_ROLLED,
        you_roll_all=YOU_ROLL_ALL,
        they_roll_all=THEY_ROLL_ALL,
        first_roll=FIRST_ROLL,
        kind_name=_poker_kind_name,
    ),
    frozenset({Kind.TWO_DICE}): RankingWords(
        course=two_dice.course_of_the_game,
        what_is_claimed=two_dice.what_is_claimed,
        ranks=two_dice.ranks,
        order=two_dice.order,
        to_press=two_dice.to_press,
        said_as=lambda claim: two_dice.said_as(claim.faces),
        nothing_beats=two_dice.at_top,
        flawed=lambda _reason: two_dice.flawed(),
        all_are_rolled=two_dice.ALL_ARE_ROLLED,
        you_roll_all=two_dice.YOU_ROLL_ALL,
        they_roll_all=two_dice.THEY_ROLL_ALL,
        first_roll=two_dice.FIRST_ROLL,
        top_costs=two_dice.top_costs,
        may_give_up=two_dice.may_give_up,
        top_rules=two_dice.top_rules,
    ),
}
"""The texts about each ranking, by all kinds of hands that records of its games may name."""


def top_rules() -> tuple[HouseRule, ...]:
    """Return the house rules about the highest claim of each ranking. They matter only with that ranking (K18)."""
    return tuple(
        replace(rule, only=lambda rules, about=about: words(rules.ranking) is about)
        for about in _WORDS.values()
        for rule in about.top_rules()
    )
