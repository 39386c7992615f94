"""P1: forfeits that wait to be settled, and who may say what of them."""


def settlements(debtors: tuple[int, ...], creditor: int, seat: int) -> tuple[tuple[int, str], ...]:
    """What `seat` may say of each waiting forfeit: the debtor paid or tab, the winner waived or tab."""
    ways = []
    for debtor in debtors:
        if seat == debtor:
            ways.append((debtor, "paid"))
        if seat == creditor:
            ways.append((debtor, "waived"))
        if seat in (debtor, creditor):
            ways.append((debtor, "tab"))
    return tuple(ways)
