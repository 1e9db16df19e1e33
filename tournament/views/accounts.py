"""Logging in and out, the first account, one's own account, and changing places at a shared screen."""

from typing import cast

from django.contrib import messages as notes
from django.contrib.auth import authenticate, login, update_session_auth_hash
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from scoring.errors import Problem, RuleError
from tournament.accounts import is_this_machine
from tournament.forms.accounts import (
    AccountForm,
    AppearanceForm,
    FirstAccountForm,
    JoinForm,
    LoginForm,
    PasswordForm,
    PinForm,
    RecoverForm,
    SwitchForm,
    add_problems,
)
from tournament.messages import texts
from tournament.messages.accounts import ROLES
from tournament.models import Membership, User
from tournament.queries.accounts import people_at_the_screen
from tournament.services import accounts
from tournament.sessions import SessionStore
from tournament.views.access import DeskRequest, administration, office, origin

_BACKEND = "django.contrib.auth.backends.ModelBackend"


def enter(request: HttpRequest, user: User) -> None:
    """Log a person in at this browser, under a new session, in their language and the brightness of the screen."""
    theme, language = request.session.get("theme"), request.session.get("language")
    switched = request.user.is_authenticated
    login(request, user, backend=_BACKEND)
    request.session["origin"] = origin(request)
    if theme:
        request.session["theme"] = theme
    if user.language:
        request.session["language"] = user.language
    elif language and not switched:
        request.session["language"] = language
    SessionStore.clear_expired()


def safe_next(request: HttpRequest, *, otherwise: str) -> str:
    """The address to go on to, if it is a path of this desk; a link must not lead people elsewhere."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    # A word without a slash would be taken for the name of an address.
    allowed = wanted.startswith("/") and url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if allowed else otherwise


class Login(LoginView):
    """Login name and password. Who is in already goes on."""

    authentication_form = LoginForm
    redirect_authenticated_user = True
    template_name = "registration/login.html"

    def form_valid(self, form: LoginForm) -> HttpResponse:  # type: ignore[override]  # the form is ours
        enter(self.request, cast(User, form.get_user()))
        return HttpResponseRedirect(self.get_success_url())

    def get_context_data(self, **context: object) -> dict[str, object]:
        return super().get_context_data(**context, first_time=accounts.needs_first_account())


log_in = Login.as_view()
log_out = LogoutView.as_view()


@login_not_required
@require_POST
def appearance(request: HttpRequest) -> HttpResponse:
    """Language and brightness for this browser."""
    form = AppearanceForm(request.POST)
    if form.is_valid():
        for name in ("language", "theme"):
            if form.cleaned_data[name]:
                request.session[name] = form.cleaned_data[name]
    return redirect(safe_next(request, otherwise=reverse("home")))


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
def first_account(request: HttpRequest, token: str) -> HttpResponse:
    """The director's first account, at the machine itself, with the link printed there. Only the button uses it up."""
    if not is_this_machine(request):
        return render(request, "registration/only_here.html", status=403)
    now = timezone.now()
    form = FirstAccountForm(request.POST if request.method == "POST" else None)
    try:
        accounts.setup_link(token=token, recovers=False, now=now)
        if request.method == "POST" and form.is_valid():
            user = accounts.create_first_account(
                token=token,
                username=form.cleaned_data["username"],
                name=form.cleaned_data["name"],
                password=form.cleaned_data["password"],
                now=now,
            )
            enter(request, user)
            return redirect("home")
    except RuleError as error:
        return _void(request, error)
    return render(request, "registration/first_account.html", {"form": form}, status=422 if form.errors else 200)


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
def recover_account(request: HttpRequest, token: str) -> HttpResponse:
    """A new password, at the machine itself, with the link that `start --recover` printed."""
    if not is_this_machine(request):
        return render(request, "registration/only_here.html", status=403)
    now = timezone.now()
    people = accounts.recoverable()
    form = RecoverForm(request.POST if request.method == "POST" else None, people=people)
    try:
        accounts.setup_link(token=token, recovers=True, now=now)
        if request.method == "POST" and form.is_valid():
            user = next(user for user in people if str(user.uuid) == form.cleaned_data["person"])
            accounts.recover_account(token=token, user=user, password=form.cleaned_data["password"], now=now)
            enter(request, user)
            notes.success(request, _("The new password is set."))
            return redirect("home")
    except RuleError as error:
        return _void(request, error)
    return render(request, "registration/recover_account.html", {"form": form}, status=422 if form.errors else 200)


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
def join(request: HttpRequest, token: str) -> HttpResponse:
    """What a helper's link opens. Looking at it, as a messenger does for a preview, does not use it up."""
    now = timezone.now()
    form = JoinForm(request.POST if request.method == "POST" else None)
    try:
        link = accounts.helper_link(token=token, now=now)
    except RuleError as error:
        return _void(request, error)
    if request.method == "POST" and form.is_valid():
        try:
            membership = accounts.use_link(token=token, pin=form.cleaned_data["pin"], origin=origin(request), now=now)
        except RuleError as error:
            add_problems(form, error)
        else:
            enter(request, membership.user)
            return redirect("desk", membership.tournament.slug)
    context = {"form": form, "membership": link.membership, "role_name": ROLES[link.membership.role]}
    return render(request, "registration/join.html", context, status=422 if form.errors else 200)


