from django.urls import URLPattern, path

from tournament.views import health, tournaments

urlpatterns: list[URLPattern] = [
    path("", tournaments.home, name="home"),
    path("tournaments/new/", tournaments.tournament_new, name="tournament_new"),
    path("demo/", tournaments.demo, name="demo"),
    path("health/", health.health, name="health"),
    path("health/report/", health.health_report, name="health_report"),
    path("health/log/", health.log_page, name="log_page"),
    path("health/log/file/", health.log_file, name="log_file"),
    path("office/<slug:slug>/", tournaments.desk, name="desk"),
    path("office/<slug:slug>/settings/", tournaments.settings, name="settings"),
]
