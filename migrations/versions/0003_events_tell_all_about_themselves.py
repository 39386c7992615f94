"""Make each event complete in itself, and keep the bids in the state.

Running games are converted.
"""

import json
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

TABLES = sa.table("tables", sa.column("id"), sa.column("public", sa.LargeBinary))
EVENTS = sa.table("events", sa.column("table_id"), sa.column("seq"), sa.column("body", sa.LargeBinary))

Plain = dict[str, Any]

NOBODY = -1


def upgrade() -> None:
    connection = op.get_bind()
    for table, public in connection.execute(sa.select(TABLES.c.id, TABLES.c.public)).all():
        if public is None:
            continue
        state = json.loads(public)
        told = carry_over(connection, table, state)
        connection.execute(TABLES.update().where(TABLES.c.id == table).values(public=encoded(today(state, told))))


def downgrade() -> None:
    raise NotImplementedError("a game that went on since cannot be told in the old events")


def carry_over(connection: sa.Connection, table: int, state: Plain) -> "Telling":
    """Rewrite the events of one table, and return the facts that were collected on the way."""
    own = EVENTS.c.table_id == table
    telling = Telling(state)
    rows = connection.execute(sa.select(EVENTS.c.seq, EVENTS.c.body).where(own).order_by(EVENTS.c.seq)).all()
    for seq, body in rows:
        event = telling.told(json.loads(body))
        connection.execute(EVENTS.update().where(own, EVENTS.c.seq == seq).values(body=encoded(event)))
    return telling


