"""P1: forfeits that wait to be settled, and who may say what of them."""


def settlements(debtors: tuple[int, ...], creditor: int, seat: int) -> tuple[tuple[int, str], ...]:
    """What `seat` may say of each waiting forfeit: the debtor paid or tab, the winner waived or tab."""
    ways = []
    for debtor in debtors:
        ways += [(debtor, "paid")] if seat == debtor else []
        ways += [(debtor, "waived")] if seat == creditor else []
        ways += [(debtor, "tab")] if seat in (debtor, creditor) else []
    return tuple(ways)
