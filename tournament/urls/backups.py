from django.urls import URLPattern, path

from tournament.views import backups

urlpatterns: list[URLPattern] = [
    path("backup/restore/", backups.backup_restore, name="backup_restore"),
    path("office/<slug:slug>/backup/", backups.backup, name="backup"),
    path("office/<slug:slug>/backup/now/", backups.backup_now, name="backup_now"),
    path("office/<slug:slug>/backup/choose/", backups.backup_choose, name="backup_choose"),
    path("office/<slug:slug>/backup/<str:name>", backups.backup_file, name="backup_file"),
]
