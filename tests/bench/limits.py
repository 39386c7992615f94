"""Compare measured figures with their limits, and say of each limit whether it holds."""


class Limits:
    """Collects the limits that were looked at. `broken` lists those that do not hold."""

    def __init__(self) -> None:
        self.broken: list[str] = []
        self.many = 0

    def most(self, what: str, value: float, limit: float) -> str:
        """Return whether a value is at most its limit, in words for the report."""
        return self._told(what, value, limit, value <= limit)

    def least(self, what: str, value: float, limit: float) -> str:
        """Return whether a value is at least its limit, in words for the report."""
        return self._told(what, value, limit, value >= limit)

    def _told(self, what: str, value: float, limit: float, is_kept: bool) -> str:
        self.many += 1
        if not is_kept:
            self.broken.append(f"{what}: {value:,.2f} (limit: {limit:,g})")
        return "holds" if is_kept else "DOES NOT HOLD"

    def summary(self) -> str:
        """Return the end of the report: how many limits hold, and each one that does not."""
        head = f"{self.many - len(self.broken)} of {self.many} limits hold."
        return "\n".join([head, *(f"  DOES NOT HOLD: {each}" for each in self.broken)])
