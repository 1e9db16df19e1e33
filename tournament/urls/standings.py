from django.urls import URLPattern, path

from tournament.views import standings as views

urlpatterns: list[URLPattern] = [
    path("office/<slug:slug>/standings/", views.standings, name="standings"),
    path("office/<slug:slug>/standings/<int:number>/publish/", views.standings_publish, name="standings_publish"),
    path("office/<slug:slug>/standings/<int:number>/post/", views.standings_post, name="standings_post"),
    path("office/<slug:slug>/standings/<int:number>/final/", views.standings_final, name="standings_final"),
    path("office/<slug:slug>/standings/<int:number>/points/", views.standings_round, name="standings_round"),
    path("office/<slug:slug>/publications/<uuid:uuid>/", views.publication, name="publication"),
    path("office/<slug:slug>/ties/", views.ties, name="ties"),
    path("office/<slug:slug>/ties/<int:rank>/", views.tie, name="tie"),
    path("office/<slug:slug>/ties/<uuid:uuid>/withdraw/", views.tie_withdraw, name="tie_withdraw"),
    path("office/<slug:slug>/close/", views.close, name="close"),
    path("office/<slug:slug>/close/reopen/", views.close_reopen, name="close_reopen"),
]
