"""The store: one database, one writer at a time per table, every transaction a plain function."""


class Store:
    """An open database."""

    @classmethod
    async def open(cls, url: str) -> "Store":
        """Open the database at `url`, migrated to the newest revision. Raises `StoreBusy`."""
        raise NotImplementedError

    async def close(self) -> None:
        """Finish what runs, then close."""
        raise NotImplementedError
