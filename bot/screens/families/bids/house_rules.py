"""Describe the house rules of the bidding games, page by page."""

from collections.abc import Callable

from msgspec.structs import replace

from bot.screens.elements.labels import PRICE
from bot.screens.elements.option_values import length, read_number
from bot.screens.families import lives
from bot.screens.families.bids import rules_in_words as words
from bot.screens.families.bids.price import price
from bot.screens.families.common_house_rules import (
    HouseRule,
    RulesPage,
    Value,
    at_the_table,
    chances,
    gift,
    how_long,
    on_off,
    opens,
    typed,
)
from bot.words.language import _, ngettext
from engine.bids.rules import Alike, Different, ExactBy, Loss, Raising, Rules, Wild
from engine.core.policies import Price
from engine.options import OPTIONS


def house_rules() -> tuple[RulesPage, ...]:
    """Return all pages of house rules of a bidding game."""
    next_opens = Value("next", _("Everyone opens in turn"), _("The player after this round’s opener"))
    return (
        RulesPage(_("The dice"), "🎲", (_dice(), _wild(), _different(), _alike(), crooked())),
        RulesPage(_("The bids"), "🗣️", (raising(), _least_opening(), _show())),
        RulesPage(_("Palifico"), "🥁", (_palifico(), _palifico_face(), _palifico_two())),
        RulesPage(_("The call"), "🫵", (challenge(), _met(), exact(), _exact_by(), _exact_pays())),
        RulesPage(_("The price"), "⚖️", (_price(), _loss(), lives.how_many(), gift(), opens(next_opens))),
        RulesPage(_bads_and_goods(), "🌊", (_bads(), _pair_bads(), playoff())),
        at_the_table(),
        how_long(),
    )


def _dice() -> HouseRule:
    auto, *numbers = OPTIONS["dice"].words()
    each = tuple(Value(n, ngettext("{n} die each", "{n} dice each", int(n)).format(n=n)) for n in numbers)
    by_players = Value(auto, _("Dice by player count"), words.dice_by_players())
    return HouseRule("dice", _("How many dice"), (by_players, *each))


OTHER_NUMBERS = (Wild.TWOS, Wild.THREES, Wild.FOURS, Wild.FIVES, Wild.SIXES)
"""The wild numbers besides ones."""


def _wild() -> HouseRule:
    return HouseRule(
        "wild",
        _("Wild dice"),
        (
            Value("none", _("Nothing wild")),
            Value("ones", _("Ones wild")),
            Value("ones-until-bid", _("Ones wild until they’re bid")),
            # Translators: {faces} is the name of the face that counts as any other: “sixes”.
            *(Value(way, _("Wild: {faces}").format(faces=words.face_of(way))) for way in OTHER_NUMBERS),
            Value("red", _("A red die"), words.wild(Wild.RED)),
        ),
    )


def _different() -> HouseRule:
    """Return the house rule for five different numbers under one cup (C7)."""
    zero = Value("zero", _("Five different faces: none counts"), words.all_different(Different.ZERO))
    return HouseRule("different", _("Five different faces"), (Value("count", _("Five different faces: as ever")), zero))


def _alike() -> HouseRule:
    """Return the house rule for five dice under one cup that all count (C7)."""
    return HouseRule(
        "alike",
        _("Five dice that all count"),
        (
            Value("none", _("Five that all count: five")),
            Value("one", _("Five that all count: six"), words.all_alike(Alike.ONE)),
            Value("two", _("Five that all count: six or seven"), words.all_alike(Alike.TWO)),
        ),
    )


def crooked() -> HouseRule:
    """Return the house rule for crooked dice (T2)."""
    about = _("Everyone sees the cocked roll, then it’s rolled again")
    never = Value("0", _("No cocked dice"))
    # Translators: {chance} is a phrase such as “1 in 50”.
    return chances("crooked", _("Cocked dice"), never, about, _("Cocked dice, {chance}"))


def raising() -> HouseRule:
    """Return the house rule for raising (B4), with a name for each way to raise."""
    named = {
        Raising.QUANTITY_AND_FACE: _("More dice, same face or higher"),
        Raising.QUANTITY: _("More dice, any face"),
        Raising.QUANTITY_OR_FACE: _("More dice or a higher face"),
        Raising.RISING_FACE: _("Faces never go down"),
        Raising.FACE_FIRST: _("A higher face, or more of the same"),
        Raising.JOKERS_DOUBLE: _("A bid of ones counts double"),
        Raising.ACES_HALVE: _("A bid of ones takes half as many dice"),
        Raising.ONE_COMPONENT: _("More dice or a higher face, not both"),
        Raising.TRACK: _("A bid of wild dice counts almost double"),
        Raising.PURE: _("Wild bids and pure bids"),
    }
    values = tuple(Value(way, name, words.raising(way)) for way, name in named.items())
    return HouseRule("raising", _("Raising"), values)


def _least_opening() -> HouseRule:
    """Return the house rule for the least opening bid (B5)."""

    def say(word: str) -> Value:
        # Translators: the least number of dice of the first bid of a round.
        return Value(word, ngettext("Open with {n}+ die", "Open with {n}+ dice", int(word)).format(n=word))

    any_number = Value("1", _("Open with any number of dice"))
    by_players = Value("players", _("Open with more dice than players"), words.opening_bid(0))
    named = {each.value: each for each in (any_number, by_players)}
    values = (any_number, by_players, *map(say, "2345"))
    about = _("Dice from 1 to 100; leave it empty for more than players")
    others = typed(about, _read_opening, lambda word: named.get(word) or say(word), _digits)
    return HouseRule("least-opening", _("The opening bid"), values, others, _pure_opening)


