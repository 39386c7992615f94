"""Test what each player knows about the dice under the cup (K4-K8, K14)."""

from engine.poker_cup.cup import Cup, Memory

ANN, BOB, ONLOOKER = 0, 1, -1


def test_only_a_player_who_looked_knows_the_dice_under_the_cup() -> None:
    cup = Cup((1, 2, 3)).seen_by(ANN)
    assert cup.seen(ANN) == (1, 2, 3)
    assert cup.seen(BOB) == cup.seen(ONLOOKER) == ()


def test_everybody_knows_dice_that_were_put_under_the_cup_openly() -> None:
    cup = Cup((1, 3)).seen_by(ANN).taking((2,)).taking((2,))
    assert cup.dice == (1, 2, 2, 3)
    assert cup.seen(ANN) == (1, 2, 2, 3)
    assert cup.seen(BOB) == cup.seen(ONLOOKER) == (2, 2)


def test_dice_that_are_taken_out_are_no_longer_under_the_cup() -> None:
    cup = Cup((1, 2, 3)).seen_by(ANN).giving((2,))
    assert (cup.dice, cup.seen(ANN), cup.seen(BOB)) == ((1, 3), (1, 3), ())


def test_nobody_notices_a_slip_until_the_dice_contradict_their_memory() -> None:
    slipped = Cup((1, 1, 4)).seen_by(ANN).slipped(1, 6)
    assert slipped.dice == (1, 4, 6)
    assert slipped.seen(ANN) == (1, 1, 4)
    assert slipped.giving((4,)).seen(ANN) == (1, 1)  # a four was there, so nothing is revealed yet
    assert slipped.giving((6,)).seen(ANN) == ()  # she saw no six, so a die has slipped
    assert slipped.seen_by(BOB).seen(BOB) == (1, 4, 6)
    assert slipped.seen_by(ANN).seen(ANN) == (1, 4, 6)
    assert slipped.seen_by(ANN).memories == (Memory(ANN, (1, 4, 6)),)
