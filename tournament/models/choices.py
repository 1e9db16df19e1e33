"""The words a column may hold. Values that the rule book knows too are spelled as `scoring.terms` spells them."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Fives(TextChoices):
    """Tables of five, layout 8.4."""

    NEVER = "never", _("never (only tables of four)")
    NEEDED = "needed", _("as needed")
    PREFERRED = "preferred", _("preferred")
    NUMBER = "number", _("a fixed number")


class Rest(TextChoices):
    """What becomes of the players left over where only tables of four are allowed."""

    WAITING_LIST = "waiting_list", _("waiting list in the order of registration")
    FILLER = "filler", _("a filler player outside the ranking")
    SIT_OUT = "sit_out", _("sit out in fair turns")


class Form(TextChoices):
    """Form of the paper, layout 8.8."""

    RUBRIC = "rubric", _("mandatory solos in their own rubric")
    PLAYED = "played", _("all games in the order played")


class Depth(TextChoices):
    """How deep a sheet is typed, layout 8.1."""

    TOTALS = "totals", _("totals")
    ROWS = "rows", _("every game as a row")
    FULL = "full", _("full games with calls and card points")


class Entry(TextChoices):
    """How a row was typed."""

    POINTS = "points", _("points per seat")
    RUNNING = "running", _("running totals")
    WINNERS = "winners", _("winners and value")
    FULL = "full", _("full game")


class Check(TextChoices):
    """What a failed check does."""

    OFF = "off", _("off")
    WARN = "warn", _("warn")
    REFUSE = "refuse", _("refuse")


class OpenSheets(TextChoices):
    """What a draw by standings does while sheets are open."""

    WARN = "warn", _("warn")
    REFUSE = "refuse", _("refuse")


class DrawMode(TextChoices):
    """How a round is seated."""

    RANDOM = "random", _("by lot, without meeting again")
    STANDINGS = "standings", _("by standings (1–4 at table 1 …)")
    TOP = "top", _("best of each table together")
    MOVEMENT = "movement", _("movement (winner stays, the others move on)")
    FINAL = "final", _("final table of the best")
    GROUPS = "groups", _("groups of teams")
    HAND = "hand", _("seated by hand")


class MissedRound(TextChoices):
    """What a missed round counts."""

    ZERO = "zero", _("zero")
    FIXED = "fixed", _("a fixed value")
    AVERAGE = "average", _("the average of the round")


class WithdrawnRanking(TextChoices):
    """Where a withdrawn or disqualified player stands in the list."""

    RANKED = "ranked", _("keeps points and rank")
    IN_PLACE = "in_place", _("keeps the points, listed in place without a rank")
    AT_END = "at_end", _("at the end, without a rank")
    REMOVED = "removed", _("not listed")


class StandingsPublic(TextChoices):
    """What the public sees of the standings."""

    LIVE = "live", _("live, with every confirmed sheet")
    PUBLISHED = "published", _("only what was published")
    LAST_SILENT = "last_silent", _("live, the last round only when published")


class NamePublic(TextChoices):
    """How a name is shown to the public."""

    FULL = "full", _("in full")
    SHORT = "short", _("first name and initial")
    HIDDEN = "hidden", _("start number only")


class FeeKind(TextChoices):
    FULL = "full", _("full")
    REDUCED = "reduced", _("reduced")
    FREE = "free", _("free")


class FeeState(TextChoices):
    OPEN = "open", _("open")
    PAID = "paid", _("paid")
    WAIVED = "waived", _("waived")


class Presence(TextChoices):
    """Where a participant is in one round, if not simply at the table."""

    LATE = "late", _("late")
    SITS_OUT = "sits_out", _("sits out")
    WAITING = "waiting", _("on the waiting list")
    ABSENT = "absent", _("absent")
    SUBSTITUTE = "substitute", _("substitute")


class PublicationKind(TextChoices):
    SEATING = "seating", _("seating")
    STANDINGS = "standings", _("standings")


class PublicationState(TextChoices):
    PROVISIONAL = "provisional", _("provisional")
    POSTED = "posted", _("posted")
    FINAL = "final", _("final")


class TieHow(TextChoices):
    PLAY_OFF = "play_off", _("play-off")
    LOT = "lot", _("lot")


class ScreenPage(TextChoices):
    """What a screen of the hall can show."""

    SEATING_NAMES = "seating_names", _("seating by name")
    SEATING_TABLES = "seating_tables", _("seating by table")
    CLOCK = "clock", _("clock")
    CLOCK_SEATING = "clock_seating", _("clock with seating by name")
    STANDINGS = "standings", _("standings")
    OPEN_TABLES = "open_tables", _("tables whose sheets are missing")
    NOTICE = "notice", _("notice of the director")
    PLAN = "plan", _("plan of the day")
