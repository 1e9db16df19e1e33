"""Every address, one module per noun. The office stands under office/<slug>/, the public under t/<slug>/."""

from tournament.urls import (
    accounts,
    api,
    archive,
    backups,
    hall,
    handbook,
    incidents,
    journal,
    money,
    papers,
    participants,
    personal_data,
    publish,
    rounds,
    screens,
    sheets,
    standings,
    tournaments,
)

handler400 = "tournament.views.errors.bad_request"
handler403 = "tournament.views.errors.forbidden"
handler404 = "tournament.views.errors.not_found"
handler500 = "tournament.views.errors.broken"

urlpatterns = [
    *accounts.urlpatterns,
    *tournaments.urlpatterns,
    *participants.urlpatterns,
    *personal_data.urlpatterns,
    *rounds.urlpatterns,
    *sheets.urlpatterns,
    *standings.urlpatterns,
    *incidents.urlpatterns,
    *journal.urlpatterns,
    *money.urlpatterns,
    *papers.urlpatterns,
    *backups.urlpatterns,
    *archive.urlpatterns,
    *screens.urlpatterns,
    *publish.urlpatterns,
    *hall.urlpatterns,
    *api.urlpatterns,
    *handbook.urlpatterns,
]
