"""Test properties that every game of bids has, with any options and with any moves."""

from os import environ
from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings

from engine.bids import actions as a
from engine.bids.events import AnyEvent
from engine.bids.legal import heard
from engine.bids.raising import fewest
from engine.bids.rules import ExactPays, Loss, Rules
from engine.bids.state import Game
from engine.core.dice import Called, Hand
from engine.core.events import ForfeitOwed, Hidden, LivesLeft
from engine.core.policies import Price
from engine.core.refusals import Refused
from engine.core.seating import roll_off_order
from engine.core.state import Phase
from engine.fairness import FairDice
from engine.games import leaver_may_owe, leaver_washes_up
from tests.effort import examples
from tests.engine import bids as games
from tests.engine.playing import moves, played, tables

Table = tuple[Rules, int, FairDice, Random]

modest = settings(
    max_examples=int(environ.get("EXAMPLES", examples(120))),
    deadline=None,
    derandomize="EXAMPLES" not in environ,
    suppress_health_check=[HealthCheck.too_slow],
)

GAMES = msgspec.json.Decoder(Game)
EVENTS = msgspec.json.Decoder(list[AnyEvent])


@modest
@given(tables())
def test_applying_all_events_in_order_gives_the_same_game(table: Table) -> None:
    rules, players, dice, _ = table
    folded = games.initial(rules, players, (), (), ())
    for event in games.start(rules, players, dice)[0]:
        folded = games.evolve(folded, event)
    for before, _, _, events, after in played(table):
        assert folded == before
        for event in events:
            folded = games.evolve(folded, event)
        assert folded == after


@modest
@given(tables())
def test_games_and_events_are_read_back_from_json_unchanged(table: Table) -> None:
    for _, _, _, events, after in played(table):
        assert GAMES.decode(msgspec.json.encode(after)) == after
        assert EVENTS.decode(msgspec.json.encode(events)) == list(events)
        assert str(list(events)).count("dice=<") == sum(isinstance(event, Hidden) for event in events)


@modest
@given(tables())
def test_no_view_depends_on_dice_that_its_player_cannot_see(table: Table) -> None:
    """If only the dice of the other players change, a player's view stays the same."""
    for _, _, _, _, after in played(table, 60):
        for seat in (None, *range(len(after.hidden))):
            hands = tuple(
                hand if other == seat else tuple(7 - die for die in hand) for other, hand in enumerate(after.hidden)
            )
            assert games.view(Game(after.state, hands), seat) == games.view(after, seat)


@modest
@given(tables())
def test_exactly_the_legal_moves_are_accepted(table: Table) -> None:
    random = Random(1)
    for before, _, _, _, _ in played(table, 80):
        seat = random.randrange(len(before.hidden))
        legal = games.view(before, seat).legal
        for face in range(8):
            for quantity in {
                0,
                1,
                fewest(legal.bids, face) - 1 if face in range(1, 7) else 2,
                random.randint(1, before.state.pool + 2),
            }:
                for called in Called:
                    bid = heard(before.state, a.Bid(quantity, face, called))
                    assert accepted(before, seat, bid, table[2]) == legal.allows(bid) == (bid in legal.every_bid())
        for action, may in (
            (a.Challenge(), legal.challenge),
            (a.CallExact(), legal.exact),
            (a.Vote(believes=True), legal.vote),
            (a.Leave(), legal.leave),
            (a.Quit(), legal.quit),
            (a.Absent(), seat in games.awaited(before)),
        ):
            assert accepted(before, seat, action, table[2]) == may, action
        for other in range(len(before.hidden)):
            assert accepted(before, seat, a.Gift(other), table[2]) == (other in legal.gift)
            for how in a.How:
                assert accepted(before, seat, a.Settle(other, how), table[2]) == ((other, how.value) in legal.settle)


def accepted(game: Game, seat: int, action: a.Action, dice: FairDice) -> bool:
    try:
        games.play(game, seat, action, dice)
    except Refused:
        return False
    return True


@modest
@given(tables())
def test_a_repeated_action_throws_the_same_dice(table: Table) -> None:
    for before, seat, action, events, after in played(table):
        assert games.play(before, seat, action, table[2]) == (events, after)


