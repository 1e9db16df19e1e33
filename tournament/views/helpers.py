"""Who helps at this tournament: letting people in, changing what they do, letting them go."""

from uuid import UUID

from django.contrib import messages as notes
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from scoring.errors import RuleError
from tournament.forms.accounts import HelperForm, MemberForm, NewMemberForm, RoleForm, add_problems
from tournament.messages.accounts import ROLES
from tournament.models import Membership, Tournament
from tournament.queries.accounts import members
from tournament.roles import HELPER_ROLES, Role
from tournament.services import accounts
from tournament.services.removal import remove_helper
from tournament.views.access import DeskRequest, office, say
from tournament.views.addresses import for_others, qr_picture, reaches_others
from tournament.views.personal_data import helper_shown_as


def _page(
    request: DeskRequest,
    *,
    helper: HelperForm | None = None,
    member: MemberForm | None = None,
    account: NewMemberForm | None = None,
) -> HttpResponse:
    everybody = members(request.tournament, now=timezone.now())
    context = {
        "helper_form": helper or HelperForm(),
        "member_form": member or MemberForm(auto_id="member_%s"),
        "account_form": account or NewMemberForm(auto_id="account_%s"),
        "members": [found for found in everybody if not found.is_gone],
        "former": [found for found in everybody if found.is_gone],
        "helper_roles": [(role.value, ROLES[role.value]) for role in HELPER_ROLES],
        "all_roles": [(role.value, ROLES[role.value]) for role in (Role.DIRECTOR, *HELPER_ROLES)],
        "reaches_others": reaches_others(request),
        "encrypted": request.is_secure(),
        "session_key": request.session.session_key,
    }
    wrong = any(form is not None and form.errors for form in (helper, member, account))
    return render(request, "tournament/accounts/helpers.html", context, status=422 if wrong else 200)


def _membership(tournament: Tournament, uuid: UUID) -> Membership:
    """The membership of a person here. Raises Http404, also for somebody of another tournament."""
    found = Membership.objects.select_related("user", "tournament").filter(tournament=tournament, user__uuid=uuid)
    membership = found.first()
    if membership is None:
        raise Http404
    return membership


def _link_page(request: DeskRequest, membership: Membership, token: str) -> HttpResponse:
    """The link, shown this once: the desk keeps only its hash, so there is no address to come back to."""
    address = for_others(request, reverse("join", args=[token]))
    context = {
        "membership": membership,
        "role_name": ROLES[membership.role],
        "address": address,
        "qr": qr_picture(address),
        "reaches_others": reaches_others(request),
        "encrypted": address.startswith("https:"),
    }
    return render(request, "tournament/accounts/helper_link.html", context)


@office
@require_safe
def helpers(request: DeskRequest) -> HttpResponse:
    """Everybody who works here, who of them is logged in, and the forms to let others in."""
    return _page(request)


@office
@require_POST
@sensitive_post_parameters()
def helper_add(request: DeskRequest) -> HttpResponse:
    """A new helper and the link for them."""
    form = HelperForm(request.POST)
    if form.is_valid():
        try:
            membership, token = accounts.add_helper(
                tournament=request.tournament,
                name=form.cleaned_data["name"],
                role=Role(form.cleaned_data["role"]),
                pin=form.cleaned_data["pin"],
                by=request.actor,
                now=timezone.now(),
            )
        except RuleError as error:
            add_problems(form, error)
        else:
            return _link_page(request, membership, token)
    return _page(request, helper=form)


@office
@require_POST
def helper_account(request: DeskRequest) -> HttpResponse:
    """A role for somebody with an account."""
    form = MemberForm(request.POST, auto_id="member_%s")
    if form.is_valid():
        try:
            membership = accounts.add_member(
                tournament=request.tournament,
                username=form.cleaned_data["username"],
                role=Role(form.cleaned_data["role"]),
                by=request.actor,
                now=timezone.now(),
            )
        except RuleError as error:
            add_problems(form, error)
        else:
            return _added(request, membership)
    return _page(request, member=form)


