"""A form that opens again: as it was filled in, or empty where that is forgotten."""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.screens.model import Field, Form
from bot.words.language import _


def filled(form: Form, fields: Mapping[str, tuple[str, ...]]) -> Form:
    """The form with what was typed and chosen in it before."""
    return replace(form, fields=tuple(_filled(field, fields.get(field.id)) for field in form.fields))


def forgotten(form: Form) -> Form:
    """The form as it is, with a word on why it is not as it was."""
    return replace(form, title=_("What you typed is gone: once more"))


def _filled(field: Field, values: tuple[str, ...] | None) -> Field:
    if values is None:
        return field
    if field.menu is None:
        return replace(field, value="".join(values[:1])[: field.longest])
    choices = tuple(replace(choice, chosen=choice.value in values) for choice in field.menu.choices)
    return replace(field, menu=replace(field.menu, choices=choices))
