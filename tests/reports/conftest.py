"""The papers are tested in their source language; the translations have tests of their own."""

import pytest
from django.utils import translation


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield
