"""Test properties that every game of the cup has, with any moves."""

from functools import cache, partial
from itertools import combinations_with_replacement, pairwise
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine import games
from engine.core import events as e
from engine.core.characters import CHARACTERS
from engine.core.policies import Absence, Direction, Opener, Price, Seating
from engine.core.refusals import Holding, Refused
from engine.core.state import Phase
from engine.games import awaited, choose
from engine.poker_cup import actions as a
from engine.poker_cup import events as c
from engine.poker_cup.claims import claim_from_words, claim_in_words
from engine.poker_cup.cup import Cup
from engine.poker_cup.family import POKER_CUP
from engine.poker_cup.legal import CupLegal, legal
from engine.poker_cup.play import initial
from engine.poker_cup.ranking import EVERY, Claim, Ranking, poker
from engine.poker_cup.rules import CupRules, CupWild, TopCosts
from engine.poker_cup.state import CupGame
from engine.poker_cup.view import view
from engine.variants import MIA
from tests.effort import examples
from tests.engine.poker_cup.playing import Dice, some_moves, walk


def in_words(rules: CupRules) -> CupRules:
    """Return the rules without what no options can say: lives without their price, and a gift of lives (P7)."""
    return replace(rules, gift=False) if rules.counts_lives() else replace(rules, lives=CupRules().lives)


POKER = st.builds(
    CupRules,
    straights=st.booleans(),
    slippery=st.sampled_from([0.0, 0.5, 1.0]),
    equal=st.booleans(),
    cup_wild=st.sampled_from(CupWild),
    opens=st.sampled_from([Opener.WINNER, Opener.LOSER, Opener.CHALLENGER]),
    seating=st.sampled_from(Seating),
    direction=st.sampled_from(Direction),
    rounds=st.sampled_from([None, 1, 4]),
    price=st.sampled_from([Price.FORFEIT, Price.LIVES]),
    lives=st.integers(1, 4),
    gift=st.booleans(),
    absence=st.sampled_from(Absence),
    ante=st.sampled_from([0, 7]),
    stake=st.sampled_from(["", "polish my boots"]),
).map(in_words)
assert isinstance(MIA.rules, CupRules)
MIA_RULES = st.builds(
    partial(replace, MIA.rules),
    slippery=st.sampled_from([0.0, 0.5]),
    equal=st.booleans(),
    mia=st.sampled_from(TopCosts),
    give_up=st.booleans(),
    price=st.sampled_from([Price.FORFEIT, Price.LIVES]),
    lives=st.integers(1, 4),
    opens=st.sampled_from([Opener.WINNER, Opener.LOSER, Opener.CHALLENGER]),
    absence=st.sampled_from(Absence),
    ante=st.sampled_from([0, 7]),
).map(in_words)
RULES = POKER | MIA_RULES
PLAYERS = st.integers(2, 6)
SEEDS = st.integers(0, 2**32)
everything = given(RULES, PLAYERS, SEEDS)
few = settings(max_examples=examples(25), deadline=None, database=None, derandomize=True)


@few
@everything
def test_applying_all_events_in_order_gives_the_same_game(rules: CupRules, players: int, seed: int) -> None:
    events, _ = POKER_CUP.start(rules, players, Dice(seed))
    folded: games.AnyGame = initial(rules, players)
    for event in events:
        folded = games.evolve(folded, event)
    for before, _, _, done, after in walk(rules, players, seed):
        assert folded == before
        for event in done:
            folded = games.evolve(folded, event)
        assert folded == after


@few
@everything
def test_stored_games_and_events_are_read_back_unchanged(rules: CupRules, players: int, seed: int) -> None:
    decoder = msgspec.json.Decoder(games.AnyGame)
    events = msgspec.json.Decoder(games.AnyEvent)
    for _, _, _, done, after in walk(rules, players, seed):
        assert decoder.decode(msgspec.json.encode(after)) == after
        assert [events.decode(msgspec.json.encode(event)) for event in done] == list(done)
        assert len(msgspec.json.encode(after)) < 8192


@few
@everything
def test_there_are_always_all_dice_and_no_chips_are_lost(rules: CupRules, players: int, seed: int) -> None:
    for _, _, _, _, after in walk(rules, players, seed):
        state = after.state
        if state.phase is Phase.PASSING:
            assert len(after.hidden.dice) + len(state.table) + len(state.thrown) == rules.ranking.dice
            assert state.under == len(after.hidden.dice)
            assert state.is_in(state.turn)
        else:
            assert not after.hidden.dice
            assert not state.table
        has_lives = [rules.price is Price.FORFEIT or player.lives > 0 for player in state.players]
        assert state.circle == tuple(s for s in state.order if has_lives[s] and not state.players[s].left)
        pot = 0 if state.phase is Phase.OVER else -rules.ante * players
        assert sum(player.chips for player in state.players) == pot


