"""Every address of the desk, and a scene in which each of them leads somewhere.

sample   a value for a parameter of an address; by the parameter's name, or by the address and the parameter
"""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast

from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from tests.builders import NOW, client_for, make_actor, make_round, make_tournament
from tournament.actors import Actor
from tournament.models import Tournament
from tournament.roles import PAGES, Role
from tournament.services.accounts import add_helper

# Values that lead nowhere on purpose: the answer is a page that says so.
UNKNOWN = frozenset({"token", "name", "uuid"})


def patterns() -> list[URLPattern]:
    """Every address, in the order in which they are looked through. None may hide behind an include."""
    found = get_resolver().url_patterns
    assert [pattern for pattern in found if not isinstance(pattern, URLPattern)] == []
    return cast(list[URLPattern], found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One address: its name, its parameters, and whether it belongs to a tournament's office."""

    name: str
    parameters: tuple[str, ...]

    @property
    def is_office(self) -> bool:
        return "slug" in self.parameters and self.name in PAGES


def pages() -> list[Page]:
    """Every named address."""
    return [Page(name=pattern.name or "", parameters=tuple(pattern.pattern.converters)) for pattern in patterns()]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A tournament in its first round, with a helper to be changed, and one person of each role."""

    tournament: Tournament
    people: dict[Role, Actor]
    helper_uuid: str

    def sample(self, page: Page, parameter: str) -> Any:
        """A value for a parameter. Raises KeyError for one that has no sample yet: add it here."""
        if parameter == "uuid" and page.name.startswith("helper_"):
            return self.helper_uuid
        return {
            "slug": self.tournament.slug,
            "tournament": self.tournament.slug,
            "number": 1,
            "round_number": 1,
            "table_number": 1,
            "rank": 1,
            "position": 1,
            "page": 1,
            "stage": "draw",
            "token": "A" * 22,
            "name": "nothing",
            "uuid": str(uuid.UUID(int=1)),
        }[parameter]

    def address(self, page: Page) -> str:
        """The page's address in this scene."""
        return reverse(page.name, kwargs={parameter: self.sample(page, parameter) for parameter in page.parameters})

    def leads_nowhere(self, page: Page) -> bool:
        """Whether what the address names does not exist here."""
        return any(
            parameter in UNKNOWN and not (parameter == "uuid" and page.name.startswith("helper_"))
            for parameter in page.parameters
        )


def make_scene() -> Scene:
    """Two tables of four in a published round."""
    tournament = make_tournament()
    people = {role: make_actor(tournament, role, name=f"{role}-{tournament.pk}") for role in Role}
    director = people[Role.DIRECTOR]
    make_round(tournament, players=8, by=director)
    helper, _token = add_helper(tournament=tournament, name="Emre", role=Role.CLERK, by=director, now=NOW)
    return Scene(tournament=tournament, people=people, helper_uuid=str(helper.user.uuid))


@contextmanager
def undone(client: Client) -> Iterator[None]:
    """Whatever is done inside leaves no trace in the database, nor in the browser."""
    cookies = client.cookies.copy()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    client.cookies = cookies


def visit(client: Client, method: str, address: str) -> HttpResponse:
    """The answer to a request without fields; a fault of ours is an answer too."""
    client.raise_request_exception = False
    with undone(client):
        answer: HttpResponse = getattr(client, method)(address)
        if answer.streaming:
            # Read to its end, as a browser does: closed early, it would close the connection of the test.
            b"".join(answer.streaming_content)
        return answer


def browser_of(scene: Scene, role: Role) -> Client:
    """A browser in which the person of that role is logged in."""
    return client_for(scene.people[role])
