"""An attacker inside: hostile names in every shown and printed place, fields nobody offered, keys of other tournaments.

crawled   every address that the pages of a tournament lead to, a few of each kind, with its answer
"""

import csv
import re
from collections import Counter
from io import BytesIO, StringIO
from itertools import product
from typing import Any
from urllib.parse import quote, urlencode, urljoin, urlsplit
from uuid import UUID

import pytest
from django.conf import settings
from django.db import transaction
from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import resolve, reverse
from openpyxl import load_workbook
from pypdf import PdfReader

from tests.builders import NOW, client_for, make_actor, make_round, make_tournament
from tests.test_security import faults_of
from tests.trials import fuzz_scene
from tests.trials.fuzz_forms import Form, Page
from tests.trials.fuzz_scene import FOREIGN_NAME, STRANGER, World, make_world, state, undone
from tests.trials.fuzz_values import FOREIGN_ADDRESS, MARKED_ATTRIBUTE, MARKED_TAG
from tests.walk import make_scene, pages
from tournament.models import Membership, Owned, Participant, Tournament, User
from tournament.registration import Registration
from tournament.roles import PAGES, Role
from tournament.services.backup import KINDS
from tournament.services.incidents import Decision, record_incident
from tournament.services.participants import register_participants
from tournament.views.paper_shelf import PAPERS

pytestmark = pytest.mark.django_db

Crawled = dict[str, dict[str, HttpResponse]]
"""The answers by address, of each tournament."""

_OF_EACH_KIND = 2
_MOST = 250
MARKED = f'\'"><{MARKED_TAG} {MARKED_ATTRIBUTE}load="1">'


def crawl(client: Client, start: str) -> dict[str, HttpResponse]:
    """The pages that links lead to from here, in this tournament or on its public pages; each looked at once."""
    found: dict[str, HttpResponse] = {}
    seen: Counter[str] = Counter()
    waiting = [start]
    while waiting and len(found) < _MOST:
        path = waiting.pop(0)
        name = resolve(urlsplit(path).path).url_name or ""
        if path in found or seen[name] >= _OF_EACH_KIND:
            continue
        seen[name] += 1
        answer = found[path] = read(client.get(path))
        if answer.streaming or not answer.headers.get("Content-Type", "").startswith("text/html"):
            continue
        for link in Page(answer.content.decode()).links:
            target = urlsplit(urljoin(f"http://testserver{path}", link))
            if target.netloc == "testserver" and target.path.startswith(("/office/", "/t/", "/archive/")):
                waiting.append(quote(target.path, safe="/%") + (f"?{target.query}" if target.query else ""))
    return found


def forms_of(crawled: dict[str, HttpResponse]) -> dict[tuple[str, tuple[str, ...]], tuple[str, Form]]:
    """One form of each kind: where it is sent, by the name of its address and those of its fields."""
    found = {}
    for path, answer in crawled.items():
        if answer.streaming or not answer.headers.get("Content-Type", "").startswith("text/html"):
            continue
        for form in Page(answer.content.decode()).forms:
            elsewhere = next((action for _name, _value, action in form.buttons if action), form.action)
            target = urlsplit(urljoin(f"http://testserver{path}", elsewhere or path)).path
            if form.on_every_page or target == "/logout/":
                continue
            names = tuple(sorted({field.name for field in form.fields}))
            found.setdefault((resolve(target).url_name or "", names), (target, form))
    return found


def sent_as_it_is(form: Form, /, **changed: Any) -> dict[str, Any]:
    """The fields of a form as a browser sends them, with its first button."""
    data: dict[str, Any] = {}
    for field in form.fields:
        if field.kind in ("checkbox", "radio") and not field.checked:
            continue
        if field.kind != "file":
            data.setdefault(field.name, []).append(field.value)
    for name, value, _action in form.buttons[:1]:
        if name:
            data[name] = [value]
    return {**data, **changed}


def paper_address(client: Client, slug: str, name: str) -> str:
    """The address of a paper with the choices its form proposes; without, where there are none."""
    address = reverse("paper", args=[slug, name])
    forms = Page(client.get(reverse("papers", args=[slug])).content.decode()).forms
    form = next((form for form in forms if form.action == address), None)
    return f"{address}?{urlencode(sent_as_it_is(form), doseq=True)}" if form else address


def read(answer: Any) -> Any:
    """The answer, a file read to its end as a browser does: closed early, it would close the connection of the test."""
    if answer.streaming:
        b"".join(answer.streaming_content)
    return answer


