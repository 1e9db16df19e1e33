"""The club's logo for the certificates."""

from base64 import b64encode

from django.contrib import messages as notes
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.errors import RuleError
from tournament.forms.logo import LogoForm
from tournament.messages import text
from tournament.services.logo import MOST_BYTES, drop_logo, set_logo
from tournament.views.access import DeskRequest, office, say


@office
@require_http_methods(["GET", "POST"])
def paper_logo(request: DeskRequest) -> HttpResponse:
    """The logo as it is, and another one instead."""
    form = LogoForm()
    if request.method == "POST":
        form = LogoForm(request.POST, request.FILES)
        try:
            file = request.FILES.get("file")
            # One byte more than allowed is enough to be refused.
            data = file.read(MOST_BYTES + 1) if file is not None else b""
            set_logo(tournament=request.tournament, data=data, by=request.actor, now=timezone.now())
            notes.success(request, _("The logo is kept. It stands on the certificates from now on."))
            return redirect("paper_logo", request.tournament.slug)
        except RuleError as error:
            for problem in error.problems:
                form.add_error("file" if problem.field == "file" else None, text(problem))
    context = {"form": form, "picture": _picture(request.tournament.logo)}
    return render(request, "tournament/papers/logo.html", context, status=422 if request.method == "POST" else 200)


@office
@require_POST
def paper_logo_drop(request: DeskRequest) -> HttpResponse:
    """No logo any more; undoing the step brings it back."""
    try:
        drop_logo(tournament=request.tournament, by=request.actor, now=timezone.now())
    except RuleError as error:
        say(request, error)
    return redirect("paper_logo", request.tournament.slug)


def _picture(logo: bytes | memoryview | None) -> str:
    """The logo as an address that holds the picture itself; empty without one."""
    if not logo:
        return ""
    data = bytes(logo)
    kind = "png" if data.startswith(b"\x89PNG") else "jpeg"
    return f"data:image/{kind};base64,{b64encode(data).decode('ascii')}"
