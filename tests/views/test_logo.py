"""The club's logo: what is kept of a picture, what is no picture, and where it is printed."""

from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image
from pypdf import PdfReader

from tests.builders import NOW, client_for, make_actor, make_round, make_tournament, tables_of, type_totals
from tournament.models import JournalEntry, Tournament
from tournament.roles import Role
from tournament.services.backup import backup
from tournament.services.logo import MOST_BYTES
from tournament.services.undo import undo

pytestmark = pytest.mark.django_db


def picture(size=(300, 200), kind="PNG", mode="RGB", **options):
    out = BytesIO()
    Image.linear_gradient("L").resize(size).convert(mode).save(out, kind, **options)
    return out.getvalue()


class Club:
    def __init__(self, role=Role.DIRECTOR):
        self.tournament = make_tournament(check_parity="off", check_sum="off")
        self.by = make_actor(self.tournament, role)
        self.client = client_for(self.by)

    @property
    def logo(self):
        kept = Tournament.objects.get().logo
        return None if kept is None else bytes(kept)

    def send(self, data, name="logo.png"):
        file = {} if data is None else {"file": SimpleUploadedFile(name, data)}
        return self.client.post(reverse("paper_logo", args=[self.tournament.slug]), file)

    def page(self):
        return self.client.get(reverse("paper_logo", args=[self.tournament.slug])).content.decode()


@pytest.mark.parametrize(
    ("data", "kind", "size"),
    [
        (picture(), "PNG", (300, 200)),
        (picture(mode="RGBA"), "PNG", (300, 200)),
        (picture((1600, 400)), "PNG", (800, 200)),
        (picture(kind="JPEG"), "PNG", (300, 200)),
        (picture(mode="P"), "PNG", (300, 200)),
        (picture(kind="JPEG", mode="CMYK"), "PNG", (300, 200)),
    ],
)
def test_picture_is_kept_upright_and_no_larger_than_paper_needs(data, kind, size):
    club = Club()

    assert club.send(data).status_code == 302

    kept = Image.open(BytesIO(club.logo))
    assert (kept.format, kept.size) == (kind, size)
    assert "data:image/png;base64," in club.page()


def test_photograph_loses_what_the_camera_wrote_and_stands_upright():
    noise = Image.effect_noise((400, 300), 90).convert("RGB")
    noise.putpixel((0, 0), (255, 0, 0))
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter
    exif[0x010E] = "Wohnzimmer"
    out = BytesIO()
    Image.merge("RGB", [Image.effect_noise((400, 300), 90) for _band in range(3)]).save(out, "JPEG", exif=exif)
    club = Club()

    club.send(out.getvalue(), "foto.jpg")

    kept = Image.open(BytesIO(club.logo))
    assert (kept.format, kept.size, dict(kept.getexif())) == ("JPEG", (300, 400), {})


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (None, "choose"),
        (b"", "choose"),
        (b"nothing", ".png"),
        (picture()[:200], ".png"),
        (picture(kind="GIF"), ".png"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", ".png"),
        (b"%PDF-1.7", ".png"),
        (b"x" * (MOST_BYTES + 1), "5 MB"),
    ],
)
def test_what_is_no_picture_is_said_in_one_sentence(data, word, settings):
    settings.LANGUAGE_CODE = "en"
    club = Club()

    answer = club.send(data)

    (errors,) = answer.context["form"].errors.values()
    assert (answer.status_code, len(errors), word in errors[0]) == (422, 1, True)
    assert club.logo is None


def test_bomb_of_a_picture_is_refused(monkeypatch):
    monkeypatch.setattr("tournament.services.logo._MOST_PIXELS", 300 * 200 - 1)
    club = Club()

    assert club.send(picture()).status_code == 422


def test_logo_stands_on_the_certificates_of_both_designs():
    club = Club()
    round_ = make_round(club.tournament, players=4, by=club.by)
    type_totals(tables_of(round_)[1], [10, 4, -4, -10], by=club.by)
    address = reverse("paper", args=[club.tournament.slug, "certificates"])
    choices = {"round": 1, "places": 1, "copies": 1}

    def pictures():
        answers = [club.client.get(address, {**choices, "design": design}) for design in ("classic", "plain")]
        return [len(PdfReader(BytesIO(answer.content)).pages[0].images) for answer in answers]

    before = pictures()
    club.send(picture())

    assert (before, pictures()) == ([0, 0], [1, 1])


def test_logo_can_be_taken_away_and_that_be_taken_back():
    club = Club()
    club.send(picture())
    kept = club.logo

    club.client.post(reverse("paper_logo_drop", args=[club.tournament.slug]))
    gone = club.logo
    undo(entry=JournalEntry.objects.latest("number"), by=club.by, now=NOW)

    assert (gone, club.logo) == (None, kept)
    assert len(backup(Tournament.objects.get())) > len(kept)


def test_restored_logo_that_is_none_is_said_instead_of_an_error():
    club = Club()
    round_ = make_round(club.tournament, players=4, by=club.by)
    type_totals(tables_of(round_)[1], [10, 4, -4, -10], by=club.by)
    Tournament.objects.update(logo=b"\x89PNG broken")

    answer = club.client.get(
        reverse("paper", args=[club.tournament.slug, "certificates"]),
        {"round": 1, "places": 1, "design": "plain", "copies": 1},
    )

    assert (answer.status_code, answer.headers["Location"]) == (302, f"/office/{club.tournament.slug}/papers/")
