"""Shared by all tests: a data folder of their own, plain static files, a fast password hasher."""

import pytest


@pytest.fixture(autouse=True)
def _own_surroundings(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "data"
    settings.STATIC_ROOT = tmp_path / "static"
    settings.STATIC_ROOT.mkdir()
    settings.BACKUP_DIR = tmp_path / "data" / "backups"
    settings.SECRET_KEY_FILE = tmp_path / "data" / "secret.key"
    settings.BACKUP_COPY_DIR = ""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
