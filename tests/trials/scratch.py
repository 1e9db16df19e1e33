"""A desk of its own for a trial in this process: a new database, a data folder, nothing printed but figures."""

import logging
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.trials.sheets_scene import use


@contextmanager
def scratch_desk() -> Iterator[Path]:
    """The data folder of the desk; Django is set up inside, on SQLite in memory or on DATABASE_URL's server."""
    import django

    with tempfile.TemporaryDirectory() as folder:
        use(Path(folder))
        django.setup()
        from django.conf import settings
        from django.db import connection
        from django.test.utils import override_settings, setup_test_environment, teardown_test_environment

        setup_test_environment()
        # What is refused is logged by the hundred; what breaks is in the figures.
        logging.disable(logging.CRITICAL)
        Path(settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)
        connection.creation.create_test_db(verbosity=0, autoclobber=True)
        plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
        quick = ["django.contrib.auth.hashers.MD5PasswordHasher"]
        try:
            with override_settings(STORAGES={**settings.STORAGES, "staticfiles": plain}, PASSWORD_HASHERS=quick):
                yield Path(folder)
        finally:
            connection.creation.destroy_test_db(connection.settings_dict["NAME"], verbosity=0)
            teardown_test_environment()
