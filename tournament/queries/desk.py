"""What every office page shows above its content."""

from dataclasses import dataclass

from tournament.models import PRESENT, Participant, Round, Tournament


@dataclass(frozen=True, slots=True)
class Bar:
    """The state of a tournament in one line: its current round, if any, and how many players are here."""

    round: Round | None
    rounds: int
    players: int


def current_round(tournament: Tournament) -> Round | None:
    """The newest round, drawn or only created. One query."""
    return Round.objects.filter(tournament=tournament).defer("draw_input", "draw_report").order_by("-number").first()


def bar(tournament: Tournament) -> Bar:
    """Two queries for any number of players."""
    return Bar(
        round=current_round(tournament),
        rounds=tournament.rounds,
        players=Participant.objects.filter(PRESENT, tournament=tournament).count(),
    )
