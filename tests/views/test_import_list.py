"""Reading in a list: shown first, kept only by the last button."""

from io import BytesIO

import pytest
from django.core import signing
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from openpyxl import Workbook

from tests.builders import client_for, make_actor, make_participants, make_tournament
from tournament.models import JournalEntry, Participant

pytestmark = pytest.mark.django_db

LIST = "Nachname;Vorname;Verein;Startnummer;Bezahlt\nÖztürk;Emre;DoKo;017;ja\nOtt;Ida;;;\n;Uwe;;;\nAepfel;Anna;;;\n"


@pytest.fixture
def tournament():
    return make_tournament(fee_cents=1000)


@pytest.fixture
def by(tournament):
    return make_actor(tournament)


@pytest.fixture
def client(by):
    return client_for(by)


@pytest.fixture
def address(tournament):
    return reverse("import_list", args=[tournament.slug])


def sent(response, **changes):
    """The preview as a browser sends it back, with what the person changed."""
    context = response.context
    data = {
        "state": context["state"],
        "offered": context["offered"],
        "take": [str(choice.place) for choice in context["ready"] if choice.taken],
        **{f"column_{column['place']}": column["chosen"] for column in context["columns"]},
        **{f"double_{choice.place}": "" for choice in context["doubtful"]},
    }
    return {**data, **changes}


def people():
    return [(p.number, p.name, p.fee_state) for p in Participant.objects.order_by("number")]


def upload(content, name="liste.csv"):
    return SimpleUploadedFile(name, content)


@pytest.mark.parametrize("count", [1, 50])
def test_preview_needs_the_same_queries_for_any_number(
    count, address, tournament, by, client, django_assert_num_queries
):
    make_participants(tournament, count, by=by)
    text = "Nachname;Vorname\n" + "".join(f"Neu{n};Ida\n" for n in range(count))
    client.get(address)

    # session, person, tournament, role; everybody; deleted numbers; the bar: round, players here
    with django_assert_num_queries(8):
        response = client.post(address, {"pasted": text})

    assert len(response.context["ready"]) == count


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1252", "utf-16"])
def test_list_is_shown_and_nothing_is_saved(address, tournament, by, client, encoding):
    make_participants(tournament, 1, by=by)

    response = client.post(address, {"file": upload(LIST.encode(encoding))})

    context = response.context
    assert response.status_code == 200
    assert [(c.row.line, c.row.registration.name, c.taken) for c in context["ready"]] == [
        (2, "Öztürk, Emre", True),
        (3, "Ott, Ida", True),
    ]
    assert [(c.row.line, c.problems != ()) for c in context["faulty"]] == [(4, True)]
    assert [(c.row.line, c.row.same.number) for c in context["doubtful"]] == [(5, 1)]
    assert people() == [(1, "Äpfel, Anna", "open")]


def test_list_is_kept_in_one_step_with_its_numbers(address, client, tournament):
    shown = client.post(address, {"file": upload(LIST.encode())})

    response = client.post(address, sent(shown, keep="1", here="1"))

    assert response["Location"] == reverse("participants", args=[tournament.slug])
    assert people() == [(17, "Öztürk, Emre", "paid"), (18, "Ott, Ida", "open"), (19, "Aepfel, Anna", "open")]
    assert [entry.what for entry in JournalEntry.objects.all()] == ["participants_registered"]
    assert Participant.objects.filter(checked_in_at=None).count() == 0


def test_rows_not_ticked_are_not_registered(address, client):
    shown = client.post(address, {"pasted": LIST})

    client.post(address, sent(shown, keep="1", take=["1"]))

    assert people() == [(1, "Ott, Ida", "open")]


@pytest.mark.parametrize(
    ("decision", "names", "note"),
    [
        ("", ["Äpfel, Anna"], ""),
        ("same", ["Äpfel, Anna"], "vegetarisch"),
        ("another", ["Äpfel, Anna", "Aepfel, Anna"], ""),
        ("nonsense", ["Äpfel, Anna"], ""),
    ],
)
def test_doubtful_rows_are_decided_by_the_person(address, tournament, by, client, decision, names, note):
    make_participants(tournament, 1, by=by)
    shown = client.post(address, {"pasted": "Nachname;Vorname;Notiz\nAepfel;Anna;vegetarisch"})

    response = client.post(address, sent(shown, keep="1", double_0=decision))

    assert response.status_code == (302 if decision in ("same", "another") else 422)
    assert [person.name for person in Participant.objects.order_by("number")] == names
    assert Participant.objects.get(number=1).note == note


