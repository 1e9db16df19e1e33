"""The season list: who is who, which evenings count, who shares a rank."""

from datetime import date

import pytest

from tests.builders import NOW, client_for, make_actor, make_tournament
from tests.reports.csv_reader import read
from tournament.actors import Actor
from tournament.imports.archive import ArchiveRow
from tournament.models import Membership, Tournament
from tournament.names import read_line
from tournament.queries.season import season
from tournament.services.archive import keep_archive

pytestmark = pytest.mark.django_db


def evening(day: int, **totals: int) -> Tournament:
    """An evening of March, a person a keyword: "Anna_Äpfel" or, with a club, "Anna_Äpfel__Bremen"."""
    rows = []
    for line, (words, total) in enumerate(totals.items(), start=1):
        name, _, club = words.partition("__")
        typed = f"{name.replace('_', ' ')}; {club}" if club else name.replace("_", " ")
        rows.append(ArchiveRow(line=line, registration=read_line(typed), points=(total,)))
    return keep_archive(name=f"Abend {day}", date=date(2026, 3, day), rounds=1, rows=rows, by=Actor(user=None), now=NOW)


def lines(*evenings: Tournament, best: int | None = None) -> list[tuple[object, ...]]:
    return [(row.rank, row.participant.name, row.cells, row.total) for row in season(evenings, best=best).rows]


def test_totals_of_a_person_are_added_in_the_order_of_the_days():
    later = evening(9, Anna_Äpfel=7, Emre_Öz=-7)
    earlier = evening(2, Emre_Öz=30, Anna_Äpfel=-30)

    assert lines(later, earlier) == [
        (1, "Öz, Emre", ((30, True), (-7, True)), 23),
        (2, "Äpfel, Anna", ((-30, True), (7, True)), -23),
    ]


def test_only_the_best_evenings_count_and_fewer_are_enough():
    evenings = [evening(1, Anna_Berg=10, Ida_Lang=5), evening(2, Anna_Berg=-20), evening(3, Anna_Berg=10)]

    assert lines(*evenings, best=2) == [
        (1, "Berg, Anna", ((10, True), (-20, False), (10, True)), 20),
        (2, "Lang, Ida", ((5, True), (None, False), (None, False)), 5),
    ]


def test_equal_totals_share_a_rank_by_name_and_the_next_is_skipped():
    found = lines(evening(1, Ida_Zander=4, Anna_Äpfel=4, Emre_Berg=9, Uwe_Lang=1))

    assert [(rank, name) for rank, name, _cells, _total in found] == [
        (1, "Berg, Emre"),
        (2, "Äpfel, Anna"),
        (2, "Zander, Ida"),
        (4, "Lang, Uwe"),
    ]


def test_spellings_of_a_name_are_one_person():
    assert lines(evening(1, Jörg_Müller=3), evening(2, Joerg_Mueller__Bremen=4)) == [
        (1, "Mueller, Joerg", ((3, True), (4, True)), 7)
    ]


def test_club_tells_namesakes_apart():
    first = evening(1, Uwe_Lang__Bremen=3, Uwe_Lang__Kassel=-3)
    second = evening(2, Uwe_Lang__Kassel=10)

    assert lines(first, second) == [
        (1, "Lang, Uwe", ((-3, True), (10, True)), 7),
        (2, "Lang, Uwe", ((3, True), (None, False)), 3),
    ]
    assert season([first, second]).namesakes == ()


def test_namesakes_that_nothing_tells_apart_keep_every_result_and_are_named():
    first = evening(1, Uwe_Lang=3, Ida_Öz=1)
    second = evening(2, Uwe_Lang=10)
    twin = first.participant_set.get(surname="Öz")
    twin.surname, twin.first_name = "Lang", "Uwe"
    twin.save()

    found = season([first, second])

    assert sorted(row.total for row in found.rows) == [1, 3, 10]
    assert found.namesakes == ("Lang, Uwe",)


def test_page_offers_only_tournaments_one_has_a_part_in():
    mine, other = make_tournament(name="Meins"), make_tournament(name="Fremd")
    client = client_for(make_actor(mine))

    answer = client.get("/season/", {"evening": [other.slug]})

    assert answer.status_code == 422
    assert [one for one, _chosen in answer.context["offered"]] == [mine]
    assert "Fremd" not in answer.content.decode()


def test_list_goes_out_as_csv_and_as_paper():
    kept = [evening(1, Anna_Äpfel=-5, Ida_Lang=5), evening(2, Anna_Äpfel=12, Ida_Lang=-12)]
    actor = make_actor(kept[0])
    Membership.objects.create(tournament=kept[1], user=actor.user, role="director")
    client = client_for(actor)
    chosen = {"evening": [one.slug for one in kept], "best": "1", "name": "Abendpokal"}

    page, csv, paper = (client.get(f"/season/{kind}", chosen) for kind in ("", "csv/", "pdf/"))

    assert [row.total for row in page.context["season"].rows] == [12, 5]
    assert read(csv.content)[1:] == [
        ["1", "Äpfel", "Anna", "", "-5", "12", "2", "12"],
        ["2", "Lang", "Ida", "", "5", "-12", "2", "5"],
    ]
    assert (paper.headers["Content-Type"], paper.content[:5]) == ("application/pdf", b"%PDF-")


def test_number_of_queries_does_not_grow_with_the_people(django_assert_num_queries):
    few = evening(1, Anna_Berg=3)
    many = evening(2, **{f"Anna_Berg{letter}": 1 for letter in "abcdefghijklmnop"})

    for one in (few, many):
        with django_assert_num_queries(8):
            season([one])


@pytest.mark.parametrize(("name", "value"), [("best", "0"), ("best", "viele"), ("evening", "nowhere")])
def test_what_makes_no_sense_is_refused_with_a_sentence(name, value):
    answer = client_for(make_actor(make_tournament())).get("/season/", {name: value})

    assert answer.status_code == 422
    assert name in answer.context["form"].errors
