"""The forms of a page as a browser sends them: what stands in the fields, and something where they are empty.

button   the way a form is sent: a form with two buttons is two forms here
"""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin

SAMPLES = {
    "surname": "Müßig",
    "first_name": "Ännchen",
    "line": "Müßig, Ännchen, DoKo Bremen",
    "reason": "so steht es auf dem Zettel",
    "username": "neue-person",
    "password": "karo-ass-sticht",
    "password_again": "karo-ass-sticht",
    "pin": "4711",
    "number": "2",
    "pair": "1 2",
    "date": "2026-12-24",
    "signed_by": "Tisch 1",
    "slots": "1",
    "donation": "5,00",
}


@dataclass(slots=True)
class PageForm:
    """One form and one of its buttons. `fields` are as they are sent."""

    action: str
    multipart: bool = False
    fields: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)
    """Name, value and address of each button that sends it; empty where it has none of its own."""
    shown: list[str] = field(default_factory=list)
    """Fields a person can type or choose."""
    choices: dict[str, list[str]] = field(default_factory=dict)

    def ways(self) -> list[tuple[str, dict[str, list[str]]]]:
        """Address and fields of each way to send it."""
        return [
            (address or self.action, {**self.fields, **({name: [value]} if name else {})})
            for name, value, address in self.buttons or [("", "", "")]
        ]


class _Reader(HTMLParser):
    """Collects the forms that are posted; fields outside that name their form belong to it too."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self._page = page
        self.forms: list[PageForm] = []
        self._by_id: dict[str, PageForm] = {}
        self._open: PageForm | None = None
        self._select: tuple[PageForm | None, str, list[tuple[str, bool]]] | None = None
        self._area: tuple[PageForm | None, str] | None = None
        self._text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        form = self._by_id.get(values.get("form", ""), self._open)
        if tag == "form" and values.get("method", "").lower() == "post":
            self._open = PageForm(
                action=urljoin(self._page, values.get("action") or self._page),
                multipart=values.get("enctype") == "multipart/form-data",
            )
            self.forms.append(self._open)
            self._by_id[values.get("id", "")] = self._open
        elif tag == "input":
            self._input(form, values)
        elif tag == "select":
            self._select = (form, values.get("name", ""), [])
        elif tag == "option" and self._select is not None:
            self._select[2].append((values.get("value", ""), "selected" in values))
        elif tag == "textarea":
            self._area, self._text = (form, values.get("name", "")), ""
        elif tag == "button" and form is not None and values.get("type", "submit") == "submit":
            address = urljoin(self._page, values["formaction"]) if "formaction" in values else ""
            form.buttons.append((values.get("name", ""), values.get("value", ""), address))

    def handle_data(self, data: str) -> None:
        self._text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "select" and self._select is not None:
            form, name, options = self._select
            chosen = [value for value, selected in options if selected] or [value for value, _s in options if value][:1]
            if form is not None and name and chosen:
                form.fields.setdefault(name, []).extend(chosen)
                form.shown.append(name)
                form.choices[name] = [value for value, _selected in options]
            self._select = None
        elif tag == "textarea" and self._area is not None:
            form, name = self._area
            if form is not None and name:
                form.fields.setdefault(name, []).append(self._text.strip() or SAMPLES.get(name, ""))
                form.shown.append(name)
            self._area = None

    def _input(self, form: PageForm | None, values: dict[str, str]) -> None:
        name, kind = values.get("name", ""), values.get("type", "text")
        if form is None or not name or kind in ("submit", "button", "file", "image"):
            return
        if kind in ("checkbox", "radio"):
            wanted = "required" in values if kind == "checkbox" else name not in form.fields
            if "checked" in values or wanted:
                kept = [] if kind == "radio" else form.fields.get(name, [])
                form.fields[name] = [*kept, values.get("value", "on")]
            return
        typed = values.get("value", "")
        if not typed and kind != "hidden":
            typed = SAMPLES.get(name, "Ida" if "required" in values else "")
        form.fields.setdefault(name, []).append(typed)
        if kind != "hidden":
            form.shown.append(name)


def forms_of(page: str, html: str) -> list[PageForm]:
    """Every form of a page that is posted."""
    reader = _Reader(page)
    reader.feed(html)
    return reader.forms
