"""The page of the journal: what cannot be taken back is told with what stands on it."""

import pytest
from django.urls import reverse
from django.utils import translation

from scoring.errors import Problem
from tests.builders import NOW, client_for, type_totals
from tests.views.sheet_desk import Desk
from tournament.messages import step_text, text
from tournament.models import JournalEntry, Seat
from tournament.services.confirmation import confirm_sheet

pytestmark = pytest.mark.django_db


def refusal(desk, entry):
    """What the page says when this step is to be taken back."""
    address = reverse("undo_step", args=[desk.tournament.slug, entry.number])
    answer = client_for(desk.director).post(address, follow=True)
    return [str(note) for note in answer.context["messages"]]


def in_german(problem):
    with translation.override("de"):
        return text(problem)


def test_step_on_which_another_stands_is_refused_with_the_sentence_of_the_other():
    desk = Desk(second_person=True)
    type_totals(desk.tables[1], (24, -6, -12, -6), by=desk.clerk)
    confirm_sheet(table=desk.tables[1], version=desk.table().version, by=desk.director, now=NOW)
    typed, confirmed = JournalEntry.objects.filter(what__in=("sheet_typed", "sheet_confirmed")).order_by("number")

    said = refusal(desk, typed)

    with translation.override("de"):
        step = step_text(confirmed.what, confirmed.params)
    params = {"number": typed.number, "later": confirmed.number, "step": step}
    assert said == [in_german(Problem(code="undo_blocked_by", params=params))]


def test_step_whose_change_is_gone_without_a_step_is_refused_without_a_step_that_is_none():
    desk = Desk(second_person=True)
    type_totals(desk.tables[1], (24, -6, -12, -6), by=desk.clerk)
    Seat.objects.filter(total=24).update(total=20)
    typed = JournalEntry.objects.get(what="sheet_typed")

    said = refusal(desk, typed)

    assert said == [in_german(Problem(code="undo_overtaken", params={"number": typed.number}))]
