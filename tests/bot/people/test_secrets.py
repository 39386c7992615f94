"""Test that hidden dice and seeds appear in no message, DM, log line or error."""

import logging

import pytest

from bot.presses.game import CallLie, ShowDice, ShowFairness
from bot.words.dice import DIE
from tests.bot.answers import words
from tests.bot.stage import Stage


def written(dice: tuple[int, ...]) -> set[str]:
    """Return all the ways in which the bot could write a hand."""
    orders = (list(dice), sorted(dice))
    digits = {join.join(map(str, order)) for order in orders for join in (" ", ", ", "", "-")}
    return digits | {" ".join(DIE[face] for face in order) for order in orders}


@pytest.mark.parametrize("game", ["common", "firehouse"])
async def test_nobody_sees_another_players_hand_before_the_showdown(
    stage: Stage, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    stage.close_dm("Cleo")
    await stage.start("Ann", "Ben", "Cleo", game=game, computers=1, rounds="2")
    for _ in range(2):
        if (mover := await stage.to_move()) in stage.people:
            least = (await stage.view(mover)).legal.bids  # a bid so low that nobody calls it
            await stage.slash(mover, "bid", what=str(least[0]))
        for name in ("Ann", "Ben", "Cleo"):
            await stage.press(name, ShowDice)
            await stage.slash(name, "bid", what="99 twos")
        await stage.press("Dan", ShowDice)
        if (await stage.view()).state.round != 1:
            break
    view = await stage.view()
    assert view.mine == ()
    public = "\n".join(words(message) for message in stage.public())
    hands = {name: sorted(await stage.dice(name)) for name in ("Ann", "Ben", "Cleo")} | {"Dan": []}
    for name in ("Ann", "Ben", "Cleo"):
        secret = written(await stage.dice(name))
        seen_by_others = [public, caplog.text, *(repr(error) for error in stage.env.errors)]
        for other in ("Ann", "Ben", "Cleo", "Dan"):
            if other != name and hands[other] != hands[name]:  # two hands may be equal by chance
                seen_by_others += [*stage.direct_messages(other), *stage.private[other]]
        running = [text for text in seen_by_others if f"Round {view.state.round}" in text or text is not public]
        assert [text for text in running for way in secret if way in text] == []
        assert any(way in "\n".join(stage.private[name]) for way in secret), "the search works: it finds one's own hand"


async def test_the_seed_appears_nowhere_before_the_end(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    await stage.start("Ann", "Ben", rounds="1")
    await stage.raise_once()
    before = "\n".join(
        [caplog.text, *(words(m) for m in stage.messages()), *stage.direct_messages("Ann"), repr(stage.bot)]
    )
    await stage.press(await stage.to_move(), CallLie)
    seed = (await stage.table()).seed
    assert seed is not None
    assert seed in (await stage.press("Ann", ShowFairness)).words
    public = "\n".join(words(message) for message in stage.public())
    for text in (before, public, caplog.text, *stage.direct_messages("Ann"), *stage.direct_messages("Ben")):
        assert seed not in text
