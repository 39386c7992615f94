"""Write texts about the rules of a bidding game: its course, its stakes, and the questions of the host's form."""

from bot.screens.elements.cards import Field
from bot.screens.elements.option_values import chance
from bot.screens.families.bids.price import PRICES, price
from bot.screens.families.common_house_rules import gives, who_opens
from bot.screens.families.usual import no_stakes
from bot.tables.model import MOST_SEATS, Setup
from bot.words.dice import dice_words, face_name, faces_have_names, typed_bid
from bot.words.language import _, ngettext, sentences
from engine.bids.rules import (
    WILD_NUMBER,
    Alike,
    Challengers,
    Different,
    ExactBy,
    ExactPays,
    Met,
    Palifico,
    PalificoFace,
    Raising,
    Rules,
    Verdict,
    Wild,
)
from engine.core.dice import FACES
from engine.core.ending import Takes
from engine.options import OPTIONS, rules_for


def described(rules: Rules, players: int = MOST_SEATS, owes: bool = True) -> tuple[str, ...]:
    """Return lines about the game: throwing and bidding, calls and their costs, and everything else worth knowing.

    `players` is the largest possible number of players. `owes` is True if anybody owes a forfeit.
    """
    opens = "" if rules.raising is Raising.PURE else opening_bid(rules.least_opening)
    bids = (_throw(rules), raising(rules.raising), opens)
    showdown = (_call(rules), price(rules.price, rules.loss, rules.lives))
    besides = (
        _weighed(rules),
        met(rules.met),
        PRICES[rules.price]().decides(rules, owes),
        gives() if rules.gift else "",
        who_opens(rules.opens),
    )
    palifico = sentences(*_palifico(rules, players))
    shows = showing() if rules.show else ""
    lines = (shows, _aces(rules), *_pure(rules), _exact(rules), palifico, _crooked(rules))
    return (*(sentences(*said) for said in (bids, showdown, besides)), *filter(None, lines))


def _throw(rules: Rules) -> str:
    """Return sentences about the number of dice that each player throws, and about wild dice (T1, T3, C2)."""
    if rules.dice:
        # Translators: each player begins with {n} dice.
        each = ngettext("{n} die each.", "{n} dice each.", rules.dice).format(n=rules.dice)
    else:
        each = dice_by_players()
    return sentences(each, _wild(rules), all_different(rules.different), all_alike(rules.alike))


def _wild(rules: Rules) -> str:
    """Return the sentence about which dice are wild for which bids (C2)."""
    return _("Ones are wild, except for pure bids.") if rules.raising is Raising.PURE else wild(rules.wild)


def what_is_wild(game: str) -> str:
    """Return the sentence about wild dice in a game of bids with its usual rules."""
    rules = rules_for(game)
    assert isinstance(rules, Rules)
    return _wild(rules)


def dice_by_players() -> str:
    """Return the sentence for a game in which the number of dice depends on the number of players (T1)."""
    return _("5 dice each (3 if 5+ play).")


def wild(way: Wild) -> str:
    """Return the sentence about which dice are wild (C2, T3)."""
    match way:
        case Wild.NONE:
            return _("Nothing is wild.")
        case Wild.ONES:
            return _("Ones are wild.")
        case Wild.ONES_UNTIL_BID:
            return _("Ones are wild until somebody bids ones.")
        case Wild.RED:
            return _("The opener’s extra red die is wild.")
        case _:
            # Translators: {faces} is the name of the face that counts as any other: “sixes”.
            return _("Wild: {faces}.").format(faces=face_of(way))


def all_different(counts: Different) -> str:
    """Return the sentence about five different numbers under one cup (C7), or "" if their dice count as ever."""
    return _("Five different faces under one cup count nothing.") if counts is Different.ZERO else ""


def all_alike(counts: Alike) -> str:
    """Return the sentence about five dice under one cup that all count (C7), or "" if they count as five."""
    match counts:
        case Alike.NONE:
            return ""
        case Alike.ONE:
            return _("Five that all count under one cup are six.")
        case Alike.TWO:
            return _("Five that all count under one cup are six; five alike are seven.")


