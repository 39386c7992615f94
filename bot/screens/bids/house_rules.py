"""The house rules of the games of bids, page by page: whatever a table may play by."""

from msgspec.structs import replace

from bot.screens.bids.rules_in_words import raising
from bot.screens.common_house_rules import (
    HouseRule,
    RulesPage,
    Value,
    at_the_table,
    chances,
    gift,
    how_long,
    on_off,
    opens,
)
from bot.words.language import _, ngettext
from engine.bids.rules import Palifico, Price, Raising, Rules

MOST_DICE, MOST_BADS = 10, 20


def house_rules(rules: Rules | None = None) -> tuple[RulesPage, ...]:
    """The pages, with what fits a table that plays by these rules; with all there are where none are given."""
    pages = (
        RulesPage(_("The dice"), "🎲", (_dice(), _wild(), _crooked())),
        RulesPage(_("The bids"), "🗣️", (_raising(), _palifico(), _palifico_face())),
        RulesPage(_("The call"), "🫵", (_challenge(), _exact(), _exact_by(), _exact_pays())),
        RulesPage(
            _("The price"),
            "⚖️",
            (
                _price(),
                _loss(),
                gift(),
                opens(Value("next", _("Opening goes round"), _("Next after this round’s opener"))),
            ),
        ),
        RulesPage(_("Bads and goods"), "🌊", (_bads(), _pair_bads(), _playoff())),
        at_the_table(),
        how_long(),
    )
    fitting = (replace(page, rules=tuple(rule for rule in page.rules if _fits(rule, rules))) for page in pages)
    return tuple(page for page in fitting if page.rules)


def _fits(rule: HouseRule, rules: Rules | None) -> bool:
    """Whether a house rule ever comes into play by these rules (P6); it may be asked for once they have changed."""
    if rules is None:
        return True
    match rule.option:
        case "exact-by" | "exact-pays":
            return rules.exact
        case "palifico-face":
            return rules.palifico is not Palifico.OFF
        case "exact" | "palifico":
            return rules.price is not Price.SHED
        case "loss":
            return rules.price is Price.DIE
        case "gift":
            return rules.price is Price.FORFEIT
        case "bads" | "pair-bads" | "playoff":
            return rules.price is Price.BADS
        case _:
            return True


def _dice() -> HouseRule:
    about = ""
    numbers = range(1, MOST_DICE + 1)
    each = tuple(Value(str(n), ngettext("{n} die each", "{n} dice each", n).format(n=n), about) for n in numbers)
    auto = Value("auto", _("Dice by player count"), _("5 dice each (3 if 5+ play)."))
    return HouseRule("dice", _("How many dice"), (auto, *each))


def _wild() -> HouseRule:
    return HouseRule(
        "wild",
        _("Wild dice"),
        (
            Value("none", _("Nothing wild"), ""),
            Value("ones", _("Ones wild"), ""),
            Value("ones-until-bid", _("Ones wild until bid"), ""),
            Value("red", _("A red die"), _("The opener’s red die is wild.")),
        ),
    )


def _crooked() -> HouseRule:
    """How likely a die lands crooked (T2)."""
    about = _("Everyone sees the crooked roll, then it’s rolled again")
    never = Value("0", _("No crooked dice"), "")
    # Translators: {chance} is “1 in 50”, or such.
    return chances("crooked", _("Crooked dice"), never, about, _("Crooked dice, {chance}"))


def _raising() -> HouseRule:
    """B4: each way by a name, and in the words of the rules."""
    named = {
        Raising.QUANTITY_AND_FACE: _("More, no lower face"),
        Raising.QUANTITY: _("Any face"),
        Raising.QUANTITY_OR_FACE: _("More or higher"),
        Raising.RISING_FACE: _("Faces never fall"),
        Raising.FACE_FIRST: _("Faces first"),
        Raising.JOKERS_DOUBLE: _("Ones count double"),
        Raising.ACES_HALVE: _("Ones at half"),
    }
    return HouseRule("raising", _("Raising"), tuple(Value(way, name, raising(way)) for way, name in named.items()))


