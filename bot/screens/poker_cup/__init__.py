"""The presenter of the game in which one cup goes round."""

from bot.screens.poker_cup.example import to_press
from bot.screens.poker_cup.narrator import TOLD
from bot.screens.poker_cup.panel import live
from bot.screens.poker_cup.private import letter, mine, remote, turned
from bot.screens.poker_cup.rejections import overtaken
from bot.screens.poker_cup.replay import replayed
from bot.screens.poker_cup.rules_in_words import price, questions
from bot.screens.poker_cup.showdown import beats, fresh, record
from bot.screens.poker_cup.standing import moments, standing
from bot.screens.presenter import Presenter

SINGLE_CUP = Presenter(
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
    forms={},
    to_press=to_press,
    overtaken=overtaken,
    told=TOLD,
    turned=turned,
)
"""All that is said and shown of the cup."""
