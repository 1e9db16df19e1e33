"""Sentences of rounds: made, drawn, seated, published, timed."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise] = {
    "round_not_published": _("Round %(round)s is not published yet. Publish it first, then comes the next round."),
    "all_rounds_made": _(
        "The tournament has %(rounds)s rounds, and all are there. For one more, raise their number in the settings."
    ),
    "round_published": _(
        "Round %(round)s is published. Its seats can only be changed by a swap or a repair, with a reason."
    ),
    "round_settings_frozen": _(
        "Round %(round)s is published: tables of five, seating and tables of the hall stay as they were."
    ),
    "nothing_seated": _("Round %(round)s has no seats yet. Draw it or type the seats first."),
    "draft_stale": _(
        "The players have changed since the draw. Came: %(came)s. Left: %(gone)s. "
        "Keep the draft, repair it, or draw again."
    ),
    "already_seated": _(
        "Number %(number)s sits at table %(table)s in this round. Use “does not come” to give the seat up."
    ),
    "hand_empty": _("Please type at least one table."),
    "hand_line": _(
        "Line %(line)s, “%(text)s”: please type the table, a colon and the start numbers, such as 3: 17 4 23 8."
    ),
    "hand_table_twice": _("Table %(table)s stands there twice."),
    "hand_size": _("Table %(table)s: %(seats)s seats. A table has four or five; write – for a seat that stays open."),
    "hand_unknown": _("Table %(table)s: there is no start number %(number)s."),
    "hand_not_here": _("Table %(table)s: number %(number)s, %(name)s, is not checked in for this round."),
    "hand_twice": _("Table %(table)s: number %(number)s already sits at table %(other)s."),
    "sheet_is_in": _("The sheet of table %(table)s is in. Seats with points are swapped on the page of the sheet."),
    "seat_replaced": _(
        "Table %(table)s, seat %(position)s: somebody was replaced in mid-round. Change this on the page of the sheet."
    ),
    "clock_before_publication": _("Round %(round)s is not published yet: publish the seating, then start the clock."),
    "clock_minutes_ago": _("Please type how many minutes ago the round began, at most %(minutes)s."),
    "clock_not_running": _("The clock of round %(round)s is not running."),
    "extension_minutes": _("Please give 1 to %(most)s extra minutes."),
    "extension_tables": _("Please name the tables; this round has no table %(tables)s."),
    "swap_same": _("Number %(number)s cannot change places with itself."),
    "swap_unknown": _("There is no start number %(number)s."),
    "swap_no_seat": _("Neither %(first)s nor %(second)s has a seat in this round."),
    "seat_taken": _("Seat %(position)s of table %(table)s is not open."),
    "seat_not_here": _("Number %(number)s, %(name)s, is not checked in. Check the person in first."),
    "no_open_seat": _("Round %(round)s has no open seat left."),
}

STEPS: dict[str, Promise] = {
    "round_created": _("Round %(round)s prepared"),
    "round_settings_changed": _("Round %(round)s: settings changed"),
    "round_seated_by_hand": _("Round %(round)s: %(tables)s tables seated by hand"),
    "round_published": _("Round %(round)s: seating published"),
    "draft_kept": _("Round %(round)s: draft kept although the players changed (came: %(came)s; left: %(gone)s)"),
    "marked_late": _("Round %(round)s: %(participant_uuid)s (%(participant)s) is late"),
    "marked_absent": _("Round %(round)s: %(participant_uuid)s (%(participant)s) does not play this round"),
    "marked_here": _("Round %(round)s: %(participant_uuid)s (%(participant)s) is here again"),
    "clock_started": _("Round %(round)s: clock started"),
    "clock_paused": _("Round %(round)s: clock paused"),
    "clock_resumed": _("Round %(round)s: clock goes on after %(minutes)s minutes"),
    "clock_ended": _("Round %(round)s: clock ended"),
    "clock_extended": _("Round %(round)s: %(minutes)s extra minutes for table %(tables)s"),
    "seats_swapped": _(
        "Round %(round)s: %(first_uuid)s (%(first)s) and %(second_uuid)s (%(second)s) have changed places"
    ),
    "seat_filled": _(
        "Round %(round)s: %(participant_uuid)s (%(participant)s) sits at table %(table)s, seat %(position)s"
    ),
    "seat_dealt": _("Round %(round)s: %(participant_uuid)s (%(participant)s) drew table %(table)s, seat %(position)s"),
}
