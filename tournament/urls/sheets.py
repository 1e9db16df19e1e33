from django.urls import URLPattern, path

urlpatterns: list[URLPattern] = []
