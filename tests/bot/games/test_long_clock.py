"""Test games with an hour or more for each turn.

People do not watch such a game all the time, so each turn is a new message, which pings the player at once.
"""

from bot.presses.bids import PlaceBid
from bot.presses.game import CallLie, CallQuits, SurelyQuit
from tests.bot.answers import words
from tests.bot.stage import Stage


def live(stage: Stage) -> list[int]:
    """Return the ids of the messages in which a bid can be made."""
    return [message.id for message in stage.public() if PlaceBid in stage.kinds(message)]


async def test_each_turn_is_a_new_message_and_the_old_one_loses_its_buttons(both: Stage) -> None:
    await both.nobody_owes()
    await both.start("Ann", "Ben", "Cleo", clock="3600", rounds="3")
    seen = [both.panel().id]
    for bids in (1, 2, 3):
        before = both.requests()
        bidder = await both.raise_once()
        assert both.public()[-1].id == both.panel().id not in seen
        assert live(both) == [both.panel().id]
        folded = next(message for message in both.public() if message.id == seen[-1])
        assert both.presses(folded) == []
        assert "Round 1" in words(folded)
        assert len(words(folded).splitlines()) <= 3
        assert bidder in words(folded)
        assert words(both.panel()).count("×") >= bids
        posts = [call for call in both.calls_since(before) if call.startswith("POST")]
        assert posts == [f"POST /channels/{both.channel.id}/messages"]
        seen.append(both.panel().id)
    await both.press(await both.to_move(), CallLie)
    assert "Round 2" in both.text()
    assert live(both) == [both.panel().id]


async def test_a_change_after_which_nobody_has_to_move_posts_no_new_message(stage: Stage) -> None:
    await stage.start("Ann", "Ben", clock="3600")
    panel = stage.panel()
    await stage.press("Ann", CallQuits)
    await stage.forge("Ann", SurelyQuit((await stage.table()).id))
    assert stage.panel().id == panel.id
    assert "🌙 Votes to stop: 1 of 2." in stage.text()
