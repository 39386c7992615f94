"""The presenter of the games in which everyone has a cup."""

from bot.screens.common_hand.agreed import price, questions
from bot.screens.common_hand.bids import ACTIONS, FORMS
from bot.screens.common_hand.news import TOLD, news
from bot.screens.common_hand.overtaken import overtaken
from bot.screens.common_hand.panel import panel, recap
from bot.screens.common_hand.private import letter, mine
from bot.screens.common_hand.standing import standing
from bot.screens.presenter import Presenter

COMMON_HAND = Presenter(
    price=price,
    questions=questions,
    news=news,
    recap=recap,
    panel=panel,
    standing=standing,
    letter=letter,
    mine=mine,
    actions=ACTIONS,
    forms=FORMS,
    overtaken=overtaken,
    told=TOLD,
)
"""All that is said and shown of the games of bids."""
