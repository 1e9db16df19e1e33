"""Sentences of setting up a tournament."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise] = {
    "retention_months": _("Please type a number of months from 0 to %(most)s; 0 means that names are kept for good."),
    "fewer_rounds_than_drawn": _(
        "%(drawn)s rounds are drawn already; the tournament cannot have fewer. Take the last round back first."
    ),
    "demo_players": _("A demo tournament has %(fewest)s to %(most)s players."),
    "next_closed": _("The tournament is closed. Everything stays readable."),
    "next_register": _("Register the players: one by one, or a whole list."),
    "next_check_in": _("%(registered)s players are registered, %(here)s are here. Check in who comes."),
    "next_too_few": _("%(here)s players are here; the event is to have at least %(least)s."),
    "next_round": _("Round %(round)s can be seated."),
    "next_draw": _("Round %(round)s is prepared, but nobody is seated yet."),
    "next_publish": _("Round %(round)s is seated, but not published yet."),
    "next_start": _("Round %(round)s is published. When everybody sits, start the clock."),
    "next_type": _("%(in)s of %(tables)s sheets are in. Table %(table)s waits to be typed."),
    "next_confirm": _("%(in)s of %(tables)s sheets are in. Table %(table)s waits to be confirmed."),
    "next_settle": _("%(in)s of %(tables)s sheets are in. Table %(table)s has findings."),
    "next_wait": _("%(in)s of %(tables)s sheets of round %(round)s are in. The others are still playing."),
    "next_standings": _("All sheets of round %(round)s are confirmed. Publish the standings."),
    "next_post": _("The last round is confirmed. Post the final list for complaints."),
    "next_final": _("The list is posted. After the time for complaints it becomes final."),
    "next_close": _("The list is final. Close the tournament."),
}

BUTTONS: dict[str, Promise] = {
    "next_closed": _("See the list"),
    "next_register": _("Register"),
    "next_check_in": _("Check in"),
    "next_too_few": _("Check in"),
    "next_round": _("Seat the round"),
    "next_draw": _("Seat the round"),
    "next_publish": _("Look at the draft"),
    "next_start": _("To the clock"),
    "next_type": _("Open the sheet"),
    "next_confirm": _("Open the sheet"),
    "next_settle": _("Open the sheet"),
    "next_wait": _("Look again"),
    "next_standings": _("To the standings"),
    "next_post": _("To the standings"),
    "next_final": _("To the standings"),
    "next_close": _("To the closing"),
}
"""The label of the button that leads to the next step, by its code."""

STEPS: dict[str, Promise] = {
    "tournament_created": _("Tournament set up"),
    "settings_changed": _("Settings changed"),
}
