"""What several pages are tested with; a module that wants another one makes its own."""

from typing import Any

import pytest

from tests.builders import NOW, make_actor, make_round, make_tournament
from tournament.actors import Actor
from tournament.models import Participant, Round, Seat, Table, Tournament
from tournament.roles import Role


@pytest.fixture
def desk_clock(time_machine: Any) -> None:
    """The clock on the wall stands at the moment of the builders."""
    time_machine.move_to(NOW, tick=False)


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def director(tournament: Tournament) -> Actor:
    return make_actor(tournament, Role.DIRECTOR)


@pytest.fixture
def hall() -> tuple[Tournament, Round, Table, list[Participant | None]]:
    """A tournament with a referee, its round, table 2 and the four who sit there."""
    tournament = make_tournament(referee_name="R. Echt")
    round_ = make_round(tournament, players=8)
    table = Table.objects.get(round=round_, number=2)
    people = [seat.participant for seat in Seat.objects.filter(table=table).order_by("position")]
    return tournament, round_, table, people