def _pure_opening(rules: Rules) -> str:
    """Return the line about pure opening bids (B5), or "" if they need as many dice as others."""
    if rules.raising is not Raising.PURE or rules.least_opening:
        return ""
    return _("A pure bid needs only as many dice as there are players.")


def _show() -> HouseRule:
    """Return the house rule for showing dice along with a bid (B6)."""
    return on_off("show", _("Showing dice"), words.showing())


def _read_opening(text: str) -> str:
    return read_number(text) or "players"


def _digits(word: str) -> str:
    """Return a number as a form's field shows it, or "" for "players"."""
    return "" if word == "players" else word


def _palifico() -> HouseRule:
    return HouseRule(
        "palifico",
        _("Down to one die"),
        (
            Value("off", _("No palifico")),
            Value("on", _("Palifico"), _("The first time you’re down to one die, you open a round with nothing wild")),
            Value(
                "always",
                _("Palifico each time"),
                _("Each time you’re down to one die, you open a round with nothing wild"),
            ),
        ),
    )


def _palifico_face() -> HouseRule:
    return HouseRule(
        "palifico-face",
        _("Changing the face in a palifico"),
        (
            Value("single", _("Others with one die may change the face")),
            Value("nobody", _("Nobody may change the face")),
            Value("opener", _("Only the opener may change the face")),
        ),
    )


def _palifico_two() -> HouseRule:
    """Return the house rule for palifico rounds when two players are left (C6)."""
    return on_off("palifico-two", _("Palifico with two players left"), _("A palifico round even if only two are left"))


def challenge() -> HouseRule:
    """Return the house rule that decides who may challenge (C1)."""
    return HouseRule(
        "challenge",
        _("Who may call"),
        (
            Value("next", _("Only the next player may call")),
            Value("anyone", _("Anyone may call")),
        ),
    )


def exact() -> HouseRule:
    """Return the house rule for exact calls (C5)."""
    on = _("Call Exactly! instead of raising or doubting")
    return on_off("exact", _("Exact calls"), on)


def _exact_by() -> HouseRule:
    return HouseRule(
        "exact-by",
        _("Who may call Exactly!"),
        (
            Value("turn", _("Exact calls in turn")),
            Value("anyone", _("Calza"), words.who_calls_exact(ExactBy.ANYONE)),
        ),
    )


def _exact_pays() -> HouseRule:
    return HouseRule(
        "exact-pays",
        _("What an exact call wins"),
        (
            Value(
                "back",
                _("Exact: you win one back"),
                _("Win a lost die or life back; in games without either, the bidder pays"),
            ),
            Value("others", _("Exact: everyone else pays")),
            Value("bidder", _("Exact: the bidder pays")),
        ),
    )


def _price() -> HouseRule:
    """Return the house rule for the price of being wrong (P1 to P4)."""
    return HouseRule(
        "price",
        _(PRICE),
        (
            Value("forfeit", _("Forfeits"), price(Price.FORFEIT)),
            Value("die", _("Lose dice"), price(Price.DIE)),
            Value("bads", _bads_and_goods(), price(Price.BADS)),
            Value("shed", _("Shed dice"), price(Price.SHED)),
            lives.as_price(),
        ),
    )


def _bads_and_goods() -> str:
    return _("Bads and goods")


def _loss() -> HouseRule:
    return HouseRule(
        "loss",
        _("Dice lost at a time"),
        (
            Value("one", _("One die at a time")),
            Value("difference", _("As many dice as the bid was off by"), price(Price.DIE, Loss.DIFFERENCE)),
        ),
    )


def _met() -> HouseRule:
    """Return the house rule for bids that are exactly met (P8)."""
    return HouseRule(
        "met",
        _("Bids that are exactly right"),
        (
            Value("challenger", _("An exactly right bid costs the caller")),
            Value("others", _("An exactly right bid costs everyone else")),
        ),
    )


def _bads() -> HouseRule:
    return _numbered("bads", _("Bads to wash up"), lambda n: length("bads", n))


def _pair_bads() -> HouseRule:
    def label(n: int) -> str:
        # Translators: where two players reach {n} bads, both wash up, and the game is over.
        return ngettext("2 players at {n} bad", "2 players at {n} bads", n).format(n=n)

    pair = _numbered("pair-bads", _("Bads for a double wash-up"), label)
    return replace(pair, aside=_alone_first)


def _alone_first(rules: Rules) -> str:
    """Return the line that the number for two players has no effect, or "" if it has one (E4)."""
    if rules.pair_bads < rules.bads:
        return ""
    # Translators: a note on a house rule; {bads} is a phrase such as “5 bads”.
    return _("No effect: a player already washes up at {bads}.").format(bads=length("bads", rules.bads))


def _numbered(option: str, name: str, label: Callable[[int], str]) -> HouseRule:
    return HouseRule(option, name, tuple(Value(word, label(int(word))) for word in OPTIONS[option].words()))


def playoff() -> HouseRule:
    """Return the house rule for a playoff between two players who would wash up together (E4)."""
    on = _("If two would wash up together, they have a playoff")
    return on_off("playoff", _("Playoff"), on)