def test_columns_are_changed_and_the_ticks_stay(address, client):
    shown = client.post(address, {"pasted": "Eins;Zwei\nAnna;Äpfel\nIda;Ott"})
    looked = client.post(address, sent(shown, look="1", column_0="first_name", column_1="surname", take=["0", "1"]))

    client.post(address, sent(looked, keep="1"))

    assert [c.row.registration.name for c in looked.context["ready"]] == ["Zwei, Eins", "Äpfel, Anna", "Ott, Ida"]
    assert [c.taken for c in looked.context["ready"]] == [True, True, False]
    assert [name for _number, name, _fee in people()] == ["Zwei, Eins", "Äpfel, Anna"]


def test_without_a_column_of_names_nothing_is_offered(address, client):
    shown = client.post(address, {"pasted": "Nachname;Vorname\nÄpfel;Anna"})

    looked = client.post(address, sent(shown, look="1", column_0="", column_1=""))

    assert (looked.context["nameless"], looked.context["ready"]) == (True, [])


def test_somebody_registered_meanwhile_is_named_with_the_line(address, tournament, by, client):
    shown = client.post(address, {"pasted": "Nachname;Vorname\nOtt;Ida\nÄpfel;Anna"})
    make_participants(tournament, 1, by=by)

    response = client.post(address, sent(shown, keep="1"))

    decided = client.post(address, sent(response, keep="1", double_1="same"))

    assert (response.status_code, ["3" in problem for problem in response.context["problems"]]) == (422, [True])
    assert decided.status_code == 302
    assert people() == [(1, "Äpfel, Anna", "open"), (2, "Ott, Ida", "open")]


def test_excel_list_is_kept(address, client):
    book = Workbook()
    for row in (["Name", "Nr."], ["Anna Äpfel", 4], ["Öztürk, Emre", 2.0]):
        book.active.append(row)
    data = BytesIO()
    book.save(data)
    shown = client.post(address, {"file": upload(data.getvalue(), "liste.xlsx")})

    client.post(address, sent(shown, keep="1"))

    assert people() == [(2, "Öztürk, Emre", "open"), (4, "Äpfel, Anna", "open")]


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"pasted": "   "},
        {"file": "empty"},
        {"file": "pdf"},
        {"file": "large"},
        {"pasted": "x;" * 100 + "\n"},
    ],
)
def test_what_is_no_list_is_refused_in_one_sentence(address, client, data):
    files = {"empty": b"", "pdf": b"%PDF-1.7", "large": b"x" * (2 * 1024 * 1024 + 1)}
    if "file" in data:
        data = {"file": upload(files[data["file"]])}

    response = client.post(address, data)

    assert response.status_code == 422
    assert len(response.context["form"].errors["__all__"]) == 1


def test_pasted_text_is_kept_when_refused(address, client):
    response = client.post(address, {"pasted": "x;" * 100})

    assert response.context["form"]["pasted"].value() == "x;" * 100


@pytest.mark.parametrize("state", ["", "nonsense", "a:b:c"])
def test_a_preview_that_was_altered_is_refused(address, client, state):
    response = client.post(address, {"state": state, "keep": "1", "take": ["0"]})

    assert response.status_code == 422
    assert people() == []


def test_a_preview_of_another_tournament_is_refused(address, client):
    other = make_tournament()
    elsewhere = client_for(make_actor(other)).post(
        reverse("import_list", args=[other.slug]), {"pasted": "Nachname;Vorname\nÄpfel;Anna"}
    )

    response = client.post(address, sent(elsewhere, keep="1"))

    assert (response.status_code, people()) == (422, [])


def test_a_preview_of_yesterday_is_refused(address, client, monkeypatch):
    shown = client.post(address, {"pasted": "Nachname;Vorname\nÄpfel;Anna"})
    then = signing.time.time()
    monkeypatch.setattr(signing.time, "time", lambda: then + 19 * 60 * 60)

    # The clock of the signature alone moves; the session is the browser's.
    response = client.post(address, sent(shown, keep="1"))

    assert (response.status_code, people()) == (422, [])


def test_fields_sent_as_nonsense_never_break(address, client):
    shown = client.post(address, {"pasted": LIST})

    response = client.post(
        address, sent(shown, keep="1", take=["x", "-1", "99999", "1"], offered="x y 1", column_0="no", double_9="same")
    )

    assert response.status_code in (302, 422)


def test_names_in_the_preview_are_text(address, client):
    response = client.post(address, {"pasted": 'Nachname;Vorname\n<script>x</script>;"<b>&"'})

    text = response.content.decode()
    assert [mark for mark in ("<script>x", "<b>&") if mark in text] == []
