"""Backups: a whole tournament into one file and back, on any machine and either database."""

import logging
import pkgutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from scoring.errors import Problem, RuleError
from tournament import backup_folders, migrations
from tournament.actors import Actor
from tournament.backup_file import MAX_FILE_BYTES, pack, unpack
from tournament.models import (
    ApartWish,
    Attendance,
    Club,
    Extension,
    Game,
    Incident,
    JournalEntry,
    Membership,
    Owned,
    Participant,
    Penalty,
    Publication,
    Round,
    Screen,
    Seat,
    Table,
    TieDecision,
    Tournament,
    User,
)
from tournament.roles import Role
from tournament.rows import References, Row, fields_of, kind_of, row_of

log = logging.getLogger("dokodesk.backup")

# What a tournament consists of; a row names only rows of kinds before it, or of its own kind earlier in the list.
KINDS: tuple[type[Owned], ...] = (
    Club,
    Participant,
    ApartWish,
    Round,
    Attendance,
    Table,
    Seat,
    Game,
    Incident,
    Penalty,
    Extension,
    Publication,
    TieDecision,
    Screen,
    JournalEntry,
)
_BATCH = 500
_NAME_LENGTH = 120  # of a tournament


def backup(tournament: Tournament) -> bytes:
    """The tournament as a backup file: everything but passwords, PINs and links. Equal content gives equal bytes."""
    return pack(_content_of(tournament), migration=known_migrations()[-1])


def _content_of(tournament: Tournament) -> dict[str, Any]:
    """What a backup file of the tournament holds, as it is at one moment."""
    with _one_moment():
        tournament = Tournament.objects.get(pk=tournament.pk)
        rows: dict[str, list[Row]] = {}
        people: dict[str, User] = {}
        for model in KINDS:
            relations = [field.name for field in fields_of(model) if field.is_relation]
            found = model._default_manager.filter(tournament=tournament).select_related(*relations).order_by("pk")
            rows[kind_of(model())] = [row_of(obj) for obj in found.iterator(chunk_size=_BATCH)]
        memberships = list(Membership.objects.filter(tournament=tournament).select_related("user").order_by("pk"))
        named = {
            row[field.name]
            for model in KINDS
            for field in fields_of(model)
            if field.related_model is User
            for row in rows[kind_of(model())]
        }
        people |= {str(user.uuid): user for user in User.objects.filter(uuid__in=named - {None})}
        people |= {str(membership.user.uuid): membership.user for membership in memberships}
    return {
        "tournament": row_of(tournament),
        "people": [{"uuid": uuid, "name": str(people[uuid])} for uuid in sorted(people)],
        "memberships": [
            {
                "user": str(membership.user.uuid),
                "role": membership.role,
                "ended_at": membership.ended_at.isoformat() if membership.ended_at else None,
            }
            for membership in memberships
        ],
        "rows": rows,
    }


def restore(data: bytes, *, by: Actor, now: datetime) -> Tournament:
    """Bring a tournament back from its file. One that is here already is kept beside it under another name.

    One that is here exactly as the file says is the answer itself, so that a file sent twice makes one copy.
    Raises RuleError (backup_not_ours, backup_newer, backup_damaged, backup_too_large); then nothing has changed.
    """
    content = unpack(data, known_migrations=frozenset(known_migrations()))
    try:
        with transaction.atomic():
            _wait_for_other_restores()
            here = _here(content)
            if here is not None and _says_the_same(content, _content_of(here)):
                return here
            tournament = _tournament_from(content["tournament"], now=now)
            references = References(tournament)
            _people_from(content, tournament=tournament, references=references)
            for model in KINDS:
                _rows_from(model, content["rows"][kind_of(model())], tournament=tournament, references=references)
    except (KeyError, TypeError, ValueError, AttributeError, ValidationError, IntegrityError, User.DoesNotExist):
        # The checksum is right, so somebody made this file: it is refused like a damaged one.
        log.exception("A backup file with a right checksum could not be read")
        raise RuleError([Problem(code="backup_damaged")]) from None
    log.info("Tournament %s restored from a backup by %s", tournament.slug, by.user.pk if by.user else "a command")
    return tournament


def replaced_by(data: bytes) -> Tournament | None:
    """The tournament here that would give way to the one of a backup file. Raises as `restore`.

    None if there is none, or if it is exactly as the file says: then `restore` changes nothing.
    """
    content = unpack(data, known_migrations=frozenset(known_migrations()))
    try:
        here = _here(content)
        return None if here is None or _says_the_same(content, _content_of(here)) else here
    except (KeyError, TypeError, AttributeError, ValidationError):
        raise RuleError([Problem(code="backup_damaged")]) from None


def bring_back(data: bytes, *, by: Actor, now: datetime) -> Tournament:
    """`restore`, after a backup of the tournament that is here already. Raises as `restore`."""
    existing = replaced_by(data)
    if existing is not None:
        backup_before(existing, why="restore", now=now)
    return restore(data, by=by, now=now)


def save_backup(tournament: Tournament, *, why: str, now: datetime) -> Path:
    """Write a backup into the data folder, and into the second folder if there is one. Raises OSError."""
    name = backup_folders.name_of(tournament.slug, at=localtime(now), why=why)
    return backup_folders.keep(tournament.slug, name, backup(tournament))


def backup_before(tournament: Tournament, *, why: str, now: datetime) -> Path | None:
    """The automatic backup before a draw, a close or a restore. A full disk is logged; the evening goes on."""
    try:
        return save_backup(tournament, why=why, now=now)
    except OSError:
        log.exception("The automatic backup cannot be written")
        return None