PLAIN = {
    a.Challenge: "challenge",
    a.Peek: "peek",
    a.Shake: "shake",
    a.Look: "look",
    a.GiveUp: "give_up",
    a.Protest: "protest",
    a.Quit: "quit",
    a.Leave: "leave",
}


def _allows(now: CupLegal, action: a.Action, ranking: Ranking) -> bool:
    """Return whether the legal moves include `action`."""
    match action:
        case a.Throw(face=face):
            return face in now.throw
        case a.Show(dice=dice):
            return bool(dice) and all(now.show.count(face) >= dice.count(face) for face in dice)
        case a.Cover(dice=dice):
            return bool(dice) and all(now.cover.count(face) >= dice.count(face) for face in dice)
        case a.Gift(to=to):
            return to in now.gift
        case a.Settle(debtor=debtor, how=how):
            return (debtor, how.value) in now.settle
        case a.MakeClaim() | a.PassBlind():
            return _allows_claim(now, action, ranking)
        case _:
            return bool(getattr(now, PLAIN[type(action)]))


def _allows_claim(now: CupLegal, action: a.MakeClaim | a.PassBlind, ranking: Ranking) -> bool:
    may = now.blind if isinstance(action, a.PassBlind) else now.claim
    if action.claim not in _every_form(ranking):
        return False
    return may and now.least is not None and ranking.worth(action.claim) >= ranking.worth(now.least)


@cache
def _every_form(ranking: Ranking) -> set[Claim]:
    """Return each possible claim in its shortest form, and again in the form that names every die."""
    return {form for claim in ranking.claims for form in (claim, replace(claim, others=ranking.worth(claim)[2]))}


@few
@everything
def test_exactly_the_legal_moves_are_accepted(rules: CupRules, players: int, seed: int) -> None:
    random, dice = Random(seed), Dice(seed)
    for game, *_ in walk(rules, players, seed, 60):
        for seat in range(players):
            now = legal(game, seat)
            for action in [*some_moves(random, game, now), a.Quit(), a.Leave()]:
                said = _allows(now, action, rules.ranking)
                try:
                    POKER_CUP.play(game, seat, action, dice)
                except Refused:
                    assert not said, action
                else:
                    assert said, action


def _with_other_dice(game: CupGame, seat: int | None, random: Random) -> CupGame:
    """Return the same game with random faces on the dice that `seat` has not seen."""
    seen = game.hidden.seen(-1 if seat is None else seat)
    fresh = tuple(random.choices(range(1, 7), k=len(game.hidden.dice) - len(seen)))
    return CupGame(game.state, Cup(tuple(sorted(seen + fresh)), game.hidden.memories))


@few
@everything
def test_dice_that_a_seat_has_not_seen_do_not_change_its_view(rules: CupRules, players: int, seed: int) -> None:
    random = Random(seed)
    steps = set()
    for _, _, _, _, game in walk(replace(rules, slippery=0.0), players, seed):
        steps.add(game.state.step)
        for seat in (None, *range(players)):
            assert view(_with_other_dice(game, seat, random), seat) == view(game, seat)
    assert steps


@few
@everything
def test_a_slip_changes_no_view_of_the_game(rules: CupRules, players: int, seed: int) -> None:
    """K14: a die slips during the pass.

    The test compares each view with the view of the same game without the slip.
    """
    for before, seat, action, done, after in walk(replace(rules, slippery=1.0), players, seed):
        if slips := [event for event in done if isinstance(event, c.Slipped)]:
            steady: games.AnyGame = before
            for event in done:
                steady = steady if event in slips else games.evolve(steady, event)
            assert isinstance(steady, CupGame)
            assert isinstance(action, a.MakeClaim | a.PassBlind | a.Absent)
            for watcher in (None, *range(players)):
                assert view(steady, watcher) == view(after, watcher), seat


@few
@everything
def test_no_repr_shows_hidden_dice(rules: CupRules, players: int, seed: int) -> None:
    for _, _, _, done, game in walk(rules, players, seed):
        twin = CupGame(game.state, Cup((1,) * len(game.hidden.dice)))
        assert repr(game) == repr(twin)
        assert repr(game.hidden) == repr(twin.hidden)
        for event in done:
            if isinstance(event, e.Hidden):
                assert "hidden" in repr(event)
                assert "dice=(" not in repr(event)


