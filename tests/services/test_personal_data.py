"""One person's data on request, and names of old tournaments after their time."""

import os
from datetime import date, timedelta
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from openpyxl import load_workbook
from pypdf import PdfReader

from tests.builders import (
    NOW,
    client_for,
    confirm,
    make_actor,
    make_participants,
    make_round,
    make_tournament,
    tables_of,
    type_totals,
)
from tests.test_attackers import paper_address
from tests.test_releases import addresses, rows_of
from tournament import retention
from tournament.actors import Actor
from tournament.messages.personal_data import CODES, FIELDS, HEADINGS, UNSAID
from tournament.models import JournalEntry, Participant, Tournament, User
from tournament.queries.personal_data import as_text, personal_data
from tournament.queries.retention import backups_before, due
from tournament.registration import Registration
from tournament.roles import Role
from tournament.rows import fields_of, model_of
from tournament.services.accounts import add_helper
from tournament.services.backup import save_backup
from tournament.services.incidents import UNSPORTSMANLIKE, Decision, record_incident
from tournament.services.participants import change_participant, register_participant, withdraw_participant
from tournament.services.publications import publish_standings
from tournament.services.removal import remove_names, remove_person
from tournament.services.screens import set_notice
from tournament.services.tournaments import change_settings
from tournament.services.wishes import add_wish
from tournament.views.paper_shelf import PAPERS

pytestmark = pytest.mark.django_db


def make_event(**values: Any) -> tuple[Tournament, Participant]:
    """Änne Quittenbaum, once misspelt, with a seat, points, a deduction, a wish, a notice and a withdrawal."""
    tournament = make_tournament(fee_cents=1000, **values)
    by = make_actor(tournament)
    anne = register_participant(
        tournament=tournament,
        registration=Registration(surname="Quitenbaum", first_name="Änne", club="DoKo Leer", note="Rollstuhl"),
        check_in=True,
        by=by,
        now=NOW,
    )
    change_participant(
        participant=anne, seen={"surname": "Quitenbaum"}, values={"surname": "Quittenbaum"}, by=by, now=NOW
    )
    others = make_participants(tournament, 3)
    round_ = make_round(tournament, by=by)
    table = tables_of(round_)[1]
    type_totals(table, [12, -12, 4, -4], by=by)
    confirm(table, by=by)
    record_incident(
        tournament=tournament,
        decision=Decision(
            happened_at=NOW,
            reason="Änne Quittenbaum schimpfte",
            round=round_,
            table=table,
            offender=anne,
            breach=UNSPORTSMANLIKE,
            deduction=3,
            signed_by="Tisch 1",
        ),
        by=by,
        now=NOW,
    )
    add_wish(tournament=tournament, first=anne, second=others[0], strict=True, by=by, now=NOW)
    set_notice(tournament=tournament, notice="Änne Quittenbaum bitte zur Turnierleitung", by=by, now=NOW)
    publish_standings(round_=round_, by=by, now=NOW)
    withdraw_participant(participant=anne, reason="Änne Quittenbaum fuhr heim", by=by, now=NOW)
    return Tournament.objects.get(pk=tournament.pk), Participant.objects.get(pk=anne.pk)


class TestExport:
    def test_file_holds_everything_about_the_person_and_no_other_name(self) -> None:
        tournament, anne = make_event()
        backup = save_backup(tournament, why="hand", now=NOW)

        text = as_text(personal_data(anne, now=NOW))

        expected = (
            *("Quittenbaum", "Quitenbaum", "Änne", "DoKo Leer", "Rollstuhl", "10,00 €", "schimpfte", "fuhr heim"),
            *("bitte zur Turnierleitung", "Tisch 1", backup.name, "Herbstturnier"),
        )
        others = Participant.objects.filter(tournament=tournament).exclude(pk=anne.pk)
        assert [word for word in expected if word not in text] == []
        assert [person.surname for person in others if person.surname in text] == []

    def test_sections_stand_in_order_and_empty_ones_are_left_out(self) -> None:
        _tournament, anne = make_event()

        titles = [section.title for section in personal_data(anne, now=NOW)]

        assert len(titles) == 10
        assert "" not in [line for section in personal_data(anne, now=NOW) for line in section.lines]
        assert len(set(titles)) == len(titles)

    @pytest.mark.parametrize("kind", ["participant", *HEADINGS])
    def test_every_stored_field_is_said_or_left_out_on_purpose(self, kind: str) -> None:
        names = {field.name for field in fields_of(model_of(kind))}

        assert names - set(FIELDS) - UNSAID == set()

    def test_codes_are_words(self) -> None:
        assert {name for name in CODES if name not in FIELDS} == set()

    def test_director_saves_it_and_the_door_does_not(self) -> None:
        tournament, anne = make_event()
        page = reverse("participant_data", args=[tournament.slug, anne.number])

        answer = client_for(make_actor(tournament)).get(page)

        assert "Quittenbaum" in answer.content.decode()
        assert answer.headers["Content-Disposition"] == f'attachment; filename="{tournament.slug}-{anne.number}.txt"'
        assert client_for(make_actor(tournament, Role.CHECK_IN)).get(page).status_code == 403

    def test_command_writes_the_same(self, tmp_path: Any, capsys: Any) -> None:
        tournament, anne = make_event()

        call_command("person_data", tournament.slug, anne.number, "--to", str(tmp_path / "x.txt"))
        call_command("person_data", tournament.slug, anne.number)

        printed = capsys.readouterr().out
        assert "Quittenbaum" in (tmp_path / "x.txt").read_text(encoding="utf-8")
        assert "Quittenbaum" in printed
        with pytest.raises(CommandError, match="no start number 99"):
            call_command("person_data", tournament.slug, 99)

    def test_of_a_removed_person_only_what_stayed_is_told(self) -> None:
        tournament, anne = make_event()
        remove_person(participant=anne, shown_as="Teilnehmer 1", by=make_actor(tournament), now=NOW)

        text = as_text(personal_data(Participant.objects.select_related("tournament").get(pk=anne.pk), now=NOW))

        assert [word for word in ("uittenbaum", "Änne", "Rollstuhl") if word in text] == []


