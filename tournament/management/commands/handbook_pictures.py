"""`manage.py handbook_pictures`: makes the handbook's pictures anew, from a demo with invented players.

A desk of its own is started on an empty data folder, and a browser without a window walks its pages in each language.
"""

import os
import shutil
import socket
import subprocess  # nosec B404  # starts a desk of our own
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from PIL import Image

from tournament.handbook import LANGUAGES
from tournament.handbook_shots import AT_PLAY, DRAFT, PLAYING, SHOTS, Shot, file_of

_COLOURS = 64  # a page has few; a file of 64 colours takes a quarter of the space
_PATIENCE_SECONDS = 60
_PASSWORD = "karo-ass-sticht"  # noqa: S105  # nosec B105  # of a desk that lives for a minute
_EVENT = "Herbstturnier"


class Command(BaseCommand):
    help = "Makes the pictures of the handbook anew (needs Playwright and Chromium, see tests/requirements.txt)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--only", metavar="NAME", help="one picture instead of all")

    def handle(self, *args: Any, only: str | None, **options: Any) -> None:
        shots = [shot for shot in SHOTS if only in (None, shot.name)]
        if not shots:
            raise CommandError(f"There is no picture {only}. There are: {', '.join(shot.name for shot in SHOTS)}")
        try:
            from playwright.sync_api import sync_playwright  # only who makes pictures needs it
        except ModuleNotFoundError:
            raise CommandError(
                "Playwright is missing. Install it with: pip install -r tests/requirements.txt, "
                "and Chromium with the packages of your system."
            ) from None
        with (
            tempfile.TemporaryDirectory() as folder,
            _desk(Path(folder)) as (address, slugs),
            sync_playwright() as play,
        ):
            chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
            browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            _prepare(_logged_in(browser, address, language="en", phone=False), address, slugs)
            for language in LANGUAGES:
                for phone in (False, True):
                    page = _logged_in(browser, address, language=language, phone=phone)
                    for shot in shots:
                        if shot.phone is phone:
                            self._take(page, shot, address=address, slugs=slugs, language=language)
            browser.close()

    def _take(self, page: Any, shot: Shot, *, address: str, slugs: dict[str, str], language: str) -> None:
        values: dict[str, Any] = dict(shot.values)
        if shot.scene:
            values["slug"] = slugs[shot.scene]
        answer = page.goto(f"{address}{reverse(shot.page, kwargs=values).removeprefix('/')}?{shot.query}")
        if answer is None or answer.status != 200:
            raise CommandError(f"The page of {shot.name} does not answer as it should.")
        page.wait_for_load_state("networkidle")
        with Image.open(BytesIO(page.screenshot(animations="disabled", caret="hide"))) as taken:
            few = taken.convert("RGB").quantize(_COLOURS, dither=Image.Dither.NONE)
        file = file_of(shot.name, language=language)
        file.parent.mkdir(parents=True, exist_ok=True)
        few.save(file, "PNG", optimize=True)
        self.stdout.write(f"{file.relative_to(settings.BASE_DIR)} {file.stat().st_size // 1024} kB")


@contextmanager
def _desk(folder: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """The address of a desk with an account and the scenes, and the slugs of these."""
    surroundings = {
        name: value for name, value in os.environ.items() if not name.startswith(("DOKO_", "DATABASE_URL"))
    } | {"DOKO_DATA": str(folder), "DJANGO_SUPERUSER_PASSWORD": _PASSWORD, "PYTHONIOENCODING": "utf-8"}

    def manage(*words: str) -> list[str]:
        return [sys.executable, str(settings.BASE_DIR / "manage.py"), *words]

    def run(*words: str) -> str:
        done = subprocess.run(manage(*words), env=surroundings, capture_output=True, text=True, check=False)  # noqa: S603  # nosec B603  # our own program
        if done.returncode:
            raise CommandError(f"{words[0]}: {done.stderr.strip()}")
        return done.stdout.strip()

    run("migrate", "--verbosity=0")
    run("createsuperuser", "--noinput", "--username=gesa", "--email=")
    demo = ("demo", "--players=24", "--rounds=2", "--seed=7", f"--name={_EVENT}")
    stages = {PLAYING: "playing", DRAFT: "drawn", AT_PLAY: "drawn"}
    slugs = {scene: run(*demo, f"--until={stage}") for scene, stage in stages.items()}
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}/"
    process = subprocess.Popen(  # noqa: S603  # nosec B603  # our own program
        manage("start", "--no-browser", f"--port={port}"),
        env=surroundings,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(address, process)
        yield address, slugs
    finally:
        process.terminate()
        process.wait(timeout=_PATIENCE_SECONDS)


def _wait_for(address: str, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + _PATIENCE_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            with urlopen(address + "health/", timeout=5):  # noqa: S310  # nosec B310  # our own address
                return
        except URLError:
            time.sleep(0.1)
    raise CommandError("The desk for the pictures did not start.")


def _prepare(page: Any, address: str, slugs: dict[str, str]) -> None:
    """What the demo leaves open: a round whose clock runs, and prizes."""
    office = f"{address}office/{slugs[AT_PLAY]}/"
    page.goto(f"{office}rounds/2/")
    page.click('form[action$="/publish/"] button')
    page.goto(f"{office}rounds/2/clock/")
    page.click("details.aside summary")
    page.fill("input[name=minutes_ago]", "37")
    page.click("button[data-next]")
    page.goto(f"{address}office/{slugs[PLAYING]}/money/")
    for place, percent in enumerate(("50", "30", "20"), start=1):
        page.select_option(f"[name=prizes-{place}-purpose]", "rank")
        page.fill(f"[name=prizes-{place}-place]", str(place))
        page.fill(f"[name=prizes-{place}-percent]", percent)
    page.click('form[action$="/prizes/"] button')


def _logged_in(browser: Any, address: str, *, language: str, phone: bool) -> Any:
    """A page of a person who reads that language."""
    width, height = next(shot.size for shot in SHOTS if shot.phone is phone)
    context = browser.new_context(
        viewport={"width": width, "height": height},
        is_mobile=phone,
        has_touch=phone,
        color_scheme="light",
        locale={"de": "de-DE"}.get(language, "en-GB"),
    )
    page = context.new_page()
    page.goto(address + "login/")
    page.click(f"button[name=language][value={language}]")
    page.fill("input[name=username]", "gesa")
    page.fill("input[name=password]", _PASSWORD)
    page.press("input[name=password]", "Enter")
    page.wait_for_url(address)
    return page
