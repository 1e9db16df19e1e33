"""Registration, check-in, lists read in, wishes."""

from django.urls import URLPattern, path

from tournament.views import check_in, imports, participants, wishes

urlpatterns: list[URLPattern] = [
    path("office/<slug:slug>/participants/", participants.list_participants, name="participants"),
    path("office/<slug:slug>/participants/new/", participants.add, name="participant_add"),
    path("office/<slug:slug>/participants/import/", imports.import_list, name="import_list"),
    path("office/<slug:slug>/participants/wishes/", wishes.wish_list, name="participant_wishes"),
    path("office/<slug:slug>/participants/wishes/new/", wishes.wish_add, name="participant_wish_add"),
    path("office/<slug:slug>/participants/wishes/<uuid:uuid>/", wishes.wish_change, name="participant_wish_change"),
    path(
        "office/<slug:slug>/participants/wishes/<uuid:uuid>/delete/",
        wishes.wish_delete,
        name="participant_wish_delete",
    ),
    path("office/<slug:slug>/participants/<int:number>/", participants.participant, name="participant"),
    path("office/<slug:slug>/participants/<int:number>/settle/", participants.settle, name="participant_settle"),
    path("office/<slug:slug>/participants/<int:number>/withdraw/", participants.withdraw, name="participant_withdraw"),
    path("office/<slug:slug>/participants/<int:number>/return/", participants.bring_back, name="participant_return"),
    path("office/<slug:slug>/participants/<int:number>/delete/", participants.delete, name="participant_delete"),
    path("office/<slug:slug>/participants/<int:number>/remove/", participants.remove, name="participant_remove"),
    path("office/<slug:slug>/check-in/", check_in.check_in, name="check_in"),
    path("office/<slug:slug>/check-in/mark/", check_in.mark, name="check_in_mark"),
    path("office/<slug:slug>/check-in/all/", check_in.check_in_all, name="check_in_all"),
    path("office/<slug:slug>/check-in/undo/<int:number>/", check_in.check_in_undo, name="check_in_undo"),
]