class TestRemoval:
    def test_no_page_shows_the_name_any_more(self) -> None:
        tournament, anne = make_event()
        client = client_for(make_actor(tournament, Role.ADMINISTRATOR))
        public = [reverse("public_home", args=[tournament.slug]), reverse("public_standings", args=[tournament.slug])]
        pages = [page for page in addresses(tournament.slug) if "backup" not in page]
        shown_before = pages_with("uittenbaum", client, [*pages, *public])

        remove_person(participant=anne, shown_as="Teilnehmer 1", by=make_actor(tournament), now=NOW)

        assert len(shown_before) > 10
        assert pages_with("uittenbaum", client, [*pages, *public]) == []
        assert pages_with("Änne", client, [*pages, *public]) == []

    def test_no_paper_shows_the_name_any_more(self) -> None:
        tournament, anne = make_event()
        client = client_for(make_actor(tournament))
        before = [name for name in PAPERS if "uittenbaum" in text_of(client, tournament, name)]

        remove_person(participant=anne, shown_as="Teilnehmer 1", by=make_actor(tournament), now=NOW)

        assert {PAPERS[name].kind for name in before} == {"pdf", "xlsx", "csv"}
        assert [name for name in PAPERS if "uittenbaum" in text_of(client, tournament, name)] == []

    def test_older_backups_are_listed_before_and_after(self) -> None:
        tournament, anne = make_event()
        old = save_backup(tournament, why="hand", now=NOW)
        client = client_for(make_actor(tournament))
        page = reverse("participant_remove", args=[tournament.slug, anne.number])

        before = client.get(page).context["backups"]
        client.post(page)
        save_backup(tournament, why="hand", now=NOW + timedelta(hours=1))
        after = client.get(page).context["backups"]

        assert (before, after) == ([str(old)], [str(old)])

    def test_backups_in_the_second_folder_are_listed_too(self, settings: Any, tmp_path: Any) -> None:
        (tmp_path / "stick").mkdir()
        settings.BACKUP_COPY_DIR = str(tmp_path / "stick")
        tournament, _anne = make_event()

        path = save_backup(tournament, why="hand", now=NOW)

        assert sorted(backups_before(tournament)) == sorted([str(path), str(tmp_path / "stick" / path.name)])

    def test_copies_of_the_whole_desk_made_since_it_was_set_up_are_listed_too(self, settings: Any) -> None:
        tournament, anne = make_event(created_at=NOW)
        folder = Path(settings.BACKUP_DIR)
        folder.mkdir(parents=True)
        made = {"before-upgrade-1.sqlite3": -3600, "before-upgrade-2.sqlite3": 60, "night.dump": 120, "notes.txt": 180}
        for name, seconds in made.items():
            (folder / name).write_bytes(b"")
            os.utime(folder / name, (NOW.timestamp() + seconds,) * 2)

        shown = client_for(make_actor(tournament)).get(
            reverse("participant_remove", args=[tournament.slug, anne.number])
        )

        words = gettext("%(file)s (holds all tournaments)")
        copies = [words % {"file": folder / name} for name in ("night.dump", "before-upgrade-2.sqlite3")]
        assert shown.context["backups"] == copies


def text_of(client: Any, tournament: Tournament, name: str) -> str:
    """What stands on a paper or in a file; nothing where it cannot be made at this stage."""
    answer = client.get(paper_address(client, tournament.slug, name))
    if answer.status_code != 200:
        return ""
    if PAPERS[name].kind == "pdf":
        return "".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    if PAPERS[name].kind == "xlsx":
        book = load_workbook(BytesIO(answer.content))
        return "\n".join(str(cell.value) for sheet in book for row in sheet.iter_rows() for cell in row)
    return str(answer.content.decode("utf-8-sig"))


def pages_with(word: str, client: Any, pages: list[str]) -> list[str]:
    found = []
    for page in pages:
        answer = client.get(page)
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        if word.encode() in content:
            found.append(page)
    return found


