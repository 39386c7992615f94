"""The presenter of the games in which everyone has a cup."""

from bot.screens.common_hand.agreed import price, questions
from bot.screens.common_hand.beats import beats
from bot.screens.common_hand.bids import ACTIONS, FORMS
from bot.screens.common_hand.moments import moments
from bot.screens.common_hand.news import TOLD
from bot.screens.common_hand.overtaken import overtaken
from bot.screens.common_hand.private import letter, mine, remote
from bot.screens.common_hand.record import fresh, record
from bot.screens.common_hand.retold import retold
from bot.screens.common_hand.round import live
from bot.screens.common_hand.standing import standing
from bot.screens.common_hand.told_round import to_press
from bot.screens.presenter import Presenter

COMMON_HAND = Presenter(
    price=price,
    questions=questions,
    live=live,
    fresh=fresh,
    record=record,
    beats=beats,
    standing=standing,
    moments=moments,
    retold=retold,
    letter=letter,
    mine=mine,
    remote=remote,
    actions=ACTIONS,
    forms=FORMS,
    overtaken=overtaken,
    to_press=to_press,
    told=TOLD,
)
"""All that is said and shown of the games of bids."""
