"""How the papers write numbers, money and time."""

from datetime import date, datetime

from django.utils.translation import gettext as _

MINUS = "\N{MINUS SIGN}"


def number(value: int | None) -> str:
    """The number with a real minus sign; "–" for none."""
    if value is None:
        return "–"
    return f"{MINUS}{-value}" if value < 0 else str(value)


def rank(value: int | None, *, shared: bool = False) -> str:
    """The rank as lists have it; "–" for who is outside the ranking."""
    if value is None:
        return "–"
    return (_("=%(rank)s.") if shared else _("%(rank)s.")) % {"rank": value}


def signed(value: int) -> str:
    """The number with its sign, where the sign matters: +3, −3, 0."""
    return f"+{value}" if value > 0 else number(value)


def money(cents: int) -> str:
    """The sum in euros with two decimals."""
    euros, rest = divmod(abs(cents), 100)
    text = _("€%(euros)s.%(cents)s") % {"euros": euros, "cents": f"{rest:02d}"}
    return f"{MINUS}{text}" if cents < 0 else text


def day(value: date) -> str:
    """The day in digits as the language writes it."""
    return value.strftime(_("%Y-%m-%d"))


def day_and_month(value: date) -> str:
    """The day without its year, for narrow columns."""
    return value.strftime(_("%m-%d"))


def moment(value: datetime) -> str:
    """Day and time in digits; the time is shown as handed in."""
    return value.strftime(_("%Y-%m-%d %H:%M"))


def clock(value: datetime) -> str:
    """The time of day."""
    return value.strftime("%H:%M")
