"""Who should not sit with whom."""

from django.db.models import Q

from tournament.models import ApartWish, Participant, Tournament
from tournament.names import sort_key


def wishes(tournament: Tournament) -> list[ApartWish]:
    """All wishes with both people, by the first name of the pair. One query."""
    found = ApartWish.objects.filter(tournament=tournament).select_related("first", "second", "tournament")
    return sorted(found, key=lambda wish: (sort_key(wish.first), sort_key(wish.second), wish.pk))


def wishes_of(participant: Participant) -> list[tuple[ApartWish, Participant]]:
    """The wishes about one person, each with the other one. One query."""
    found = ApartWish.objects.filter(Q(first=participant) | Q(second=participant)).select_related("first", "second")
    pairs = [(wish, wish.second if wish.first_id == participant.pk else wish.first) for wish in found]
    return sorted(pairs, key=lambda pair: (sort_key(pair[1]), pair[0].pk))
