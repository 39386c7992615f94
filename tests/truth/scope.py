"""List the sentences that need a check.

They are the sentences of some whole files, and of the functions that choose what the bot says about the rules. A
function is given by its file below bot/screens/ and its name.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

SCREENS = Path(__file__).parents[2] / "bot" / "screens"
FUNCTIONS: dict[str, tuple[str, ...]] = {
    "families/bids/rules_in_words.py": (
        *(
            "_throw",
            "dice_by_players",
            "wild",
            "raising",
            "opening_bid",
            "met",
            "showing",
            "all_different",
            "all_alike",
            "_weighed",
            "_aces",
            "_pure",
            "_palifico",
            "_crooked",
            "_call",
        ),
        *("_exact", "who_calls_exact", "_exact_brings", "where_dice_come", "to_press"),
    ),
    "families/bids/price.py": (
        *("out_of_turn", "_washed_up", "_first_without_dice", "_dice_to_shed"),
        *("_forfeits", "_line", "_scored", "_dice_left"),
    ),
    "families/bids/narrator.py": ("palifico", "_call", "bid_and_count", "_playoff", "shows"),
    "families/bids/showing.py": ("_explained",),
    "families/bids/hands.py": ("in_the_open",),
    "families/bids/showdown.py": ("called", "_nothing_gained", "_met"),
    "families/narration.py": ("opens", "_gifted"),
    "families/poker_cup/headline.py": ("_never_a_lie",),
    "families/poker_cup/narrator.py": ("_protested",),
    "families/poker_cup/showdown.py": ("_in_two", "gave_up", "lifted"),
    "table/seats.py": ("_what_leaving_brings",),
    "families/bids/panel.py": ("head", "_asked", "_called_by_anyone", "_asked_later"),
    "families/bids/inputs.py": ("_face_label", "_worth"),
    "families/bids/rejections.py": ("sentence", "_too_low", "_no_word", "_plain", "asked_first"),
    "families/bids/pure.py": ("what_they_are", "asked"),
    "families/bids/misclicks.py": ("_bid", "_call"),
    "families/bids/private.py": ("without_dice",),
    "families/bids/house_rules.py": (
        *("_dice", "_wild", "crooked", "raising", "_palifico", "_palifico_face", "challenge", "_exact_by"),
        *("_least_opening", "_pure_opening", "_palifico_two", "_met", "_different", "_alike"),
        *("_price", "_loss", "_alone_first"),
    ),
    "families/common_house_rules.py": ("gives", "forfeits_decide", "who_opens", "direction", "absence", "opens"),
    "families/usual.py": ("loser_and_all", "ruling", "ruling_by_shedding"),
    "families/poker_cup/rules_in_words.py": (
        "_wild",
        "_ones_are_wild",
        "_may_match",
        "_price",
        "_slips",
        "where_dice_come",
    ),
    "families/lives.py": ("one_each", "last_wins", "as_price", "changed", "out"),
    "families/poker_cup/two_dice.py": (
        "course_of_the_game",
        "what_is_claimed",
        "ranks",
        "to_press",
        "at_top",
        "flawed",
        "top_costs",
        "may_give_up",
        "_top",
    ),
    "families/poker_cup/panel.py": ("_asked", "_at_top", "protest"),
    "families/poker_cup/private.py": ("_blind", "_cup", "_waiting", "_next", "_before_the_shake", "_still_to_shake"),
    "families/poker_cup/inputs.py": ("first", "_all"),
    "families/poker_cup/ranking.py": (
        *("_course_of_poker", "_what_poker_claims", "_poker_to_press", "counts_besides", "_poker_ranks"),
        *("_nothing_beats_poker", "does_not_count", "_poker_flawed"),
    ),
    "families/poker_cup/rejections.py": ("sentence", "_plain", "asked_first", "misclick"),
    "elements/controls.py": ("_waits",),
    "pages/guide.py": ("help_card",),
    "pages/learning.py": ("choice",),
    "families/variants.py": (
        "_common",
        "_dudo",
        "_cup",
        "_firehouse",
        "_bar",
        "_joker",
        "_perudo",
        "_mia",
        "_bluff",
        "_dahua",
    ),
}
"""The functions whose sentences need a check (tests/README.md says which screens are not covered yet)."""
BESIDE = (
    "Be wrong, lose the difference in dice (1+).",
    "Be wrong, lose a die.",
    "Be wrong, take a bad: −1 point.",
    "Be right, shed a die: fewer is better.",
    "Last player with dice wins.",
    *(
        "Win a lost die or life back; in games without either, the bidder pays",
        "Exact: everyone else pays",
        "Exact: the bidder pays",
    ),
    *("Everyone opens in turn", "The player after this round’s opener"),
    *("No pot", "Ante of {n}", "No extra stake", "Any number of rounds"),
    *("one player left", "{n} round", "🏁 until you stop", "🪙 Ante: {n} play chip each"),
    *("📝 Everyone who doesn’t win must: {stake}", "📝 No stakes", "📝 Everyone who doesn’t win owes {chips}"),
    *("📝 Wash up (lose)? Then: {stake}", "📝 Wash up (lose)? You owe a forfeit"),
    *("📝 Last one must: {stake}", "📝 Last one owes a forfeit"),
    "📝 Last one owes {stake}",
    "then {name}",
    "🃏 Vote right and shed a die.",
    "🚪 You’ve left this game. Join the next one!",
    "-# 🤖 Against computers alone it’s practice: nobody owes anything.",
    "Out of turn: 2 goods (+2) or 2 bads (−2).",
    "🫵 {caller} doubts {bid}",
    *("To beat: **{claim}**", "To match or beat: **{claim}**"),
    "🫵 Nobody has bid yet.",
    "🪑 You’re out of this game. Enjoy the show!",
    *("🔎 From what you can see: **{percent}** likely", "🔎 By the dice alone: **{percent}** likely"),
    *("-# Raises: {raises}", "-# Bids: {raises}"),
)
"""Sentences that need a check although most other sentences of their functions do not."""
FILES = (
    *("families/teaching.py", "families/lesson_pages.py"),
    *("families/bids/teaching.py", "families/bids/sample_round.py", "families/bids/lesson_script.py"),
    *("families/bids/pure_lesson.py", "families/bids/show_lesson.py"),
    *("families/poker_cup/teaching.py", "families/poker_cup/two_dice_lesson.py"),
)
"""The files in which each sentence needs a check."""
NOT_ABOUT_RULES = (
    *("### 🎓 Your first game", "Next round", "Roll the dice", "The other games", "A bidding game"),
    "What counts?",
    *("Bid {bid}", "Pick a claim", "Dice from 1 to 100; leave it empty for more than players"),
    *("### 🎲 Liar’s Dice", "Common hand", "Dudo", "Firehouse", "Bar dice", "Joker", "Perudo", "Bluff", "Dahua"),
    "Two minutes against computers.",
    "**Start**: `/play` opens a table. Friends press **Join**, computers fill in, and the host starts.",
    "**Your dice** come by DM. **My dice** shows them anytime, just to you.",
)
"""Titles, names of games, labels of buttons, and sentences about the bot instead of the rules."""
CONSTANTS = {
    "families/poker_cup/ranking.py": ("YOU_ROLL_ALL", "THEY_ROLL_ALL", "FIRST_ROLL"),
    "families/poker_cup/two_dice.py": ("YOU_ROLL_ALL", "THEY_ROLL_ALL", "FIRST_ROLL"),
}
"""The names of constants whose sentences need a check."""
LOOK_UPS = ("_", "N_", "ngettext")


def sentences() -> dict[str, str]:
    """Return each msgid that needs a check, with the place of the sentence. A plural is listed under its singular."""
    everywhere = {words for path in SCREENS.rglob("*.py") for words in _said(ast.parse(path.read_text("utf-8")))}
    found = {msgid: "BESIDE in tests/truth/scope.py" for msgid in BESIDE if msgid in everywhere}
    for path in FILES:
        all_there = dict.fromkeys(_said(ast.parse((SCREENS / path).read_text("utf-8"))), path)
        found |= all_there
    for path, constants in CONSTANTS.items():
        for node in ast.parse((SCREENS / path).read_text("utf-8")).body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in constants:
                found |= dict.fromkeys(_said(node), path)
    for path, names in FUNCTIONS.items():
        tree = ast.parse((SCREENS / path).read_text("utf-8"))
        there = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        for node in there:
            if node.name in names:
                found |= dict.fromkeys(_said(node), f"{path}: {node.name}")
        gone = set(names) - {node.name for node in there}
        assert not gone, f"{path} has no {gone}"
    return {msgid: where for msgid, where in found.items() if msgid not in NOT_ABOUT_RULES}


NAMED = ("HouseRule", "on_off", "chances")
"""Functions whose second argument is only the name of a house rule."""


def _said(node: ast.AST) -> Iterator[str]:
    named = [call.args[1] for call in ast.walk(node) if _is_call_of(call, NAMED) and len(call.args) > 1]  # type: ignore[attr-defined]
    for call in (each for each in ast.walk(node) if each not in named):
        is_look_up = isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in LOOK_UPS
        if is_look_up and isinstance(call.args[0], ast.Constant):  # type: ignore[attr-defined]
            yield str(call.args[0].value)  # type: ignore[attr-defined]


def _is_call_of(node: ast.AST, names: tuple[str, ...]) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names
