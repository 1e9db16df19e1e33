from django.urls import URLPattern, path

from tournament.views import logo
from tournament.views import papers as views

urlpatterns: list[URLPattern] = [
    path("office/<slug:slug>/papers/", views.papers, name="papers"),
    path("office/<slug:slug>/logo/", logo.paper_logo, name="paper_logo"),
    path("office/<slug:slug>/logo/drop/", logo.paper_logo_drop, name="paper_logo_drop"),
    path("office/<slug:slug>/papers/<slug:name>/", views.paper, name="paper"),
    path("office/<slug:slug>/papers/publications/<uuid:uuid>/", views.paper_publication, name="paper_publication"),
]