def face_of(way: Wild) -> str:
    """Return the name of the face that is wild, for a way in which one number is wild in all rounds."""
    number = WILD_NUMBER[way]
    assert number
    return face_name(number)


def raising(way: Raising) -> str:
    """Return the sentence about how bids are raised (B4)."""
    match way:
        case Raising.QUANTITY_AND_FACE:
            return _("Bid more dice, same face or higher.")
        case Raising.QUANTITY:
            return _("Bid more dice, any face.")
        case Raising.QUANTITY_OR_FACE:
            return _("Bid more dice, or the same number of a higher face.")
        case Raising.RISING_FACE:
            return _("Raise the number, the face or both; neither may go down.")
        case Raising.FACE_FIRST:
            return _("Bid a higher face, or more dice of the same face.")
        case Raising.JOKERS_DOUBLE:
            return _("Beat the last bid; a bid of ones counts double.")
        case Raising.ACES_HALVE:
            return _("Raise the number or face; switching to ones takes half as many.")
        case Raising.ONE_COMPONENT:
            return _("Bid more dice of the same face, or the same number of a higher face.")
        case Raising.TRACK:
            return _("Bid more dice or a higher face; wild bids count more.")
        case Raising.PURE:
            return _("Bid more dice or a higher face.")


def opening_bid(least: int, may_be_pure: bool = False) -> str:
    """Return the sentence about the least opening bid (B5), or "" if one die is enough.

    `least` is 0 if that depends on the number of players. `may_be_pure` is True if bids may be called pure.
    """
    if least == 1:
        return ""
    if not least and may_be_pure:
        return _("Open with more dice than players, or as many if pure.")
    if not least:
        return _("Open with more dice than there are players.")
    # Translators: {n} is the least number of dice of the first bid of a round.
    return ngettext("Open with at least {n} die.", "Open with at least {n} dice.", least).format(n=least)


def showing() -> str:
    """Return the sentence about showing dice along with a bid (B6)."""
    return _("When you bid, you may show dice that count and reroll the rest.")


def met(who: Met) -> str:
    """Return the sentence about a bid that is exactly met (P8), or "" if it is a true bid like any other."""
    return _("If a called bid is exactly right, everyone but the bidder pays.") if who is Met.OTHERS else ""


def _weighed(rules: Rules) -> str:
    """Return the sentence about bids of wild dice that count for more (B4), or "" for other ways of raising."""
    if rules.raising is Raising.TRACK:
        star = WILD_NUMBER[rules.wild] or 0
        others = [face for face in FACES if face != star]
        # Translators: {stars} is a bid of wild dice (“3 sixes”); {below} and {above} are bids of other dice.
        words = _("{stars} beat {below}; {above} beat {stars}.")
        stars, below, above = dice_words(3, star), dice_words(5, others[-1]), dice_words(6, others[0])
        return words.format(stars=stars, below=below, above=above)
    doubled = rules.raising is Raising.JOKERS_DOUBLE
    return _("2 ones beat 4 sixes; 5 twos beat 2 ones.") if doubled else ""


def _aces(rules: Rules) -> str:
    """Return the sentence about the limits of bids on ones (B4), or "" if ones do not count half.

    In a palifico round there are no such limits (C6).
    """
    if rules.raising is not Raising.ACES_HALVE:
        return ""
    if rules.palifico is not Palifico.OFF:
        return _("You can’t open with ones (except in a palifico); switching from ones takes double plus one.")
    return _("You can’t open with ones; switching from ones takes double plus one.")


def _pure(rules: Rules) -> tuple[str, ...]:
    """Return lines about pure and flying bids (B4), or () if the rules have none."""
    if rules.raising is not Raising.PURE:
        return ()
    return (
        _("**Pure**: as many dice of any face beat a wild bid; later bids stay pure."),
        _("**Flying** beats a pure bid: twice the dice, no ones, wild again."),
        sentences(_("Ones are highest, always pure."), opening_bid(rules.least_opening, may_be_pure=True)),
    )


def _palifico(rules: Rules, players: int) -> tuple[str, ...]:
    """Return sentences about palifico rounds (C6), or () if the game cannot have one."""
    if not rules.may_have_palifico(players):
        return ()
    if rules.palifico is Palifico.ALWAYS and rules.palifico_two:
        opens = _("Each time you’re down to one die, you open a palifico: no wilds, fixed face.")
    elif rules.palifico_two:
        opens = _("Your first time down to one die, you open a palifico: no wilds, fixed face.")
    elif rules.palifico is Palifico.ALWAYS:
        opens = _("Each time you’re down to one die (3+ players left), you open a palifico: no wilds, fixed face.")
    else:
        opens = _("Your first time down to one die (3+ players left), you open a palifico: no wilds, fixed face.")
    match rules.palifico_face:
        case PalificoFace.SINGLE:
            return opens, _("Others with one die may change it.")
        case PalificoFace.OPENER:
            return opens, _("Only the opener may change it.")
        case PalificoFace.NOBODY:
            return (opens,)


def _crooked(rules: Rules) -> str:
    """Return the sentence about the chance of a crooked throw and its consequence (T2), or "" if it cannot happen."""
    if not rules.crooked:
        return ""
    # Translators: {chance} is a phrase such as “1 in 50”.
    words = _("A cocked roll ({chance}) is shown to everyone, then rolled again.")
    return words.format(chance=chance(OPTIONS["crooked"].of(rules)))


def _call(rules: Rules) -> str:
    """Return the sentence about who may challenge. It also says whether everybody votes (C1, C4)."""
    anyone = rules.challenge is Challengers.ANYONE
    if rules.verdict is Verdict.POLL and anyone:
        return _("Anyone may call Bang! Then the others vote.")
    if rules.verdict is Verdict.POLL:
        return _("The next player may call Liar! Then the others vote.")
    return _("Anyone may call Bang!") if anyone else _("Only the next player may call Liar!")


def _exact(rules: Rules) -> str:
    """Return sentences about exact calls (C5), or "" if the rules have none."""
    if not rules.exact:
        return ""
    return sentences(who_calls_exact(rules.exact_by), _exact_brings(rules))


def _exact_brings(rules: Rules) -> str:
    """Return the sentence about the gain and the cost of an exact call, and about the next opener (C5)."""
    if rules.exact_pays is ExactPays.OTHERS:
        return _("If right, everyone else pays; if wrong, the caller does. The caller opens.")
    if rules.exact_pays is ExactPays.BACK and rules.costs.takes is Takes.DICE:
        return _("Right: win a die back; wrong: lose one. The caller opens.")
    if rules.exact_pays is ExactPays.BACK and rules.counts_lives():
        return _("Right: win a life back; wrong: lose one. The caller opens.")
    return _("If right, the bidder pays; if wrong, the caller does. The caller opens.")


def who_calls_exact(who: ExactBy) -> str:
    """Return the sentence about who may make an exact call (C5)."""
    anyone = who is ExactBy.ANYONE
    return _("Anyone but the bidder may call Exactly!") if anyone else _("The next player may call Exactly! too.")


def ends_and_stakes(setup: Setup, rules: Rules) -> tuple[list[str], list[str]]:
    """Return the conditions that end a game besides rounds and time, and lines about its stakes."""
    words = PRICES[rules.price]()
    return words.ends(rules), words.stakes(setup, rules.stake) if setup.stakes else [no_stakes()]


def questions(setup: Setup, rules: Rules) -> tuple[Field, ...]:
    """Return the field of the host's form about what losers must do, or () if the table has no stakes."""
    return (PRICES[rules.price]().asked(setup, rules),) if setup.stakes else ()


def where_dice_come() -> str:
    """Return the sentence for a person who has just joined. It says where their dice will be (T1)."""
    return _("🪑 You’re in! Your dice come by DM.")


def to_press(_rules: Rules) -> tuple[str, ...]:
    """Return lines about where players find their dice and how they make a bid.

    If the table uses the names of the faces, one line lists these names.
    """
    # Translators: {bid} is a bid: “5 fives”.
    type_or_tap = _("🗣️ Your turn? Tap a bid, or type `/bid` and “{bid}” or “4x3”.").format(bid=typed_bid())
    names = [_("-# ace 1 · duck 2 · tripod 3 · cow 4 · horse 5 · ant 6")] if faces_have_names() else []
    return (_("🎲 Your dice come by DM, or press **My dice**."), type_or_tap, *names)
