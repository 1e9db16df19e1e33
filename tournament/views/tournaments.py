"""The start page and the desk of one tournament."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.models import Tournament
from tournament.views.access import DeskRequest, administration, office


@administration
def home(request: HttpRequest) -> HttpResponse:
    """The tournaments this person has a part in, newest first."""
    user = request.user
    tournaments = Tournament.objects.order_by("-date", "-pk")
    if not user.is_superuser:
        tournaments = tournaments.filter(membership__user=user, membership__ended_at=None)
    return render(request, "tournament/home.html", {"tournaments": tournaments})


@office
def desk(request: DeskRequest) -> HttpResponse:
    """One page per tournament that always shows the next step."""
    return render(request, "tournament/desk/desk.html", {})
