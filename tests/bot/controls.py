"""Record which controls a test offers to people, which of them are pressed, and which work.

`tests.controls_never_pressed` combines the records of all tests.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextvars import ContextVar
from typing import Any

import discord

from bot.outbox.answer import Answer
from bot.outbox.answer_states import DONE
from bot.presses.codec import PRESSES
from bot.storage.store import Store
from tests.controls_never_pressed import OFFERED, PRESSED, SEEN, WORKED

SUBCOMMANDS, COMMAND, PRESS, COMPLETION, FORM = (1, 2), 2, 3, 4, 5
"""The types of options that are subcommands, and the types of interactions."""
POSTED, PROMISED, UPDATED, PROPOSED, OPENED = 4, 5, 7, 8, 9
"""The types of answers to an interaction."""
IS_EPHEMERAL = 1 << 6
MENU = "menu:"


class Heard:
    """Represent an interaction that the bot received.

    `extras` holds the bot's notes about the interaction. `saved` says whether the bot saved anything because of it.
    """

    def __init__(self, named: str = "") -> None:
        self.named = named
        self.extras: Mapping[Any, Any] | None = None
        self.saved = False

    @property
    def is_done(self) -> bool:
        return self.extras is not None and (Answer not in self.extras or self.extras[Answer].outcome == DONE)


_NOW: ContextVar[Heard | None] = ContextVar("heard", default=None)
_HEARD: dict[str, Heard] = {}
_write = Store.write


async def _noted(store: Store, work: Any) -> Any:
    done = await _write(store, work)
    if (heard := _NOW.get()) is not None:
        heard.saved = True
    return done


setattr(Store, "write", _noted)  # noqa: B010 - it only observes


def begin() -> None:
    """Forget the interactions of the test before. If it failed, nobody has noted them, and their ids come again."""
    _HEARD.clear()


def watch(bot: discord.Client) -> None:
    """Record the outcome of each interaction of this bot."""
    state: Any = bot._connection
    parse, dispatch = state.parsers["INTERACTION_CREATE"], state.dispatch

    def parsed(data: Any) -> None:
        named = data.get("id") if isinstance(data, dict) else None  # an unreadable interaction may have no id
        # Discord may deliver the same interaction twice, so its record may exist already.
        before = _NOW.set(_HEARD.setdefault(named, Heard(named)) if named else None)
        try:
            parse(data)
        finally:
            _NOW.reset(before)

    def dispatched(event: str, *args: Any) -> None:
        heard = _NOW.get() if event == "interaction" else None
        if heard is not None and heard.extras is None and str(args[0].id) == heard.named:
            heard.extras = args[0].extras
        dispatch(event, *args)

    state.parsers["INTERACTION_CREATE"], state.dispatch = parsed, dispatched


def offer(commands: Iterable[Mapping[str, Any]]) -> None:
    """Record that a bot's commands are offered to people."""
    SEEN[OFFERED] |= {name for command in commands for name in _commands(command, "/")}


MAY_BE_A_SENTENCE = (
    *("/dice", "/forfeits mine", "/forfeits server", "/forfeits settle", "/table rules list"),
    *("OpenForfeits", "ShowTab"),
)
"""Controls whose page is a single sentence if there is nothing to list, such as forfeits."""


def note(transcript: list[tuple[str, str, Any]]) -> list[str]:
    """Record which controls were offered and pressed in the transcript of a test, and which of them worked.

    Return each pressed control that counted as done although the bot only answered with a sentence. For these, nothing
    was saved, opened or shown.
    """
    said, asked = list[str](), dict[str, "_Asked"]()
    forms, newest = set[str](), None
    for way, name, body in transcript:
        if way == "GATEWAY" and name == "INTERACTION_CREATE":
            newest = asked[body["token"]] = _Asked(body, forms)
        elif way == "HTTP" and body is not None:
            SEEN[OFFERED] |= set(_offered(body))
            about = next((asked[part] for part in name.split("/") if part in asked), newest)
            if about is not None:
                about.answered(name, body)
            if name.endswith("/callback") and body["type"] == OPENED:
                forms.add(body["data"]["custom_id"])
    for each in asked.values():
        heard = _HEARD.pop(each.id, Heard())
        worked = heard.is_done and (heard.saved or each.shown)
        if each.is_offered:
            SEEN[PRESSED].add(each.control)
            SEEN[WORKED] |= {each.control} if worked else set()
        if each.is_offered and heard.is_done and each.answers and not worked and each.control not in MAY_BE_A_SENTENCE:
            said.append(f"{each.control}: {each.answers}")
    _HEARD.clear()
    return said


