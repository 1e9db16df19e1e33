"""The public pages as files: they open from a folder, lead from one to the other, and hold no secret."""

import re
from io import BytesIO, StringIO
from zipfile import ZipFile

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from tests.builders import NOW, client_for, make_actor, make_round, make_tournament, tables_of, type_totals
from tournament.models import Participant, Tournament
from tournament.roles import Role
from tournament.services.participants import change_participant
from tournament.static_pages import pages, zipped

pytestmark = pytest.mark.django_db

LINK = re.compile(r'(?:href|src)="([^"]*)"')


def played(**values):
    """Eight people in round 1, both sheets confirmed."""
    tournament = make_tournament(check_sum="off", check_parity="off", rounds=2, **values)
    by = make_actor(tournament)
    for table in tables_of(make_round(tournament, players=8, by=by)).values():
        type_totals(table, [9, 4, -4, -9], by=by)
    return Tournament.objects.get(pk=tournament.pk)


def texts_of(made):
    return {name: content.decode() for name, content in made.items() if name.endswith(".html")}


def test_files_are_names_standings_seats_a_page_for_each_and_the_look():
    made = pages(played(), now=NOW)

    assert sorted(made) == sorted(
        [
            "index.html",
            "standings.html",
            "seats.html",
            *(f"{number}.html" for number in range(1, 9)),
            "app.css",
            "icon.svg",
        ]
    )


def test_every_link_leads_to_a_file_beside_it():
    made = pages(played(slug="pokal-20-2026"), now=NOW)

    astray = [
        (name, link)
        for name, text in texts_of(made).items()
        for link in LINK.findall(text)
        if not link.startswith("#") and link not in made
    ]
    assert astray == []


def test_files_need_no_script_and_no_server():
    made = texts_of(pages(played(), now=NOW))

    assert [name for name, text in made.items() if "<script" in text or "<form" in text] == []


def test_files_of_a_draft_say_nothing():
    tournament = make_tournament()
    make_round(tournament, players=8, published=False)

    made = pages(Tournament.objects.get(pk=tournament.pk), now=NOW)

    assert sorted(made) == ["app.css", "icon.svg", "index.html"]


def test_hidden_name_is_in_no_file():
    tournament = played(names_public="hidden")
    surnames = list(Participant.objects.filter(tournament=tournament).values_list("surname", flat=True))

    made = texts_of(pages(tournament, now=NOW))

    assert [surname for surname in surnames for text in made.values() if surname in text] == []


def test_held_back_standings_are_in_no_file():
    made = pages(played(standings_public="published"), now=NOW)

    assert "standings.html" not in made
    assert "+9" not in made["1.html"].decode()


def test_page_of_a_player_says_table_seat_and_points():
    text = pages(played(), now=NOW)["2.html"].decode()

    assert [word in text for word in ("Tisch 1", "Platz 2", "+4", "11:00")] == [True] * 4


def test_same_moment_gives_the_same_zip():
    tournament = played()

    assert zipped(tournament, now=NOW) == zipped(tournament, now=NOW)


def test_director_saves_the_zip():
    tournament = played()

    answer = client_for(make_actor(tournament)).get(reverse("publish_zip", args=[tournament.slug]))

    names = ZipFile(BytesIO(answer.content)).namelist()
    assert answer.headers["Content-Type"] == "application/zip"
    assert sorted(names) == sorted(f"{tournament.slug}/{name}" for name in pages(tournament, now=NOW))


def test_clerk_does_not_save_the_zip():
    tournament = make_tournament()
    client = client_for(make_actor(tournament, Role.CLERK))

    assert client.get(reverse("publish_zip", args=[tournament.slug])).status_code == 403


def test_command_writes_the_files_and_takes_old_players_away(tmp_path):
    tournament = played()
    folder = tmp_path / "web" / "pokal"
    folder.mkdir(parents=True)
    (folder / "99.html").write_text("gone")
    (folder / "own.html").write_text("the club's own")
    out = StringIO()

    call_command("publish", tournament.slug, str(folder), stdout=out)

    assert {path.name for path in folder.iterdir()} == {*pages(tournament, now=NOW), "own.html"}
    assert out.getvalue() == f"13 files: {folder / 'index.html'}\n"


def test_command_leaves_the_clubs_own_first_page_alone(tmp_path):
    folder = tmp_path / "web"
    folder.mkdir()
    (folder / "index.html").write_text("<h1>Our club</h1>")

    with pytest.raises(CommandError, match="is a page of its own and stays"):
        call_command("publish", played().slug, str(folder))

    assert {path.name: path.read_text() for path in folder.iterdir()} == {"index.html": "<h1>Our club</h1>"}


def test_command_writes_over_what_it_wrote_before(tmp_path):
    tournament = played()
    call_command("publish", tournament.slug, str(tmp_path), stdout=StringIO())
    before = {path.name for path in tmp_path.iterdir()}
    person = Participant.objects.get(tournament=tournament, number=8)
    change_participant(
        participant=person,
        seen={"name_public": ""},
        values={"name_public": "hidden"},
        by=make_actor(tournament),
        now=NOW,
    )

    call_command("publish", tournament.slug, str(tmp_path), stdout=StringIO())

    assert {path.name for path in tmp_path.iterdir()} == before
    assert [path.name for path in tmp_path.glob("*.html") if person.surname in path.read_text(encoding="utf-8")] == []


def test_command_names_the_tournaments_there_are(tmp_path):
    tournament = make_tournament()

    with pytest.raises(CommandError, match=f"There are: {tournament.slug}"):
        call_command("publish", "nothing", str(tmp_path))


def test_command_needs_no_name_where_there_is_one_tournament(tmp_path):
    tournament = played()

    call_command("publish", str(tmp_path / "web"), stdout=StringIO())

    assert {path.name for path in (tmp_path / "web").iterdir()} == {*pages(tournament, now=NOW)}


def test_command_asks_which_of_several(tmp_path):
    slugs = [make_tournament().slug, make_tournament().slug]

    with pytest.raises(CommandError, match=f"There are: {', '.join(slugs)}"):
        call_command("publish", str(tmp_path))


def test_command_says_why_it_cannot_write(tmp_path):
    (tmp_path / "file").write_text("")

    with pytest.raises(CommandError, match="The pages cannot be written"):
        call_command("publish", played().slug, str(tmp_path / "file"))
