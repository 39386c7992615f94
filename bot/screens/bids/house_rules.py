"""The house rules of the games of bids, page by page: whatever a table may play by."""

from msgspec.structs import replace

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
from engine.bids.rules import Palifico, Price, Rules

MOST_DICE, MOST_BADS = 10, 20


def house_rules(rules: Rules | None = None) -> tuple[RulesPage, ...]:
    """The pages, with what fits a table that plays by these rules; with all there are where none are given."""
    pages = (
        RulesPage(_("The dice"), "🎲", (_dice(), _wild(), _crooked())),
        RulesPage(_("The bids"), "🗣️", (_raising(), _palifico(), _palifico_face())),
        RulesPage(_("The doubt"), "🫵", (_challenge(), _exact(), _exact_by(), _exact_pays())),
        RulesPage(
            _("The price"),
            "⚖️",
            (
                _price(),
                _loss(),
                gift(),
                opens(Value("next", _("The opening goes round"), _("The next after whoever opened this round"))),
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
    about = _("So many are under each cup at the start")
    numbers = range(1, MOST_DICE + 1)
    each = tuple(Value(str(n), ngettext("{n} die each", "{n} dice each", n).format(n=n), about) for n in numbers)
    auto = Value("auto", _("Dice by the crowd"), _("Five each, or three where five or more play"))
    return HouseRule("dice", _("How many dice"), (auto, *each))


def _wild() -> HouseRule:
    return HouseRule(
        "wild",
        _("What is wild"),
        (
            Value("none", _("Nothing wild"), _("Every die counts as what it shows")),
            Value("ones", _("Ones wild"), _("Ones count as any face")),
            Value("ones-until-bid", _("Ones wild until bid"), _("Ones count as any face until somebody bids ones")),
            Value("red", _("A red die"), _("The opener throws a red die; its number counts as any face this round")),
        ),
    )


def _crooked() -> HouseRule:
    """How likely a die lands crooked (T2)."""
    about = _("One die lands crooked: the whole throw is shown to all, then thrown again")
    never = Value("0", _("No crooked dice"), _("Dice land flat"))
    return chances("crooked", _("Crooked dice"), never, about, _("Crooked dice, {chance}"))


def _raising() -> HouseRule:
    return HouseRule(
        "raising",
        _("How bids rise"),
        (
            Value("quantity-and-face", _("More, no lower face"), _("More dice each time, of that face or a higher")),
            Value("quantity", _("Any face"), _("More dice each time, of any face")),
            Value("quantity-or-face", _("More or higher"), _("More dice of any face, or as many of a higher face")),
            Value("rising-face", _("Faces never fall"), _("More dice or a higher face, and less of neither")),
            Value("face-first", _("Faces first"), _("A higher face with any number, or more dice of the same face")),
            Value("jokers-double", _("Ones weigh double"), _("Three ones beat six of anything else")),
            Value("aces-halve", _("Ones at half"), _("Half as many ones beat a bid; from ones, twice as many and one")),
        ),
    )


def _palifico() -> HouseRule:
    return HouseRule(
        "palifico",
        _("Down to one die"),
        (
            Value("off", _("No palifico"), _("Who is down to one die plays on as all do"), {"palifico-face": "single"}),
            Value("on", _("Palifico"), _("The first time, you open a round of one face, nothing wild")),
            Value("always", _("Palifico each time"), _("Each time you come down to one die, you open such a round")),
        ),
    )


def _palifico_face() -> HouseRule:
    return HouseRule(
        "palifico-face",
        _("Who may change the face in it"),
        (
            Value("single", _("Others with one die"), _("In a palifico, others who hold one die may change the face")),
            Value("nobody", _("Nobody changes the face"), _("In a palifico the face stays as it was opened")),
            Value("opener", _("Its opener changes the face"), _("In a palifico only its opener may change the face")),
        ),
    )


def _challenge() -> HouseRule:
    return HouseRule(
        "challenge",
        _("Who may doubt"),
        (
            Value("next", _("The next may doubt"), _("Only whoever’s turn it is")),
            Value("anyone", _("Anyone may doubt"), _("Not only the next in turn: the first to say so counts")),
        ),
    )


def _exact() -> HouseRule:
    on = _("Say “exactly!” instead of raising or doubting")
    return on_off(
        "exact", _("Exact calls"), on, _("You raise, or you doubt"), {"exact-by": "turn", "exact-pays": "back"}
    )


def _exact_by() -> HouseRule:
    return HouseRule(
        "exact-by",
        _("Who may call exactly"),
        (
            Value("turn", _("Exact calls in turn"), _("Only whoever’s turn it is")),
            Value("anyone", _("Calza"), _("Anybody but the bidder may call it exactly right, at any time")),
        ),
    )


def _exact_pays() -> HouseRule:
    return HouseRule(
        "exact-pays",
        _("What being exact brings"),
        (
            Value("back", _("Exact: a die back"), _("One lost die comes back; without dice to lose, the bidder pays")),
            Value("others", _("Exact: all others pay"), _("Everybody else still playing pays")),
            Value("bidder", _("Exact: the bidder pays"), _("Only the bidder pays")),
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
            Value("forfeit", _("Forfeits"), _("Whoever was wrong owes a forfeit; the fewest win"), duel),
            Value("die", _("Dice are lost"), _("Whoever was wrong loses a die; the last one with dice wins"), duel),
            Value("bads", _("Bads and goods"), _("Whoever was wrong gets a bad; too many, and you wash up"), duel),
            Value("shed", _("Dice are shed"), _("All say what they believe; the right ones shed a die"), poll),
        ),
    )


def _loss() -> HouseRule:
    return HouseRule(
        "loss",
        _("How many dice are lost"),
        (
            Value("one", _("One die at a time"), _("Whoever was wrong loses one")),
            Value("difference", _("By the difference"), _("As many as count and bid differ by, at least one")),
        ),
    )


def _bads() -> HouseRule:
    about = _("Whoever has so many washes up alone")
    labels = {n: ngettext("{n} bad", "{n} bads", n).format(n=n) for n in range(2, MOST_BADS + 1)}
    return HouseRule("bads", _("How many bads wash you up"), _numbered(labels, about))


def _pair_bads() -> HouseRule:
    about = _("Two who have so many each wash up together")
    labels = {n: ngettext("two at {n} bad", "two at {n} bads", n).format(n=n) for n in range(1, MOST_BADS + 1)}
    return HouseRule("pair-bads", _("How many wash up two together"), _numbered(labels, about))


def _numbered(labels: dict[int, str], about: str) -> tuple[Value, ...]:
    return tuple(Value(str(n), label, about) for n, label in labels.items())


def _playoff() -> HouseRule:
    on = _("Two who would wash up together play it out, with five dice each")
    return on_off("playoff", _("Play-off"), on, _("Two who have so many bads wash up together"))
