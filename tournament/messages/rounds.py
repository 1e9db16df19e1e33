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
    "hand_stale": _(
        "Somebody else has seated this round meanwhile. "
        "Your lines are kept below; send them once more to put them in the place of the other."
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
    "clock_is_ended": _(
        "Round %(round)s is ended, so nobody plays on. Take the end back in the journal, then give the minutes."
    ),
    "extension_minutes": _("Please give 1 to %(most)s extra minutes."),
    "extension_tables": _("Please name the tables; this round has no table %(tables)s."),
    "swap_same": _("Number %(number)s cannot change places with itself."),
    "swap_unknown": _("There is no start number %(number)s."),
    "swap_no_seat": _("Neither %(first)s nor %(second)s has a seat in this round."),
    "seat_not_here": _("Number %(number)s, %(name)s, is not checked in. Check the person in first."),
    "no_open_seat": _("Round %(round)s has no open seat left."),
    "hand_too_long": _("%(lines)s lines: please type at most %(most)s tables."),
    "swap_pair": _("Please type two start numbers, such as 17 23."),
    "sheets_open": _(
        "Seating by results needs all sheets confirmed. Still open (round/table): %(tables)s. "
        "Confirm them, or let the round's settings warn instead of refuse."
    ),
    "sheets_open_warning": _(
        "Seating by results, but sheets are still open (round/table): %(tables)s. "
        "Draw all the same, and they count as missing."
    ),
    "draw_field_changed": _(
        "While round %(round)s was being drawn, players or settings changed. Nothing was saved; please draw again."
    ),
    "field_cannot_be_seated_never": _(
        "%(n)s players do not fill tables of four: %(left_over)s would be left over. What shall be done?"
    ),
    "field_cannot_be_seated_needed": _("%(n)s players cannot sit at tables of four and five. What shall be done?"),
    "field_cannot_be_seated_preferred": _("%(n)s players cannot sit at tables of four and five. What shall be done?"),
    "field_cannot_be_seated_number": _(
        "%(n)s players cannot sit at exactly %(fives_number)s tables of five and the rest at tables of four. "
        "What shall be done?"
    ),
    "too_few_tables": _(
        "%(needed)s tables are needed, but only %(standing)s stand in the hall. Add tables in the round's settings."
    ),
    "fixed_table_missing": _("Somebody has a fixed place at table %(table)s, but this table is not in use."),
    "fixed_table_full": _("Too many people have their fixed place at table %(table)s; it takes %(size)s."),
    "kept_tables_do_not_fit": _(
        "Table %(table)s cannot be kept: it has an open seat, somebody has gone, or its size does not fit any more."
    ),
    "strict_pair_unmet": _(
        "Numbers %(first)s and %(second)s must never share a table, but in round %(round)s it cannot be kept. "
        "Lift this wish, or change tables of five."
    ),
    "fixed_tables_apart": _(
        "Number %(player)s has a fixed place at table %(table)s, but by results belongs elsewhere. "
        "Take the fixed table away for this round, or seat by lot."
    ),
    "kept_by_lot_only": _(
        "Tables can only be kept in a draw by lot; table %(table)s was ticked. Untick it, or change places by hand."
    ),
    "place_missing": _(
        "The last round has no results yet: nobody has a place at a table. Confirm its sheets, or seat by lot."
    ),
    "rank_missing": _("Number %(player)s has no place in the standings yet. Confirm the sheets, or seat by lot."),
    "final_number_wrong": _(
        "A final of %(n)s does not fit %(players)s players: it takes 4, 5, 8, 12 … of them. "
        "Change the number in the round's settings."
    ),
    "repair_stale": _("The seating of round %(round)s has changed meanwhile. Please choose again."),
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
    "seat_dealt": _("Round %(round)s: %(participant_uuid)s (%(participant)s) drew table %(table)s, seat %(position)s"),
    "round_drawn": _("Round %(round)s drawn with number %(seed)s (draw %(attempt)s, %(repeats)s pairs meet again)"),
    "round_drawn_by_standings": _(
        "Round %(round)s seated by results with number %(seed)s "
        "(draw %(attempt)s, %(repeats)s pairs meet again; open sheets: %(tables)s)"
    ),
    "player_seated_late": _(
        "Round %(round)s: %(participant_uuid)s (%(participant)s) got a seat late; tables changed: %(tables)s"
    ),
    "player_unseated": _(
        "Round %(round)s: %(participant_uuid)s (%(participant)s) does not play; tables changed: %(tables)s"
    ),
}

WAYS: dict[str, Promise] = {
    "takes_open_seat": _("takes the open seat %(position)s at table %(table)s"),
    "replaces_filler": _("takes the seat of the filler player at table %(table)s"),
    "becomes_five": _("table %(table)s becomes a table of five"),
    "new_table_with_waiting": _("new table %(table)s together with those who wait"),
    "new_table_from_fives": _("new table %(table)s together with people from tables of five"),
    "new_table_mixed": _("new table %(table)s together with those who wait and people from tables of five"),
    "waits": _("waits: no seat in this round, nothing else changes"),
    "waiting_takes_seat": _("%(player)s, who waits, takes the seat at table %(table)s"),
    "five_becomes_four": _("table %(table)s goes on with four"),
    "moves_over": _("%(player)s moves from table %(other)s (then of four) to table %(table)s"),
    "filler_takes_seat": _("a filler player outside the ranking takes the seat at table %(table)s"),
    "table_closed": _("table %(table)s is given up, its people make other tables tables of five"),
    "table_closed_all_wait": _("table %(table)s is given up, its people have no seat in this round"),
}
"""The ways to mend a seating, by the code of a repair."""
