"""Write texts about the ranking of two dice, whose highest throw is called Mia (K16 to K18)."""

from bot.screens.families.common_house_rules import HouseRule, Value, on_off
from bot.words.dice import face_name, faces_have_names
from bot.words.language import N_, _, before, pgettext
from engine.core.dice import Hand
from engine.poker_cup.ranking import Ranking
from engine.poker_cup.rules import TopCosts
from engine.poker_cup.two_dice import MIA

ALL_ARE_ROLLED = N_("### 🥤 {name} rolls both dice")
# Translators: a sentence in a lesson.
YOU_ROLL_ALL = N_("**The roll.** You roll both dice under the cup. Nobody has seen them yet, not even you.")
# Translators: a sentence in a lesson; {name} is a computer player.
THEY_ROLL_ALL = N_("**The roll.** {name} rolls both dice under the cup and looks.")
# Translators: a sentence in a sample round.
FIRST_ROLL = N_("**1. Roll.** {name} rolls both dice under the cup and looks:")


def course_of_the_game(ranking: Ranking) -> str:
    """Return the description of the game for a learner, with the throws from low to high."""
    how = _(
        "One cup with two dice goes around. Claim a **roll**, true or not, and pass it on. "
        "The next player believes it, rolls and claims higher, or calls Liar!"
    )
    return f"{how}\n{ranks(ranking)}"


def what_is_claimed() -> str:
    """Return sentences that describe the game."""
    return _("One cup, two dice. Believe the claim, roll again and claim higher, true or not. Or call Liar!")


def ranks(_ranking: Ranking) -> str:
    """Return a small line with the throws from low to high (K16)."""
    return _("-# 31, 32, 41 … 65, then double ones to sixes, then 21: **Mia**")


def order() -> str:
    """Return a line for the panel with the throws from high to low, in as few words as possible (K16)."""
    # Translators: throws of two dice, as digits: Mia, the doubles and the others.
    return _("-# High to low: 21, 66 … 11, 65 … 31")


def to_press() -> tuple[str, ...]:
    """Return lines about how to use the cup and how to claim."""
    return (
        _("🥤 Your cup? **Believe** rolls both dice for you to see. **Blind** doesn’t roll or look."),
        _("🗣️ Tap your claim, or type `/claim` and “43”, “double fives” or “Mia”."),
    )


def at_top(gives_up: bool, twice: bool) -> str:
    """Return the sentence for a player who receives the highest claim.

    K18: if the player may give up, `gives_up` is True. If a call of a true claim costs two, `twice` is True.
    """
    if gives_up and twice:
        return _("Nothing beats Mia: call Liar! (two if it’s real), or give up (one).")
    return _("Nothing beats Mia: call Liar!, or give up.") if gives_up else _("Nothing beats Mia: call Liar!")


def said_as(faces: Hand) -> tuple[str, ...]:
    """Return the wordings of a throw, the higher number first (K16).

    The bot shows the first wording. Players can also type the others.
    """
    digits = "".join(map(str, faces))
    if faces == MIA:
        return mia(), digits
    if len(set(faces)) > 1:
        return (digits,)
    first = face_name(faces[0])
    # Translators: a throw of two equal dice where faces go by their names; {first} is a name, such as “cows”. The other
    # two forms are only typed.
    wordings = (pgettext("a throw of two dice", "double {first}"), _("double {first}"), _("a pair of {first}"))
    said = tuple(before(first, words).format(first=first) for words in wordings)
    return said if faces_have_names() else (_double(faces[0]), *said)


def _double(face: int) -> str:
    """Return the words for two equal dice. They are whole, because some languages make one word of them."""
    return {
        1: pgettext("a throw of two dice", "double ones"),
        2: pgettext("a throw of two dice", "double twos"),
        3: pgettext("a throw of two dice", "double threes"),
        4: pgettext("a throw of two dice", "double fours"),
        5: pgettext("a throw of two dice", "double fives"),
        6: pgettext("a throw of two dice", "double sixes"),
    }[face]


def mia() -> str:
    """Return the name of the highest throw of two dice."""
    return pgettext("the highest throw of two dice", "Mia")


def flawed() -> str:
    """Return the sentence about text or dice that make no claim (K16), with examples of the right form."""
    return _("🎲 That’s no roll of two dice, higher number first. Try “43”, “double fives” or “Mia”.")


def top_costs(costs: TopCosts) -> str:
    """Return the sentence about what a claim of Mia costs, or "" if it costs one like other claims (K18)."""
    said = {
        TopCosts.REAL: _("Calling Liar! on a true claim of Mia costs two."),
        TopCosts.DOUBLE: _("After a claim of Mia, being wrong costs two."),
    }
    return said.get(costs, "")


def may_give_up() -> str:
    """Return the sentence about giving up on a claim of Mia (K18)."""
    return _("Facing a Mia, you may give up unseen and lose just one.")


def top_rules() -> tuple[HouseRule, ...]:
    """Return the house rules about a claim of Mia (K18)."""
    return _top(), _give_up()


def _top() -> HouseRule:
    return HouseRule(
        "mia",
        _("What Mia costs"),
        (
            Value("real", _("A real Mia costs two"), top_costs(TopCosts.REAL)),
            Value("double", _("A Mia costs two either way"), top_costs(TopCosts.DOUBLE)),
            Value("single", _("A Mia costs one")),
        ),
    )


def _give_up() -> HouseRule:
    return on_off("give-up", _("Giving up on Mia"), may_give_up())
