"""What an attacker tries at every page, and what a template must not hold for it to go well."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import NOW, client_for, make_actor, make_tournament
from tests.walk import browser_of, make_scene, pages
from tournament.roles import Role
from tournament.services.accounts import add_helper

ROOT = Path(__file__).resolve().parent.parent
POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
}
HEADERS = {
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class Inspector(HTMLParser):
    """Collects what a page must not hold: code in the page itself, and addresses elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if (tag == "script" and "src" not in values) or tag in ("style", "base", "iframe", "object", "embed"):
            self.found.append(f"<{tag}>")
        for name, value in attrs:
            address = (value or "").strip().lower().removeprefix("http://testserver/")
            if name.startswith(("on", "hx-on")) or name == "style":
                self.found.append(f"{tag} {name}")
            if name in ("src", "href", "action", "formaction", "srcset", "poster", "hx-get", "hx-post") and (
                address.startswith(("javascript:", "http:", "https:", "//"))
                or (address.startswith("data:") and tag != "img")
            ):
                self.found.append(f"{tag} {name}={value}")


def faults_of(answer: Any) -> list[str]:
    """What is wrong with the headers and the HTML of an answer."""
    faults = [
        f"{name}: {answer.headers.get(name)}" for name, value in HEADERS.items() if answer.headers.get(name) != value
    ]
    policy = {part.strip() for part in answer.headers.get("Content-Security-Policy", "").split(";")}
    faults += sorted(f"CSP {part}" for part in policy ^ POLICY)
    if answer.headers.get("Content-Type", "").startswith("text/html") and not answer.streaming:
        inspector = Inspector()
        inspector.feed(answer.content.decode())
        faults += inspector.found
    return faults


@pytest.mark.django_db
@pytest.mark.parametrize("role", [Role.ADMINISTRATOR, Role.CLERK, None])
def test_every_page_has_the_strict_headers_and_no_code_inside(role: Role | None) -> None:
    scene = make_scene()
    client = Client() if role is None else browser_of(scene, role)
    client.raise_request_exception = False

    faults = {page.name: found for page in pages() if (found := faults_of(client.get(scene.address(page))))}

    assert faults == {}


@pytest.mark.django_db
def test_foreign_host_gets_a_page_that_says_so_and_no_more() -> None:
    answer = Client().get(reverse("login"), HTTP_HOST="evil.example")

    assert answer.status_code == 400
    assert b"evil.example" not in answer.content
    assert faults_of(answer) == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    "header", ["HTTP_X_FORWARDED_HOST", "HTTP_FORWARDED", "HTTP_X_ORIGINAL_URL", "HTTP_X_REWRITE_URL"]
)
def test_host_claimed_in_a_header_is_not_believed(header: str) -> None:
    tournament = make_tournament()
    client = client_for(make_actor(tournament))

    page = client.post(
        reverse("helper_add", args=[tournament.slug]), {"name": "Emre", "role": "clerk"}, **{header: "evil.example"}
    )

    assert page.context["address"].startswith("http://testserver/")
    assert b"evil.example" not in page.content


@pytest.mark.django_db
def test_line_break_in_an_address_makes_no_header() -> None:
    answer = Client().post(reverse("appearance"), {"language": "en", "next": "/login/\r\nSet-Cookie: planted=1"})

    assert "\n" not in answer.headers["Location"]
    assert list(answer.cookies) == ["sessionid"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address", ["/../../etc/passwd", "/static/../../secret.key", "/static/..%2f..%2fsecret.key", "/%00", "/office/%0a/"]
)
def test_crooked_address_leads_nowhere(address: str) -> None:
    assert Client().get(address).status_code in (302, 404)


@pytest.mark.django_db
def test_name_with_markup_is_shown_as_typed_everywhere() -> None:
    tournament = make_tournament()
    director = make_actor(tournament)
    evil = '<script>alert("1")</script>\'"><b onmouseover=x>'
    membership, token = add_helper(tournament=tournament, name=evil, role=Role.CLERK, by=director, now=NOW)
    client = client_for(director)
    addresses = [
        reverse("join", args=[token]),
        reverse("helpers", args=[tournament.slug]),
        reverse("switch_person", args=[tournament.slug]),
        reverse("journal", args=[tournament.slug]),
    ]
    made = client.post(reverse("helper_link", args=[tournament.slug, membership.user.uuid]))

    answers = [made, *(client.get(address) for address in addresses)]

    assert [answer.status_code for answer in answers] == [200, 410, 200, 200, 200]
    assert [b"<b onmouseover" in answer.content for answer in answers] == [False] * 5
    assert [faults_of(answer) for answer in answers] == [[]] * 5


@pytest.mark.django_db
@pytest.mark.parametrize("page", [page for page in pages() if page.name != "logout"], ids=lambda page: page.name)
def test_every_form_refuses_to_be_sent_from_elsewhere(page: Any) -> None:
    """Without the token of the session nothing is done, whoever is logged in."""
    scene = make_scene()
    client = Client(enforce_csrf_checks=True)
    client.force_login(scene.people[Role.ADMINISTRATOR].user, backend="django.contrib.auth.backends.ModelBackend")
    before = scene.tournament.journal_number

    answer = client.post(scene.address(page), {"name": "x"}, HTTP_ORIGIN="https://evil.example")

    scene.tournament.refresh_from_db()
    assert answer.status_code == 403
    assert scene.tournament.journal_number == before


TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.relative_to(ROOT / "templates").as_posix())
def test_template_holds_no_code_and_no_styles(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tags = re.findall(r"<[a-zA-Z][^<>]*>", text)

    found = [tag for tag in tags if re.search(r"\s(on[a-z]+|style|hx-on[:a-z-]*)\s*=", tag)]
    found += re.findall(r"<script(?![^>]*\ssrc=)[^>]*>|<style[^>]*>|javascript:|https?://(?!www\.w3\.org)\S+", text)
    found += re.findall(r"\|\s*safe\b|{%\s*autoescape\s+off", text)

    assert found == []
