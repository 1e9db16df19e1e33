"""The club's logo for the certificates: any PNG or JPEG in, a small clean picture kept."""

from datetime import datetime
from io import BytesIO

from PIL import Image, ImageOps, UnidentifiedImageError

from scoring.errors import Problem, RuleError
from tournament.actors import Actor
from tournament.models import Tournament
from tournament.services.journal import step

MOST_BYTES = 5 * 1024 * 1024
_MOST_PIXELS = 40_000_000  # a photograph of a good telephone
_LONGEST_SIDE = 800  # 10 cm on paper at 200 dots an inch
_FORMATS = ("PNG", "JPEG")


def set_logo(*, tournament: Tournament, data: bytes, by: Actor, now: datetime) -> Tournament:
    """The tournament with this logo.

    Raises RuleError: logo_missing, logo_too_large (params megabytes), logo_unreadable (no PNG or JPEG, or broken).
    """
    logo = _small(data)
    with step(tournament=tournament, by=by, now=now, what="logo_set") as doing:
        return doing.change(doing.tournament, logo=logo)


def drop_logo(*, tournament: Tournament, by: Actor, now: datetime) -> Tournament:
    """The tournament without a logo."""
    with step(tournament=tournament, by=by, now=now, what="logo_dropped") as doing:
        return doing.change(doing.tournament, logo=None)


def _small(data: bytes) -> bytes:
    """The picture upright, no larger than paper needs, without what a camera writes beside it, such as the place."""
    if not data:
        raise RuleError([Problem(code="logo_missing", field="file")])
    if len(data) > MOST_BYTES:
        raise RuleError([Problem(code="logo_too_large", field="file", params={"megabytes": MOST_BYTES // 1024**2})])
    try:
        with Image.open(BytesIO(data), formats=_FORMATS) as found:
            if found.width * found.height > _MOST_PIXELS:
                raise ValueError
            upright = ImageOps.exif_transpose(found)
            picture = upright.convert("RGBA" if upright.has_transparency_data else "RGB")
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError, SyntaxError):
        raise RuleError([Problem(code="logo_unreadable", field="file")]) from None
    picture.thumbnail((_LONGEST_SIDE, _LONGEST_SIDE))
    out = BytesIO()
    if picture.mode == "RGBA" or picture.getcolors(256) is not None:
        picture.save(out, "PNG", optimize=True)
    else:
        # A photograph; a drawing of few colours stays as sharp as it came.
        picture.save(out, "JPEG", quality=88)
    return out.getvalue()
