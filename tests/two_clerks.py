"""Two people do the same to one sheet at the same moment, each in a process of the server's own.

    DOKO_DATA=FOLDER [DATABASE_URL=…] python -m tests.two_clerks prepare
    DOKO_DATA=FOLDER [DATABASE_URL=…] python -m tests.two_clerks press WHAT N     both at once, N = 1, 2
    DOKO_DATA=FOLDER [DATABASE_URL=…] python -m tests.two_clerks look

WHAT is totals (table 1, other numbers each), row (table 2, another text each) or confirm (table 3). `press` waits until
both are ready and prints the status of the answer; `look` prints what became of the sheets as JSON.
"""

import json
import os
import sys
import time
from pathlib import Path

import django

TABLES = {"totals": 1, "row": 2, "confirm": 3}


def prepare() -> None:
    from django.core.management import call_command

    from tests.builders import NOW, make_actor, make_round, make_tournament, tables_of, type_totals
    from tournament.services.sheets import set_depth

    call_command("migrate", verbosity=0)
    # Whoever loses is shown a page.
    call_command("collectstatic", interactive=False, verbosity=0)
    tournament = make_tournament(second_person=True, form="played")
    typist = make_actor(tournament)
    for number in (1, 2):
        make_actor(tournament, name=f"clerk-{number}")
    tables = tables_of(make_round(tournament, players=12, by=typist))
    set_depth(table=tables[2], depth="rows", by=typist, now=NOW)
    type_totals(tables[3], (4, -4, 4, -4), by=typist)


def press(what: str, person: int) -> None:
    from django.urls import reverse

    from tests.builders import client_for, make_actor
    from tournament.models import Table, Tournament

    tournament = Tournament.objects.get()
    client = client_for(make_actor(tournament, name=f"clerk-{person}"))
    table = Table.objects.get(number=TABLES[what])
    place = [tournament.slug, 1, table.number]
    if what == "totals":
        numbers = {f"total-{seat}-1": value * person for seat, value in enumerate((4, -4, 4, -4), start=1)}
        request = reverse("sheet_totals", args=place), {**numbers, "version": table.version}
    elif what == "row":
        request = reverse("sheet_rows", args=place), {"row-1": f"13 {person}", "was-1": "", "way": "winners"}
    else:
        request = reverse("sheet_confirm", args=place), {"version": table.version}
    folder = Path(os.environ["DOKO_DATA"])
    (folder / f"{what}-{person}").touch()
    while not all((folder / f"{what}-{number}").exists() for number in (1, 2)):
        time.sleep(0.001)
    answer = client.post(*request)
    sys.stdout.write(f"{answer.status_code} {answer.headers.get('Location', '')}".strip() + "\n")


def look() -> None:
    from tournament.models import Game, JournalEntry, Seat, Table

    found = {
        "totals": list(Seat.objects.filter(table__number=1).order_by("position").values_list("total", flat=True)),
        "typed": JournalEntry.objects.filter(what="sheet_typed", params__table=1).count(),
        "row": Game.objects.get().typed,
        "rows": JournalEntry.objects.filter(what="rows_typed").count(),
        "confirmed": Table.objects.filter(confirmed_at__isnull=False).count(),
        "confirmations": JournalEntry.objects.filter(what="sheet_confirmed").count(),
    }
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    os.environ["DOKO_HOSTS"] = "testserver"
    django.setup()
    if sys.argv[1] == "press":
        press(sys.argv[2], int(sys.argv[3]))
    else:
        {"prepare": prepare, "look": look}[sys.argv[1]]()
