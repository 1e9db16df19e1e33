from django.urls import URLPattern, path

from tournament.views import archive, season

urlpatterns: list[URLPattern] = [
    path("archive/", archive.archive_new, name="archive_new"),
    path("season/", season.season_list, name="season_list"),
    path("season/pdf/", season.season_pdf, name="season_pdf"),
    path("season/csv/", season.season_csv, name="season_csv"),
]
