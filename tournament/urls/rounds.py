from django.urls import URLPattern, path

from tournament.views import clock, draws, repairs, rounds

_ROUND = "office/<slug:slug>/rounds/<int:number>/"

urlpatterns: list[URLPattern] = [
    path("office/<slug:slug>/rounds/", rounds.rounds, name="rounds"),
    path("office/<slug:slug>/rounds/new/", rounds.round_new, name="round_new"),
    path(_ROUND, rounds.round_page, name="round"),
    path(f"{_ROUND}settings/", rounds.round_settings, name="round_settings"),
    path(f"{_ROUND}hand/", rounds.round_hand, name="round_hand"),
    path(f"{_ROUND}deal/", rounds.round_deal, name="round_deal"),
    path(f"{_ROUND}swap/", rounds.round_swap, name="round_swap"),
    path(f"{_ROUND}keep/", rounds.round_keep, name="round_keep"),
    path(f"{_ROUND}away/", rounds.round_away, name="round_away"),
    path(f"{_ROUND}undo/", rounds.round_undo, name="round_undo"),
    path(f"{_ROUND}publish/", rounds.round_publish, name="round_publish"),
    path(f"{_ROUND}draw/", draws.round_draw, name="round_draw"),
    path(f"{_ROUND}draw/progress/", draws.round_progress, name="round_progress"),
    path(f"{_ROUND}draw/stop/", draws.round_stop, name="round_stop"),
    path(f"{_ROUND}draw.json", draws.round_draw_file, name="round_draw_file"),
    path(f"{_ROUND}plan/", draws.round_plan, name="round_plan"),
    path(f"{_ROUND}late/", repairs.round_late, name="round_late"),
    path(f"{_ROUND}clock/", clock.round_clock, name="round_clock"),
    path(f"{_ROUND}clock/screen/", clock.round_clock_screen, name="round_clock_screen"),
]
