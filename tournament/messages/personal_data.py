"""Words for everything that is stored about one person.

HEADINGS   the rows that can be about a person, by kind, in the order of the file
FIELDS     what a field of them says; CODES  what the value of a field says where it is a code
UNSAID     fields that say nothing about a person: keys, versions, and who at the desk wrote it down
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.messages import laws

HEADINGS: dict[str, Promise] = {
    "seat": _("Seats"),
    "attendance": _("Rounds not played as planned"),
    "incident": _("Referee's book"),
    "penalty": _("Penalty points"),
    "apartwish": _("Kept apart at the tables"),
    "tiedecision": _("Ties decided"),
    "publication": _("Lists published"),
}

FIELDS: dict[str, Promise] = {
    # the person
    "number": _("start number"),
    "surname": _("surname"),
    "first_name": _("first name"),
    "club": _("club"),
    "team": _("team"),
    "categories": _("categories"),
    "note": _("note"),
    "registered_at": _("registered"),
    "checked_in_at": _("here since"),
    "withdrawn_at": _("withdrawn"),
    "disqualified_at": _("disqualified"),
    "removed_at": _("name removed"),
    "ranked": _("in the ranking"),
    "filler": _("completes a table"),
    "fee_kind": _("entry fee"),
    "fee_state": _("entry fee paid?"),
    "fixed_position": _("fixed seat"),
    "fixed_table": _("fixed table"),
    "name_public": _("name on the public page"),
    # rounds and seats
    "round": _("round"),
    "table": _("table"),
    "position": _("seat"),
    "from_game": _("from game"),
    "total": _("points on the sheet"),
    "solos": _("mandatory solos"),
    "participant": _("player"),
    "state": _("state"),
    "substitute_for": _("substitute for"),
    "points": _("points"),
    # the referee's book
    "game_number": _("game"),
    "happened_at": _("when"),
    "offender": _("who broke the rule"),
    "claimants": _("who claimed"),
    "kind": _("kind"),
    "soloist": _("soloist"),
    "solo_clear": _("the soloist was known"),
    "partnership_clear": _("the parties were known"),
    "pledges": _("pledges of the other side"),
    "can_hurt": _("could hurt the soloist"),
    "breach": _("class"),
    "reason": _("reason"),
    "points_reason": _("why other points than the tariff"),
    "effect": _("effect on the game"),
    "solo_used": _("the mandatory solo is used up"),
    "deduction": _("deduction"),
    "warning": _("warning"),
    "disqualified": _("disqualification"),
    "signed_by": _("signed off by"),
    "appealed": _("appeal"),
    "court": _("members of the court"),
    "decision": _("final decision"),
    "from_sheet": _("read from the sheet"),
    "lifted_at": _("lifted"),
    "lifted_reason": _("why lifted"),
    "incident": _("for"),
    # wishes, ties, lists
    "first": _("one"),
    "second": _("the other"),
    "strict": _("must be kept"),
    "rounds": _("in the first … rounds"),
    "how": _("decided by"),
    "order": _("order"),
    "decided_at": _("decided"),
    "published_at": _("published"),
    "objections_until": _("complaints until"),
}

CODES: dict[str, dict[str, Promise]] = {
    "breach": dict(laws.CLASSES),
    "kind": {laws.NORMAL: _("normal game"), laws.SOLO: _("solo"), laws.WEDDING: _("wedding")},
    "effect": dict(laws.EFFECTS),
}

UNSAID = frozenset(
    {
        *("uuid", "version", "recorded_by", "published_by", "seed", "rows", "rules_version", "donation_cents"),
        *("director_name", "referee_name"),
    }
)
