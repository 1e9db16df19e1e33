"""The course of a table: who deals, sits out, leads and owes a solo, row by row (TSR 3.3, 4.2, 8.5, 8.6, 10).

A row has a *place* in the order of the games unless it is a mandatory solo in a rubric of its own; what has no place
moves nothing and nothing is said about its dealer. A solo is *due* once only as many games are left as are owed.
"""

from typing import TYPE_CHECKING, NamedTuple

from . import rules
from .errors import Problem
from .rows import Row, RowReader
from .shapes import shape_of
from .solos import is_enforced, next_soloist, seats_owing
from .terms import Form, RowKind, Severity

if TYPE_CHECKING:
    from .sheet import Sheet


class Entry(NamedTuple):
    """What is known of one row; each None where it is unknown or there is none."""

    number: int | None
    dealer: int | None
    sits_out: int | None
    lead: int | None
    soloist: int | None
    mandatory: bool | None
    enforced: bool | None


class Course:
    """The table while the rows of its sheet are read one after another: who deals, sits out, leads and owes a solo."""

    __slots__ = (
        "counted",
        "dealer",
        "due",
        "entries",
        "five",
        "most_owed",
        "owed",
        "placed",
        "reader",
        "rubric",
        "seats",
        "sheet",
        "struck",
        "tail",
        "unsure",
    )

    def __init__(self, sheet: "Sheet") -> None:
        self.sheet = sheet
        self.seats = sheet.seats
        self.five = sheet.seats != rules.PLAYERS
        self.rubric = sheet.form == Form.RUBRIC
        self.reader = RowReader(seats=sheet.seats, rubric=self.rubric)
        self.owed = [sheet.mandatory] * sheet.seats
        self.dealer: int | None = rules.FIRST_DEALER
        self.counted = 0
        # Games with a place in the order; with the rubric the mandatory solos have none.
        self.placed = 0
        self.struck = False
        # Whether a row of unknown kind may have been a mandatory solo: then nothing is claimed from what is owed.
        self.unsure = False
        # Whether a solo that was due has been reported; every later row would repeat it.
        self.due = False
        self.tail = _last_solos(sheet)
        self.most_owed = sheet.mandatory * sheet.seats
        self.entries: list[Entry] = []

    def step(self, number: int, row: Row) -> None:
        """Read the next row."""
        self.admit(number)
        if row.kind == RowKind.STRUCK or (row.kind == RowKind.NOT_PLAYED and not row.replayed):
            self._struck(number, row)
        elif row.kind == RowKind.NOT_PLAYED:
            self._not_played(number, row)
        else:
            self._played(number, row)

    def admit(self, number: int) -> None:
        """Let those who come in with this row owe their solos."""
        for newcomer in self.sheet.newcomers:
            if newcomer.row == number:
                self.owed[newcomer.seat - 1] = self.sheet.mandatory

    def _left_of(self, seat: int) -> int:
        return seat % self.seats + 1

    def _enter(
        self,
        number: int | None,
        dealer: int | None,
        lead: int | None,
        soloist: int | None = None,
        mandatory: bool | None = None,
        enforced: bool | None = None,
    ) -> None:
        self.entries.append(Entry(number, dealer, dealer if self.five else None, lead, soloist, mandatory, enforced))

    def _struck(self, number: int, row: Row) -> None:
        """A struck game: counted, nobody deals or leads, the deal does not move (TSR 8.5)."""
        self.counted += 1
        self.placed += 1
        self.struck = True
        self.reader.read_without_game(number, row, sits_out=self.dealer if self.five else None)
        self._enter(self.placed, None, None)

    def _not_played(self, number: int, row: Row) -> None:
        """A game without a result that is dealt again: not counted, the same dealer (TSR 9.4.3)."""
        apart = self.rubric and row.mandatory is True
        dealer = self.reader.seat(number, "dealer", row.dealer)
        if not apart:
            dealer = self._check_dealer(number, dealer)
            self.dealer = dealer
        self.reader.read_without_game(number, row, sits_out=dealer if self.five else None)
        lead = None
        if dealer is not None:
            due = self._is_due()
            lead = row.soloist if row.mandatory or due else None
            lead = lead or (next_soloist(self.owed, dealer=dealer) if due else None) or self._left_of(dealer)
        self._enter(None, dealer, lead)

    def _played(self, number: int, row: Row) -> None:
        """A game with a result, or one that counts as played."""
        kind = self._kind(number, row)
        solo = kind in rules.SOLO_KINDS
        apart = self.rubric and solo and row.mandatory is not False
        dealer = None if row.dealer is None else self.reader.seat(number, "dealer", row.dealer)
        if self.five and dealer is None and self._only_dealer_owes():
            self._ask_for_dealer(number)
        sits_out = (dealer or (None if apart else self.dealer)) if self.five else None
        soloist = self.reader.read(number, row, kind=kind, sits_out=sits_out)
        mandatory = enforced = None
        if solo:
            mandatory = self._mandatory(number, row, soloist)
            apart = apart and mandatory is not False
        elif row.mandatory or row.enforced or row.soloist is not None:
            self._check_marks(number, row, kind)
        if not apart:
            dealer = self._check_dealer(number, dealer)
        lead = None if dealer is None else self._left_of(dealer)
        if mandatory and soloist is not None:
            enforced = row.enforced if apart else self._enforced(number, row, soloist, dealer)
            self.owed[soloist - 1] = max(self.owed[soloist - 1] - 1, 0)
            lead = None if apart and dealer is None else soloist
        if self.five and soloist is not None and soloist == dealer:
            self.reader.report(number, "sitting_dealer_plays", "TSR 10.1.2", "soloist", seat=soloist)
        self.counted += 1
        self.placed += not apart
        self._enter(None if apart else self.placed, dealer, lead, soloist, mandatory, enforced)
        if not apart:
            # The left neighbour deals next, after a voluntary mandatory solo the same again (TSR 3.3.1, 4.2.5).
            self.dealer = dealer if dealer is None or (mandatory and not enforced) else self._left_of(dealer)
        if self._may_be_mandatory(row, kind):
            self.unsure = True
            self.dealer = self.dealer if apart else None
        elif not mandatory:
            self._check_due(number)

    def _kind(self, number: int, row: Row) -> RowKind:
        """The kind of the row; a full record must agree, a row marked as mandatory is a solo."""
        if row.record is not None:
            recorded = RowKind(row.record.kind.value)
            if row.kind not in (recorded, RowKind.UNKNOWN):
                self.reader.report(
                    number, "kind_differs", "TSR 7.3", "kind", written=row.kind.value, recorded=recorded.value
                )
            return recorded
        return RowKind.SOLO if row.kind == RowKind.UNKNOWN and row.mandatory else row.kind

    def _may_be_mandatory(self, row: Row, kind: RowKind) -> bool:
        """Whether the row just read, its kind or soloist unknown, may have been an owed mandatory solo."""
        if kind != RowKind.UNKNOWN and (self.entries[-1].soloist is not None or kind not in rules.SOLO_KINDS):
            return False
        if row.mandatory is False or not any(self.owed):
            return False
        points = self.reader.row_points[-1]
        if kind != RowKind.UNKNOWN or points is None:
            return True
        shape = shape_of(points, self.entries[-1].sits_out)
        if shape.soloist is not None:
            return self.owed[shape.soloist - 1] > 0
        return shape.solo or not shape.pair

    def _mandatory(self, number: int, row: Row, soloist: int | None) -> bool | None:
        """Whether a solo is the mandatory one: as marked, else if its player owes one (TSR 4.3.1)."""
        owes = soloist is not None and self.owed[soloist - 1] > 0
        if row.mandatory is None:
            return None if soloist is None else owes
        if soloist is not None and not self.unsure:
            if row.mandatory and not owes:
                self.reader.report(number, "solo_not_owed", "TSR 4.2.3", "mandatory", seat=soloist)
            if not row.mandatory and owes and not self.rubric:
                self.reader.report(number, "solo_is_mandatory", "TSR 4.3.1", "mandatory", seat=soloist)
        return row.mandatory

    def _check_marks(self, number: int, row: Row, kind: RowKind) -> None:
        """Marks of a solo on a row that is none."""
        if row.mandatory or row.enforced:
            wedding = kind in rules.WEDDING_SOLO_KINDS
            code = "wedding_is_not_mandatory" if wedding else "mandatory_without_solo"
            self.reader.report(number, code, "TSR 4.4" if wedding else "TSR 4.2", "mandatory")
        if row.soloist is not None and kind in rules.PAIR_KINDS:
            self.reader.report(number, "soloist_without_solo", "TSR 2.3", "soloist", seat=row.soloist)

    def _only_dealer_owes(self) -> bool:
        """Whether a solo must be played and only the dealer, who sits out at a table of five, owes one."""
        return self.dealer is not None and self._is_due() and next_soloist(self.owed, dealer=self.dealer) is None

    def _ask_for_dealer(self, number: int | None) -> None:
        """The TSR is silent on who deals now (TSR 10.2): the director decides, a recorded dealer says how."""
        seat = self.dealer
        self.reader.problems.append(
            Problem("dealer_owes_last_solo", "dealer", "TSR 10.2", Severity.DECISION, number, params={"seat": seat})
        )
        self.dealer = None

    def _check_dealer(self, number: int, recorded: int | None) -> int | None:
        """The dealer of a row with a place in the order: as recorded, else as it follows; the two must agree."""
        if recorded is None:
            return self.dealer
        if self.dealer is not None and recorded != self.dealer and not (self.five and self._only_dealer_owes()):
            self.reader.report(number, "dealer_differs", "TSR 3.3.1", "dealer", written=recorded, computed=self.dealer)
        return recorded

    def _is_due(self) -> bool:
        """Whether it is certain that the next game must be a mandatory solo."""
        if self.rubric or self.unsure:
            return False
        return is_enforced(games_left=self.sheet.games - self.counted, owed=sum(self.owed), time_over=self.struck)

    def _enforced(self, number: int, row: Row, soloist: int, dealer: int | None) -> bool:
        """Whether a mandatory solo was enforced: as marked, else as it follows (TSR 4.2.3, 8.6).

        Where the time is over and no struck rows tell since when, the last solos of the sheet are taken as enforced as
        far as they stand in the order of TSR 4.2.3.
        """
        due = self._is_due()
        expected = None if dealer is None else next_soloist(self.owed, dealer=dealer)
        if row.enforced is None:
            enforced = due or self.struck or (number >= self.tail and soloist == expected)
        else:
            enforced = row.enforced
            if enforced and not (due or self.struck or self.sheet.time_over or self.unsure):
                self.reader.report(number, "enforced_too_early", "TSR 4.2.3", "enforced", seat=soloist)
            if not enforced and due:
                self.reader.report(number, "enforced_not_marked", "TSR 4.2.3", "enforced", seat=soloist)
        if enforced and expected not in (None, soloist) and not self.unsure:
            self.reader.report(number, "enforced_out_of_turn", "TSR 4.2.3", "soloist", seat=soloist, expected=expected)
        return enforced

    def _check_due(self, number: int) -> None:
        """A game, just counted, that is no mandatory solo though only these were left."""
        if self.struck:
            self.reader.report(number, "game_after_time", "TSR 8.5.1", "kind")
            return
        left = self.sheet.games - self.counted + 1
        if left > self.most_owed or self.rubric or self.unsure or self.due:
            return
        if is_enforced(games_left=left, owed=sum(self.owed)):
            self.due = True
            self.reader.report(number, "solo_due", "TSR 4.2.3", "kind", seats=seats_owing(self.owed))

    def next_game(self) -> tuple[int | None, int | None]:
        """Who deals the next game and whose solo is enforced in it, each None where unknown or nobody.

        Where at a table of five only the dealer owes the last solo, the director's decision is asked for.
        """
        left = max(self.sheet.games - self.counted, 0)
        over = self.struck or self.sheet.time_over
        if self.unsure or not is_enforced(games_left=left, owed=sum(self.owed), time_over=over):
            return self.dealer, None
        if self.rubric and self.counted > self.placed:
            # Whether the solos in the rubric were enforced, and so moved the deal, is unknown.
            only = [seat for seat, solos in enumerate(self.owed, 1) if solos]
            return None, only[0] if len(only) == 1 and not self.five else None
        if self.dealer is None:
            return None, None
        dealer = self.dealer
        enforced = next_soloist(self.owed, dealer=dealer)
        if enforced is None:
            self._ask_for_dealer(None)
        return dealer, enforced


def _last_solos(sheet: "Sheet") -> int:
    """The first row of the solos at the end of a sheet whose time was over, else the number after the last row."""
    number = len(sheet.rows) + 1
    if not sheet.time_over:
        return number
    if sum(row.kind != RowKind.NOT_PLAYED or not row.replayed for row in sheet.rows) >= sheet.games:
        return number
    for row in reversed(sheet.rows):
        solo = row.kind in rules.SOLO_KINDS or row.mandatory
        if row.kind != RowKind.NOT_PLAYED and (not solo or row.mandatory is False):
            break
        number -= 1
    return number
