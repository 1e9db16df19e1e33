"""Who decides what is asked next: pages at random, their forms as they are, and what nobody offered."""

import re
from collections.abc import Sequence
from random import Random
from typing import Any
from urllib.parse import quote, urlencode, urljoin, urlsplit

from django.urls import NoReverseMatch, reverse

from tests import walk as addresses
from tests.trials.fuzz_forms import Field, Form, Page
from tests.trials.fuzz_scene import WITH_SHEETS
from tests.trials.fuzz_values import FILES, FITTING, spoiled
from tests.trials.fuzz_walk import Ask, Walk

_HEADERS = (
    *("HTTP_ACCEPT_LANGUAGE", "HTTP_REFERER", "HTTP_USER_AGENT", "HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE"),
    *("HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_HOST", "HTTP_ORIGIN", "HTTP_COOKIE"),
    *("HTTP_HX_TARGET", "HTTP_HX_CURRENT_URL", "HTTP_RANGE", "HTTP_ACCEPT", "HTTP_HX_REQUEST", "REMOTE_ADDR"),
)
# Columns of ours, words of views, words of nobody.
_FIELDS = re.findall(
    r"\S+",
    """
    id pk uuid tournament tournament_id slug version journal_number public_version closed_at created_at
    is_superuser is_staff is_active role user username password pin name surname first_name club team note
    number fee_state donation_cents person next language theme reason state take offered keep file pasted
    confirmed_by round table position total-1-1 total-1 points rows order seats seed attempt offender
    participant first second minutes seconds pages per_page copies q sort page date starts_at rounds fives
    amount count preset players depth until same action notice kinds entry once x[] __class__ row-1 row-99999
    after-1 was-1
    """,
)
_NUMBERS = {1: 70, 2: 20, 3: 8, 4: 8, 0: 4, 13: 4, 99: 3, 2**15: 2, 2**31: 2, 2**63: 2, 10**30: 1}


def _forms(answer: Any) -> list[Form]:
    """The forms of an answer, if it is a page."""
    if answer is None or answer.streaming or not answer.headers.get("Content-Type", "").startswith("text/html"):
        return []
    return Page(answer.content.decode("utf-8", "replace")).forms


