"""A real browser before a real server. Without Chromium these tests are skipped.

server   answers one request after another: the tests' database in memory is one connection, shared by all threads
visitor  a person at a browser of his own; what the browser complains of makes the test fail
"""

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler

from tests.builders import client_for
from tournament.actors import Actor

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
PATIENCE_MS = 30_000
DESK, PHONE = {"width": 1366, "height": 768}, {"width": 390, "height": 844}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)
            if CHROMIUM is None:
                item.add_marker(pytest.mark.skip(reason="no Chromium on this machine"))


class Visitor:
    """A page of one person, with the keys he has struck."""

    def __init__(self, page: Any, address: str) -> None:
        self.page = page
        self.address = address
        self.keys = 0

    def go(self, path: str) -> None:
        self.page.goto(self.address + path)

    def type(self, *strokes: str) -> None:
        """Strike keys: each text letter by letter; a word in < > is one key, such as <Enter>."""
        for stroke in strokes:
            if stroke.startswith("<"):
                self.page.keyboard.press(stroke.strip("<>"))
                self.keys += 1
            else:
                self.page.keyboard.type(stroke)
                self.keys += len(stroke)


class Server:
    """Where the server answers, and quiet moments in which the test may look into the database."""

    def __init__(self, address: str, browser: Any) -> None:
        self.address = address
        self._browser = browser
        self._lock = threading.RLock()
        self._complaints: list[str] = []

    @contextmanager
    def one_at_a_time(self) -> Iterator[None]:
        """Let every request wait for the one before it."""
        answer: Callable[..., Any] = WSGIHandler.__call__

        def alone(handler: WSGIHandler, *request: Any) -> Any:
            with self._lock:
                return answer(handler, *request)

        WSGIHandler.__call__ = alone  # type: ignore[method-assign]  # only the server of these tests
        try:
            yield
        finally:
            WSGIHandler.__call__ = answer  # type: ignore[method-assign]  # as it was

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """No request is answered while the test looks into the database."""
        with self._lock:
            yield

    def visitor(
        self, actor: Actor | None, *, viewport: dict[str, int] = DESK, touch: bool = False, script: str = ""
    ) -> Visitor:
        """A person who is logged in, or somebody without login, at a browser of his own.

        `script` runs in each page before its own scripts.
        """
        context = self._browser.new_context(viewport=viewport, has_touch=touch, is_mobile=touch)
        context.add_init_script(script or "void 0")
        if actor is not None:
            with self.quiet():
                session = client_for(actor).cookies["sessionid"].value
            context.add_cookies([{"name": "sessionid", "value": session, "url": self.address}])
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.on("pageerror", lambda error: self._complaints.append(str(error)))
        page.on("console", self._hear)
        return Visitor(page, self.address)

    def close(self) -> None:
        """End all visits. Fails for whatever a browser complained of."""
        for context in list(self._browser.contexts):
            context.close()
        # A page that closes says so to the desk; that is answered before the database is emptied.
        time.sleep(0.2)
        with self.quiet():
            pass
        complaints, self._complaints = self._complaints, []
        assert complaints == []

    def forgive(self) -> None:
        """Forget what the browsers complained of: a test that cuts the line hears of it."""
        self._complaints.clear()

    def _hear(self, message: Any) -> None:
        # A refused form is answered with 422, which a browser notes as an error of loading; a check that is no longer
        # wanted is dropped, of which htmx makes a note.
        dropped = message.text.startswith(("htmx:afterRequest", "htmx:sendAbort"))
        if message.type == "error" and not dropped and "422" not in message.text:
            self._complaints.append(message.text)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """The browser program, started once."""
    from playwright.sync_api import sync_playwright  # installed only where browsers are tested

    # Playwright runs an event loop in this thread, which makes Django doubt that it may ask the database here.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-background-networking"]
        )
        yield browser
        browser.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def server(chromium: Any, request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server on the tests' database, with browsers to visit it."""
    # Asked for here and not before: it reads the settings, which are those of the tests only by now.
    live_server = request.getfixturevalue("live_server")
    found = Server(live_server.url, chromium)
    with found.one_at_a_time():
        yield found
        found.close()
