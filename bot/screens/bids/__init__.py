"""The presenter of the games in which everyone has a cup."""

from bot.screens.bids.example import to_press
from bot.screens.bids.inputs import FORMS
from bot.screens.bids.narrator import TOLD
from bot.screens.bids.panel import live
from bot.screens.bids.private import letter, mine, remote
from bot.screens.bids.rejections import overtaken
from bot.screens.bids.replay import replayed
from bot.screens.bids.rules_in_words import price, questions
from bot.screens.bids.showdown import beats, fresh, record
from bot.screens.bids.standing import moments, standing
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
    retold=replayed,
    letter=letter,
    mine=mine,
    remote=remote,
    forms=FORMS,
    overtaken=overtaken,
    to_press=to_press,
    told=TOLD,
)
"""All that is said and shown of the games of bids."""