def _summing_to_zero(values: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """The totals of a sheet as they could stand on it; other fields as they are."""
    totals = [name for name, _value in values if name.startswith("total")]
    points = dict(zip(totals, ("20", "6", "-6", "-20", "0"), strict=False))
    return [(name, points.get(name, value)) for name, value in values]


class Person:
    """Decides what is asked next, from values that hypothesis made and from `rng`."""

    def __init__(self, walk: Walk, *, rng: Random, stage: str, hostile: Sequence[str], near: Sequence[str]) -> None:
        self.walk = walk
        self.rng = rng
        self.stage = stage
        self.hostile = hostile
        self.near = near

    def step(self) -> None:
        """One page, and its forms one after the other, as they then are; or the address with what nobody offered."""
        pages = addresses.pages()
        page = self.rng.choices(pages, [1 + self.walk.report.forms[one.name] for one in pages])[0]
        if "table_number" in page.parameters and self.rng.random() < 0.9:
            self.stage = self.rng.choice(WITH_SHEETS)
        path = self._address(page)
        roll = self.rng.random()
        if roll < 0.1:
            self._blind(path, page.name)
            return
        if roll < 0.15:
            path += "?" + self._encoded(self._junk())
        answer = self.walk.ask(Ask(method="GET", path=path, headers=self._headers()), page=page.name)
        self._learn(page.name, answer)
        for _time in range(self.rng.randint(1, 5)):
            answer, path = self._send_a_form(answer, path)
            if answer is not None and answer.status_code in (301, 302, 303):
                answer, path = self._follow(answer)

    def _learn(self, name: str, answer: Any) -> None:
        """Pages with many forms and fields are opened more often than pages with none."""
        own = [form for form in _forms(answer) if not form.on_every_page]
        found = min(10, sum(max(1, len(form.buttons)) for form in own)) + sum(len(form.fields) for form in own) // 4
        known = self.walk.report.forms
        known[name] = max(known[name], min(25, found))

    def _follow(self, answer: Any) -> tuple[Any, str]:
        location = urlsplit(answer.headers.get("Location", ""))
        if not location.path.startswith("/") or location.path.startswith("/login/"):
            return None, "/"
        path = quote(location.path, safe="/%") + (f"?{location.query}" if location.query else "")
        return self.walk.ask(Ask(method="GET", path=path)), path

    def _send_a_form(self, answer: Any, path: str) -> tuple[Any, str]:
        # Whoever logs out, or changes the language by the bar of each page, gets nowhere.
        forms = [form for form in _forms(answer) if not form.on_every_page or self.rng.random() < 0.02]
        if not forms:
            return None, path
        form = self.rng.choices(forms, [4 + len(form.fields) for form in forms])[0]
        values = self._filled(form)
        action = form.action
        if form.buttons:
            name, value, elsewhere = self.rng.choice(form.buttons)
            values += [(name, value)] if name else []
            action = elsewhere or action
        target = urlsplit(urljoin(f"http://testserver{path}", action or path))
        if target.path == "/logout/" and self.rng.random() < 0.9:
            return None, path
        if form.method == "get":
            where = f"{target.path}?{self._encoded(values)}"
            return self.walk.ask(Ask(method="GET", path=where)), where
        body, kind = self._body(values, multipart=form.is_multipart)
        where = target.path + (f"?{target.query}" if target.query else "")
        ask = Ask(method="POST", path=where, body=body, content_type=kind, headers=self._headers())
        answer = self.walk.ask(ask, page="a form")
        if self.rng.random() < 0.05:
            # Pressed twice.
            answer = self.walk.ask(ask, page="a form")
        return answer, where

    def _filled(self, form: Form) -> list[tuple[str, Any]]:
        """The form as meant, or with something wrong: one value, all of them, some left out or sent twice."""
        mode = self.rng.choices(("meant", "one", "all", "left out", "twice", "added"), (45, 30, 8, 6, 6, 5))[0]
        bad = [self._hostile() for _time in range({"one": 1, "all": 4}.get(mode, 0))]
        spoilt = self.rng.randrange(len(form.fields)) if form.fields else 0
        values: list[tuple[str, Any]] = []
        radios: dict[str, list[Any]] = {}
        for place, one in enumerate(form.fields):
            if one.kind == "radio":
                radios.setdefault(one.name, []).append(one)
                continue
            if (mode == "one" and place == spoilt) or (mode == "all" and self.rng.random() < 0.8):
                values.append((one.name, self.rng.choice(bad)))
            elif one.kind == "checkbox":
                if one.checked != (self.rng.random() < (0.3 if len(form.fields) < 9 else 0.05)):
                    values.append((one.name, one.value))
            else:
                values.append((one.name, self._meant(one, among=len(form.fields))))
        for name, choices in radios.items():
            chosen = [one.value for one in choices if one.checked] or [one.value for one in choices]
            values.append((name, self.rng.choice([*chosen * 2, *(one.value for one in choices), *bad])))
        if mode == "meant" and self.rng.random() < 0.6:
            values = _summing_to_zero(values)
        if mode == "left out":
            values = [pair for pair in values if self.rng.random() < 0.7]
        if mode == "twice":
            values += [
                (name, self._hostile() if place == 0 else value) for place, (name, value) in enumerate(values[:6])
            ]
        if mode == "added":
            values += self._junk()
        return values

    def _meant(self, one: Field, *, among: int) -> Any:
        # Of a long form people change one field or two.
        kept = self.rng.random() < (0.5 if among < 9 else 0.93)
        if one.kind == "file":
            name = self.rng.choice(sorted(FILES))
            data = FILES[name]
            return (name, spoiled(data, self.rng) if self.rng.random() < 0.25 and len(data) < 10**6 else data)
        if one.kind == "hidden" or (kept and (one.value or among > 8)):
            return one.value
        if one.kind == "select":
            return self.rng.choice(one.options or ("",))
        if one.kind == "password":
            return self.rng.choice(("karo-ass-sticht", "1234", "falsch", ""))
        if one.kind == "number":
            least, most = int(float(one.least or 0)), int(float(one.most or 40))
            return str(self.rng.choice((least, most, most + 1, self.rng.randint(least, max(least, most)))))
        if one.kind == "date":
            return self.rng.choice(("2026-11-28", "2026-12-31", "9999-12-31", "0001-01-01", ""))
        fitting = next((words for start, words in FITTING.items() if one.name.startswith(start)), None)
        return self.rng.choice(fitting if fitting and self.rng.random() < 0.8 else self.near)

    def _junk(self) -> list[tuple[str, Any]]:
        """Fields that no form offers: columns of ours, words of views, words of nobody."""
        names = self.rng.sample(_FIELDS, self.rng.randint(1, 6))
        values: list[tuple[str, Any]] = [(name, self._hostile()) for name in names]
        if self.rng.random() < 0.2:
            name = self.rng.choice(sorted(FILES))
            values.append((self.rng.choice(names), (name, FILES[name])))
        return values

    def _hostile(self) -> str:
        """A value of the list, now and then the UUID of something here or elsewhere."""
        self.walk.report.hostile += 1
        if self.rng.random() < 0.12:
            return str(self.rng.choice(self.walk.world.keys[self.rng.choice(sorted(self.walk.world.keys))] or [""]))
        return self.rng.choice(self.hostile)

    def _blind(self, path: str, name: str) -> None:
        method = self.rng.choices(
            ("POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE"), (30, 2, 2, 1, 3, 2, 1)
        )[0]
        values = self._junk()
        body, kind = self._body(values, multipart=self.rng.random() < 0.5)
        if self.rng.random() < 0.15:
            body = self.rng.randbytes(self.rng.randint(0, 300)) + body[: self.rng.randint(0, len(body))]
        if self.rng.random() < 0.15:
            kind = self.rng.choice(
                ("application/json", "text/xml", "multipart/form-data", "multipart/form-data; boundary=", "")
            )
        self.walk.ask(Ask(method=method, path=path, body=body, content_type=kind, headers=self._headers()), page=name)

    def _headers(self) -> dict[str, str]:
        headers = {"HTTP_HX_REQUEST": "true"} if self.rng.random() < 0.15 else {}
        if self.rng.random() < 0.1:
            name = self.rng.choice(_HEADERS)
            text = str(self._hostile()).replace("\r", " ").replace("\n", " ")
            # A server hands headers over as Latin letters; what is none never arrives.
            headers[name] = text.encode("utf-8", "replace").decode("latin-1")[:4000]
        return headers

    def _encoded(self, values: Sequence[tuple[str, Any]]) -> str:
        texts = [(name, value if isinstance(value, str) else value[0]) for name, value in values]
        return urlencode(texts, errors="surrogatepass")[:20_000]

    def _body(self, values: Sequence[tuple[str, Any]], *, multipart: bool) -> tuple[bytes, str]:
        if not multipart:
            texts = [(name, value if isinstance(value, str) else value[0]) for name, value in values]
            return urlencode(texts, errors="surrogatepass").encode(), "application/x-www-form-urlencoded"
        parts = []
        for name, value in values:
            head = f'Content-Disposition: form-data; name="{name}"'
            # What is a file comes as text now and then, and the reverse.
            is_file = isinstance(value, tuple) if self.rng.random() > 0.03 else not isinstance(value, tuple)
            named, data = value if isinstance(value, tuple) else ("x.txt", value.encode("utf-8", "surrogatepass"))
            if is_file:
                file_name = named.replace('"', "%22").replace("\r\n", "%0D%0A")
                head += f'; filename="{file_name}"\r\nContent-Type: application/octet-stream'
            parts.append(b"--x7\r\n" + head.encode() + b"\r\n\r\n" + data + b"\r\n")
        return b"".join(parts) + b"--x7--\r\n", "multipart/form-data; boundary=x7"

    def _address(self, page: Any) -> str:
        for _time in range(20):
            try:
                return reverse(page.name, kwargs={name: self._parameter(name, page.name) for name in page.parameters})
            except NoReverseMatch:
                continue
        return "/"

    def _parameter(self, name: str, page: str) -> Any:
        world, rng = self.walk.world, self.rng
        if name in ("slug", "tournament"):
            return self.stage if rng.random() < 0.95 else rng.choice([*world.tournaments, "nothing", "x" * 300, "-"])
        if name == "uuid":
            stage = self.stage if rng.random() < 0.8 else rng.choice(sorted(world.keys))
            return rng.choice(world.keys[stage])
        # A browser has no way to write half a letter into an address.
        typed = self._hostile().replace("/", "")[:80].encode("utf-8", "replace").decode() or "x"
        if name == "token":
            return rng.choice([*world.tokens, "A" * 22, "%00", "x" * 500, typed])
        if name == "stage":
            return rng.choice([*world.stages, "nothing", "x" * 300])
        if name == "name":
            return rng.choice([*world.names] * 9 + [typed])
        return rng.choices([*_NUMBERS], [*_NUMBERS.values()])[0]
