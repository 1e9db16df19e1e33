"""A sample of the fuzzers of `tests/trials`, and that they see what they are there to see."""

from collections import Counter

import pytest

from tests.builders import NOW, make_actor, make_participants, make_tournament
from tests.trials import fuzz_scene
from tests.trials.fuzz import walk_about
from tests.trials.fuzz_api import ask_about
from tests.trials.fuzz_forms import Field, Page
from tests.trials.fuzz_scene import make_world
from tests.trials.fuzz_values import MARKUP
from tests.trials.fuzz_walk import Report
from tournament.models import Participant
from tournament.services.participants import withdraw_participant

pytestmark = pytest.mark.django_db


def test_hostile_requests_break_nothing() -> None:
    report = Report()

    walk_about(make_world(), report, requests=250, seed=20261128)

    assert report.kinds == Counter()
    assert (report.asked >= 250, report.changed > 0, report.hostile > 50) == (True, True, True)


def test_answers_of_the_api_conform_to_its_file() -> None:
    tournament = make_tournament()
    make_participants(tournament, 8)

    findings = ask_about(slugs=[tournament.slug], requests=40, seed=20261128)

    assert findings.faults == Counter()
    assert findings.statuses[200] > 0
    assert findings.statuses[404] > 0


def test_form_is_read_with_all_its_fields() -> None:
    html = (
        '<form id="f" method="post" action="/x/" enctype="multipart/form-data"><input name="a" value="1" type="number"'
        ' min="0" max="9"><select name="b"><option value="x">X<option value="y" selected>Y</select>'
        '<textarea name="c">\nText</textarea><button name="go" value="1" formaction="/y/">Los</button></form>'
        '<input type="checkbox" name="d" form="f" checked>'
    )

    form = Page(html).forms[0]

    assert (form.method, form.action, form.is_multipart, form.buttons) == ("post", "/x/", True, [("go", "1", "/y/")])
    assert form.fields == [
        Field(name="a", kind="number", value="1", least="0", most="9"),
        Field(name="b", kind="select", value="y", options=("x", "y")),
        Field(name="c", kind="textarea", value="Text"),
        Field(name="d", kind="checkbox", value="on", options=("on",), checked=True),
    ]


@pytest.mark.parametrize("text", MARKUP[:4])
def test_value_that_was_not_escaped_is_seen(text: str) -> None:
    assert Page(f"<p title=\"{text}\" lang='{text}'>{text}</p>").hurt != []


def test_change_without_an_entry_is_seen_and_one_with_an_entry_is_not() -> None:
    tournament = make_tournament()
    by = make_actor(tournament)
    one, two = make_participants(tournament, 2, by=by)
    before, newest = fuzz_scene.state(), fuzz_scene.newest_entry()

    withdraw_participant(participant=one, by=by, now=NOW)
    Participant.objects.filter(pk=two.pk).update(note="heimlich")

    assert fuzz_scene.unexplained(before, fuzz_scene.state(), newest=newest) == [f"participant {two.uuid}"]
