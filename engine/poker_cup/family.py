"""Put all functions of the cup game into one value, `POKER_CUP`, through which `engine.games` calls them."""

from engine.core.family import Family, Player
from engine.poker_cup.cup import Cup
from engine.poker_cup.events import AnyEvent
from engine.poker_cup.highlights import best, highlights
from engine.poker_cup.legal import legal
from engine.poker_cup.move_values import reason, weigh
from engine.poker_cup.notation import NOTATION
from engine.poker_cup.play import BY_PLAYER, Move, deal, initial
from engine.poker_cup.players import arrange, choose
from engine.poker_cup.quick import lies_at
from engine.poker_cup.replay_steps import REPLAYING
from engine.poker_cup.rules import CupRules
from engine.poker_cup.state import CupGame, State
from engine.poker_cup.talk import talk
from engine.poker_cup.tension import tension
from engine.poker_cup.view import CupView, view

POKER_CUP: Family[CupRules, CupGame, CupView] = Family(
    name="single-cup",
    rules=CupRules,
    game=CupGame,
    seen=CupView,
    state=State,
    hidden=Cup,
    event=AnyEvent,
    move=Move,
    initial=initial,
    deal=deal,
    by_player=BY_PLAYER,
    view=view,
    legal=legal,
    notation=NOTATION,
    player=Player(choose, weigh, reason, arrange=arrange),
    highlights=highlights,
    best=best,
    talk=talk,
    lies_at=lies_at,
    replaying=REPLAYING,
    tension=tension,
)
