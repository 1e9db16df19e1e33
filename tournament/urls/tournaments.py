from django.urls import URLPattern, path

from tournament.views import tournaments

urlpatterns: list[URLPattern] = [
    path("", tournaments.home, name="home"),
    path("office/<slug:slug>/", tournaments.desk, name="desk"),
]