@few
@everything
def test_a_game_ends_if_everybody_is_absent(rules: CupRules, players: int, seed: int) -> None:
    for game, *_ in walk(replace(rules, absence=Absence.LEAVE), players, seed, 40):
        dice = Dice(seed)
        for _ in range(6 * players + 6):
            if game.state.phase is Phase.OVER:
                break
            waiting = awaited(game)
            who, action = (waiting[0], a.Absent()) if waiting else (None, a.Deal())
            _, game = POKER_CUP.play(game, who, action, dice)
        assert game.state.phase is Phase.OVER
        assert game.state.result is not None
        assert game.state.result.winners


@few
@everything
def test_computer_players_make_legal_moves_until_the_end(rules: CupRules, players: int, seed: int) -> None:
    random, dice = Random(seed), Dice(seed)
    _, game = POKER_CUP.start(replace(rules, rounds=3), players, dice)
    for _ in range(3000):
        if game.state.phase is Phase.OVER:
            break
        waiting = awaited(game)
        action = choose(view(game, waiting[0]), random.random()) if waiting else a.Deal()
        _, game = POKER_CUP.play(game, waiting[0] if waiting else None, action, dice)
    assert game.state.phase is Phase.OVER
    assert game.state.round == 3 or (game.state.round < 3 and rules.counts_lives())


@few
@everything
def test_computer_players_claim_only_dice_that_a_hand_can_have(rules: CupRules, players: int, seed: int) -> None:
    """No five dice are "three-high", and a pair of threes does not have a two as its highest other die (K10, K11)."""
    random, dice = Random(seed), Dice(seed)
    hands = list(map(rules.ranking.hand, combinations_with_replacement(range(1, 7), rules.ranking.dice)))
    _, game = POKER_CUP.start(replace(rules, rounds=3), players, dice)
    while game.state.phase is not Phase.OVER:
        waiting = awaited(game)
        character = CHARACTERS[random.choice(list(CHARACTERS))]
        action = choose(view(game, waiting[0]), random.random(), character) if waiting else a.Deal()
        if isinstance(action, a.MakeClaim | a.PassBlind):
            claim = action.claim
            alike = [hand for hand in hands if (hand.kind, hand.faces) == (claim.kind, claim.faces)]
            assert any(hand.others[: len(claim.others)] == claim.others for hand in alike), claim
        _, game = POKER_CUP.play(game, waiting[0] if waiting else None, action, dice)


@few
@everything
def test_k20_nobody_claims_the_same_twice_in_a_round(rules: CupRules, players: int, seed: int) -> None:
    for _, _, _, _, game in walk(replace(rules, equal=True), players, seed):
        worth = rules.ranking.worth
        made = [(claim.passer, worth(claim.claim)) for claim in game.state.dropped + game.state.claims]
        worths = [worth(claim.claim) for claim in game.state.claims]
        assert len(set(made[len(game.state.dropped) :])) == len(worths)
        assert worths == sorted(worths)


@few
@everything
def test_a_repeated_action_throws_the_same_dice(rules: CupRules, players: int, seed: int) -> None:
    for before, seat, action, done, after in walk(rules, players, seed):
        assert POKER_CUP.play(before, seat, action, Dice(seed)) == (done, after)


@pytest.mark.parametrize("straights", [False, True])
def test_each_claim_beats_the_one_before_it_in_the_list(straights: bool) -> None:
    """L2, K9, K13: each claim can also be read back from its words."""
    ladder = poker(straights).claims
    assert poker(straights).lowest_above(None) == ladder[0]
    for claim, higher in pairwise(ladder):
        assert EVERY.beats(higher, claim)
        assert not EVERY.beats(claim, higher)
        assert poker(straights).lowest_above(claim) == higher
    assert ladder[-1] == EVERY.top
    assert poker(straights).lowest_above(EVERY.top) is None
    for claim in ladder:
        assert claim_from_words(claim_in_words(claim).split()) == claim


def test_the_cup_refuses_a_starting_position() -> None:
    """In RECORD.md, @hold and @score give players dice or scores. In the cup, players have neither."""
    with pytest.raises(Refused) as refused:
        initial(CupRules(), 2, (2, 5))
    assert isinstance(refused.value.reason, Holding)
    with pytest.raises(Refused):
        initial(CupRules(), 2, (), (1, 0))
    with pytest.raises(Refused):
        initial(CupRules(), 21)


@pytest.mark.parametrize("lives", [(0, 2), (4, 2), (2,)])
def test_p7_a_player_begins_with_one_life_up_to_the_usual_number(lives: tuple[int, ...]) -> None:
    rules = CupRules(price=Price.LIVES)
    assert [player.lives for player in initial(rules, 2, (), (), (1, 3)).state.players] == [1, 3]
    with pytest.raises(Refused) as refused:
        initial(rules, 2, (), (), lives)
    assert refused.value.reason == Holding(3)
    with pytest.raises(Refused):
        initial(CupRules(), 2, (), (), (1, 1))
