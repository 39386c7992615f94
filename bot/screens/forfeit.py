"""What a loser must do at a table: in the host's own words, which follow "must", or else the usual forfeit."""

from bot.words.cleaning import escaped
from bot.words.language import _, ngettext


def must(debtors: str, text: str, winner: str = "", many: int = 1) -> str:
    """What `many` losers have to do: "Ann must: sing a song"; of the usual forfeit "Ann owes Ben one forfeit".

    `debtors` are their names or mentions as they stand in a sentence ("Ann and Cleo"), `text` is what the host wrote
    (`Setup.forfeit`; "" for the usual one), `winner` whom it is owed to, "" for the table.
    """
    if what := escaped(text):
        # Translators: {what} was written by the host, to follow "The loser must…": "sing a song".
        return _("{names} must: **{what}**").format(names=debtors, what=what)
    if winner:
        words = ngettext("{names} owes {winner} one forfeit", "{names} each owe {winner} one forfeit", many)
        return words.format(names=debtors, winner=winner)
    return ngettext("{names} owes one forfeit", "{names} each owe one forfeit", many).format(names=debtors)
