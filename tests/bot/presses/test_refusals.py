"""Test that an impossible request changes nothing and is answered in private with a helpful sentence."""

from typing import Any

import pytest

from bot.outbox.render import REFUSAL
from bot.presses.bids import OpenBidForm, PlaceBid
from bot.presses.codec import encode
from bot.presses.game import CallLie, CallQuits, LeaveTable, ShowDice
from bot.presses.lobby import Cancel, Join, OpenOptions, StandUp, Start
from bot.screens.table import refusals
from bot.tables import obstacles
from bot.tables.trouble import Code, Trouble
from engine.bids.actions import Bid
from engine.core.dice import FACES
from engine.core.refusals import Reason, Refused, UnknownVariant
from engine.poker_cup.ranking import Claim, Flaw, Kind
from engine.poker_cup.refusals import ClaimTooLow
from tests.bot.answers import walk
from tests.bot.pseudo import heard
from tests.bot.stage import Stage
from tests.engine.rules.scenes import scene


async def test_a_player_out_of_turn_reads_whose_turn_it_is(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    mover = await stage.to_move()
    (other,) = await stage.others(mover)
    before = await stage.table()
    answer = await stage.press(other, PlaceBid)
    assert mover in answer.words
    assert "Not yet: it’s" in answer.words
    assert await stage.table() == before


async def test_a_stranger_may_watch_but_not_play(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    (box,) = (await stage.press("Dan", PlaceBid)).ephemerals
    await stage.press("Dan", ShowDice)  # everybody may read how to play
    for press in (LeaveTable((await stage.table()).id), CallQuits((await stage.table()).id)):
        await stage.forge("Dan", press)
    await stage.pick("Dan", stage.panel(), OpenBidForm)
    (said,) = [message for message in stage.messages() if message.ephemeral and "not at this" in stage.text(message)]
    assert said.id == box.id, "each press edits the one private box"


async def test_an_onlookers_box_is_edited_only_while_its_token_works(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    (first,) = (await stage.press("Dan", PlaceBid)).ephemerals
    assert (await stage.press("Dan", PlaceBid)).ephemerals == []
    assert "not at this table" in (await stage.press("Cleo", PlaceBid)).words, "each onlooker has a box"
    stage.tokens_expire()
    (second,) = (await stage.press("Dan", PlaceBid)).ephemerals
    assert second.id != first.id
    stage.env.backend.messages[second.channel_id].pop(second.id)
    assert "not at this table" in (await stage.press("Dan", PlaceBid)).words, "the second box was dismissed"


async def test_a_player_who_presses_on_a_stale_panel_reads_that_the_game_moved_on(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    name, version = await stage.to_move(), (await stage.table()).version
    old = stage.presses()[0]
    assert isinstance(old, PlaceBid)
    await stage.raise_once()
    await stage.raise_once()
    # The old message no longer has buttons, but a client may still show one that a person can press.
    message = stage.panel()
    stored = stage.env.backend.get_message(message.channel_id, message.id)
    button = next(part for part in walk(stored.components) if part.get("custom_id", "").startswith("bid:"))
    button["custom_id"] = encode(old)
    assert old.version == version
    assert "moved on" in (await stage.press(name, PlaceBid)).words


async def test_the_refusal_of_a_low_bid_names_the_lowest_legal_bid(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    await stage.slash(await stage.to_move(), "bid", what="3x4")
    answer = await stage.slash(await stage.to_move(), "bid", what="3 fives")
    assert "**4 fives**" in answer.words
    answer = await stage.slash(await stage.to_move(), "bid", what="4 ducks")
    assert "**4 fours**" in answer.words
    answer = await stage.slash(await stage.to_move(), "bid", what="11 of 5")
    assert "only 10 dice" in answer.words


async def test_an_unreadable_bid_is_answered_with_a_question(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    name = await stage.to_move()
    before = await stage.table()
    for what, said in (
        ("3 elephants", "3 of what? Name a face, as in “3 fives”."),
        ("lots of fours", "How many, and which face? Try “5 fours” or “4x3”."),
        ("a fib", "of what? Name a face, as in “"),
        ("", "as a bid. Try"),
        ("@everyone", "as a bid. Try"),
    ):
        stage.typed.add(what)
        assert said in (await stage.slash(name, "bid", what=what)).words
    assert await stage.table() == before


async def test_a_slip_of_one_letter_in_a_typed_bid_is_understood(english_stage: Stage) -> None:
    """The bot asks before it bids, and one tap is enough to say yes."""
    stage = english_stage
    await stage.start("Ann", "Ben")
    name = await stage.to_move()
    for what, said in (("3 onse", "3 ones"), ("tow fiev", "2 fives"), ("4 duks", "4 twos"), ("three sixs", "3 sixes")):
        stage.typed.add(what)
        answer = await stage.slash(name, "bid", what=what)
        assert f"I don’t know “{what}”. Did you mean **{said}**?" in answer.words
    stage.typed.add("3 sixs")
    (asked,) = (await stage.slash(name, "bid", what="3 sixs")).ephemerals
    assert (await stage.view()).state.standing is None
    await stage.press(name, PlaceBid, asked, quantity=3, face=6)
    assert (await stage.view()).state.standing is not None


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("bid", {"what": "1 duck"}),
        ("liar", {}),
        ("bang", {}),
        ("dice", {}),
        ("table show", {}),
        ("table leave", {}),
        ("table end", {}),
    ],
)
async def test_without_a_table_every_command_says_how_to_open_one(
    stage: Stage, command: str, options: dict[str, Any]
) -> None:
    assert "`/play`" in (await stage.slash("Ann", command, **options)).words


async def test_a_second_table_is_refused_in_the_same_channel_but_not_in_another(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    assert "already" in (await stage.slash("Cleo", "play")).words
    garden = stage.guild.create_text_channel("garden")
    await stage.slash("Cleo", "play", channel=garden)
    await stage.press("Ann", Join, channel=garden)
    await stage.press("Cleo", Start, channel=garden)
    await stage.raise_once()
    assert (await stage.table()).id != (await stage.table(garden)).id
    assert "Ben" not in stage.text(stage.panel(garden))


async def test_refusals_in_the_lobby_name_the_reason(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    assert "You’re already here." in (await stage.press("Ben", Join)).words
    for kind in (Start, OpenOptions):
        assert "Ann" in (await stage.press("Ben", kind)).words
    table = (await stage.table()).id
    assert "Ann" in (await stage.forge("Ben", Cancel(table))).words
    assert "not at this table" in (await stage.forge("Cleo", StandUp(table))).words


async def test_the_refusal_of_an_option_out_of_range_names_the_range(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    form = await stage.press("Ann", OpenOptions)
    answer = await stage.fill("Ann", form, rounds="999", clock=["180"])
    assert ": use 1 to 100, or “none”." in answer.words


async def test_liar_is_refused_before_any_bid_and_on_ones_own_bid(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo", game="firehouse")
    bidder = await stage.to_move()
    assert "Nobody has bid" in (await stage.slash(bidder, "bang")).words
    await stage.press(bidder, PlaceBid)
    assert "You said that yourself" in (await stage.press(bidder, CallLie)).words


async def test_a_double_press_counts_once(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    name = await stage.to_move()
    panel, press = stage.panel(), next(made for made in stage.presses() if isinstance(made, PlaceBid))
    before = await stage.table()
    await stage.people[name].click(panel, custom_id=encode(press))
    after = await stage.table()
    assert after.version > before.version
    assert press.version == before.version
    again = Bid(press.quantity, press.face)
    with pytest.raises(Trouble) as refused:
        await stage.bot.services.tables.moves.act(before.id, stage.people[name].id, again, "i:second", press.version)
    assert refused.value.code is Code.STALE_PANEL


async def test_a_player_who_bangs_too_late_reads_that_nobody_has_bid_yet(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo", game="firehouse")
    bidder = await stage.raise_once()
    early = await stage.to_move()
    (late,) = await stage.others(bidder, early)
    await stage.slash(early, "bang")
    assert "Nobody has bid" in (await stage.slash(late, "bang")).words


def all_reasons(kind: type[Reason] = Reason) -> list[type[Reason]]:
    """Return the engine's classes of reasons for a refusal, except for classes that have subclasses."""
    kinds = kind.__subclasses__()
    return [each for below in kinds for each in all_reasons(below)] if kinds else [kind]


def a_reason(kind: type[Reason]) -> Reason:
    """Return a reason of this kind."""
    facts: dict[str, Any] = {
        "turn": 0,
        "debtors": (0,),
        "pool": 3,
        "show": (5, 5),
        "quantity": 1,
        "face": 2,
        "standing": Bid(2, 3),
        "bid": Bid(1, 2),
        "claim": Claim(Kind.PAIR, (2,)),
        "debtor": 0,
        "least": tuple(Bid(3, face) for face in FACES),
        "creditor": 1,
        "name": "rounds",
        "value": "9",
        "first": "a",
        "second": "b",
        "flaw": Flaw.NO_KIND,
        "players": 1,
        "full": 5,
        "may": ("liar", "peek"),
        "allowed": "1-100 or none",
    }
    if kind is UnknownVariant:
        facts |= {"allowed": ("common", "cup")}
    if kind is ClaimTooLow:
        facts |= {"standing": Claim(Kind.PAIR, (2,)), "least": Claim(Kind.PAIR, (2,), (3,))}
    return kind(**{field: facts[field] for field in kind.__struct_fields__ if field in facts})


@pytest.mark.usefixtures("any_language")
@pytest.mark.parametrize("kind", all_reasons(), ids=lambda kind: kind.__name__)
def test_every_refusal_by_the_engine_has_a_sentence(kind: type[Reason]) -> None:
    sentence = heard(refusals.sentence(Refused(a_reason(kind))), "`a`", "`b`", "rounds")
    assert 10 < len(sentence) < 200
    assert "{" not in sentence


CUP = "round 1\nroll ann 2 2 3 4 6\n"


@pytest.mark.usefixtures("any_language")
@pytest.mark.parametrize(
    ("moves", "who", "move", "said"),
    [
        (
            "ann claim pair 3",
            "bob",
            "blind pair 2",
            "beat **a pair of threes**: claim at least **a pair of threes with",
        ),
        ("", "ann", "claim full 3 3", "each face once"),
        (
            "",
            "ann",
            "claim high 3 4",
            "Name the other dice from high to low, as",
        ),
        ("", "ann", "claim twopair 2 4", "the higher pair first"),
        ("", "ann", "claim full 3", "needs two faces"),
        ("", "ann", "claim quads 3 2 1", "There are only five dice: name fewer."),
        ("", "ann", "claim straight 6", "Straights don’t count at this table."),
        ("", "ann", "peek", "You can look or claim."),
        ("ann claim pair 3\nbob peek", "bob", "claim pair 4", "roll at least one die: pull out dice or shake"),
        ("ann claim pair 3\nbob peek", "bob", "throw 2", "That die isn’t there"),
        ("ann claim quints 6", "bob", "peek", "Nothing beats five sixes"),
        ("ann claim pair 3\nbob liar", "bob", "protest", "Only the player who just got caught can blame the"),
    ],
)
def test_refusals_in_a_game_with_the_cup_say_what_would_be_right(moves: str, who: str, move: str, said: str) -> None:
    place = scene("cup", "ann bob cid", f"{CUP}{moves}")
    assert said in heard(refusals.sentence(Refused(place.refusal(who, move))))


@pytest.mark.usefixtures("any_language")
@pytest.mark.parametrize("code", list(Code))
def test_every_refusal_by_a_table_has_a_sentence(code: Code) -> None:
    facts: dict[str, object] = {"host": "Ann", "most": 20, "least": 2, "low": 30, "high": 604800, "version": 2}
    facts["obstacle"] = obstacles.Obstacle(obstacles.Kind.PERMISSIONS, 1, ("Send Messages",))
    sentence = heard(refusals.sentence(Trouble(code, **facts)), "Ann")
    assert 10 < len(sentence) < 200
    assert "{" not in sentence


async def test_only_a_refusal_is_marked_as_one(stage: Stage) -> None:
    """The page of the local Discord brings a refused command back, and knows a refusal in any language by its mark."""
    await stage.start("Ann", "Ben", game="cup")
    name = await stage.to_move()
    refused, made = [
        (await stage.slash(name, "claim", what=what)).ephemerals[-1] for what in ("pear of forks", "pair of fours")
    ]
    marks = [[part.get("id") for part in walk(message.components)] for message in (refused, made)]
    assert [REFUSAL in each for each in marks] == [True, False]


async def test_an_internal_error_is_answered_with_a_reference(
    stage: Stage, trap: list[str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    trap.append("Fault")
    await stage.start("Ann", "Ben")

    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the roof leaks")

    monkeypatch.setattr(stage.bot.services.tables.moves, "act", broken)
    answer = await stage.press(await stage.to_move(), PlaceBid)
    assert "the roof leaks" not in answer.words
    reference = answer.words.split("`")[1]
    assert f"Fault {reference}" in caplog.text
