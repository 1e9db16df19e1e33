"""Removing people on request or after their time: the names go, the results stay.

helper   somebody let in by a link, whose account belongs to this tournament alone
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.apps import apps
from django.db import models

from scoring.errors import Problem, RuleError
from tournament.actors import Actor
from tournament.models import JournalEntry, Membership, Owned, Participant, Tournament, Typing
from tournament.name_forms import names_of, pattern_of
from tournament.rows import fields_of
from tournament.services.accounts import close_helper, is_helper
from tournament.services.journal import Step, step

_PERSONAL = frozenset({"surname", "first_name", "note"})
# Texts of the tournament itself in which somebody may be named.
_TOURNAMENT_TEXTS = (
    *("notice", "house_rules", "director_name", "referee_name"),
    *("cash_count", "incident_reasons", "prize_plan", "loss_money"),
)

Scrub = Callable[[Any], Any]


def remove_person(*, participant: Participant, shown_as: str, by: Actor, now: datetime) -> None:
    """Replace the name by `shown_as` wherever this tournament keeps it: list, journal, reasons and notes.

    Start number, club, seats and points stay. Backups made before still hold the name. Cannot be taken back; also
    possible in a closed tournament.
    """
    with step(
        tournament=participant.tournament,
        by=by,
        now=now,
        what="person_removed",
        on_closed=True,
        start_number=participant.number,
    ) as doing:
        _remove(doing, {doing.fresh(participant): shown_as})


def remove_helper(*, membership: Membership, shown_as: Callable[[int], str], by: Actor, now: datetime) -> None:
    """Replace the name of a helper who is gone, by what `shown_as` says of the place among those who worked here.

    The journal then says that name, and no address, for each of their steps; the account is closed for good. Backups
    made before still hold the name. Cannot be taken back; also possible in a closed tournament.
    Raises RuleError helper_still_here: who works here, or has an account with a password, keeps the name.
    """
    with step(tournament=membership.tournament, by=by, now=now, what="helper_name_removed", on_closed=True) as doing:
        current = Membership.objects.select_related("user").get(pk=membership.pk)
        if current.ended_at is None or not _is_helper_here_only(current):
            raise RuleError([Problem(code="helper_still_here", params={"name": str(current.user)})])
        doing.params["person_uuid"] = str(current.user.uuid)
        doing.keep_entry()
        _remove_helper(doing, current, shown_as)


def remove_names(
    *,
    tournament: Tournament,
    shown_as: Callable[[int], str],
    helper_shown_as: Callable[[int], str],
    by: Actor,
    now: datetime,
) -> int:
    """Replace the names of everybody, by what `shown_as` says of the start number; returns of how many players.

    Those of the helpers go too, here or gone, as in `remove_helper`. Otherwise as `remove_person`.
    """
    with step(tournament=tournament, by=by, now=now, what="names_removed", on_closed=True) as doing:
        people = list(Participant.objects.filter(tournament=doing.tournament, removed_at=None).order_by("number"))
        doing.params["count"] = len(people)
        if people:
            _remove(doing, {person: shown_as(person.number) for person in people})
        for membership in Membership.objects.filter(tournament=doing.tournament).select_related("user"):
            if membership.user.is_active and _is_helper_here_only(membership):
                doing.keep_entry()
                _remove_helper(doing, membership, helper_shown_as)
    return len(people)


def _is_helper_here_only(membership: Membership) -> bool:
    """A tournament brought back from a backup may share its people with another one; there they keep their names."""
    elsewhere = Membership.objects.filter(user=membership.user).exclude(pk=membership.pk)
    return is_helper(membership) and not elsewhere.exists()


def _remove_helper(doing: Step, membership: Membership, shown_as: Callable[[int], str]) -> None:
    place = Membership.objects.filter(tournament=doing.tournament, pk__lte=membership.pk).count()
    name = shown_as(place)
    close_helper(membership, name=name, now=doing.now)
    steps = JournalEntry.objects.filter(tournament=doing.tournament, by=membership.user)
    steps.update(by_name=name, origin="")


def _remove(doing: Step, people: Mapping[Participant, str]) -> None:
    entries = list(JournalEntry.objects.filter(tournament=doing.tournament))
    scrub = _scrub_of(people, entries)
    for person, shown_as in people.items():
        doing.change(person, surname=shown_as, first_name="", note="", removed_at=person.removed_at or doing.now)
    shown = {str(person.uuid): shown_as for person, shown_as in people.items()}
    for changes in (doing.changes, *(entry.changes for entry in entries)):
        _scrub_changes(changes, shown)
    _scrub_texts(doing.tournament, entries, scrub)
    doing.public()


def _scrub_of(people: Mapping[Participant, str], entries: list[JournalEntry]) -> Scrub:
    """Replaces the full names in any text."""
    shown: dict[str, str] = {}
    for person, shown_as in people.items():
        for form in names_of(person, entries):
            shown.setdefault(form.lower(), shown_as)
    if not shown:
        return lambda value: value
    name = pattern_of(shown)

    def scrub(value: Any) -> Any:
        if isinstance(value, str):
            return name.sub(lambda found: shown.get(found[0].lower(), "–"), value)
        if isinstance(value, list):
            return [scrub(item) for item in value]
        if isinstance(value, dict):
            return {key: scrub(item) for key, item in value.items()}
        return value

    return scrub


def _scrub_changes(changes: list[dict[str, Any]], shown: Mapping[str, str]) -> None:
    """Replace the names in what the journal keeps of these people, by their UUIDs."""
    for change in changes:
        if change["kind"] == "participant" and change["uuid"] in shown:
            for row in (change["before"], change["after"]):
                for name in _PERSONAL & set(row or {}):
                    row[name] = shown[change["uuid"]] if name == "surname" else ""


def _scrub_texts(tournament: Tournament, entries: list[JournalEntry], scrub: Scrub) -> None:
    """Every text of the tournament's rows; past the journal, which would keep what is to go."""
    for entry in entries:
        entry.params, entry.reason, entry.by_name = scrub(entry.params), scrub(entry.reason), scrub(entry.by_name)
        entry.changes = [_scrubbed_change(change, scrub) for change in entry.changes]
        entry.save(update_fields=["params", "reason", "by_name", "changes"])
    _scrub_row(tournament, _TOURNAMENT_TEXTS, scrub)
    for typing in Typing.objects.filter(table__tournament=tournament):
        _scrub_row(typing, ("typed",), scrub)
    for model in apps.get_app_config("tournament").get_models():
        if not issubclass(model, Owned) or model is JournalEntry:
            continue
        names = _text_fields(model)
        for row in model._default_manager.filter(tournament=tournament) if names else ():
            _scrub_row(row, names, scrub)


def _scrub_row(row: models.Model, names: Iterable[str], scrub: Scrub) -> None:
    values = {name: getattr(row, name) for name in names}
    scrubbed = {name: scrub(value) for name, value in values.items()}
    if scrubbed != values:
        for name, value in scrubbed.items():
            setattr(row, name, value)
        row.save(update_fields=list(names))


def _scrubbed_change(change: dict[str, Any], scrub: Scrub) -> dict[str, Any]:
    if change["kind"] != "participant":
        return {**change, "before": scrub(change["before"]), "after": scrub(change["after"])}
    # A namesake keeps the name.
    return {
        **change,
        **{
            side: row and {key: scrub(value) if key == "note" else value for key, value in row.items()}
            for side, row in (("before", change["before"]), ("after", change["after"]))
        },
    }


def _text_fields(model: type[models.Model]) -> list[str]:
    if model is Participant:
        return ["note"]
    texts = (models.CharField, models.TextField, models.JSONField)
    return [field.name for field in fields_of(model) if isinstance(field, texts)]
