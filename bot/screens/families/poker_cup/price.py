"""Write texts about the price of being wrong in the cup: forfeits (P1) or lives (P7)."""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from bot.screens.elements import amounts
from bot.screens.elements.cards import Field
from bot.screens.elements.labels import IS_OUT, ONE_PLAYER_LEFT
from bot.screens.families import lives, narration
from bot.screens.families.common_house_rules import forfeits_decide
from bot.screens.families.narration import Narrator
from bot.screens.families.usual import all_must, forfeit_field, loser_and_all, no_stakes, stake_field, stake_or_forfeit
from bot.tables.model import Setup
from bot.words.language import _, sentences
from engine.core import events as e
from engine.core.policies import Price
from engine.core.state import Player
from engine.poker_cup.rules import CupRules


class PriceWords(msgspec.Struct, frozen=True, kw_only=True):
    """The texts about one price.

    - `costs`: the cost of being wrong, and how it decides the game.
    - `ends`: the conditions that end the game besides rounds and time (E3).
    - `stakes`: lines about the stakes of the game, made from the set-up and from the stake in words (E6).
    - `asked`: the field of the host's form about the stakes.
    - `sign`: the emoji before the list of all positions.
    - `amount`: the number of forfeits or lives of a player.
    - `short` and `figure`: a player's position during the game, and at its end.
    - `is_final`: whether a player's position can no longer change, so that leaving makes no difference (L1).
    """

    costs: Callable[[CupRules], str]
    ends: Callable[[], list[str]] = list
    stakes: Callable[[Setup, str], list[str]]
    asked: Callable[[Setup, CupRules], Field]
    sign: str
    amount: Callable[[Player], int]
    short: Callable[[Player], str]
    figure: Callable[[Player], str]
    is_final: Callable[[Player], bool] = lambda _player: False


def _forfeits() -> PriceWords:
    return PriceWords(
        costs=lambda _rules: forfeits_decide(),
        stakes=loser_and_all,
        asked=lambda setup, _rules: forfeit_field(setup),
        sign="📝 ",
        amount=lambda player: player.forfeits,
        short=lambda player: str(player.forfeits),
        figure=lambda player: amounts.forfeits(player.forfeits),
    )


def _lives() -> PriceWords:
    return PriceWords(
        costs=lambda rules: sentences(lives.one_each(rules.lives), lives.last_wins()),
        ends=lambda: [_(ONE_PLAYER_LEFT)],
        stakes=lambda setup, stake: all_must(stake_or_forfeit(setup, stake) if stake else ""),
        asked=lambda _setup, rules: stake_field(rules),
        sign="❤️ ",
        amount=lambda player: player.lives,
        short=lambda player: str(player.lives) if player.lives else _(IS_OUT),
        figure=lambda player: amounts.lives(player.lives) if player.lives else _(IS_OUT),
        is_final=lambda player: not player.lives,
    )


PRICES: Mapping[Price, Callable[[], PriceWords]] = {Price.FORFEIT: _forfeits, Price.LIVES: _lives}
"""For each price of the cup (P6), the function that returns its texts in the current language."""


def price(rules: CupRules) -> PriceWords:
    """Return the texts about the price in these rules."""
    return PRICES[rules.price]()


def ends_and_stakes(setup: Setup, rules: CupRules) -> tuple[list[str], list[str]]:
    """Return the conditions that end a game besides rounds and time, and lines about its stakes."""
    words = price(rules)
    return words.ends(), words.stakes(setup, rules.stake) if setup.stakes else [no_stakes()]


def questions(setup: Setup, rules: CupRules) -> tuple[Field, ...]:
    """Return the field of the host's form about what losers must do, or () if the table has no stakes."""
    return (price(rules).asked(setup, rules),) if setup.stakes else ()


def paid(by: Narrator, price: Sequence[e.Event]) -> list[str]:
    """Return lines about the players who pay for a round (P1, P7)."""
    return narration.narrate(by, lives.without_those_out(price), lives.PAY)
