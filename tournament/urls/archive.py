from django.urls import URLPattern, path

from tournament.views import archive

urlpatterns: list[URLPattern] = [
    path("archive/", archive.archive_new, name="archive_new"),
]
