from django.urls import URLPattern, path

from tournament.views import accounts, helpers, logins

urlpatterns: list[URLPattern] = [
    path("logins/", logins.logins, name="logins"),
    path("logins/<uuid:uuid>/end/", logins.login_end, name="login_end"),
    path("login/", accounts.log_in, name="login"),
    path("logout/", accounts.log_out, name="logout"),
    path("appearance/", accounts.appearance, name="appearance"),
    path("first/<str:token>/", accounts.first_account, name="first_account"),
    path("recover/<str:token>/", accounts.recover_account, name="recover_account"),
    path("join/<str:token>/", accounts.join, name="join"),
    path("account/", accounts.account, name="account"),
    path("account/pin/", accounts.account_pin, name="account_pin"),
    path("account/password/", accounts.account_password, name="account_password"),
    path("office/<slug:slug>/switch/", accounts.switch_person, name="switch_person"),
    path("office/<slug:slug>/helpers/", helpers.helpers, name="helpers"),
    path("office/<slug:slug>/helpers/add/", helpers.helper_add, name="helper_add"),
    path("office/<slug:slug>/helpers/account/", helpers.helper_account, name="helper_account"),
    path("office/<slug:slug>/helpers/account/new/", helpers.helper_account_new, name="helper_account_new"),
    path("office/<slug:slug>/helpers/<uuid:uuid>/link/", helpers.helper_link, name="helper_link"),
    path("office/<slug:slug>/helpers/<uuid:uuid>/revoke/", helpers.helper_revoke, name="helper_revoke"),
    path("office/<slug:slug>/helpers/<uuid:uuid>/role/", helpers.helper_role, name="helper_role"),
    path("office/<slug:slug>/helpers/<uuid:uuid>/end/", helpers.helper_end, name="helper_end"),
    path("office/<slug:slug>/helpers/<uuid:uuid>/return/", helpers.helper_return, name="helper_return"),
    path("office/<slug:slug>/helpers/<uuid:uuid>/forget/", helpers.helper_forget, name="helper_forget"),
    path("office/<slug:slug>/helpers/<uuid:uuid>/log-out/", helpers.helper_log_out, name="helper_log_out"),
]
