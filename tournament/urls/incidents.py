from django.urls import URLPattern, path

from tournament.views import incidents

urlpatterns: list[URLPattern] = [
    path("office/<slug:slug>/incidents/", incidents.incidents, name="incidents"),
    path("office/<slug:slug>/incidents/table/", incidents.incident_table, name="incident_table"),
    path("office/<slug:slug>/incidents/reasons/", incidents.incident_reasons, name="incident_reasons"),
    path("office/<slug:slug>/incidents/new/", incidents.incident_new, name="incident_without_table"),
    path(
        "office/<slug:slug>/incidents/new/<int:round_number>/<int:table_number>/",
        incidents.incident_new,
        name="incident_new",
    ),
    path(
        "office/<slug:slug>/incidents/new/<int:round_number>/<int:table_number>/proposal/",
        incidents.incident_proposal,
        name="incident_proposal",
    ),
    path("office/<slug:slug>/incidents/<uuid:uuid>/", incidents.incident_change, name="incident_change"),
    path("office/<slug:slug>/incidents/<uuid:uuid>/lift/", incidents.incident_lift, name="incident_lift"),
]
