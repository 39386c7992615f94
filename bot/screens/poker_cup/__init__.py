"""The presenter of the game in which one cup goes round."""

from bot.screens.poker_cup.agreed import price, questions
from bot.screens.poker_cup.beats import beats
from bot.screens.poker_cup.moments import moments
from bot.screens.poker_cup.news import TOLD
from bot.screens.poker_cup.overtaken import overtaken
from bot.screens.poker_cup.private import letter, mine, remote, turned
from bot.screens.poker_cup.record import fresh, record
from bot.screens.poker_cup.retold import retold
from bot.screens.poker_cup.round import live
from bot.screens.poker_cup.standing import standing
from bot.screens.poker_cup.told_round import to_press
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
    retold=retold,
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
