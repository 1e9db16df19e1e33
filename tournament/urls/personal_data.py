"""Personal data: one person's on request, and the names of old tournaments."""

from django.urls import URLPattern, path

from tournament.views import personal_data

urlpatterns: list[URLPattern] = [
    path("names/", personal_data.retention, name="retention"),
    path("names/<slug:tournament>/remove/", personal_data.retention_remove, name="retention_remove"),
    path(
        "office/<slug:slug>/participants/<int:number>/data/",
        personal_data.participant_data,
        name="participant_data",
    ),
]
