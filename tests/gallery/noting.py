"""Note the screens that scenes show: `LANGUAGES=numbered SCREENS=folder pytest -p tests.gallery.noting tests/bot`.

Each process keeps the requests to Discord that contain a sentence which it has not seen before, and writes them into
the folder at its end.
"""

import json
import os
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from tests.bot.pseudo import SIGN
from tests.bot.stage import Stage

FOLDER = "SCREENS"
"""The environment variable with the folder."""
_SEEN, _KEPT = set[str](), list[dict[str, Any]]()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Note what a scene has shown, whether it passes or not."""
    try:
        return (yield)
    finally:
        for staged in getattr(item, "funcargs", {}).values():
            if isinstance(staged, Stage):
                for sent in staged.env.http_requests:
                    _note(item, sent.json)


def _note(item: pytest.Item, body: Any) -> None:
    written = json.dumps(body, ensure_ascii=False, default=str)
    numbers = set(SIGN.findall(written))
    if numbers - _SEEN:
        _SEEN.update(numbers)
        _KEPT.append({"scene": item.nodeid, "body": json.loads(written)})


def pytest_sessionfinish() -> None:
    """Write the kept requests of this process."""
    file = Path(os.environ[FOLDER], f"{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}.json")
    file.write_text(json.dumps(_KEPT, ensure_ascii=False), "utf-8")
