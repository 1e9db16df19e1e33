"""What a change would change: it is made, looked at, and rolled back. Nothing of it is kept."""

from collections.abc import Callable

from django.db import transaction

from tournament.models import Round, Tournament
from tournament.queries.consequences import Consequences, compare, snapshot


def tried(tournament: Tournament, act: Callable[[], object], *, after: Round) -> Consequences:
    """What `act` changes in the standings, the money and the seatings of the rounds after `after`.

    `tournament` is the one that `act` works on, read for this trial alone: the step counts the journal on in it.
    """
    with transaction.atomic():
        before = snapshot(tournament, after=after)
        act()
        # What a snapshot computes is not kept, so nothing of the trial is taken for true later.
        found = compare(before, snapshot(tournament, after=after))
        transaction.set_rollback(True)
    return found