def _palifico() -> HouseRule:
    return HouseRule(
        "palifico",
        _("Down to one die"),
        (
            Value("off", _("No palifico"), "", {"palifico-face": "single"}),
            Value("on", _("Palifico"), _("The first time you’re down to one die, you open: one face, nothing wild")),
            Value(
                "always",
                _("Palifico each time"),
                _("Each time you’re down to one die, you open: one face, nothing wild"),
            ),
        ),
    )


def _palifico_face() -> HouseRule:
    return HouseRule(
        "palifico-face",
        _("Changing the face in a palifico"),
        (
            Value("single", _("Only one-die players change the face"), ""),
            Value("nobody", _("Nobody changes the face"), ""),
            Value("opener", _("Only the opener changes the face"), ""),
        ),
    )


def _challenge() -> HouseRule:
    return HouseRule(
        "challenge",
        _("Who may call"),
        (
            Value("next", _("Only the next player may call"), ""),
            Value("anyone", _("Anyone may call"), ""),
        ),
    )


def _exact() -> HouseRule:
    on = _("Call Exactly! instead of raising or doubting")
    return on_off("exact", _("Exact calls"), on, "", {"exact-by": "turn", "exact-pays": "back"})


def _exact_by() -> HouseRule:
    return HouseRule(
        "exact-by",
        _("Who may call Exactly!"),
        (
            Value("turn", _("Exact calls in turn"), ""),
            Value("anyone", _("Calza"), _("Anyone but the bidder may call Exactly!")),
        ),
    )


def _exact_pays() -> HouseRule:
    return HouseRule(
        "exact-pays",
        _("What an exact call wins"),
        (
            Value("back", _("Exact: a die back"), _("Win a lost die back; where dice aren’t lost, the bidder pays")),
            Value("others", _("Exact: all others pay"), ""),
            Value("bidder", _("Exact: the bidder pays"), ""),
        ),
    )


def _price() -> HouseRule:
    """P1 to P4; only where dice are shed everybody is judged. What goes with one price alone goes with it (P6)."""
    others = {"loss": "one", "gift": "off", "playoff": "off"}
    duel, poll = {**others, "verdict": "duel"}, {**others, "verdict": "poll"}
    return HouseRule(
        "price",
        _("What being wrong costs"),
        (
            Value("forfeit", _("Forfeits"), _("Be wrong, owe a forfeit; fewest forfeits win."), duel),
            Value("die", _("Lose dice"), _("Be wrong, lose a die."), duel),
            Value("bads", _("Bads and goods"), _("Be wrong, take a bad."), duel),
            Value("shed", _("Shed dice"), _("Be right, shed a die: fewer is better."), poll),
        ),
    )


def _loss() -> HouseRule:
    return HouseRule(
        "loss",
        _("Dice lost at a time"),
        (
            Value("one", _("One die at a time"), ""),
            Value("difference", _("By the difference"), _("Be wrong, lose as many dice as the bid was off by.")),
        ),
    )


def _bads() -> HouseRule:
    about = ""
    labels = {n: ngettext("{n} bad", "{n} bads", n).format(n=n) for n in range(2, MOST_BADS + 1)}
    return HouseRule("bads", _("Bads to wash up"), _numbered(labels, about))


def _pair_bads() -> HouseRule:
    about = ""
    # Translators: where two players reach {n} bads, both wash up, and the game is over.
    labels = {n: ngettext("Two at {n} bad", "Two at {n} bads", n).format(n=n) for n in range(1, MOST_BADS + 1)}
    return HouseRule("pair-bads", _("Bads to wash up as two"), _numbered(labels, about))


def _numbered(labels: dict[int, str], about: str) -> tuple[Value, ...]:
    return tuple(Value(str(n), label, about) for n, label in labels.items())


def _playoff() -> HouseRule:
    on = _("Two who’d wash up together play it off")
    return on_off("playoff", _("Play-off"), on, "")