class TestRetention:
    def test_names_are_kept_for_good_unless_somebody_chose_otherwise(self) -> None:
        make_event(date=date(1999, 1, 1))

        assert retention.months() == 0
        assert due(today=date(2026, 11, 28), months=retention.months()) == []

    @pytest.mark.parametrize(
        ("today", "months", "last"),
        [
            (date(2026, 11, 28), 12, date(2025, 11, 28)),
            (date(2026, 3, 31), 1, date(2026, 2, 28)),
            (date(2024, 3, 31), 1, date(2024, 2, 29)),
            (date(2026, 1, 15), 1, date(2025, 12, 15)),
            (date(2026, 5, 31), 240, date(2006, 5, 31)),
        ],
    )
    def test_last_day_is_so_many_months_ago(self, today: date, months: int, last: date) -> None:
        assert retention.last_day(today=today, number=months) == last

    def test_due_are_old_tournaments_that_hold_names(self) -> None:
        today = date(2026, 11, 28)
        old, _anne = make_event(date=date(2024, 11, 28))
        make_event(date=date(2024, 11, 29))
        empty = make_tournament(date=date(2020, 1, 1))

        found = due(today=today, months=24)

        assert [(one.tournament, one.names) for one in found] == [(old, 4)]
        assert empty not in [one.tournament for one in found]

    def test_all_names_go_and_the_standings_stay(self) -> None:
        tournament, _anne = make_event()
        by = make_actor(tournament, Role.ADMINISTRATOR)
        helper, _token = add_helper(tournament=tournament, name="Emre Zwetschke", role=Role.CLERK, by=by, now=NOW)
        change_settings(tournament=tournament, values={"place": "Leer"}, by=Actor(user=helper.user), now=NOW)
        names = [*Participant.objects.filter(tournament=tournament).values_list("surname", flat=True), "Zwetschke"]
        client = client_for(by)
        before = rows_of(tournament)
        pages = [page for page in addresses(tournament.slug) if "backup" not in page]
        remove = partial(
            remove_names,
            tournament=tournament,
            shown_as=lambda number: f"Nr. {number}",
            helper_shown_as=lambda number: f"Hilfe {number}",
            by=by,
            now=NOW,
        )

        counts = [remove(), remove()]

        people = Participant.objects.filter(tournament=tournament).order_by("number")
        assert counts == [4, 0]
        assert [person.name for person in people] == ["Nr. 1", "Nr. 2", "Nr. 3", "Nr. 4"]
        assert str(User.objects.get(pk=helper.user.pk)) == "Hilfe 2"
        assert [name for name in names if pages_with(name, client, pages)] == []
        assert rows_of(Tournament.objects.get(pk=tournament.pk)) == before
        assert JournalEntry.objects.filter(what="names_removed").values_list("params", flat=True).get() == {"count": 4}

    def test_administrator_chooses_is_told_and_presses_the_button(self) -> None:
        tournament, _anne = make_event(date=timezone.localdate() - timedelta(days=800))
        client = client_for(make_actor(tournament, Role.ADMINISTRATOR))
        page, remove = reverse("retention"), reverse("retention_remove", args=[tournament.slug])

        told_before = client.get(reverse("home")).context["names_due"]
        client.post(page, {"months": "24"})
        told = client.get(reverse("home")).context["names_due"]
        client.post(remove)
        unsure = Participant.objects.filter(removed_at=None).count()
        client.post(remove, {"sure": "1"})

        assert (told_before, told, unsure) == (False, True, 4)
        assert Participant.objects.filter(removed_at=None).count() == 0
        assert client.get(page).context["due"] == []

    @pytest.mark.parametrize("typed", ["", "-1", "241", "zwölf", "²"])
    def test_what_is_no_number_of_months_is_refused_and_kept(self, typed: str) -> None:
        client = client_for(make_actor(make_tournament(), Role.ADMINISTRATOR))

        answer = client.post(reverse("retention"), {"months": typed})

        assert (answer.status_code, answer.context["typed"], len(answer.context["errors"])) == (422, typed, 1)
        assert retention.months() == 0

    def test_tournament_that_is_not_due_keeps_its_names(self) -> None:
        tournament, _anne = make_event(date=timezone.localdate())
        retention.choose(12)
        client = client_for(make_actor(tournament, Role.ADMINISTRATOR))

        client.post(reverse("retention_remove", args=[tournament.slug]), {"sure": "1"})

        assert Participant.objects.filter(removed_at=None).count() == 4

    def test_director_does_not_choose(self) -> None:
        tournament = make_tournament()
        client = client_for(make_actor(tournament))

        assert client.post(reverse("retention"), {"months": "1"}).status_code == 403
        assert client.post(reverse("retention_remove", args=[tournament.slug]), {"sure": "1"}).status_code == 403

    def test_command_lists_and_removes(self, capsys: Any) -> None:
        tournament, _anne = make_event(date=date(2020, 1, 1))

        call_command("retain", "--months", "12")
        listed = capsys.readouterr().out
        kept = Participant.objects.filter(removed_at=None).count()
        call_command("retain", "--months", "12", "--remove")

        assert listed == f"{tournament.slug}: 4\n"
        assert (kept, Participant.objects.filter(removed_at=None).count()) == (4, 0)
