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
    # a file or list as a whole
    "file_too_large": _(
        "This file is larger than %(most)s MB. A list of players is much smaller: is it the right file?"
    ),
    "file_is_old_excel": _(
        "This is an old Excel file (.xls) or one with a password. "
        "Please save it in Excel as “.xlsx” without a password."
    ),
    "file_is_open_document": _("This is a LibreOffice file. Please save it there as “Excel (.xlsx)” or “CSV”."),
    "file_is_pdf": _("This is a PDF. Please copy the list out of it and paste it below."),
    "file_is_picture": _("This is a picture. Please choose an Excel or CSV file, or type the names."),
    "file_is_no_list": _("This file is no list. Please choose an Excel (.xlsx) or CSV file."),
    "file_is_damaged": _("This file is damaged and cannot be read. Please save it once more and choose it again."),
    "file_unpacks_too_large": _(
        "This Excel file unpacks to far more than a list of players needs, so it was not opened. "
        "Please copy the list into a new file."
    ),
    "list_is_empty": _("There is nothing in this list. Please choose a file or paste some names."),
    "list_has_too_many_rows": _("This list has more than %(most)s rows. Please split it."),
    "list_has_too_many_columns": _("This list has more than %(most)s columns. Please leave out those not needed."),
    "list_has_endless_cell": _("One cell of this list is endless. Please check whether it is a list of players."),
    "list_nothing_ticked": _("No row is ticked, so there is nothing to keep."),
    "list_is_one_sheet": _("Read from the sheet “%(sheet)s”. Not read: %(others)s."),
    "list_has_formulas": _(
        "These cells hold a formula without a result and were read as empty: %(cells)s. "
        "Opening and saving the file in Excel puts the results in."
    ),
    "list_mixes_encodings": _(
        "This file mixes two kinds of umlauts. Each line was read on its own: please look at them."
    ),
    "list_was_garbled": _(
        "The umlauts of this file were garbled (“MÃ¼ller”) and have been mended: please look at them."
    ),
    # a row of a list
    "list_number_taken": _("start number %(number)s was given already: gets the next free one"),
    "list_number_unknown": _("“%(text)s” is no start number: gets the next free one"),
    "list_fee_unknown": _("“%(text)s” was not understood as entry fee: full, open"),
    "list_donation_unknown": _("“%(text)s” was not understood as donation: none"),
    "list_name_is_near": _("almost like %(name)s (%(number)s), who is registered"),
    "list_name_is_near_line": _("almost like %(name)s in line %(line)s"),
    "list_name_is_formula": _("looks like a formula, not like a name"),
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
    "names_removed": _("Names of all players removed: %(count)s"),
    "wish_added": _("Kept apart: %(first_uuid)s and %(second_uuid)s"),
    "wish_changed": _("Wish changed: %(first_uuid)s and %(second_uuid)s"),
    "wish_deleted": _("Wish deleted: %(first_uuid)s and %(second_uuid)s"),
}
