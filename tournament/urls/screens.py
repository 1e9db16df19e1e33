from django.urls import URLPattern, path

from tournament.views import screens

urlpatterns: list[URLPattern] = [
    path("office/<slug:slug>/screens/", screens.screens, name="screens"),
    path("office/<slug:slug>/screens/notice/", screens.screen_notice, name="screen_notice"),
    path("office/<slug:slug>/screens/plan/", screens.screen_plan, name="screen_plan"),
    path("office/<slug:slug>/screens/<uuid:uuid>/", screens.screen_change, name="screen_change"),
    path("office/<slug:slug>/screens/<uuid:uuid>/link/", screens.screen_link, name="screen_link"),
    path("office/<slug:slug>/screens/<uuid:uuid>/revoke/", screens.screen_revoke, name="screen_revoke"),
    path("screen/<str:token>/", screens.screen_show, name="screen_show"),
]
