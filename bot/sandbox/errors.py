"""The errors of the local Discord."""

from __future__ import annotations

from typing import Any


class RefusalError(Exception):
    """An error that Discord sends in answer to a request.

    It has an HTTP status, a code, a sentence, and the places of invalid fields.
    """

    def __init__(self, status: int, code: int, message: str, errors: dict[str, Any] | None = None) -> None:
        super().__init__(f"{status} (error code {code}): {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def payload(self) -> dict[str, Any]:
        """Return the JSON body that Discord would send."""
        body: dict[str, Any] = {"message": self.message, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


class NotPossibleError(Exception):
    """Raised if a person tries an action that Discord's own client would not allow. The message gives the reason."""


def invalid_form(path: str, code: str, message: str) -> RefusalError:
    """Return Discord's error "Invalid Form Body" for the field at `path`, whose parts are joined by dots."""
    tree: dict[str, Any] = {"_errors": [{"code": code, "message": message}]}
    for part in reversed(path.split(".")):
        tree = {part: tree}
    return RefusalError(400, 50035, "Invalid Form Body", tree)


def missing_permissions() -> RefusalError:
    """Return Discord's error for a bot that lacks a permission."""
    return RefusalError(403, 50013, "Missing Permissions")


def closed_dms() -> RefusalError:
    """Return Discord's error for a direct message to a person who does not accept them."""
    return RefusalError(403, 50007, "Cannot send messages to this user")
