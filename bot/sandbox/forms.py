"""Fill in forms (modals) for a person, and check them as Discord's client does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.sandbox.errors import NotPossibleError

Choose = Callable[[Mapping[str, Any], Any], list[str]]
_SELECTS = (3, 5, 6, 7, 8)


def fill(components: list[dict[str, Any]], values: Mapping[str, Any], choose: Choose) -> list[dict[str, Any]]:
    """Return a form's components as Discord submits them.

    `values` has the inputs by custom id. `choose` checks a choice in a menu. Raises `NotPossibleError` if a required
    input is missing or an input is not allowed.
    """
    done = []
    for part in components:
        head = {"type": part["type"], "id": part.get("id", 0)}
        match part["type"]:
            case 1:
                done.append({**head, "components": fill(part["components"], values, choose)})
            case 18:
                try:
                    done.append({**head, "component": fill([part["component"]], values, choose)[0]})
                except NotPossibleError as error:
                    label = str(part["label"])
                    raise NotPossibleError(f"{label} {error}" if label.endswith("?") else f"{label}: {error}") from None
            case 10:
                done.append(head)
            case _:
                told = _control(part, values.get(part["custom_id"]), choose)
                done.append({**head, "custom_id": part["custom_id"], **told})
    return done


def _control(part: Mapping[str, Any], value: Any, choose: Choose) -> dict[str, Any]:
    kind = part["type"]
    if kind == 4:
        return {"value": _text(part, "" if value is None else str(value))}
    if kind == 23:
        return {"value": bool(part.get("default") if value is None else value)}
    if kind == 21:
        if value is None and part.get("required", True):
            raise NotPossibleError("Choose one.")
        if value is not None and value not in {option["value"] for option in part["options"]}:
            raise NotPossibleError("That is not among the choices.")
        return {"value": value}
    chosen = list(value or [])
    required = bool(part.get("required", True))
    if required and not chosen:
        raise NotPossibleError(
            "Choose one." if kind in _SELECTS and part.get("max_values", 1) == 1 else "Choose at least one."
        )
    if kind in _SELECTS:
        return {"values": choose(part, chosen) if chosen else []}
    if kind == 22:
        return {"values": _ticked(part, chosen)}
    if chosen or required:
        raise NotPossibleError("Files cannot be given here.")
    return {"values": []}


def _text(part: Mapping[str, Any], text: str) -> str:
    least, most = part.get("min_length") or 0, part.get("max_length") or 4000
    if not text:
        if part.get("required", True):
            raise NotPossibleError("This is required.")
        return text
    if not least <= len(text) <= most:
        raise NotPossibleError(f"Use {least} to {most} characters; this has {len(text)}.")
    return text


def _ticked(part: Mapping[str, Any], chosen: list[Any]) -> list[Any]:
    options = {option["value"] for option in part["options"]}
    least, most = part.get("min_values") or 0, part.get("max_values") or len(options)
    if not set(chosen) <= options or (chosen and not least <= len(chosen) <= most):
        raise NotPossibleError(f"Choose {least} to {most}.")
    return chosen
