"""Who may do what: one table of page × role. A test walks every address as every role.

Role    what a person is in one tournament; the administrator is that in the whole installation
page    the name of an address in `urls/`
public  whoever has logged in nowhere, a screen of the hall too: its link opens `screen_show` and nothing else
"""

from enum import StrEnum


class Role(StrEnum):
    """The people of a tournament, most powerful first."""

    ADMINISTRATOR = "administrator"
    """Installation-wide: creates tournaments, restores backups, sees everything."""
    DIRECTOR = "director"
    """Turnierleitung."""
    REFEREE = "referee"
    """Schiedsrichter."""
    CLERK = "clerk"
    """Erfassung."""
    CHECK_IN = "check_in"
    """Anmeldung."""


HELPER_ROLES = (Role.REFEREE, Role.CLERK, Role.CHECK_IN)
"""What a helper's link may make of a person; never a director."""

DIRECTORS = frozenset({Role.ADMINISTRATOR, Role.DIRECTOR})
OFFICE = frozenset(Role)
"""Everybody who works at the desk of the tournament."""
SHEETS = DIRECTORS | {Role.CLERK}
BOOK = DIRECTORS | {Role.REFEREE}
DOOR = DIRECTORS | {Role.CHECK_IN}

PAGES: dict[str, frozenset[Role]] = {
    # accounts
    "logout": OFFICE,
    "account": OFFICE,
    "account_pin": OFFICE,
    "account_password": OFFICE,
    "switch_person": OFFICE,
    "logins": frozenset({Role.ADMINISTRATOR}),
    "login_end": frozenset({Role.ADMINISTRATOR}),
    "helpers": DIRECTORS,
    "helper_add": DIRECTORS,
    "helper_account": DIRECTORS,
    "helper_account_new": DIRECTORS,
    "helper_link": DIRECTORS,
    "helper_revoke": DIRECTORS,
    "helper_role": DIRECTORS,
    "helper_end": DIRECTORS,
    "helper_return": DIRECTORS,
    "helper_log_out": DIRECTORS,
    "helper_forget": DIRECTORS,
    # handbook
    "handbook": OFFICE,
    "handbook_page": OFFICE,
    "handbook_pdf": OFFICE,
    # tournaments
    "home": OFFICE,
    "desk": OFFICE,
    "demo": frozenset({Role.ADMINISTRATOR}),
    "health_report": frozenset({Role.ADMINISTRATOR}),
    "retention": frozenset({Role.ADMINISTRATOR}),
    "retention_remove": frozenset({Role.ADMINISTRATOR}),
    "log_page": frozenset({Role.ADMINISTRATOR}),
    "log_file": frozenset({Role.ADMINISTRATOR}),
    "tournament_new": frozenset({Role.ADMINISTRATOR}),
    "settings": DIRECTORS,
    # participants
    "participants": OFFICE,
    "participant_add": DOOR,
    "participant": DOOR,
    "participant_settle": DOOR,
    "participant_withdraw": DOOR,
    "participant_return": DOOR,
    "participant_delete": DIRECTORS,
    "participant_remove": DIRECTORS,
    "participant_data": DIRECTORS,
    "participant_wishes": DIRECTORS,
    "participant_wish_add": DIRECTORS,
    "participant_wish_change": DIRECTORS,
    "participant_wish_delete": DIRECTORS,
    "import_list": DOOR,
    "check_in": DOOR,
    "check_in_mark": DOOR,
    "check_in_all": DOOR,
    "check_in_undo": DOOR,
    # rounds
    "rounds": OFFICE,
    "round": OFFICE,
    "round_new": DIRECTORS,
    "round_settings": DIRECTORS,
    "round_hand": DIRECTORS,
    "round_deal": DOOR,
    "round_swap": DIRECTORS,
    "round_keep": DIRECTORS,
    "round_away": DIRECTORS,
    "round_undo": DIRECTORS,
    "round_publish": DIRECTORS,
    "round_draw": DIRECTORS,
    "round_progress": DIRECTORS,
    "round_stop": DIRECTORS,
    "round_draw_file": DIRECTORS,
    "round_plan": DIRECTORS,
    "round_late": DIRECTORS,
    "round_clock": BOOK,
    "round_clock_screen": OFFICE,
    # sheets
    "board": OFFICE,
    "board_open": SHEETS,
    "sheet": SHEETS,
    "sheet_receive": SHEETS,
    "sheet_note": SHEETS,
    "sheet_depth": SHEETS,
    "sheet_here": SHEETS,
    "sheet_forget": SHEETS,
    "sheet_totals": SHEETS,
    "sheet_check": SHEETS,
    "sheet_rows": SHEETS,
    "sheet_row_check": SHEETS,
    "sheet_line": SHEETS,
    "sheet_reading": SHEETS,
    "sheet_game": SHEETS,
    "sheet_finish": SHEETS,
    "sheet_confirm": SHEETS,
    "sheet_reopen": DIRECTORS,
    "sheet_correct": DIRECTORS,
    "sheet_seats": DIRECTORS,
    # standings
    "standings": OFFICE,
    "standings_publish": DIRECTORS,
    "standings_post": DIRECTORS,
    "standings_final": DIRECTORS,
    "standings_round": DIRECTORS,
    "publication": OFFICE,
    "ties": OFFICE,
    "tie": DIRECTORS,
    "tie_withdraw": DIRECTORS,
    "close": DIRECTORS,
    "close_reopen": DIRECTORS,
    # incidents
    "incidents": BOOK,
    "incident_table": BOOK,
    "incident_reasons": BOOK,
    "incident_without_table": BOOK,
    "incident_new": BOOK,
    "incident_proposal": BOOK,
    "incident_change": BOOK,
    "incident_lift": BOOK,
    # journal
    "journal": OFFICE,
    "undo_step": OFFICE,
    # papers
    "papers": OFFICE,
    "paper": OFFICE,
    "paper_publication": OFFICE,
    "paper_logo": DIRECTORS,
    "paper_logo_drop": DIRECTORS,
    # money
    "money": DIRECTORS,
    "money_prizes": DIRECTORS,
    "money_loss": DIRECTORS,
    "money_count": DIRECTORS,
    # backups
    "backup": DIRECTORS,
    "backup_now": DIRECTORS,
    "backup_file": DIRECTORS,
    "backup_choose": frozenset({Role.ADMINISTRATOR}),
    "backup_restore": frozenset({Role.ADMINISTRATOR}),
    # publish
    "publish_zip": DIRECTORS,
    # archive
    "archive_new": frozenset({Role.ADMINISTRATOR}),
    "season_list": OFFICE,
    "season_pdf": OFFICE,
    "season_csv": OFFICE,
    # hall
    "screens": DIRECTORS,
    "screen_change": DIRECTORS,
    "screen_link": DIRECTORS,
    "screen_revoke": DIRECTORS,
    "screen_notice": DIRECTORS,
    "screen_plan": DIRECTORS,
}
"""Who may open an office address and send its forms, by its name. Addresses without login are not here."""

PUBLIC: frozenset[str] = frozenset(
    {
        # tournaments
        "health",
        # accounts
        "login",
        "appearance",
        "first_account",
        "recover_account",
        "join",
        # hall
        "screen_show",
        "public_home",
        "public_person",
        "public_standings",
        "public_seats",
        # api
        "api_home",
        "api_standings",
        "api_seating",
        "api_clock",
        "api_sheets",
    }
)
"""Addresses that need no login."""
