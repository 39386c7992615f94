"""The one door: every press, choice and form enters here, whichever message or process it comes from.

discord.py keeps no registry of what we send: views and forms are stopped before they go out (`outbox/render.py`),
and each custom id says by itself what it means.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import discord

from bot.inbox.errors import tell
from bot.inbox.forms import FORMS, Filled
from bot.inbox.handlers import pressed
from bot.outbox.interaction import Interaction
from bot.screens import ids


async def enter(interaction: Interaction) -> None:
    """Do what a press, a choice or a form stands for; whatever it raises is told to the person."""
    kind = interaction.type
    if kind not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
        return  # commands and their completions are the tree's affair
    data: Mapping[str, Any] = dict(interaction.data or {})
    press = ids.read(str(data.get("custom_id", "")))
    if press is None:
        return
    try:
        if kind is discord.InteractionType.modal_submit:
            await FORMS[press.verb](interaction, Filled(press, dict(_filled(data.get("components", ())))))
        else:
            await pressed(interaction, press, tuple(data.get("values", ())))
    except Exception as error:
        await tell(interaction, error)


def _filled(components: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What was typed or chosen in each field of a form."""
    for part in components:
        for inner in [part["component"]] if "component" in part else part.get("components", ()):
            yield inner["custom_id"], tuple(inner["values"]) if "values" in inner else (inner.get("value") or "",)
