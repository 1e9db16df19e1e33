from django.urls import URLPattern, path

from tournament.views import publish

urlpatterns: list[URLPattern] = [
    path("office/<slug:slug>/publish.zip", publish.publish_zip, name="publish_zip"),
]
