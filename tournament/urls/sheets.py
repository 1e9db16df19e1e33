from django.urls import URLPattern, path

from tournament.views import board, confirmation, corrections, sheet_rows, sheets

_ROUND = "office/<slug:slug>/rounds/<int:round_number>"
_TABLE = f"{_ROUND}/tables/<int:table_number>"

urlpatterns: list[URLPattern] = [
    path(f"{_ROUND}/board/", board.board, name="board"),
    path(f"{_ROUND}/board/open/", board.board_open, name="board_open"),
    path(f"{_TABLE}/", sheets.sheet, name="sheet"),
    path(f"{_TABLE}/received/", board.sheet_receive, name="sheet_receive"),
    path(f"{_TABLE}/note/", sheets.sheet_note, name="sheet_note"),
    path(f"{_TABLE}/depth/", sheets.sheet_depth, name="sheet_depth"),
    path(f"{_TABLE}/here/", sheets.sheet_here, name="sheet_here"),
    path(f"{_TABLE}/forget/", sheets.sheet_forget, name="sheet_forget"),
    path(f"{_TABLE}/totals/", sheets.sheet_totals, name="sheet_totals"),
    path(f"{_TABLE}/check/", sheets.sheet_check, name="sheet_check"),
    path(f"{_TABLE}/rows/", sheet_rows.sheet_rows, name="sheet_rows"),
    path(f"{_TABLE}/rows/check/", sheet_rows.sheet_row_check, name="sheet_row_check"),
    path(f"{_TABLE}/rows/line/", sheet_rows.sheet_line, name="sheet_line"),
    path(f"{_TABLE}/rows/reading/", sheet_rows.sheet_reading, name="sheet_reading"),
    path(f"{_TABLE}/rows/<int:number>/", sheet_rows.sheet_game, name="sheet_game"),
    path(f"{_TABLE}/finish/", sheet_rows.sheet_finish, name="sheet_finish"),
    path(f"{_TABLE}/confirm/", confirmation.sheet_confirm, name="sheet_confirm"),
    path(f"{_TABLE}/reopen/", corrections.sheet_reopen, name="sheet_reopen"),
    path(f"{_TABLE}/correct/", corrections.sheet_correct, name="sheet_correct"),
    path(f"{_TABLE}/seats/", confirmation.sheet_seats, name="sheet_seats"),
]
