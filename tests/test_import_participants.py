"""The command that registers a list."""

import pytest
from django.core.management import CommandError, call_command

from tests.builders import make_participants, make_tournament
from tournament.models import JournalEntry, Participant

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return make_tournament()


@pytest.fixture
def run(tournament, tmp_path, capsys):
    def run(content, *options):
        file = tmp_path / "liste.csv"
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        call_command("import_participants", str(file), "--tournament", tournament.slug, *options)
        return capsys.readouterr().out

    return run


def people():
    return [(p.number, p.name) for p in Participant.objects.order_by("number")]


def test_list_is_registered(run):
    run("Nachname;Vorname;Nr\nÖztürk;Emre;7\nOtt;Ida;\n".encode("cp1252"), "--check-in")

    assert people() == [(7, "Öztürk, Emre"), (8, "Ott, Ida")]
    entry = JournalEntry.objects.get()
    assert (entry.by, entry.origin) == (None, "import_participants")
    assert Participant.objects.filter(checked_in_at=None).count() == 0


def test_list_with_a_faulty_row_registers_nobody_and_names_the_line(run):
    with pytest.raises(CommandError, match="2"):
        run("Nachname;Vorname\n;Emre\nOtt;Ida\n")

    assert people() == []


def test_list_with_a_double_registers_nobody_unless_told_to_leave_it_out(run, tournament):
    make_participants(tournament, 1)
    content = "Nachname;Vorname\nAepfel;Anna\nOtt;Ida\n"
    with pytest.raises(CommandError, match="2"):
        run(content)
    before = people()

    run(content, "--leave-out-doubles")

    assert before == [(1, "Äpfel, Anna")]
    assert people() == [(1, "Äpfel, Anna"), (2, "Ott, Ida")]


def test_dry_run_keeps_nothing_and_shows_the_rows(run):
    out = run("Nachname;Vorname;Verein\nOtt;Ida;DoKo\n", "--dry-run")

    assert out.splitlines()[0] == "2: Ott, Ida (DoKo)"
    assert people() == []


@pytest.mark.parametrize(
    ("arguments", "options"),
    [(["/nowhere/liste.csv", "--tournament", "herbst-1"], {}), (["liste.csv", "--tournament", "nix"], {})],
)
def test_wrong_file_or_tournament_is_one_sentence(tournament, arguments, options):
    with pytest.raises(CommandError):
        call_command("import_participants", *arguments, **options)


def test_a_file_that_is_no_list_is_one_sentence(run):
    with pytest.raises(CommandError, match="PDF"):
        run(b"%PDF-1.4")
