from django.urls import URLPattern, path

from tournament.views import public

urlpatterns: list[URLPattern] = [
    path("t/<slug:slug>/", public.public_home, name="public_home"),
    path("t/<slug:slug>/<int:number>/", public.public_person, name="public_person"),
    path("t/<slug:slug>/standings/", public.public_standings, name="public_standings"),
    path("t/<slug:slug>/seats/", public.public_seats, name="public_seats"),
]