def send(client: Client, target: str, form: Form, data: dict[str, Any]) -> HttpResponse:
    if form.method == "get":
        return read(client.get(f"{target}?{urlencode(data, doseq=True)}"))
    return read(client.post(target, data))


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any, tmp_path_factory: Any) -> Any:
    """The tournaments, once for all tests here, in surroundings like those of a test."""
    folder = tmp_path_factory.mktemp("attackers")
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    surroundings = override_settings(
        DATA_DIR=folder,
        BACKUP_DIR=folder / "backups",
        BACKUP_COPY_DIR="",
        STORAGES={**settings.STORAGES, "staticfiles": plain},
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    )
    with django_db_blocker.unblock(), surroundings, transaction.atomic():
        yield make_world(stages=("playing", "typed", "hostile", "other"))
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def crawled(world: World) -> Crawled:
    """The pages of each tournament as its director finds them."""
    return {stage: crawl(world.browser("director"), f"/office/{stage}/") for stage in ("playing", "typed", "hostile")}


@pytest.fixture
def director(world: World) -> Client:
    return world.browser("director")


class TestHostileNames:
    """One tournament in which every text that people can type is markup."""

    def test_no_page_takes_a_name_for_markup(self, crawled: Crawled) -> None:
        answers = crawled["hostile"]
        names = {resolve(urlsplit(path).path).url_name for path in answers}

        hurt = {path: faults_of(answer) for path, answer in answers.items() if not _is_file(answer)}

        assert {path: faults for path, faults in hurt.items() if faults} == {}
        assert [path for path, answer in answers.items() if f"<{MARKED_TAG}".encode() in _html(answer)] == []
        assert [path for path, answer in answers.items() if Page(_html(answer).decode()).hurt] == []
        assert [path for path, answer in answers.items() if answer.status_code >= 400] == []
        assert {"participants", "board", "sheet", "standings", "incidents", "journal", "helpers", "screens"} <= names
        assert {"public_home", "public_standings", "public_seats", "public_person", "papers", "round"} <= names

    def test_screen_takes_no_name_for_markup(self, world: World) -> None:
        answers = [Client().get(reverse("screen_show", args=[token])) for token in world.tokens[1::2]]

        assert [answer.status_code for answer in answers] == [200] * 3
        assert [Page(answer.content.decode()).hurt for answer in answers] == [[]] * 3

    def test_no_form_gives_back_what_was_typed_as_markup(self, crawled: Crawled, director: Client) -> None:
        found = forms_of(crawled["hostile"])
        hurt = []
        for target, form in found.values():
            kept = ("hidden", "file")
            data = sent_as_it_is(form, **{one.name: MARKED for one in form.fields if one.kind not in kept})
            for sent in (data, data | {one.name: MARKED for one in form.fields}):
                with undone():
                    answer = send(director, target, form, sent)
                    page = _html(answer).decode()
                if Page(page).hurt or f"<{MARKED_TAG}" in page or answer.status_code >= 500:
                    hurt.append((target, answer.status_code))

        assert hurt == []
        assert len(found) > 40

    @pytest.mark.parametrize("name", [name for name, paper in PAPERS.items() if paper.kind == "pdf"])
    def test_no_paper_takes_a_name_for_markup(self, name: str, world: World, director: Client) -> None:
        """A `<b>` must stand on the paper, not make it bold; and nothing of it may break the making."""
        answer = director.get(paper_address(director, "hostile", name))

        assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/pdf")
        text = "".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
        shown = re.sub(r"\s", "", text)
        assert shown.count(MARKED_TAG) == len(re.findall(rf"</?{MARKED_TAG}|{MARKED_TAG}(?=:)", shown))

    def test_files_are_named_without_ways_and_lines(self, world: World, director: Client) -> None:
        Tournament.objects.filter(slug="hostile").update(name='../..\\x"\r\nSet-Cookie: planted=1; <b>/etc/passwd')
        addresses = [
            *(paper_address(director, "hostile", name) for name in PAPERS),
            reverse("publish_zip", args=["hostile"]),
        ]

        headers = [director.get(address).headers["Content-Disposition"] for address in addresses]
        backup = read(director.post(reverse("backup_now", args=["hostile"])))
        headers.append(backup.headers["Content-Disposition"])

        assert len(headers) > len(PAPERS)
        names = [re.findall(r"filename\*?=(?:utf-8'')?\"?([^\";]*)", header) for header in headers]
        assert [name for found in names for name in found if re.search(r"[/\\\r\n]|%2F|%5C|%0D|%0A", name)] == []


FORMULAS = ("=cmd|' /C calc'!A0", '=HYPERLINK("http://evil.example")', "@SUM(1+1)", "+49 1234", "-1+2", "=1+1")


