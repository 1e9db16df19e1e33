"""Logging in, one's own account, and letting others in."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, UsernameField
from django.contrib.auth.password_validation import password_validators_help_texts, validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.errors import RuleError
from tournament.messages import text
from tournament.messages.accounts import ROLES
from tournament.models import Membership, User
from tournament.roles import HELPER_ROLES, Role

THEMES = (("auto", _("as the device has it")), ("light", _("light")), ("dark", _("dark")))
LANGUAGES = (("de", "Deutsch"), ("en", "English"))


def add_problems(form: forms.Form, error: RuleError) -> None:
    """Put each problem of a refusal below its field, the others above the form."""
    for problem in error.problems:
        form.add_error(problem.field if problem.field in form.fields else None, text(problem))


class LoginNameField(UsernameField):
    """A login name. Phones like to begin it with a capital letter; that makes no difference here."""

    def to_python(self, value: Any) -> Any:
        found = super().to_python(value)
        return found.lower() if isinstance(found, str) else found


class LoginForm(AuthenticationForm):
    username = LoginNameField(label=_("Login name"), max_length=150)
    error_messages = {
        "invalid_login": _("Login name and password do not fit together. Please check both, also for capital letters."),
        "inactive": _("This account is closed. Please ask a director."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs |= {
            "autocapitalize": "none",
            "autocomplete": "username",
            "autofocus": True,
        }


class NewPasswordForm(forms.Form):
    """A password, twice."""

    password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("At least 8 characters. Three words that do not belong together are good and easy to type."),
    )
    password_again = forms.CharField(
        label=_("Password again"),
        strip=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        password, again = values.get("password"), values.get("password_again")
        if password and again and password != again:
            self.add_error("password_again", _("The two passwords are not the same. Please type both again."))
        elif password:
            try:
                validate_password(password)
            except ValidationError as error:
                self.add_error("password", error)
        return values


class NewAccountForm(NewPasswordForm):
    """A person with a password."""

    name = forms.CharField(label=_("Your name"), max_length=150, widget=forms.TextInput(attrs={"autocomplete": "name"}))
    username = LoginNameField(
        label=_("Login name"),
        max_length=150,
        validators=[UnicodeUsernameValidator(message=_("Letters, digits and the signs @ . + - _ only, no spaces."))],
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
        help_text=_("A short word to log in with, such as your first name."),
    )
    field_order: Sequence[str] = ("name", "username", "password", "password_again")


class FirstAccountForm(NewAccountForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs["autofocus"] = True


class RecoverForm(NewPasswordForm):
    """A new password for one of the people that may have one."""

    person = forms.ChoiceField(label=_("Who are you?"), widget=forms.RadioSelect)
    field_order = ("person", "password", "password_again")

    def __init__(self, *args: Any, people: Iterable[User], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(str(user.uuid), f"{user} ({user.username})") for user in people]
        cast(forms.ChoiceField, self.fields["person"]).choices = choices
        if len(choices) == 1:
            self.initial["person"] = choices[0][0]


class PinField(forms.CharField):
    """Digits on the keys of a phone, hidden like a password."""

    def __init__(self, **options: Any) -> None:
        widget = forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
        super().__init__(max_length=20, widget=widget, **options)


class HelperForm(forms.Form):
    """A new helper; the link makes the rest."""

    name = forms.CharField(label=_("Name"), max_length=150, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    role = forms.ChoiceField(
        label=_("Does what?"),
        choices=[(role.value, ROLES[role.value]) for role in (Role.CLERK, Role.CHECK_IN, Role.REFEREE)],
    )
    pin = PinField(
        label=_("PIN for a shared screen"),
        required=False,
        help_text=_("4 to 8 digits, may stay empty: with it people take turns at one computer."),
    )


class MemberForm(forms.Form):
    """Somebody who has an account on this desk already."""

    username = LoginNameField(
        label=_("Login name"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    role = forms.ChoiceField(
        label=_("Does what?"), choices=[(role.value, ROLES[role.value]) for role in (Role.DIRECTOR, *HELPER_ROLES)]
    )


class NewMemberForm(NewAccountForm):
    """A new account for another director, or for a helper who comes again and again."""

    role = forms.ChoiceField(
        label=_("Does what?"), choices=[(role.value, ROLES[role.value]) for role in (Role.DIRECTOR, *HELPER_ROLES)]
    )
    field_order = ("name", "username", "role", "password", "password_again")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Name")
        self.fields["name"].widget.attrs["autocomplete"] = "off"
        self.fields["username"].widget.attrs["autocomplete"] = "off"
        self.fields["username"].help_text = ""
        self.fields["password"].help_text = _("Let the new person type it. Changed under “My account”.")


class RoleForm(forms.Form):
    role = forms.ChoiceField(choices=[(role.value, role.value) for role in (Role.DIRECTOR, *HELPER_ROLES)])


class AccountForm(forms.Form):
    """How a person is called, and how the pages look to them."""

    name = forms.CharField(label=_("Your name"), max_length=150, widget=forms.TextInput(attrs={"autocomplete": "name"}))
    language = forms.ChoiceField(label=_("Language"), choices=LANGUAGES)
    theme = forms.ChoiceField(label=_("Light or dark"), choices=THEMES)


class AppearanceForm(forms.Form):
    """Language and brightness of the pages on this device, also before logging in."""

    language = forms.ChoiceField(choices=LANGUAGES, required=False)
    theme = forms.ChoiceField(choices=THEMES, required=False)


class PinForm(forms.Form):
    pin = PinField(
        label=_("New PIN"),
        required=False,
        help_text=_("4 to 8 digits. With it you take over a screen that several people share. Empty: no PIN."),
    )


class JoinForm(forms.Form):
    pin = PinField(
        label=_("PIN for a shared screen"),
        required=False,
        help_text=_("4 to 8 digits, may stay empty. You need one only if you take turns with others at one computer."),
    )


class PasswordForm(PasswordChangeForm):
    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(user, *args, **kwargs)
        del self.fields["old_password"].widget.attrs["autofocus"]
        self.fields["new_password2"].help_text = ""
        self.fields["new_password1"].help_text = " ".join(str(line) for line in password_validators_help_texts()[:1])


class SwitchForm(forms.Form):
    """Who sits at the screen now."""

    person = forms.ChoiceField(
        label=_("Who are you?"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Please choose your name."), "invalid_choice": _("Please choose a name below.")},
    )
    password = forms.CharField(
        label=_("PIN (directors: password)"),
        strip=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, people: Sequence[Membership], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast(forms.ChoiceField, self.fields["person"]).choices = [
            (str(member.user.uuid), f"{member.user} – {ROLES[member.role]}") for member in people
        ]