def _void(request: HttpRequest, error: RuleError) -> HttpResponse:
    return render(request, "registration/link_void.html", {"sentences": texts(error)}, status=410)


def _account_page(
    request: HttpRequest,
    *,
    account: AccountForm | None = None,
    pin: PinForm | None = None,
    password: PasswordForm | None = None,
) -> HttpResponse:
    user = cast(User, request.user)
    forms = {
        "account_form": account
        or AccountForm(
            initial={
                "name": user.first_name or str(user),
                "language": translation.get_language(),
                "theme": request.session.get("theme", "auto"),
            }
        ),
        "pin_form": pin or PinForm(),
        "password_form": (password or PasswordForm(user)) if user.has_usable_password() else None,
    }
    wrong = any(form.errors for form in forms.values() if form is not None)
    context = {**forms, "pin_works": not accounts.needs_password(user)}
    return render(request, "tournament/accounts/account.html", context, status=422 if wrong else 200)


@administration
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """Name, language and brightness."""
    if request.method != "POST":
        return _account_page(request)
    form = AccountForm(request.POST)
    if not form.is_valid():
        return _account_page(request, account=form)
    language = form.cleaned_data["language"]
    accounts.change_profile(user=cast(User, request.user), name=form.cleaned_data["name"], language=language)
    request.session["language"], request.session["theme"] = language, form.cleaned_data["theme"]
    with translation.override(language):
        notes.success(request, _("Your account is saved."))
    return redirect("account")


@administration
@require_POST
@sensitive_post_parameters()
def account_pin(request: HttpRequest) -> HttpResponse:
    """One's own PIN."""
    form = PinForm(request.POST)
    if form.is_valid():
        try:
            accounts.set_pin(user=cast(User, request.user), pin=form.cleaned_data["pin"])
        except RuleError as error:
            add_problems(form, error)
        else:
            notes.success(request, _("The PIN is set.") if form.cleaned_data["pin"] else _("You have no PIN now."))
            return redirect("account")
    return _account_page(request, pin=form)


@administration
@require_POST
@sensitive_post_parameters()
def account_password(request: HttpRequest) -> HttpResponse:
    """One's own password; everywhere else this person is logged out."""
    user = cast(User, request.user)
    if not user.has_usable_password():
        return redirect("account")
    form = PasswordForm(user, request.POST)
    if not form.is_valid():
        return _account_page(request, password=form)
    form.save()
    update_session_auth_hash(request, user)
    accounts.end_sessions(user=user, but=request.session.session_key)
    notes.success(request, _("The new password is set. On other devices you are logged out."))
    return redirect("account")


@office
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
def switch_person(request: DeskRequest) -> HttpResponse:
    """Somebody else sits down at this screen: the journal names them from now on."""
    people = [member for member in people_at_the_screen(request.tournament) if member.user != request.user]
    form = SwitchForm(request.POST if request.method == "POST" else None, people=people)
    onward = safe_next(request, otherwise=reverse("desk", args=[request.tournament.slug]))
    if request.method == "POST" and form.is_valid():
        chosen = next(member for member in people if str(member.user.uuid) == form.cleaned_data["person"])
        try:
            _check_secret(request, chosen, form.cleaned_data["password"])
        except RuleError as error:
            add_problems(form, error)
        else:
            enter(request, chosen.user)
            return redirect(onward)
    context = {"form": form, "next": onward, "people": people}
    return render(request, "tournament/accounts/switch_person.html", context, status=422 if form.errors else 200)


def _check_secret(request: HttpRequest, member: Membership, secret: str) -> None:
    """The PIN of a helper, the password of everybody whose account means more. Raises RuleError if it is wrong."""
    if not accounts.needs_password(member.user):
        accounts.check_pin(membership=member, pin=secret, now=timezone.now())
    elif authenticate(request, username=member.user.username, password=secret) is None:
        raise RuleError([Problem(code="password_wrong", field="password")])
