"""Test the computer players.

They make legal moves in every preset, play better than chance, and use only their own view (L4).
"""

from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from random import Random

import pytest

from engine.__main__ import header_of
from engine.bids import actions as a
from engine.bids.counting import at_least
from engine.bids.events import Revealed
from engine.bids.odds import holds
from engine.bids.state import Game
from engine.bids.view import View
from engine.core.characters import GOOD, PLAIN, STRONG
from engine.core.refusals import Refused
from engine.core.state import Phase
from engine.fairness import FairDice, Seed
from engine.games import choose, joins_quitting, would_challenge
from engine.simulated_game import NAMES, simulate
from tests.engine import bids as games
from tests.engine.bids import rules_for
from tests.engine.playing import PRESETS, moves


def dice(seed: int) -> FairDice:
    return FairDice(Seed(sha256(str(seed).encode()).digest()), {})


Way = Callable[[View, Random], a.Action]
"""A function that chooses a bid, an answer or a vote."""


def by_chance(seen: View, random: Random) -> a.Action:
    """Choose a random legal move."""
    return random.choice(list(moves(seen.legal, random)))


def least(seen: View, random: Random) -> a.Action:
    """Choose the likeliest of the lowest raises for each face. If no raise is possible, challenge."""
    raises = list(seen.legal.bids)
    random.shuffle(raises)
    return max(raises, key=lambda bid: holds(seen, bid), default=a.Challenge())


def always_raises(seen: View, random: Random) -> a.Action:
    """Choose the likeliest of the lowest raises for each face, as long as a raise is possible."""
    return least(seen, random) if seen.legal.may_bid() else _challenge_or_vote(seen)


def always_challenges(seen: View, random: Random) -> a.Action:
    """Challenge every bid. As the opener, choose the likeliest of the lowest bids."""
    return least(seen, random) if seen.state.standing is None else _challenge_or_vote(seen)


def by_own_dice(seen: View, random: Random) -> a.Action:
    """Challenge a bid if its probability is less than 50 % for a player who considers only their own dice.

    Otherwise choose the likeliest of the lowest raises.
    """
    bid = seen.state.standing
    if bid is not None and not seen.legal.vote and holds(seen, bid) < 0.5:
        return a.Challenge()
    return always_raises(seen, random)


def _challenge_or_vote(seen: View) -> a.Action:
    bid = seen.state.standing
    assert bid is not None
    return a.Vote(holds(seen, bid) >= 0.5) if seen.legal.vote else a.Challenge()


def share_lost(preset: str, players: int, way: Way, ways: int = 1, games_played: int = 100) -> float:
    """Return the share of rounds that the tested players lose.

    There are `ways` tested players, who all play in the given way. The other players are computer players, and the
    seats rotate. If all players were equally good, the share would be `ways / players`.
    """
    lost = total = 0
    for seed in range(games_played):
        for loser in losers_of_a_game(preset, players, {(seed + 2 * n) % players for n in range(ways)}, way, seed):
            lost += loser
            total += 1
    return lost / total


def losers_of_a_game(preset: str, players: int, seats: set[int], way: Way, seed: int) -> Iterator[bool]:
    """Play a game of up to ten rounds. After each showdown, yield whether its loser sits in one of `seats`.

    The players in these seats play in the given way, and the others are computer players.
    """
    fall, random = dice(seed), Random(seed)
    _, game = games.start(rules_for(preset, {"rounds": "10"}), players, fall)
    while game.state.phase is not Phase.OVER:
        if not (awaited := games.awaited(game)):
            events, game = games.play(game, None, a.Deal(), fall)
            continue
        seen = games.view(game, seat := awaited[0])
        plays = way if seat in seats and game.state.phase is not Phase.BETWEEN else by_computer
        events, game = games.play(game, seat, plays(seen, random), fall)
        yield from (event.loser() in seats for event in events if isinstance(event, Revealed))


def by_computer(seen: View, random: Random) -> a.Action:
    level = STRONG if len(seen.state.players) == 2 else GOOD  # at a table of two, the strong player is used
    return choose(seen, random.random(), PLAIN[level])


