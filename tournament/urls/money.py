from django.urls import URLPattern, path

from tournament.views import money

urlpatterns: list[URLPattern] = [
    path("office/<slug:slug>/money/", money.money, name="money"),
    path("office/<slug:slug>/money/prizes/", money.money_prizes, name="money_prizes"),
    path("office/<slug:slug>/money/loss/", money.money_loss, name="money_loss"),
    path("office/<slug:slug>/money/count/", money.money_count, name="money_count"),
]
