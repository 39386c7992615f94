"""The presenter of the games in which everyone has a cup."""

from bot.screens.bids.agreed import price, questions
from bot.screens.bids.beats import beats
from bot.screens.bids.bids import FORMS
from bot.screens.bids.moments import moments
from bot.screens.bids.news import TOLD
from bot.screens.bids.overtaken import overtaken
from bot.screens.bids.private import letter, mine, remote
from bot.screens.bids.record import fresh, record
from bot.screens.bids.retold import retold
from bot.screens.bids.round import live
from bot.screens.bids.standing import standing
from bot.screens.bids.told_round import to_press
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
    forms=FORMS,
    overtaken=overtaken,
    to_press=to_press,
    told=TOLD,
)
"""All that is said and shown of the games of bids."""
