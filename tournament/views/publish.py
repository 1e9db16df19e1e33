"""The public pages as one zip, for a club's web space."""

from django.http import HttpResponse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_GET

from tournament.static_pages import zipped
from tournament.views.access import DeskRequest, office


@office
@require_GET
def publish_zip(request: DeskRequest) -> HttpResponse:
    """The files in a zip; they hold what everybody may see and nothing else."""
    response = HttpResponse(zipped(request.tournament, now=timezone.now()), content_type="application/zip")
    name = f"{request.tournament.slug}.zip"
    response["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    response["Cache-Control"] = "no-store"
    return response