def with_formulas() -> tuple[Tournament, Client]:
    tournament = make_tournament(name="=1+1", place="@SUM(A1)")
    by = make_actor(tournament)
    people = [Registration(surname=one, first_name=f"{one}-{place}", club=one) for place, one in enumerate(FORMULAS)]
    people += [Registration(surname=f"Uhl-{place}", note="=2+2") for place in range(2)]
    register_participants(tournament=tournament, registrations=people, check_in=True, by=by, now=NOW)
    round_ = make_round(tournament, by=by)
    decision = Decision(happened_at=NOW, reason="=1+1", round=round_, signed_by="@SUM(1+1)", warning=True)
    record_incident(tournament=tournament, decision=decision, by=by, now=NOW)
    return tournament, client_for(by)


@pytest.mark.parametrize("name", [name for name, paper in PAPERS.items() if paper.kind == "xlsx"])
def test_workbook_computes_nothing_that_was_typed(name: str) -> None:
    tournament, client = with_formulas()

    book = load_workbook(BytesIO(client.get(paper_address(client, tournament.slug, name)).content))

    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    computed = [str(cell.value) for cell in cells if cell.data_type == "f"]
    assert [value for value in computed if "cmd" in value or "HYPERLINK" in value or "1+1" in value] == []
    assert [cell.data_type for cell in cells if cell.value in FORMULAS] != []


@pytest.mark.parametrize("name", [name for name, paper in PAPERS.items() if paper.kind == "csv"])
def test_csv_holds_no_cell_that_a_spreadsheet_would_compute(name: str) -> None:
    tournament, client = with_formulas()

    text = client.get(paper_address(client, tournament.slug, name)).content.decode("utf-8-sig")

    cells = [cell for row in csv.reader(StringIO(text), delimiter=";") for cell in row]
    assert [cell for cell in cells if cell.startswith(("=", "@", "+", "\t"))] == []
    assert [cell for cell in cells if cell.startswith("-") and not re.fullmatch(r"-\d+(,\d+)?", cell)] == []


def _is_file(answer: HttpResponse) -> bool:
    """A paper: the browser's own viewer shows it, under a policy of its own."""
    return answer.streaming or not answer.headers.get("Content-Type", "").startswith("text/html")


def _html(answer: HttpResponse) -> bytes:
    return b"" if _is_file(answer) else answer.content


class TestFieldsNobodyOffered:
    """Mass assignment: every form with fields that it has not, named like columns."""

    EXTRA = dict(  # noqa: C408 - one to a line, as keywords they read best
        is_superuser="on",
        is_staff="on",
        is_active="",
        user="1",
        role="administrator",
        slug="gekapert",
        uuid="00000000-0000-0000-0000-000000000009",
        id="1",
        pk="1",
        journal_number="999",
        public_version="999",
        created_at="2000-01-01",
        closed_at="2000-01-01",
        published_at="2000-01-01",
        confirmed_by="1",
        token_hash="x",
    )

    def test_change_nothing_beyond_the_form(self, world: World, crawled: Crawled, director: Client) -> None:
        wrong = []
        found = forms_of(crawled["typed"] | crawled["playing"])
        for (name, _names), (target, form) in found.items():
            own = {one.name for one in form.fields} | {button for button, _value, _action in form.buttons}
            extra = {field: value for field, value in self.EXTRA.items() if field not in own}
            # The key of another tournament would move the row there.
            extra |= {"tournament": world.tournaments["other"].pk, "tournament_id": world.tournaments["other"].pk}
            with undone():
                before = _guarded()
                send(director, target, form, sent_as_it_is(form, **extra))
                after = _guarded()
            if before != after and name not in ("close", "close_reopen"):
                wrong.append((name, before ^ after))

        assert wrong == []
        assert len(found) > 40

    def test_settings_take_no_other_column(self, world: World, director: Client) -> None:
        page = director.get(reverse("settings", args=["typed"]))
        (target, form) = next(
            (target, form)
            for (name, _names), (target, form) in forms_of({reverse("settings", args=["typed"]): page}).items()
            if form.method == "post"
        )
        with undone():
            answer = director.post(reverse("settings", args=["typed"]), sent_as_it_is(form, place="Saal", **self.EXTRA))
            saved = Tournament.objects.get(pk=world.tournaments["typed"].pk)

        assert target
        assert (answer.status_code, saved.place, saved.slug, saved.closed_at) == (302, "Saal", "typed", None)


def _keys(model: type[Owned], tournament: Tournament) -> list[UUID]:
    return list(model._default_manager.filter(tournament=tournament).order_by("pk").values_list("uuid", flat=True))


def answer(client: Client, method: str, page: Any, *, slug: str, key: UUID) -> HttpResponse:
    """What a page answers about the thing with this key."""
    address = reverse(page.name, kwargs={"slug": slug, "uuid": key})
    return read(getattr(client, method)(address, {"reason": "x", "name": "x", "role": "clerk"}))


