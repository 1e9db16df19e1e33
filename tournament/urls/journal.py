from django.urls import URLPattern, path

from tournament.views import journal

urlpatterns: list[URLPattern] = [
    path("office/<slug:slug>/journal/", journal.journal, name="journal"),
    path("office/<slug:slug>/journal/<int:number>/undo/", journal.undo_step, name="undo_step"),
]
