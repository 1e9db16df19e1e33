"""The forms of a page as a browser reads them: every field with what it may hold, and what is sent of it."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

from tests.trials.fuzz_values import MARKED_ATTRIBUTE, MARKED_TAG


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One control. `options` are the values of a select, of the radio buttons or of a checkbox under this name."""

    name: str
    kind: str
    value: str = ""
    options: tuple[str, ...] = ()
    checked: bool = False
    least: str = ""
    most: str = ""


@dataclass(slots=True, kw_only=True)
class Form:
    """One form with its buttons; each button may name another address. `on_every_page`: it stands in the bar."""

    key: str = ""
    method: str = "get"
    action: str = ""
    encoding: str = ""
    on_every_page: bool = False
    fields: list[Field] = field(default_factory=list)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)

    @property
    def is_multipart(self) -> bool:
        return self.encoding == "multipart/form-data"


class Page(HTMLParser):
    """A page taken apart: its forms, its links, and what of the hostile values became part of the page itself."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.links: list[str] = []
        self.hurt: list[str] = []
        self._loose: list[tuple[str, Field]] = []
        self._select: dict[str, str] | None = None
        self._owner = ""
        self._options: list[tuple[str, bool]] = []
        self._text: list[str] | None = None
        self._area: dict[str, str] = {}
        self._inside = False
        self._in_bar = False
        self.feed(html)
        self.close()
        by_key = {form.key: form for form in self.forms if form.key}
        for key, one in self._loose:
            if key in by_key:
                by_key[key].fields.append(one)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == MARKED_TAG or any(name.startswith(MARKED_ATTRIBUTE) for name in values):
            self.hurt.append(self.get_starttag_text() or tag)
        hrefs = [values[name] for name in ("href", "src", "action", "formaction") if name in values]
        self.hurt += [href for href in hrefs if href.strip().lower().startswith(("javascript:", "vbscript:"))]
        if tag == "header":
            self._in_bar = True
        elif tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif tag == "form":
            self._inside = True
            self.forms.append(
                Form(
                    key=values.get("id", ""),
                    method=values.get("method", "get").lower(),
                    action=values.get("action", ""),
                    encoding=values.get("enctype", ""),
                    on_every_page=self._in_bar,
                )
            )
        elif tag in ("input", "button"):
            self._control(tag, values)
        elif tag == "select":
            self._select, self._options = values, []
        elif tag == "option" and self._select is not None:
            self._options.append((values.get("value", ""), "selected" in values))
        elif tag == "textarea":
            self._area, self._text = values, []

    def handle_endtag(self, tag: str) -> None:
        if tag == "header":
            self._in_bar = False
        elif tag == "form":
            self._inside = False
        elif tag == "select" and self._select is not None:
            chosen = [value for value, selected in self._options if selected] or [v for v, _ in self._options[:1]]
            options = tuple(value for value, _selected in self._options)
            name = self._select.get("name", "")
            self._add(self._select, Field(name=name, kind="select", value="".join(chosen[:1]), options=options))
            self._select = None
        elif tag == "textarea" and self._text is not None:
            text = "".join(self._text).removeprefix("\n")
            self._add(self._area, Field(name=self._area.get("name", ""), kind="textarea", value=text))
            self._text = None

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text.append(data)

    def _control(self, tag: str, values: dict[str, str]) -> None:
        kind = values.get("type", "text" if tag == "input" else "submit").lower()
        name = values.get("name", "")
        if kind in ("submit", "image"):
            form = self._form_of(values)
            if form is not None:
                form.buttons.append((name, values.get("value", ""), values.get("formaction", "")))
            return
        if not name or kind in ("button", "reset"):
            return
        value = values.get("value", "on" if kind in ("checkbox", "radio") else "")
        self._add(
            values,
            Field(
                name=name,
                kind=kind,
                value=value,
                options=(value,) if kind in ("checkbox", "radio") else (),
                checked="checked" in values,
                least=values.get("min", ""),
                most=values.get("max", ""),
            ),
        )

    def _form_of(self, values: dict[str, str]) -> Form | None:
        if "form" in values:
            return next((form for form in self.forms if form.key == values["form"]), None)
        return self.forms[-1] if self._inside else None

    def _add(self, values: dict[str, str], one: Field) -> None:
        if not one.name:
            return
        form = self._form_of(values)
        if form is not None:
            form.fields.append(one)
        elif "form" in values:
            self._loose.append((values["form"], one))
