from django.urls import URLPattern, path

from tournament.views import api

urlpatterns: list[URLPattern] = [
    path("t/<slug:slug>/api/", api.api_home, name="api_home"),
    path("t/<slug:slug>/api/standings/", api.api_standings, name="api_standings"),
    path("t/<slug:slug>/api/seating/", api.api_seating, name="api_seating"),
    path("t/<slug:slug>/api/clock/", api.api_clock, name="api_clock"),
    path("t/<slug:slug>/api/sheets/", api.api_sheets, name="api_sheets"),
]
