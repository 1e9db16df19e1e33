from django.urls import URLPattern, path

from tournament.views import handbook

urlpatterns: list[URLPattern] = [
    path("handbook/", handbook.handbook, name="handbook"),
    path("handbook/handbook.pdf", handbook.handbook_pdf, name="handbook_pdf"),
    path("handbook/<slug:stage>/", handbook.handbook_page, name="handbook_page"),
]