class Telling:
    """Takes the events of a game in order, and adds to each the facts that were only in earlier events."""

    def __init__(self, state: Plain) -> None:
        seats = range(len(state["players"]))
        full = state["rules"].get("dice", 5) or (5 if len(seats) < 5 else 3)
        self.is_cup = "players" in state and not any("dice" in player for player in state["players"])
        self.dice = dict.fromkeys(seats, full)
        self.score = dict.fromkeys(seats, 0)
        self.here = list(seats)
        self.shed = 0
        self.opener = NOBODY
        self.bids: list[Plain] = []
        self.votes: list[list[Any]] = []
        self.challenge: Plain = {}
        self.showdown: Plain = {}
        self.why = "challenge"
        self.wild = 0
        self.ones = 1 if state["rules"].get("wild") == "ones" else 0
        self.last = ""
        self.looked = False

    def told(self, event: Plain) -> Plain:
        """Return an event in the form after this revision."""
        kind = event["event"].replace("-", "_")
        tell: Callable[[Plain], Plain] = getattr(self, f"_{kind}", lambda each: each)
        told = tell(dict(event))
        if event["event"] in ("leave", "quit", "time-up", "revealed", "lifted"):
            self.last = event["event"]
        return told

    def _order(self, event: Plain) -> Plain:
        self.opener = event["order"][0]
        return event

    def _opens(self, event: Plain) -> Plain:
        self.opener = event["seat"]
        return event

    def _round(self, event: Plain) -> Plain:
        self.bids, self.votes, self.looked = [], [], False
        self.wild = 0 if event.get("palifico") else self.ones
        pool = 5 if self.is_cup else sum(self.dice[seat] for seat in self.here)
        return {**event, "opener": self.opener, "pool": pool}

    def _red(self, event: Plain) -> Plain:
        self.wild = event["face"]
        return event

    def _bid(self, event: Plain) -> Plain:
        self.bids.append(event)
        return event

    def _vote(self, event: Plain) -> Plain:
        self.votes.append([event["seat"], event["believes"]])
        return event

    def _liar(self, event: Plain) -> Plain:
        self.challenge, self.why = event, "challenge"
        return {**event, "accused": self.bids[-1]["seat"]}

    def _exact_call(self, event: Plain) -> Plain:
        self.challenge, self.why = event, "exact"
        return {**event, "accused": self.bids[-1]["seat"], "in_turn": True}

    def _revealed(self, event: Plain) -> Plain:
        bid = self.bids[-1]
        self.showdown = {
            "event": "revealed",
            "bidder": bid["seat"],
            "quantity": bid["quantity"],
            "face": bid["face"],
            "challenger": self.challenge["seat"],
            "in_turn": self.challenge.get("in_turn", True),
            "exact": event.get("exact", False),
            "votes": self.votes,
            "hands": event["hands"],
            "wild": self.wild,
            "count": event["count"],
            "holds": event["holds"],
        }
        return self.showdown

    def _dice(self, event: Plain) -> Plain:
        change = event["dice"] - self.dice[event["seat"]]
        self.dice[event["seat"]] = event["dice"]
        return {**event, "change": change, "why": self.why}

    def _score(self, event: Plain) -> Plain:
        change = event["score"] - self.score[event["seat"]]
        self.score[event["seat"]] = event["score"]
        return {**event, "change": change, "why": self.why}

    def _playoff(self, event: Plain) -> Plain:
        self.here = [seat for seat in self.here if seat in event["seats"]]
        self.dice = {seat: 5 if seat in event["seats"] else 0 for seat in self.dice}
        return event

    def _gift(self, event: Plain) -> Plain:
        self.why = "gift"
        return event

    def _protest(self, event: Plain) -> Plain:
        self.why = "protest"
        return event

    def _forfeit(self, event: Plain) -> Plain:
        return {**event, "why": self.why}

    def _out(self, event: Plain) -> Plain:
        self._gone(event["seat"])
        return event

    def _done(self, event: Plain) -> Plain:
        self._gone(event["seat"])
        self.shed += 1
        return {**event, "place": self.shed}

    def _leave(self, event: Plain) -> Plain:
        self._gone(event["seat"])
        return event

    def _gone(self, seat: int) -> None:
        self.here = [other for other in self.here if other != seat]

    def _shake(self, event: Plain) -> Plain:
        self.looked = False
        return {**event, "dice": 5}

    def _look(self, event: Plain) -> Plain:
        self.looked = True
        return event

    def _claim(self, event: Plain) -> Plain:
        event = {**event, "looked": self.looked}
        self.bids.append(event)
        self.looked = False
        return event

    def _lifted(self, event: Plain) -> Plain:
        claim = self.bids[-1]
        self.showdown = {
            **event,
            "passer": claim["seat"],
            "claim": claim["claim"],
            "challenger": self.challenge["seat"],
        }
        return self.showdown

    def _over(self, event: Plain) -> Plain:
        ended = {"leave": "deserted", "quit": "quits", "time-up": "time"}.get(self.last, "rounds")
        if self.last == "revealed" and (event.get("losers") or len(self.here) < 2):
            ended = "bads" if event.get("losers") else "dice"
        self.why = "washed-up" if event.get("losers") else "last" if ended == "dice" else "stake"
        return {**event, "why": ended}


def today(state: Plain, telling: Telling) -> Plain:
    """Return a public state in the form after this revision.

    It has the bids in order, and no longer has the parts of a round that has ended.
    """
    made = [bid for bid in telling.bids if bid["event"] in ("bid", "claim")]
    running = state.get("phase") in ("bidding", "poll", "passing")
    standing, showdown = state.pop("standing", None), state.pop("showdown", None)
    if showdown:
        state["showdown"] = telling.showdown
    if running and standing is not None:
        if telling.is_cup:
            state["claims"] = [
                {"claim": each["claim"], "passer": each["seat"], "blind": each["blind"], "looked": each["looked"]}
                for each in made
            ]
        else:
            state["bids"] = [[each["quantity"], each["face"], each["seat"]] for each in made]
    if not running:
        for field in ("red", "pool", "palifico", "votes", "challenger", "challenge_in_turn"):
            state.pop(field, None)
    chance = state.pop("palifico_next", NOBODY)
    if chance != NOBODY:
        state["palifico_next"] = [chance]
    for rules in (state["rules"], state.get("round_rules", {})):
        if "palifico" in rules:
            rules["palifico"] = "on" if rules["palifico"] else "off"
    return state


def encoded(value: Plain) -> bytes:
    """Return a value as JSON, formatted as the bot stores it."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
