"""Going through the door of the desk."""

from typing import Any

from django.test import Client
from django.urls import reverse

from tournament.models import User

PASSWORD = "karo-ass-sticht"
HALL = "192.168.1.9"


def log_in(client: Client, name: str = "berta", password: str = PASSWORD, **values: Any) -> Any:
    return client.post(reverse("login"), {"username": name, "password": password}, **values)


def person_of(client: Client) -> str:
    """The login name of the person in this browser, or nothing."""
    user_id = client.session.get("_auth_user_id")
    return User.objects.get(pk=user_id).username if user_id else ""
