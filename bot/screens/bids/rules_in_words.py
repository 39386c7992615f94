"""The rules of a game of bids in words: how it goes, what it is played for, and what the host is asked."""

from bot.screens.common_house_rules import who_opens
from bot.screens.model import Field
from bot.tables.model import Setup
from bot.words.cleaning import escaped
from bot.words.language import _, ngettext
from engine.bids.rules import Challengers, ExactBy, Loss, Palifico, Price, Raising, Rules, Verdict, Wild


def described(rules: Rules) -> tuple[str, ...]:
    """What is thrown and how bids rise; who may call a lie and what that costs; and what else there is to know."""
    bids = (_throw(rules), _raising(rules.raising))
    showdown = (_call(rules), _price(rules))
    besides = (_in_the_end(rules), _gift(rules), _exact(rules), _palifico(rules), who_opens(rules.opens))
    return tuple(" ".join(filter(None, sentences)) for sentences in (bids, showdown, besides))


def _throw(rules: Rules) -> str:
    """How many dice are thrown, and what is wild among them (T1, T3, C2)."""
    each = ngettext("{n} die each", "{n} dice each", rules.dice).format(n=rules.dice)
    match rules.wild:
        case Wild.NONE:
            return _("{dice}, nothing wild.").format(dice=each) if rules.dice else _("Nothing is wild.")
        case Wild.ONES:
            return _("{dice}, ones are wild.").format(dice=each) if rules.dice else _("Ones are wild.")
        case Wild.ONES_UNTIL_BID:
            return _("Ones are wild until somebody bids ones.")
        case Wild.RED:
            red = _("A red die names the wild number.")
            return _("{dice}, and a red one names the wild number.").format(dice=each) if rules.dice else red


def _raising(raising: Raising) -> str:
    """How bids rise (B4)."""
    match raising:
        case Raising.QUANTITY_AND_FACE:
            return _("Each bid has more dice, of the same face or higher.")
        case Raising.QUANTITY:
            return _("Each bid has more dice, of any face.")
        case Raising.QUANTITY_OR_FACE:
            return _("Each bid has more dice, or as many of a higher face.")
        case Raising.RISING_FACE:
            return _("Each bid has more dice or a higher face, and less of neither.")
        case Raising.FACE_FIRST:
            return _("Each bid has a higher face, or more dice of the same.")
        case Raising.JOKERS_DOUBLE:
            return _("Each bid must beat the last one, and ones are worth double.")
        case Raising.ACES_HALVE:
            return _("Each bid has more dice or a higher face; of ones, half as many do.")


def _palifico(rules: Rules) -> str:
    """The palifico round (C6); "" where it is not played."""
    if rules.palifico is Palifico.OFF:
        return ""
    return _("Down to one die, you open a round of one face, nothing wild.")


def _call(rules: Rules) -> str:
    """Who may call a lie, and who decides (C1, C4)."""
    anyone = rules.challenge is Challengers.ANYONE
    if rules.verdict is Verdict.POLL and anyone:
        return _("Anybody may call a lie at any time; then all vote.")
    if rules.verdict is Verdict.POLL:
        return _("The next in turn may call a lie; then all vote.")
    if not anyone:
        return _("The next in turn may call it a lie.")
    if rules.price is Price.BADS:
        return _("Anybody may bang, at any time.")
    return _("Anybody may call it a lie, at any time.")


def _exact(rules: Rules) -> str:
    """Who may call a bid exactly right (C5); "" where nobody may."""
    if not rules.exact:
        return ""
    anyone = rules.exact_by is ExactBy.ANYONE
    return _("Anybody may call it exactly right.") if anyone else _("The next in turn may call it exactly right, too.")