@pytest.mark.in_some_games
@pytest.mark.parametrize("preset", PRESETS)
def test_computer_players_clearly_beat_random_play(preset: str) -> None:
    assert share_lost(preset, 4, by_chance, ways=2) > 0.8


@pytest.mark.in_some_games
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("way", [by_chance, always_challenges])
def test_thoughtless_play_loses_about_twice_a_fair_share(preset: str, way: Way) -> None:
    """A player who has lost five dice is out, and so cannot lose more than about half of the ten rounds.

    Therefore the limit is not higher.
    """
    assert share_lost(preset, 4, way) > 0.49


@pytest.mark.in_some_games
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(("players", "least_share"), [(2, 0.55), (4, 0.26), (6, 0.15)])
def test_players_who_always_raise_gain_nothing(preset: str, players: int, least_share: float) -> None:
    """Between two players, a player who always raises clearly loses.

    Among six players, the others make most raises, so such a player loses about a fair share (0.167).
    """
    assert share_lost(preset, players, always_raises) > least_share


@pytest.mark.in_some_games
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 4])
def test_players_who_count_only_their_own_dice_gain_nothing(preset: str, players: int) -> None:
    """It is sound to challenge each bid that is less than 50 % likely by one's own dice.

    A player who does so is about as good as the computer players.
    """
    assert share_lost(preset, players, by_own_dice) > 0.88 / players


@pytest.mark.in_some_games
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_games_of_computer_players_end_without_votes_to_stop(preset: str, players: int) -> None:
    for seed in range(4):
        told = simulate(preset, players, {}, Seed(bytes([seed, players])))
        header, events = header_of(told), told.events
        assert header.players == NAMES[:players]
        assert not any(type(event).__name__ == "QuitVoiced" for event in events)
        kinds = Counter(type(event).__name__ for event in events)
        assert kinds["GameOver"] == 1
        assert kinds["BidMade"] >= kinds["RoundBegan"]  # every round opens with a bid


@pytest.mark.parametrize(
    "options",
    [
        {"exact": "on"},
        {"gift": "on"},
        {"challenge": "anyone"},
        {"wild": "red"},
        {"raising": "aces-halve"},
        {"price": "bads", "playoff": "on"},
        {"price": "die", "exact": "on", "palifico": "on"},
        {"verdict": "poll", "price": "shed"},
        {"dice": "1"},
        {"crooked": "1"},
    ],
)
def test_computer_players_can_play_with_every_option(options: dict[str, str]) -> None:
    for seed in range(5):
        assert simulate("common", 4, options, Seed(bytes([seed]))).events


def test_an_endless_game_of_computer_players_ends_by_votes_to_stop() -> None:
    # Nobody reaches so many bads soon. After 500 rounds the computer players vote to stop (E2).
    events = simulate("common", 2, {"price": "bads", "bads": "20", "pair-bads": "20"}, Seed(b"long")).events
    assert type(events[-1]).__name__ in ("GameOver", "ForfeitOwed")


def seen(preset: str, hands: tuple[tuple[int, ...], ...], bid: a.Bid | None, seat: int) -> View:
    """Deal these hands, let the first seat bid if `bid` is given, and return the view of `seat`."""
    return games.view(dealt(preset, hands, bid), seat)


def dealt(preset: str, hands: tuple[tuple[int, ...], ...], bid: a.Bid | None) -> Game:
    """Deal these hands, and let the first seat bid if `bid` is given."""

    class Hands(FairDice):
        def roll(self, at: int, seat: int, count: int) -> tuple[int, ...]:
            return hands[seat]

        def red(self, at: int) -> int:
            return 4

    fall = Hands(Seed(b"x"), {})
    _, game = games.start(rules_for(preset, {"seating": "joined"}), len(hands), fall)
    _, game = games.play(game, None, a.Deal(), fall)
    if bid is not None:
        _, game = games.play(game, 0, bid, fall)
    return game


ONES, SIXES = (1, 1, 1, 1, 1), (6, 6, 6, 6, 6)


