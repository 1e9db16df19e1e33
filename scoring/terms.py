"""The words of the rule book.

A *side* or party is Re or Kontra. *Card points* (Augen, 0–240) are counted in tricks; *points* (Punkte) are what a
game brings to a player. A *pledge* (Absage) is a promise to keep the other side under a *level*; an *announcement*
(Ansage) is the word Re or Kontra. *Seats* and *rows* count from 1.

The value of every member is the word used on the wire and fits into a database column.
"""

from enum import StrEnum


class Party(StrEnum):
    """A side in one game (Partei)."""

    RE = "re"
    KONTRA = "kontra"


class Kind(StrEnum):
    """What was played (Spielart), TSR 2.3, 4.2–4.4."""

    NORMAL = "normal"
    """Normalspiel: two against two."""
    WEDDING = "wedding"
    """Hochzeit with a partner: two against two, scored like a normal game."""
    FAILED_WEDDING = "failed_wedding"
    """Nicht geklärte Hochzeit: one against three, scored like a solo, never mandatory (TSR 4.4.3)."""
    SILENT_WEDDING = "silent_wedding"
    """Stille Hochzeit: one against three, scored like a solo, never mandatory (TSR 4.4.5)."""
    CLUBS_SOLO = "clubs_solo"
    """Kreuz-Solo."""
    SPADES_SOLO = "spades_solo"
    """Pik-Solo."""
    HEARTS_SOLO = "hearts_solo"
    """Herz-Solo."""
    DIAMONDS_SOLO = "diamonds_solo"
    """Karo-Solo."""
    QUEENS_SOLO = "queens_solo"
    """Damensolo."""
    JACKS_SOLO = "jacks_solo"
    """Bubensolo."""
    ACES_SOLO = "aces_solo"
    """Fleischloser, Ass-Solo."""


class Level(StrEnum):
    """A level that was pledged or reached (Absage, Gewinnstufe), lowest first, TSR 6.3 and 7.2."""

    NO_90 = "no90"
    """Keine 90."""
    NO_60 = "no60"
    """Keine 60."""
    NO_30 = "no30"
    """Keine 30."""
    SCHWARZ = "schwarz"
    """Schwarz: no trick."""


class Call(StrEnum):
    """Everything one side said, as one word: a pledge includes the announcement and the levels above it, TSR 6.4.3."""

    NONE = "none"
    """Nothing said."""
    RE = "re"
    """The announcement Re, no pledge."""
    KONTRA = "kontra"
    """The announcement Kontra, no pledge."""
    NO_90 = "no90"
    """Announced and pledged keine 90."""
    NO_60 = "no60"
    """Announced and pledged down to keine 60."""
    NO_30 = "no30"
    """Announced and pledged down to keine 30."""
    SCHWARZ = "schwarz"
    """Announced and pledged down to schwarz."""

    @property
    def announced(self) -> bool:
        """Whether the side announced Re or Kontra."""
        return self is not Call.NONE

    @property
    def pledge(self) -> Level | None:
        """The lowest level pledged, None where nothing was pledged."""
        return None if self in (Call.NONE, Call.RE, Call.KONTRA) else Level(self.value)


class SpecialPoint(StrEnum):
    """A special point that is typed (Sonderpunkt), TSR 7.2. Gegen die Kreuz-Damen follows from the result."""

    DOPPELKOPF = "doppelkopf"
    """A trick of 40 card points or more."""
    FUCHS = "fuchs"
    """A diamond ace of the other side captured."""
    KARLCHEN = "karlchen"
    """The last trick taken with a jack of clubs."""


class ItemCode(StrEnum):
    """Why a game brings a point, in the order of TSR 7.2."""

    WON = "won"
    UNDER_90 = "under_90"
    UNDER_60 = "under_60"
    UNDER_30 = "under_30"
    SCHWARZ = "schwarz"
    ANNOUNCED = "announced"
    PLEDGE_NO90 = "pledge_no90"
    PLEDGE_NO60 = "pledge_no60"
    PLEDGE_NO30 = "pledge_no30"
    PLEDGE_SCHWARZ = "pledge_schwarz"
    AGAINST_NO90 = "against_no90"
    AGAINST_NO60 = "against_no60"
    AGAINST_NO30 = "against_no30"
    AGAINST_SCHWARZ = "against_schwarz"
    AGAINST_QUEENS = "against_queens"
    DOPPELKOPF = "doppelkopf"
    FUCHS = "fuchs"
    KARLCHEN = "karlchen"


class RowKind(StrEnum):
    """The kind of a row of the sheet: every kind of game and four more."""

    NORMAL = "normal"
    WEDDING = "wedding"
    FAILED_WEDDING = "failed_wedding"
    SILENT_WEDDING = "silent_wedding"
    CLUBS_SOLO = "clubs_solo"
    SPADES_SOLO = "spades_solo"
    HEARTS_SOLO = "hearts_solo"
    DIAMONDS_SOLO = "diamonds_solo"
    QUEENS_SOLO = "queens_solo"
    JACKS_SOLO = "jacks_solo"
    ACES_SOLO = "aces_solo"
    SOLO = "solo"
    """A solo, which one is unknown."""
    UNKNOWN = "null"
    """Nothing known (null on the wire): both shapes are legal and nothing is said about solos."""
    NOT_PLAYED = "not_played"
    """Stopped by a serious breach, or dealt again: no game number, the next row has the same dealer (TSR 9.4)."""
    STRUCK = "struck"
    """Gestrichen: not played because the time was over (TSR 8.5)."""


class Form(StrEnum):
    """The form of the paper."""

    PLAYED = "played"
    """All games in the order played."""
    RUBRIC = "rubric"
    """Mandatory solos in their own rubric (TSR 4.2.4): their place among the games is unknown."""


class Depth(StrEnum):
    """How much of a sheet is known."""

    TOTALS = "totals"
    """The totals and which seats played their mandatory solo."""
    ROWS = "rows"
    """The points of every row."""
    FULL = "full"
    """The full record of every game."""


class BreachClass(StrEnum):
    """How grave a breach of the rules is, TSR 9.2–9.5."""

    INSIGNIFICANT = "insignificant"
    """Unerheblich: no influence, no penalty (TSR 9.2)."""
    MINOR = "minor"
    """Geringfügig: the winner cannot have changed (TSR 9.3)."""
    SERIOUS = "serious"
    """Schwerwiegend: the winner may have changed (TSR 9.4)."""
    SERIOUS_DECIDED = "serious_decided"
    """Schwerwiegend, but a side had already won: scored, with the minor penalty (TSR 9.5)."""


class Severity(StrEnum):
    """What a finding asks for. Whether an error refuses a sheet is the tournament's setting."""

    ERROR = "error"
    """Against the rules."""
    WARNING = "warning"
    """Possible, but unlikely."""
    DECISION = "decision"
    """The rules are silent: the director decides."""
