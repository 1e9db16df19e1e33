"""Sentences of accounts, helpers and PINs."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise] = {
    "setup_link_void": _(
        "This link is used up or too old. Start Dokodesk again; the window in which it runs prints a new one."
    ),
    "account_not_recoverable": _("Who helps with a link needs no password. A director gives a new link."),
    "account_unknown": _("There is nobody with the login name “%(username)s” and a password."),
    "username_taken": _("The login name “%(username)s” is taken. Choose another one."),
    "already_member": _("%(name)s belongs to this tournament already. Look below, also under “No longer here”."),
    "member_name_taken": _("“%(name)s” is in the list already. Add something that tells the two apart."),
    "member_role": _("Nobody becomes an administrator here."),
    "helper_role": _("A link never makes a director. A director needs an account with a password."),
    "own_membership": _("You cannot do this to yourself. Another director can."),
    "member_is_gone": _("This person no longer belongs to the tournament. Take them on again first."),
    "member_is_closed": _("The name of this person is removed for good. Add them as a new helper."),
    "helper_still_here": _("%(name)s still helps, or has an account with a password: the name stays."),
    "link_for_account": _("This person has a password and logs in with it; a link is not needed."),
    "link_unknown": _(
        "This link is not known here. Perhaps it was not copied in full. Ask the director for a new one."
    ),
    "link_used": _("This link was used already. It works only once. Ask the director for a new one."),
    "link_revoked": _("This link is no longer good: the director took it back. Ask for a new one."),
    "link_expired": _("This link was good for one day only. Ask the director for a new one."),
    "pin_form": _("A PIN has %(fewest)s to %(most)s digits and nothing else."),
    "pin_wrong": _("The PIN is wrong. Nobody was switched."),
    "pin_wait": _("Too many wrong PINs. Please wait %(seconds)s seconds."),
    "pin_none": _("This person has no PIN yet. With the link they come in and set one under “My account”."),
    "password_wrong": _("The password is wrong. Nobody was switched."),
    "pin_too_little": _("Directors and administrators switch with their password, never with a PIN."),
}

ROLES: dict[str, Promise] = {
    "administrator": _("administrator"),
    "director": _("director"),
    "referee": _("referee"),
    "clerk": _("entry of sheets"),
    "check_in": _("registration"),
}
"""What a role is called on the screen."""

STEPS: dict[str, Promise] = {
    "director_added": _("%(person_uuid)s added to the directors"),
    "referee_added": _("%(person_uuid)s added as referee"),
    "clerk_added": _("%(person_uuid)s added for entering sheets"),
    "check_in_added": _("%(person_uuid)s added for the registration"),
    "director_made": _("%(person_uuid)s now belongs to the directors"),
    "referee_made": _("%(person_uuid)s is now referee"),
    "clerk_made": _("%(person_uuid)s now enters sheets"),
    "check_in_made": _("%(person_uuid)s now does the registration"),
    "member_ended": _("%(person_uuid)s no longer helps"),
    "member_returned": _("%(person_uuid)s helps again"),
    "member_logged_out": _("%(person_uuid)s logged out by the director"),
    "helper_name_removed": _("Name of %(person_uuid)s removed"),
    "helper_joined": _("Began to help with the link"),
    "link_made": _("New link for %(person_uuid)s"),
    "link_revoked": _("Link of %(person_uuid)s taken back"),
}