@office
@require_POST
@sensitive_post_parameters()
def helper_account_new(request: DeskRequest) -> HttpResponse:
    """A new account with a password, and its role here."""
    form = NewMemberForm(request.POST, auto_id="account_%s")
    if form.is_valid():
        try:
            membership = accounts.create_member(
                tournament=request.tournament,
                username=form.cleaned_data["username"],
                name=form.cleaned_data["name"],
                password=form.cleaned_data["password"],
                role=Role(form.cleaned_data["role"]),
                by=request.actor,
                now=timezone.now(),
            )
        except RuleError as error:
            add_problems(form, error)
        else:
            return _added(request, membership)
    return _page(request, account=form)


def _added(request: DeskRequest, membership: Membership) -> HttpResponse:
    notes.success(request, _("%(name)s can log in now.") % {"name": membership.user})
    return redirect("helpers", request.tournament.slug)


@office
@require_POST
def helper_link(request: DeskRequest, uuid: UUID) -> HttpResponse:
    """A new link for a helper; the old one is void."""
    membership = _membership(request.tournament, uuid)
    try:
        token = accounts.renew_link(membership=membership, by=request.actor, now=timezone.now())
    except RuleError as error:
        say(request, error)
        return redirect("helpers", request.tournament.slug)
    return _link_page(request, membership, token)


@office
@require_POST
def helper_revoke(request: DeskRequest, uuid: UUID) -> HttpResponse:
    """The open link of a helper is void from now on."""
    membership = _membership(request.tournament, uuid)
    accounts.revoke_link(membership=membership, by=request.actor, now=timezone.now())
    notes.success(request, _("The link for %(name)s is no longer good.") % {"name": membership.user})
    return redirect("helpers", request.tournament.slug)


@office
@require_POST
def helper_role(request: DeskRequest, uuid: UUID) -> HttpResponse:
    """Another role for somebody."""
    membership = _membership(request.tournament, uuid)
    form = RoleForm(request.POST)
    if form.is_valid():
        role = Role(form.cleaned_data["role"])
        try:
            accounts.change_role(membership=membership, role=role, by=request.actor, now=timezone.now())
        except RuleError as error:
            say(request, error)
        else:
            words = {"name": membership.user, "role": ROLES[role.value]}
            notes.success(request, _("%(name)s: from now on %(role)s.") % words)
    else:
        notes.error(request, _("Please choose what %(name)s does.") % {"name": membership.user})
    return redirect("helpers", request.tournament.slug)


@office
@require_POST
def helper_end(request: DeskRequest, uuid: UUID) -> HttpResponse:
    """Let somebody go."""
    membership = _membership(request.tournament, uuid)
    try:
        accounts.end_membership(membership=membership, by=request.actor, now=timezone.now())
    except RuleError as error:
        say(request, error)
    else:
        notes.success(request, _("%(name)s has no access any more.") % {"name": membership.user})
    return redirect("helpers", request.tournament.slug)


@office
@require_POST
def helper_return(request: DeskRequest, uuid: UUID) -> HttpResponse:
    """Take somebody on again."""
    membership = _membership(request.tournament, uuid)
    try:
        accounts.return_member(membership=membership, by=request.actor, now=timezone.now())
    except RuleError as error:
        say(request, error)
    else:
        notes.success(request, _("%(name)s belongs to the tournament again.") % {"name": membership.user})
    return redirect("helpers", request.tournament.slug)


@office
@require_POST
def helper_forget(request: DeskRequest, uuid: UUID) -> HttpResponse:
    """Remove the name of a helper who is gone."""
    membership = _membership(request.tournament, uuid)
    try:
        remove_helper(membership=membership, shown_as=helper_shown_as, by=request.actor, now=timezone.now())
    except RuleError as error:
        say(request, error)
    else:
        name = Membership.objects.select_related("user").get(pk=membership.pk).user
        notes.success(request, _("The name is removed. Lists show “%(name)s” instead.") % {"name": name})
    return redirect("helpers", request.tournament.slug)


@office
@require_POST
def helper_log_out(request: DeskRequest, uuid: UUID) -> HttpResponse:
    """Throw somebody out of every browser; of oneself, out of all but this one."""
    membership = _membership(request.tournament, uuid)
    count = accounts.log_out_member(
        membership=membership,
        but=request.session.session_key if membership.user == request.user else None,
        by=request.actor,
        now=timezone.now(),
    )
    notes.success(
        request,
        ngettext("%(name)s is logged out on %(count)s device.", "%(name)s is logged out on %(count)s devices.", count)
        % {"name": membership.user, "count": count},
    )
    return redirect("helpers", request.tournament.slug)
