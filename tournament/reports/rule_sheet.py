"""The rules of this event in plain words, from its settings: to be settled before the first game."""

from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.reports import wording
from tournament.reports.lettering import BOLD, Block, draw_block, draw_text, fit
from tournament.reports.page import Area, Frame, Paper, body, framed_document, scaled

_SIZE = 12
_SMALLEST = 0.82  # smaller letters than that, and the sheet rather takes a second page
_INDENT = 5 * mm


class Fives(StrEnum):
    """Whether tables of five are used."""

    NEVER = "never"
    NEEDED = "needed"
    PREFERRED = "preferred"
    NUMBER = "number"


class Checks(StrEnum):
    """What the desk does with a sheet that does not add up."""

    OFF = "off"
    WARN = "warn"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A heading and its sentences."""

    heading: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSettings:
    """The settings of a tournament that a player must know. Minutes None: no clock. Fees in cents.

    `checks` is what is done with totals that do not add up to zero.
    """

    rounds: int
    games_at_four: int
    games_at_five: int
    minutes_at_four: int | None
    minutes_at_five: int | None
    mandatory_solos: int
    fives: Fives = Fives.NEVER
    number_of_fives: int = 0
    rubric: bool = True
    checks: Checks = Checks.REFUSE
    second_person: bool = True
    tie_order: tuple[str, ...] = ()
    objection_minutes: int | None = None
    seeded_rounds: tuple[int, ...] = ()
    clubs_apart: bool = False
    fee_cents: int | None = None
    reduced_fee_cents: int | None = None
    payout_percent: int | None = None
    loss_money: tuple[tuple[int, int], ...] = ()
    prizes: tuple[str, ...] = ()
    director: str = ""
    referee: str = ""
    rules_edition: str = ""
    house_rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSheet:
    """What the sheet prints, in this order."""

    frame: Frame
    sections: tuple[Section, ...]


def compose(settings: RuleSettings) -> tuple[Section, ...]:
    """The sections of the rule sheet in plain sentences; a setting that is off has no sentence."""
    sections = (
        Section(heading=_("Rounds and time"), sentences=_rounds(settings)),
        Section(heading=_("Seats"), sentences=_seats(settings)),
        Section(heading=_("Mandatory solo"), sentences=_solos(settings)),
        Section(heading=_("The score sheet"), sentences=_sheet(settings)),
        Section(heading=_("Ranking"), sentences=_ranking(settings)),
        Section(heading=_("Money"), sentences=_money(settings)),
        Section(heading=_("Rules of this house"), sentences=settings.house_rules),
        Section(heading=_("Who decides"), sentences=_people(settings)),
    )
    return tuple(section for section in sections if section.sentences)


def _rounds(settings: RuleSettings) -> tuple[str, ...]:
    """How many rounds, games and minutes."""
    sentences = [
        ngettext("We play %(count)s round.", "We play %(count)s rounds.", settings.rounds) % {"count": settings.rounds}
    ]
    tables = [(_("four"), settings.games_at_four, settings.minutes_at_four)]
    if settings.fives is not Fives.NEVER:
        tables.append((_("five"), settings.games_at_five, settings.minutes_at_five))
    for size, games, minutes in tables:
        if minutes is None:
            sentences.append(_("A table of %(size)s plays %(games)s games.") % {"size": size, "games": games})
        else:
            sentences.append(
                _("A table of %(size)s plays %(games)s games in %(minutes)s minutes.")
                % {"size": size, "games": games, "minutes": minutes}
            )
    if any(minutes is not None for _size, _games, minutes in tables):
        sentences.append(_("Play begins for all tables together, when the referee says so."))
        sentences.append(_("When time is up, a game whose deal has begun is finished; the others are struck out."))
    return tuple(sentences)


def _seats(settings: RuleSettings) -> tuple[str, ...]:
    """How tables and seats come about."""
    sentences = [_("Tables and seats are drawn by lot.")]
    if settings.seeded_rounds:
        rounds = ", ".join(str(number) for number in settings.seeded_rounds)
        sentences = [
            _("Tables and seats are drawn by lot; in these rounds the standings decide: %(rounds)s.")
            % {"rounds": rounds}
        ]
    if settings.clubs_apart:
        sentences.append(_("Members of one club are kept apart as far as possible."))
    sentences.append(
        {
            Fives.NEVER: _("There are tables of four only."),
            Fives.NEEDED: _("There are tables of four, and of five where the number of players needs them."),
            Fives.PREFERRED: _("There are tables of five wherever possible, and of four."),
            Fives.NUMBER: ngettext(
                "There is %(count)s table of five, all others are of four.",
                "There are %(count)s tables of five, all others are of four.",
                settings.number_of_fives,
            )
            % {"count": settings.number_of_fives},
        }[settings.fives]
    )
    sentences.append(_("Seat 1 deals first, the last seat keeps the score sheet and hands it in."))
    if settings.fives is not Fives.NEVER:
        sentences.append(_("At a table of five the dealer sits out and gets no points for that game."))
    return tuple(sentences)


def _solos(settings: RuleSettings) -> tuple[str, ...]:
    """What each player owes."""
    if not settings.mandatory_solos:
        return (_("Nobody has to play a solo."),)
    sentences = [
        ngettext(
            "Each player plays %(count)s mandatory solo in every round, of any kind.",
            "Each player plays %(count)s mandatory solos in every round, of any kind.",
            settings.mandatory_solos,
        )
        % {"count": settings.mandatory_solos},
        _("The soloist leads to the first trick; afterwards the same dealer deals again."),
        ngettext(
            "A player's first solo is the mandatory one; other solos may follow only then.",
            "A player's first solos are the mandatory ones; other solos may follow only then.",
            settings.mandatory_solos,
        ),
        _(
            "When only as many games are left as solos are owed, the solos are enforced: the next player who owes one, "
            "to the left of the dealer, has to play it, and then the deal passes on."
        ),
    ]
    if settings.minutes_at_four is not None or settings.minutes_at_five is not None:
        sentences.append(_("Solos still owed when time is up are played all the same."))
    return tuple(sentences)


def _sheet(settings: RuleSettings) -> tuple[str, ...]:
    """How the sheet is kept and handed in."""
    sentences = [_("Every game is entered at once: the value, and the seats of those who got plus.")]
    if settings.rubric and settings.mandatory_solos:
        sentences.append(_("Mandatory solos stand in their own rubric, all other games above."))
    elif not settings.rubric:
        sentences.append(_("All games stand in the order in which they were played."))
    sentences.append(_("All players are answerable for the sheet: check sum and signs after every game."))
    if settings.checks is Checks.REFUSE:
        sentences.append(_("A sheet whose totals do not add up to zero is not accepted."))
    if settings.second_person:
        sentences.append(_("A second person checks every sheet before it counts."))
    return tuple(sentences)


def _ranking(settings: RuleSettings) -> tuple[str, ...]:
    """What the list counts, how ties end, until when one may object."""
    sentences = [_("The points of all rounds are added up; the highest total wins.")]
    if settings.tie_order:
        order = ", ".join(settings.tie_order)
        sentences.append(_("Equal totals are decided by: %(order)s.") % {"order": order})
    else:
        sentences.append(_("Players with equal totals share the place; the next place is left out."))
    if settings.objection_minutes is not None:
        sentences.append(
            ngettext(
                "Objections are heard until %(count)s minute after a list has been posted.",
                "Objections are heard until %(count)s minutes after a list has been posted.",
                settings.objection_minutes,
            )
            % {"count": settings.objection_minutes}
        )
    return tuple(sentences)


def _money(settings: RuleSettings) -> tuple[str, ...]:
    """Fee, loss money, prizes."""
    sentences = []
    if settings.fee_cents:
        sentences.append(_("The entry fee is %(fee)s.") % {"fee": wording.money(settings.fee_cents)})
    if settings.reduced_fee_cents is not None and settings.reduced_fee_cents != settings.fee_cents:
        sentences.append(_("The reduced fee is %(fee)s.") % {"fee": wording.money(settings.reduced_fee_cents)})
    if settings.fee_cents and settings.prizes and settings.payout_percent is not None:
        sentences.append(
            _("%(percent)s percent of the entry fees are paid out as prizes.") % {"percent": settings.payout_percent}
        )
    for points, cents in settings.loss_money:
        sentences.append(
            _("Loss money from %(points)s points in a round: %(sum)s.")
            % {"points": wording.number(points), "sum": wording.money(cents)}
        )
    return (*sentences, *settings.prizes)


def _people(settings: RuleSettings) -> tuple[str, ...]:
    """By which rules, and whom to call."""
    sentences = []
    if settings.rules_edition:
        sentences.append(_("In everything else these rules hold: %(rules)s.") % {"rules": settings.rules_edition})
    if settings.referee:
        sentences.append(
            _("Call the referee at once if something went wrong, and leave the cards as they are: %(name)s.")
            % {"name": settings.referee}
        )
    if settings.director:
        sentences.append(_("Tournament director: %(name)s.") % {"name": settings.director})
    return tuple(sentences)


def build(sheet: RuleSheet, *, paper: Paper = Paper.A4, font_percent: int = 100, copies: int = 1) -> bytes:
    """The PDF of the sheet, on one page where the sentences allow."""
    area = body(paper)
    size = scaled(_SIZE, font_percent)
    pages = _paged(sheet, area, size=size)
    smaller = size
    while len(pages) > 1 and smaller > size * _SMALLEST:
        smaller -= 0.25
        pages = _paged(sheet, area, size=smaller)
    if len(pages) > 1:
        pages = _paged(sheet, area, size=size)
    return framed_document(
        paper=paper, frame=sheet.frame, title=_("Rules of this event"), pages=pages, draw=_draw_items, copies=copies
    )


@dataclass(frozen=True, slots=True)
class _Item:
    """A heading or a sentence, with the gap above it."""

    block: Block
    gap: float
    heading: bool


def _paged(sheet: RuleSheet, area: Area, *, size: float) -> list[list[_Item]]:
    """Headings and sentences dealt to pages; a heading goes with its first sentence."""
    pages: list[list[_Item]] = [[]]
    used = 0.0
    for section in sheet.sections:
        items = [_Item(fit(section.heading, font=BOLD, size=size * 1.25, width=area.width), size * 0.9, True)]
        items.extend(
            _Item(fit(sentence, size=size, width=area.width - _INDENT, lines=12, shrink=1), size * 0.22, False)
            for sentence in section.sentences
        )
        for group in (items[:2], *([item] for item in items[2:])):
            height = sum(item.block.height + item.gap for item in group)
            if pages[-1] and used + height > area.height:
                pages.append([])
                used = 0.0
            pages[-1].extend(group)
            used += height
    return [page for page in pages if page]


def _draw_items(canvas: Canvas, page: list[_Item], area: Area) -> None:
    top = area.top
    for item in page:
        top -= item.gap
        if not item.heading:
            bullet = top - item.block.leading + item.block.size * 0.27
            draw_text(canvas, area.left + 1.5 * mm, bullet, "•", size=item.block.size)
        top = draw_block(canvas, area.left + (0 if item.heading else _INDENT), top, item.block)
