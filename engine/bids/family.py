"""Put all functions of the bidding games into one value, `BIDS`, through which `engine.games` calls them."""

from engine.bids import players
from engine.bids.choices import reason, weigh
from engine.bids.events import AnyEvent
from engine.bids.highlights import best, highlights
from engine.bids.legal import legal
from engine.bids.notation import NOTATION
from engine.bids.play import BY_PLAYER, Move, deal, initial
from engine.bids.replay_steps import REPLAYING
from engine.bids.rules import Rules
from engine.bids.state import Game, Hands, State
from engine.bids.talk import talk
from engine.bids.tension import tension
from engine.bids.view import View, view
from engine.core.family import Family, Player

BIDS: Family[Rules, Game, View] = Family(
    name="common-hand",
    rules=Rules,
    game=Game,
    seen=View,
    state=State,
    hidden=Hands,
    event=AnyEvent,
    move=Move,
    initial=initial,
    deal=deal,
    by_player=BY_PLAYER,
    view=view,
    legal=legal,
    notation=NOTATION,
    player=Player(players.choose, weigh, reason, players.may_cry, players.would_challenge),
    highlights=highlights,
    best=best,
    talk=talk,
    replaying=REPLAYING,
    tension=tension,
)
