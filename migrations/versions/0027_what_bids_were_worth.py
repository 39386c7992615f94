"""Store in a game how often each player held the face of their last bid.

Running games are converted.
"""

import json
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

TABLES = sa.table("tables", sa.column("id"), sa.column("status"), sa.column("public", sa.LargeBinary))
EVENTS = sa.table("events", sa.column("table_id"), sa.column("seq"), sa.column("body", sa.LargeBinary))

Plain = dict[str, Any]


def upgrade() -> None:
    connection = op.get_bind()
    running = sa.select(TABLES.c.id, TABLES.c.public).where(TABLES.c.status == "playing")
    for table, public in connection.execute(running).all():
        state = json.loads(public)
        told = sa.select(EVENTS.c.body).where(EVENTS.c.table_id == table).order_by(EVENTS.c.seq)
        remember(state["players"], map(json.loads, connection.execute(told).scalars()))
        if (now := json.dumps(state, separators=(",", ":"), ensure_ascii=False).encode()) != public:
            connection.execute(TABLES.update().where(TABLES.c.id == table).values(public=now))


def downgrade() -> None:
    """Do nothing, because the previous version ignores these numbers."""


def remember(players: list[Plain], events: Iterable[Plain]) -> None:
    """Add two numbers to each player who bid.

    `told` is the number of showdowns in rounds in which the player bid. `held` is the number of these showdowns in
    which the player held more dice than average of the face of their last bid.
    """
    worth: dict[int, list[int]] = {}
    bids: dict[int, int] = {}
    for event in events:
        match event["event"]:
            case "round":
                bids = {}
            case "bid":
                bids[event["seat"]] = event["face"]
            case "revealed":
                for seat, face in bids.items():
                    worth.setdefault(seat, []).append(had(event["hands"][seat], face, event["wild"]))
                bids = {}
    for seat, each in worth.items():
        players[seat] |= {"told": len(each)} | ({"held": sum(each)} if any(each) else {})


def had(hand: list[int], face: int, wild: int) -> bool:
    """Return whether a hand has more dice of a face than average, counting wild dice."""
    faces = {face, wild} - {0}
    return sum(die in faces for die in hand) * (6 if len(faces) == 1 else 3) > len(hand)