@modest
@given(tables())
def test_chips_dice_and_forfeits_are_conserved(table: Table) -> None:
    rules, players, _, _ = table
    full = rules.dice_for(players)
    for before, _, _, events, after in played(table):
        state = after.state
        pot = rules.ante * players
        assert sum(player.chips for player in state.players) == (0 if state.phase is Phase.OVER else -pot)
        owed = sum(type(event).__name__ == "ForfeitOwed" for event in events)
        assert sum(p.forfeits for p in state.players) == sum(p.forfeits for p in before.state.players) + owed
        if state.phase in (Phase.BIDDING, Phase.POLL):
            assert sum(map(len, after.hidden)) == state.pool
        assert all(0 <= player.dice <= max(full, 5) for player in state.players)
        lost = sum(p.dice for p in before.state.players) - sum(p.dice for p in state.players)
        if state.round_rules.price is Price.DIE and not (state.playing_off and not before.state.playing_off):
            assert lost >= -1
            if rules.loss is Loss.ONE and rules.exact_pays is not ExactPays.OTHERS:
                assert lost <= 1
        elif rules.price in (Price.FORFEIT, Price.BADS, Price.LIVES) and not state.playing_off:
            assert lost == 0
        if state.phase is not Phase.OVER and len(state.seats_in()) < 2:
            pytest.fail("L3: the game goes on with fewer than two")


@modest
@given(tables())
def test_p7_players_have_from_no_lives_to_the_number_at_the_start(table: Table) -> None:
    """P7: players without lives are out. If lives are not the price, nobody has any."""
    rules, _, _, _ = table
    most = rules.lives if rules.price is Price.LIVES else 0
    for before, _, _, events, after in played(table):
        for seat, player in enumerate(after.state.players):
            assert 0 <= player.lives <= most
            assert not after.state.is_in(seat) or player.lives or not most
        changes = sum(event.change for event in events if isinstance(event, LivesLeft))
        had, has = (sum(player.lives for player in state.players) for state in (before.state, after.state))
        assert has - had == changes
        if rules.exact_pays is not ExactPays.OTHERS:
            assert changes in (-1, 0, 1)


@modest
@given(tables())
def test_b2_the_turn_order_has_all_players_with_dice_who_have_not_left(table: Table) -> None:
    """B2: the game stores the turn order, so that it need not look through all players in each turn."""
    for _, _, _, _, after in played(table):
        players = after.state.players
        has = [player.lives if table[0].price is Price.LIVES else player.dice for player in players]
        assert after.state.circle == tuple(s for s in after.state.order if has[s] and not players[s].left)


@modest
@given(tables())
def test_a_round_of_random_legal_play_ends(table: Table) -> None:
    """Bids only rise, so a round has at most six bids for each die in the pool.

    The player whose turn it is always has a legal move.
    """
    for _, _, _, _, after in played(table, 300):
        assert len(after.state.bids) <= 6 * after.state.pool
        for seat in games.awaited(after):
            assert next(moves(games.view(after, seat).legal, Random(0)), None) is not None


class Scripted(FairDice):
    """Dice with scripted throws for a roll-off."""

    def __init__(self, *throws: Hand) -> None:
        self.throws = list(throws)

    def roll_off(self, at: int, seats: tuple[int, ...]) -> Hand:
        return self.throws.pop(0)


def test_s1_of_several_tied_groups_the_highest_one_throws_again_first() -> None:
    throws, order = roll_off_order(5, Scripted((4, 2, 4, 2, 6), (3, 3), (1, 5), (3, 1)), 0)
    assert [throw.seats for throw in throws] == [(0, 1, 2, 3, 4), (0, 2), (0, 2), (1, 3)]
    assert order == (4, 2, 0, 1, 3)


@modest
@given(tables())
def test_players_owe_forfeits_after_leaving_only_if_the_bot_warns_of_them(table: Table) -> None:
    """The question before a player leaves mentions forfeits only if the player may owe some afterwards (L1)."""
    may_owe: dict[int, bool] = {}
    for before, seat, action, events, _ in played(table):
        if isinstance(action, a.Leave) and seat is not None:
            view = games.view(before, seat)
            may_owe[seat] = leaver_may_owe(view) or leaver_washes_up(view)
        owing = {event.seat for event in events if isinstance(event, ForfeitOwed)}
        assert all(may_owe.get(debtor, True) for debtor in owing)