def read_file(path: Path) -> bytes:
    """The bytes of a backup file. Raises OSError, RuleError(backup_too_large)."""
    if path.stat().st_size > MAX_FILE_BYTES:
        raise RuleError([Problem(code="backup_too_large")])
    return path.read_bytes()


@contextmanager
def _one_moment() -> Iterator[None]:
    """Read everything as it was at one moment, and let others write meanwhile."""
    if connection.in_atomic_block:
        yield
        return
    usual = getattr(connection, "transaction_mode", None)
    if connection.vendor == "sqlite":
        # The desk's transactions take the lock for writing at once; this one only reads.
        connection.transaction_mode = "DEFERRED"  # type: ignore[attr-defined]  # SQLite's connection has it
    try:
        with transaction.atomic():
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
    finally:
        if connection.vendor == "sqlite":
            connection.transaction_mode = usual  # type: ignore[attr-defined]  # as above


def known_migrations() -> list[str]:
    """The migrations this program knows, oldest first; they are numbered."""
    return sorted(module.name for module in pkgutil.iter_modules(migrations.__path__))


def _wait_for_other_restores() -> None:
    """Let the second of two restores see what the first has made, also where several processes serve the desk."""
    # This row is there before any tournament is, and nothing else ever locks it: a step, which locks its tournament
    # and then its person, and a restore never wait for each other crosswise.
    ContentType.objects.select_for_update().get(app_label=Tournament._meta.app_label, model=Tournament._meta.model_name)


def _here(content: dict[str, Any]) -> Tournament | None:
    """The tournament of a file as it was last brought here, None if it is not. Raises as a damaged file is read."""
    return Tournament.objects.filter(uuid=content["tournament"]["uuid"]).order_by("pk").last()


def _says_the_same(file: dict[str, Any], here: dict[str, Any]) -> bool:
    """Whether a tournament is here as its file says; how the people of the desk are called here is no part of it.

    A file of an older version lacks fields, or has some that no longer are: only those of both are compared.
    """

    def alike(row: Row, other: Row) -> bool:
        return all(row[name] == other[name] for name in row.keys() & other.keys())

    kinds = [(file["rows"][kind_of(model())], here["rows"][kind_of(model())]) for model in KINDS]
    return (
        alike(file["tournament"], here["tournament"])
        and file["memberships"] == here["memberships"]
        and all(len(rows) == len(others) and all(map(alike, rows, others)) for rows, others in kinds)
    )


def _tournament_from(row: Row, *, now: datetime) -> Tournament:
    tournament = Tournament()
    References(tournament).apply(tournament, row)
    slug = tournament.slug
    for older in Tournament.objects.filter(slug=slug):
        older.slug = _free_slug(slug)
        older.name = _set_aside(older.name, now=now)
        older.save(update_fields=["slug", "name"])
    tournament.full_clean(validate_unique=False)
    tournament.save(force_insert=True)
    return tournament


def _set_aside(name: str, *, now: datetime) -> str:
    """The name of a tournament that gives way to its restored copy, shortened where both do not fit."""
    stamp = localtime(now).strftime("%d.%m.%Y %H:%M")
    why = " " + _("(before the restore of %(time)s)") % {"time": stamp}
    room = _NAME_LENGTH - len(why)
    return (name if len(name) <= room else name[: room - 1].rstrip() + "…") + why


def _free_slug(slug: str) -> str:
    number = 1
    while Tournament.objects.filter(slug=f"{slug[:50]}-alt-{number}").exists():
        number += 1
    return f"{slug[:50]}-alt-{number}"


def _people_from(content: dict[str, Any], *, tournament: Tournament, references: References) -> None:
    """Persons known here are the same; others come back as names without a login."""
    for person in content["people"]:
        user = User.objects.filter(uuid=person["uuid"]).first()
        if user is None:
            user = User(
                uuid=person["uuid"],
                username=f"person-{person['uuid']}",
                first_name=str(person["name"])[:150],
                is_active=False,
            )
            user.set_unusable_password()
            user.full_clean(exclude=["password"])
            user.save()
        references.learn(user)
    for membership in content["memberships"]:
        Membership.objects.create(
            user=User.objects.get(uuid=membership["user"]),
            tournament=tournament,
            role=Role(membership["role"]).value,
            ended_at=datetime.fromisoformat(membership["ended_at"]) if membership["ended_at"] else None,
        )


def _rows_from(model: type[Owned], rows: list[Row], *, tournament: Tournament, references: References) -> None:
    own = [field for field in fields_of(model) if field.related_model is model]
    pending: list[Owned] = []
    for row in rows:
        # A row that names an earlier one of its own kind needs that one saved first.
        if pending and any(row[field.name] is not None for field in own):
            _flush(model, pending, references)
        obj = model(tournament=tournament)
        references.apply(obj, row)
        for field in fields_of(model):
            if field.is_relation and row[field.name] is not None and getattr(obj, field.attname) is None:
                raise ValueError(row[field.name])
        obj.clean_fields()
        pending.append(obj)
        if len(pending) >= _BATCH:
            _flush(model, pending, references)
    _flush(model, pending, references)


def _flush(model: type[Owned], pending: list[Owned], references: References) -> None:
    for obj in model._default_manager.bulk_create(pending):
        references.learn(obj)
    pending.clear()
