"""A browser sends every form twice at the very same moment, to a real desk; each counts once.

    python -m tests.trials.sent_twice [rounds]        DATABASE_URL chooses PostgreSQL

In each round a person of the desk adds a screen and a helper, sets up a tournament and records an incident, once also
starts the clock; two connections send the same bytes together. Prints how often that was done, how often it counted
twice, and how often one of the two got no answer to go on with.
"""

import sys
import tempfile
import threading
from pathlib import Path
from urllib.parse import urlencode

from tests.page_forms import PageForm, forms_of
from tests.trials.sheets_scene import Scene, Visit, use

Fields = dict[str, list[str]]


def send_together(scene: Scene, session: str, address: str, fields: Fields) -> list[int]:
    """The statuses of two browsers that send the same form at once; 0 for no answer."""
    gate = threading.Barrier(2)
    statuses: list[int] = []

    def send() -> None:
        visit = Visit(scene, session)
        visit.get("/account/")
        gate.wait()
        try:
            statuses.append(visit.send_page(address, urlencode(fields, doseq=True)))
        except OSError:
            statuses.append(0)

    browsers = [threading.Thread(target=send) for _number in range(2)]
    for browser in browsers:
        browser.start()
    for browser in browsers:
        browser.join()
    return statuses


def filled(form: PageForm, **typed: str) -> Fields:
    """The form with what a person types into it."""
    return {**form.fields, **{name: [value] for name, value in typed.items()}}


def form_to(visit: Visit, page: str, address: str) -> PageForm:
    """The form of a page that is sent to this address."""
    found = [form for form in forms_of(page, visit.get(page)[1]) if form.action == address]
    assert found, f"no form to {address} on {page}"
    return found[0]


def main(rounds: int = 5) -> int:
    with tempfile.TemporaryDirectory() as place:
        use(Path(place))
        return _try(Path(place), rounds)


def _try(folder: Path, rounds: int) -> int:
    from django.test import Client

    from tests.builders import make_actor
    from tournament.models import JournalEntry, Tournament
    from tournament.roles import Role

    scene = Scene(folder)
    scene.set(clerks=1, tables=3, minutes_four=100)
    tournament = Tournament.objects.get(slug=scene.slug)
    browser = Client()
    browser.force_login(
        make_actor(tournament, Role.ADMINISTRATOR).user, backend="django.contrib.auth.backends.ModelBackend"
    )
    session = browser.cookies["sessionid"].value
    scene.start()
    visit = Visit(scene, session)
    office = f"/office/{scene.slug}"
    tried = doubled = unanswered = 0
    for number in range(rounds):
        for page, address, typed in _steps(office, number):
            form = form_to(visit, page, address)
            before = JournalEntry.objects.count()
            statuses = send_together(scene, session, address, filled(form, **typed))
            made = list(JournalEntry.objects.order_by("pk").values_list("what", flat=True)[before:])
            tried += 1
            doubled += len(made) != 1
            unanswered += any(status not in (200, 302) for status in statuses)
            if len(made) != 1 or any(status not in (200, 302) for status in statuses):
                print(f"{address}: {made}, {statuses}")
    scene.stop()
    print(f"sent twice at once {tried} times; counted twice {doubled}, not answered {unanswered}")
    return 1 if doubled or unanswered else 0


def _steps(office: str, number: int) -> list[tuple[str, str, dict[str, str]]]:
    """Page, address and what is typed, for each form that is sent."""
    clock = f"{office}/rounds/1/clock/"
    steps = [
        (
            f"{office}/screens/",
            f"{office}/screens/",
            {"name": f"Saal {number}"},
        ),
        (f"{office}/helpers/", f"{office}/helpers/add/", {"name": f"Emre {number}", "role": "clerk"}),
        ("/tournaments/new/", "/tournaments/new/", {"name": f"Turnier {number}", "date": "2026-12-24"}),
        (
            f"{office}/incidents/new/",
            f"{office}/incidents/new/",
            {"reason": f"Streit {number}", "offender": "1", "warning": "1", "signed_by": "Tisch 1"},
        ),
    ]
    if number == 0:
        steps.append((clock, clock, {}))
    return steps


if __name__ == "__main__":
    sys.exit(main(*(int(word) for word in sys.argv[1:])))
