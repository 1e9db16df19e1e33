"""Two directors press "draw" at the same moment, each in a process of the server's own.

    DOKO_DATA=FOLDER [DATABASE_URL=…] python -m tests.two_directors prepare
    DOKO_DATA=FOLDER [DATABASE_URL=…] python -m tests.two_directors press N     both at once, N = 1, 2
    DOKO_DATA=FOLDER [DATABASE_URL=…] python -m tests.two_directors look

`press` waits until both are ready; `look` prints what became of the round as JSON.
"""

import json
import os
import sys
import time
from pathlib import Path

import django

PLAYERS = 24
PATIENCE_SECONDS = 60


def prepare() -> None:
    from django.core.management import call_command

    from tests.builders import NOW, make_actor, make_participants, make_tournament
    from tournament.services.rounds import create_round

    call_command("migrate", verbosity=0)
    # Whoever waits for a long search is shown a page.
    call_command("collectstatic", interactive=False, verbosity=0)
    tournament = make_tournament()
    make_participants(tournament, PLAYERS)
    for name in ("director-1", "director-2"):
        make_actor(tournament, name=name)
    create_round(tournament=tournament, by=make_actor(tournament), now=NOW)


def press(director: int) -> None:
    from django.urls import reverse

    from tests.builders import client_for, make_actor
    from tournament.models import Tournament

    tournament = Tournament.objects.get()
    client = client_for(make_actor(tournament, name=f"director-{director}"))
    place = Path(os.environ["DOKO_DATA"])
    (place / f"ready-{director}").touch()
    while not all((place / f"ready-{number}").exists() for number in (1, 2)):
        time.sleep(0.001)
    until = time.monotonic() + PATIENCE_SECONDS
    address = reverse("round_progress", args=[tournament.slug, 1])
    answer = client.post(reverse("round_draw", args=[tournament.slug, 1]), {"attempt": 0})
    while answer.status_code == 200 or answer.headers.get("Location") == address:
        if time.monotonic() > until:
            raise SystemExit("the search does not end")
        time.sleep(0.02)
        answer = client.post(address)
    sys.stdout.write(f"{answer.status_code} {answer.headers.get('Location')}\n")


def look() -> None:
    from tournament.models import JournalEntry, Round, Seat

    seats = Seat.objects.filter(participant__isnull=False)
    found = {
        "drawn": JournalEntry.objects.filter(what="round_drawn").count(),
        "attempt": Round.objects.get().draw_attempt,
        "seats": seats.count(),
        "people": seats.values("participant").distinct().count(),
    }
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    os.environ["DOKO_HOSTS"] = "testserver"
    django.setup()
    if sys.argv[1] == "press":
        press(int(sys.argv[2]))
    else:
        {"prepare": prepare, "look": look}[sys.argv[1]]()
