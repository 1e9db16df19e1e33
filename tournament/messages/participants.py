"""Sentences of registration, check-in, lists read in, and wishes."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise] = {
    # one registration
    "surname_missing": _("Please give the surname."),
    "surname_too_long": _("The surname is longer than %(most)s letters. Please shorten it."),
    "first_name_too_long": _("The first name is longer than %(most)s letters. Please shorten it."),
    "club_too_long": _("The club is longer than %(most)s letters. Please shorten it."),
    "team_too_long": _("The team is longer than %(most)s letters. Please shorten it."),
    "note_too_long": _("The note is longer than %(most)s letters. Please shorten it."),
    "number_out_of_range": _("A start number is a whole number from 1 to %(most)s."),
    "categories_too_long": _("At most %(most)s labels of %(length)s letters each."),
    "donation_out_of_range": _("A donation is an amount from 0 to 10,000 euros."),
    "number_taken": _("Start number %(number)s was given already. Leave the field empty for the next free one."),
    "participant_twice": _(
        "%(name)s has start number %(number)s already. Is it the same person, or somebody with the same name?"
    ),
    "participant_twice_in_list": _("%(name)s stands in the list twice."),
    # a participant
    "participant_is_withdrawn": _("%(name)s has withdrawn. Choose “Back again” first."),
    "participant_has_results": _(
        "Start number %(number)s has had a seat or stands in the referee's book and stays. Choose “Withdraw” instead."
    ),
    "person_is_removed": _("The name of this person was removed on request; only results are kept."),
    # wishes
    "wish_same_person": _("Please choose two different people."),
    "wish_twice": _("There is a wish about these two already."),
}

STEPS: dict[str, Promise] = {
    "participant_registered": _("Registered: %(start_number)s %(participant_uuid)s"),
    "participants_registered": _("List taken over: %(count)s registered, %(filled_in)s filled in"),
    "participant_merged": _("Filled in: %(start_number)s %(participant_uuid)s"),
    "participant_changed": _("Changed: %(start_number)s %(participant_uuid)s"),
    "participant_withdrawn": _("Withdrawn: %(start_number)s %(participant_uuid)s"),
    "participant_returned": _("Back again: %(start_number)s %(participant_uuid)s"),
    "participant_deleted": _("Deleted: start number %(start_number)s"),
    "participant_checked_in": _("Here: %(start_number)s %(participant_uuid)s"),
    "participant_checked_out": _("Not here after all: %(start_number)s %(participant_uuid)s"),
    "participants_checked_in": _("Here, all at once: %(count)s"),
    "fee_settled": _("Entry fee noted: %(start_number)s %(participant_uuid)s"),
    "person_removed": _("Name removed on request: start number %(start_number)s"),
    "wish_added": _("Kept apart: %(first_uuid)s and %(second_uuid)s"),
    "wish_changed": _("Wish changed: %(first_uuid)s and %(second_uuid)s"),
    "wish_deleted": _("Wish deleted: %(first_uuid)s and %(second_uuid)s"),
}
