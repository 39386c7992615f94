"""The errors of the local Discord."""

from __future__ import annotations

from typing import Any


class RefusalError(Exception):
    """An error answer of Discord: an HTTP status, an error code, a sentence, and the place of the error."""

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
    """A person tried something that Discord's own client would not let them do; the text has the reason."""


def invalid_form(path: str, code: str, message: str) -> RefusalError:
    """Return Discord's "Invalid Form Body" for the field at `path` (its parts joined by dots)."""
    tree: dict[str, Any] = {"_errors": [{"code": code, "message": message}]}
    for part in reversed(path.split(".")):
        tree = {part: tree}
    return RefusalError(400, 50035, "Invalid Form Body", tree)


def missing_permissions() -> RefusalError:
    """Return Discord's answer to a bot that lacks a permission."""
    return RefusalError(403, 50013, "Missing Permissions")


def closed_dms() -> RefusalError:
    """Return Discord's answer to a direct message that its recipient does not accept."""
    return RefusalError(403, 50007, "Cannot send messages to this user")
