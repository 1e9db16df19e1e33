"""Shared by all tests: a data folder of their own, plain static files, a fast password hasher.

DOKO_CI=1   a test that is skipped has failed: where everything is installed, nothing may be left out
"""

import os
from collections.abc import Generator

import pytest


@pytest.fixture(autouse=True, scope="session")
def _static_folder(tmp_path_factory):
    """Servers that browsers talk to start before the surroundings of a single test are set."""
    from django.conf import settings as desk  # settings are not ready when this file is read

    desk.STATIC_ROOT = tmp_path_factory.mktemp("static")


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


def _no_skipping(report):
    if os.environ.get("DOKO_CI") == "1" and report.skipped and not hasattr(report, "wasxfail"):
        report.longrepr = f"Skipped where nothing may be skipped: {report.longrepr}"
        report.outcome = "failed"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return _no_skipping((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return _no_skipping((yield))
