"""What can be pressed about the house rules that a server keeps by a name."""

from bot.presses.base import AtTable, Number, Press


class ListRules(Press, frozen=True, tag="named"):
    """A page of the list of them."""

    page: Number


class UseRules(Press, frozen=True, tag="namedopen"):
    """A table by these rules."""

    rules: Number


class DeleteRules(Press, frozen=True, tag="nameddel"):
    """Keep these rules no more: asks first."""

    rules: Number


class SurelyDelete(Press, frozen=True, tag="nameddelyes"):
    """Keep them no more."""

    rules: Number


class SurelyKeep(AtTable, frozen=True, tag="namedyes"):
    """Keep the rules of this table in place of those."""

    rules: Number


class OpenNaming(AtTable, frozen=True, tag="naming"):
    """Ask for the name by which the rules of this table are to be kept."""


class SendNaming(AtTable, frozen=True, tag="named-as"):
    """That form, filled in."""
