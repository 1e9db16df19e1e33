"""Who is logged in on this desk, whatever the tournament, and throwing them out."""

from uuid import UUID

from django.contrib import messages as notes
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.models import User
from tournament.queries.accounts import logins as logged_in
from tournament.services.accounts import end_sessions
from tournament.views.access import administration
from tournament.views.paging import page_of


@administration
@require_safe
def logins(request: HttpRequest) -> HttpResponse:
    """The browsers in which somebody is logged in, the newest visit first."""
    page = page_of(request)
    sessions, more = logged_in(now=timezone.now(), page=page)
    context = {
        "sessions": sessions,
        "session_key": request.session.session_key,
        "newer": page - 1,
        "older": page + 1 if more else 0,
    }
    return render(request, "tournament/accounts/logins.html", context)


@administration
@require_POST
def login_end(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """Log a person out everywhere; oneself everywhere but here."""
    user = get_object_or_404(User, uuid=uuid)
    end_sessions(user=user, but=request.session.session_key)
    notes.success(request, _("%(name)s is logged out.") % {"name": user})
    return redirect("logins")