def test_the_odds_of_a_bid_count_own_dice_and_wild_dice() -> None:
    assert at_least(0, 5, 6) == 1
    assert at_least(6, 5, 6) == 0
    assert at_least(1, 2, 6) == pytest.approx(11 / 36)
    assert at_least(2, 2, 3) == pytest.approx(1 / 9)
    common, dudo = seen("common", (ONES, SIXES), None, 0), seen("dudo", (ONES, SIXES), None, 0)
    assert holds(common, a.Bid(5, 1)) == 1
    assert holds(common, a.Bid(6, 1)) == pytest.approx(at_least(1, 5, 6))
    assert holds(dudo, a.Bid(6, 5)) == pytest.approx(at_least(1, 5, 3))  # C2: the ones are wild
    assert holds(dudo, a.Bid(6, 1)) == pytest.approx(at_least(1, 5, 6))  # for a bid on ones, they are not wild


def test_an_impossible_bid_is_challenged_and_a_certain_one_is_not() -> None:
    for draw in (0.0, 0.3, 0.6, 0.99):
        assert choose(seen("common", (ONES, SIXES), a.Bid(7, 2), 1), draw) == a.Challenge()
        assert choose(seen("common", (ONES, SIXES), a.Bid(2, 6), 1), draw) != a.Challenge()


def test_in_a_poll_a_computer_player_votes_as_its_own_dice_tell() -> None:
    """C4: players who did not bid and did not challenge vote, too."""
    for mine, believes in ((SIXES, True), ((2, 3, 4, 5, 5), False)):
        game = dealt("joker", ((6, 6, 2, 3, 4), SIXES, mine), a.Bid(7, 6))
        _, polled = games.play(game, 1, a.Challenge(), dice(0))
        assert choose(games.view(polled, 2), 0.5) == a.Vote(believes)


def test_openings_are_plausible_and_vary() -> None:
    bids = {choose(seen("common", ((2, 2, 3, 3, 5), SIXES, ONES), None, 0), n / 50) for n in range(50)}
    assert len(bids) > 1
    assert all(isinstance(bid, a.Bid) and 1 <= bid.quantity <= 5 for bid in bids)


def test_computer_players_challenge_out_of_turn_only_if_almost_sure() -> None:
    hands = ((1, 2, 3), (1, 2, 3), (1, 2, 3), (1, 2, 3), (1, 2, 3))
    wild = seen("firehouse", hands, a.Bid(12, 4), 3)  # source 002: a bid on the wild number by mistake
    plausible = seen("firehouse", hands, a.Bid(4, 2), 3)
    assert would_challenge(wild, 0.5)
    assert not any(would_challenge(plausible, n / 20) for n in range(20))
    assert not would_challenge(seen("firehouse", hands, a.Bid(12, 4), 0), 0.9)  # C1: nobody may call their own bid
    assert not would_challenge(seen("firehouse", hands, a.Bid(12, 4), 1), 0.9)  # in turn, `choose` decides instead
    assert not would_challenge(seen("firehouse", hands, None, 2), 0.9)


def test_choosing_a_move_out_of_turn_raises_an_error() -> None:
    with pytest.raises(ValueError, match="nothing is awaited"):
        choose(seen("common", (ONES, SIXES), None, 1), 0.5)


def test_l4_computer_players_vote_to_stop_if_most_people_do() -> None:
    fall = dice(1)
    _, game = games.start(rules_for("common"), 6, fall)
    assert not joins_quitting(games.view(game, 5), (0, 1, 2))
    game = quits(quits(game, 0), 1)
    assert joins_quitting(games.view(game, 5), (0, 1, 2))
    assert not joins_quitting(games.view(game, 5), (0, 1, 2, 3))
    assert not joins_quitting(games.view(quits(game, 5), 5), (0, 1, 2))


def quits(game: Game, seat: int) -> Game:
    try:
        return games.play(game, seat, a.Quit(), dice(1))[1]
    except Refused as refused:
        raise AssertionError(refused) from refused


def test_l4_computer_players_pay_their_forfeits_at_once() -> None:
    fall = dice(3)
    _, game = games.start(rules_for("common", {"seating": "joined"}), 2, fall)
    for seat, action in ((None, a.Deal()), (0, a.Bid(10, 1)), (1, a.Challenge())):
        _, game = games.play(game, seat, action, fall)
    assert choose(games.view(game, 0), 0.5) == a.Settle(0, a.How.PAID)
