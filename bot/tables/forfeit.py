"""A line of the ledger as it is handed out, and what is said of it (P1)."""

from datetime import datetime
from typing import Literal

import msgspec

from bot.tables.model import Who

Word = Literal["paid", "waived", "unpaid"]
"""What is said of a forfeit: its debtor has paid it; its creditor lets them off, or says that it is not paid yet."""


class Forfeit(msgspec.Struct, frozen=True):
    """One line of the ledger. `text` is "" for the usual wording; `creditor` None for one owed to the table.

    It is owed since `at`; `table` is the game that it is from, `message` where that stands, where it is known.
    """

    id: int
    guild: int
    debtor: Who
    creditor: Who | None
    text: str
    state: Literal["owed", "paid", "waived"]
    variant: str
    at: datetime
    channel: int
    table: int = 0
    message: int | None = None