def _guarded() -> set[tuple[Any, ...]]:
    """What no form of a tournament's office may set."""
    people = User.objects.values_list("pk", "username", "is_superuser", "is_staff")
    events = Tournament.objects.values_list("pk", "slug", "uuid", "created_at", "closed_at")
    strong = Membership.objects.filter(role__in=("administrator", "director")).values_list("pk", "user", "tournament")
    foreign = [
        (model.__name__, pk)
        for model in KINDS
        for pk in model._default_manager.filter(tournament__slug="other").values_list("pk", flat=True)
    ]
    return {*people, *events, *strong, *foreign}


class TestKeysOfAnotherTournament:
    """Insecure direct references: what belongs to another tournament is not there."""

    @pytest.mark.parametrize(
        "page", [page for page in pages() if page.is_office and "uuid" in page.parameters], ids=lambda page: page.name
    )
    def test_are_unknown_in_every_address(self, page: Any, world: World, director: Client) -> None:
        other = world.tournaments["other"]
        keys = {key for model in KINDS for key in _keys(model, other)[-1:]}
        keys |= set(Membership.objects.filter(tournament=other).values_list("user__uuid", flat=True))
        before = state()
        at_home, wrong = set(), []
        for method, key in product(("get", "post"), keys):
            with undone():
                home = answer(world.browser(STRANGER), method, page, slug="other", key=key)
            if home.status_code not in (404, 405):
                at_home.add(key)
            with undone():
                here = answer(director, method, page, slug="typed", key=key)
                changed = state() != before
            if here.status_code not in (404, 405) or FOREIGN_NAME.encode() in here.content or changed:
                wrong.append((method, str(key), here.status_code))

        assert wrong == []
        assert at_home != set()  # the address leads somewhere, with the right key in the right tournament
        assert Role.DIRECTOR in PAGES[page.name]

    def test_are_refused_in_every_form(self, world: World, crawled: Crawled, director: Client) -> None:
        other = world.tournaments["other"]
        person = Participant.objects.filter(tournament=other).order_by("pk").last()
        assert person is not None
        keys = {"uuid": str(person.uuid), "pk": str(person.pk), "user": str(world.people["stranger"].user.uuid)}
        foreign = {key: row for key, row in state().items() if row[0] == other.pk}
        wrong = []
        for target, form in forms_of(crawled["typed"] | crawled["playing"]).values():
            names = [one.name for one in form.fields if one.name != "csrfmiddlewaretoken" and one.kind != "file"]
            for kind, key in keys.items():
                with undone():
                    answer = send(director, target, form, sent_as_it_is(form, **dict.fromkeys(names, key)))
                    now = {key: row for key, row in state().items() if row[0] == other.pk}
                    page = _html(answer).decode()
                if now != foreign or FOREIGN_NAME in page or answer.status_code >= 500:
                    wrong.append((target, kind, answer.status_code))

        assert wrong == []


ELSEWHERE = (
    f"https://{FOREIGN_ADDRESS}/",
    f"//{FOREIGN_ADDRESS}",
    f"/\\{FOREIGN_ADDRESS}",
    f"\\\\{FOREIGN_ADDRESS}",
    f"http:///{FOREIGN_ADDRESS}",
    f"javascript://{FOREIGN_ADDRESS}/%0aalert(1)",
    f"/\t/{FOREIGN_ADDRESS}",
)
GO_ON = ("next", "url", "return", "return_to", "redirect", "back", "goto")
"""Names under which programs are asked to go on elsewhere."""


@pytest.mark.parametrize("role", [Role.DIRECTOR, None])
def test_no_address_leads_to_foreign_ones(role: Role | None) -> None:
    scene = make_scene()
    client = client_for(scene.people[role]) if role else Client()
    client.raise_request_exception = False
    wrong = []
    for page in pages():
        for method in ("get", "post"):
            for wanted in ELSEWHERE:
                asked = dict.fromkeys(GO_ON, wanted)
                with undone():
                    address = f"{scene.address(page)}?{urlencode(asked)}"
                    answer = read(getattr(client, method)(address, asked if method == "post" else None))
                location = answer.headers.get("Location", "")
                where = urlsplit(urljoin("http://testserver/", location.replace("\\", "/")))
                if where.netloc != "testserver" or where.scheme not in ("http", "https"):
                    wrong.append((page.name, method, location))
                if not location or location.startswith("/login/?next="):
                    break

    assert wrong == []


def test_state_knows_every_kind_of_row() -> None:
    """What is compared above is all there is."""
    kinds = {model._meta.model_name for model in KINDS} | {"tournament"}

    assert set(fuzz_scene._TABLES) == kinds