def _price(rules: Rules) -> str:
    """What being wrong costs, in short (P1 to P4)."""
    match rules.price:
        case Price.FORFEIT:
            return _("Whoever was wrong gets a forfeit.")
        case Price.DIE if rules.loss is Loss.DIFFERENCE:
            return _("Whoever was wrong loses a die for each that was missing.")
        case Price.DIE:
            return _("Whoever was wrong loses a die.")
        case Price.BADS if rules.challenge is Challengers.ANYONE:
            return _("Out of turn it counts double.")
        case Price.BADS:
            return _("Whoever was wrong gets a bad.")
        case Price.SHED:
            return _("Whoever was right sheds a die.")


def _in_the_end(rules: Rules) -> str:
    """How the price decides the game (P3, E3); "" where it does not."""
    match rules.price:
        case Price.DIE:
            return _("The last one with dice wins.")
        case Price.SHED:
            return _("The first without dice wins, the last one left gets a forfeit.")
        case Price.BADS:
            return f"{_out_of_turn(rules)} {_washed_up(rules)}".strip()
        case _:
            return ""


def _gift(rules: Rules) -> str:
    """The winner's gift (P5); "" where there is none."""
    return _("The winner may name one more who gets a forfeit.") if rules.gift else ""


def _out_of_turn(rules: Rules) -> str:
    """What a challenge out of turn brings (P3); "" where there is none."""
    if rules.challenge is Challengers.NEXT:
        return ""
    return _("Who is wrong gets a bad; out of turn it is two, or two goods for being right.")


def _washed_up(rules: Rules) -> str:
    """How many bads wash up one player, or two together (E4)."""
    if rules.playoff:
        words = _("With {bads} bads you wash up; two who have {pair} play it off.")
    else:
        words = _("With {bads} bads you wash up, or with {pair} when somebody else has as many.")
    return words.format(bads=rules.bads, pair=rules.pair_bads)


def ends_and_stakes(setup: Setup, rules: Rules) -> tuple[list[str], list[str]]:
    """What ends the game beside rounds and time, and what it is played for."""
    return _ends(rules), _played_for(setup, rules)


def _ends(rules: Rules) -> list[str]:
    match rules.price:
        case Price.BADS:
            return [ngettext("{n} bad", "{n} bads", rules.bads).format(n=rules.bads)]
        case Price.DIE | Price.SHED:  # E3
            return [_("the last one with dice")]
        case Price.FORFEIT:
            return []


def _played_for(setup: Setup, rules: Rules) -> list[str]:
    stake = rules.stake or setup.forfeit  # E6
    if not setup.stakes:
        return [_("📝 No stakes: nobody owes anything")]
    match rules.price:
        case Price.BADS:
            return [_stake(_("📝 Who washes up must: {stake}"), _("📝 Who washes up owes a forfeit"), stake)]
        case Price.FORFEIT:
            owed = _stake(_("📝 The loser must: {stake}"), _("📝 The loser owes a forfeit"), setup.forfeit)
            return [owed, *_in_words(rules)]
        case Price.SHED:
            return [_stake(_("📝 The last one must: {stake}"), _("📝 The last one owes a forfeit"), stake)]
        case Price.DIE:
            return _in_words(rules)


def _in_words(rules: Rules) -> list[str]:
    """The stake in words (E6), where there is one."""
    return [_("📝 Who does not win must: {stake}").format(stake=escaped(rules.stake))] if rules.stake else []


def _stake(words: str, usual: str, stake: str) -> str:
    return words.format(stake=escaped(stake)) if stake else usual


def questions(setup: Setup, rules: Rules) -> tuple[Field, ...]:
    """What the host's form asks: what the loser must do, where anybody has to."""
    if not setup.stakes:
        return ()
    if rules.price is Price.DIE:
        about = _("Whatever you like, or nothing: they play for the win alone")
        return (Field("stake", _("Who does not win must…"), about, rules.stake, _("polish my boots"), 80, False),)
    label = {
        Price.BADS: _("Who washes up must…"),
        Price.FORFEIT: _("The loser must…"),
        Price.SHED: _("The last one must…"),
    }[rules.price]
    about = _("Whatever you like, or nothing: then it is one forfeit")
    return (Field("forfeit", label, about, setup.forfeit, _("sing a song"), 80, False),)