class _Asked:
    """Hold an interaction that the bot received, and the requests with which the bot answered it."""

    def __init__(self, body: dict[str, Any], forms: set[str]) -> None:
        data, self.id = body["data"], body["id"]
        self.shown, self.answers = False, list[Any]()
        self._edits = False
        match body["type"]:
            case kind if kind == COMMAND:
                self.control, self.is_offered = _typed(data), True
            case kind if kind == COMPLETION:
                self.control, self.is_offered = _typed(data, completes=True), True
            case kind if kind == FORM:
                self.control, self.is_offered = _kind(data["custom_id"]), data["custom_id"] in forms
            case _:
                self.control, self.is_offered = _pressed(data, body["message"])

    def answered(self, request: str, body: Any) -> None:
        """Record a request with which the bot answered, and whether it shows more than a private sentence."""
        if request.endswith("/callback"):
            kind, body = body["type"], body.get("data") or {}
            self._edits = kind == UPDATED or kind not in (POSTED, PROMISED, PROPOSED, OPENED)
            self._is_private = bool((body.get("flags") or 0) & IS_EPHEMERAL)
            self.shown |= kind in (UPDATED, OPENED) or bool(kind == PROPOSED and body.get("choices"))
            if kind == PROMISED:
                return
        elif "/webhooks/" not in request:
            self.shown |= request.split()[1].startswith("/channels/")
            return
        if body.get("components") or body.get("content") or body.get("attachments"):
            is_private = _is_private(request, body, self)
            self.shown |= not is_private or self._edits or _is_page(body)
            self.answers.append(body.get("content") or body.get("components"))


def _is_private(request: str, body: Mapping[str, Any], asked: "_Asked") -> bool:
    if "/messages/@original" in request:
        return asked._is_private
    return bool((body.get("flags") or 0) & IS_EPHEMERAL)


def _is_page(body: Mapping[str, Any]) -> bool:
    """Return whether a message is more than a sentence: it has a control, a picture, a file or several lines."""
    parts = list(_parts(body.get("components") or ()))
    texts = [part["content"] for part in parts if part.get("type") == 10]
    return bool(body.get("attachments")) or len(parts) > len(texts) or "\n" in "\n".join(texts)


def _offered(body: Mapping[str, Any]) -> Iterator[str]:
    """Yield the controls in a message or form that was sent."""
    data = body.get("data") or body
    if "custom_id" in data:
        yield _kind(data["custom_id"])
    for part in _parts(data.get("components") or ()):
        if not part.get("disabled") and "component" not in part:
            ids = [part.get("custom_id", ""), *(option["value"] for option in part.get("options") or ())]
            yield from (_kind(each) for each in ids if each.split(":")[0] in PRESSES)


def _commands(command: Mapping[str, Any], before: str) -> Iterator[str]:
    name, options = f"{before}{command['name']}", command.get("options") or []
    inner = [option for option in options if option["type"] in SUBCOMMANDS]
    if not inner:
        yield name
        yield from (f"{name} {option['name']} ..." for option in options if option.get("autocomplete"))
    for each in inner:
        yield from _commands(each, f"{name} ")


def _typed(data: Mapping[str, Any], completes: bool = False) -> str:
    """Return the name of a command that was typed. With `completes`, add the option that is being typed."""
    name, options = f"/{data['name']}", data.get("options") or []
    while options and options[0]["type"] in SUBCOMMANDS:
        name, options = f"{name} {options[0]['name']}", options[0].get("options") or []
    focused = next((option["name"] for option in options if option.get("focused")), "")
    return f"{name} {focused} ..." if completes else name


def _pressed(data: Mapping[str, Any], message: Mapping[str, Any]) -> tuple[str, bool]:
    """Return the control that was pressed or chosen, and whether the message offers it."""
    wanted = data["values"][0] if data["custom_id"].startswith(MENU) and data.get("values") else data["custom_id"]
    for part in _parts(message.get("components") or ()):
        if wanted == part.get("custom_id") or any(wanted == each["value"] for each in part.get("options") or ()):
            return _kind(wanted), not part.get("disabled")
    return _kind(wanted), False


def _kind(custom_id: str) -> str:
    kind = PRESSES.get(custom_id.split(":")[0])
    return kind.__name__ if kind is not None else custom_id


def _parts(components: Any) -> Iterator[Mapping[str, Any]]:
    for part in components:
        yield part
        yield from _parts(part.get("components") or ())
        yield from _parts([part["accessory"]] if "accessory" in part else ())
