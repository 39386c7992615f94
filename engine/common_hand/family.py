"""The games in which everyone has a cup, as one value."""

from engine.common_hand import players
from engine.common_hand.absence import awaited
from engine.common_hand.events import AnyEvent
from engine.common_hand.legal import legal
from engine.common_hand.notation import NOTATION
from engine.common_hand.play import BY_PLAYER, BY_TABLE, Move, initial
from engine.common_hand.retelling import RETELLING
from engine.common_hand.rules import BY_NATURE, CLASHES, Rules
from engine.common_hand.state import Game, Hands, State
from engine.common_hand.story import highlights
from engine.common_hand.talk import talk
from engine.common_hand.view import View, view
from engine.core.family import Family, Player

COMMON_HAND: Family[Rules, Game, View] = Family(
    name="common-hand",
    rules=Rules,
    game=Game,
    seen=View,
    state=State,
    hidden=Hands,
    event=AnyEvent,
    move=Move,
    initial=initial,
    by_table=BY_TABLE,
    by_player=BY_PLAYER,
    view=view,
    legal=legal,
    awaited=awaited,
    notation=NOTATION,
    player=Player(players.choose, players.would_challenge, players.may_cry),
    highlights=highlights,
    talk=talk,
    retelling=RETELLING,
    by_nature=BY_NATURE,
    clashes=CLASHES,
)
