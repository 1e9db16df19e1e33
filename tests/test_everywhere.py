"""Windows, macOS and Linux alike: no call that only one of them knows, and folders named as people name them."""

import ast
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.desk_process import ROOT, Browser, running_desk, surroundings
from tests.test_start import ACCOUNT

ONLY_ELSEWHERE = {
    "os": """
        chown chroot ctermid fchmod fchown fork forkpty getegid geteuid getgid getgroups getloadavg getpgid getpgrp
        getpriority getresgid getresuid getsid getuid initgroups killpg lchown lockf mkfifo mknod nice openpty pipe2
        posix_fadvise posix_fallocate posix_spawn pread pwrite readv register_at_fork sched_getaffinity
        sched_setaffinity sched_yield sendfile setegid seteuid setgid setgroups setpgid setpriority setregid setreuid
        setsid setuid startfile statvfs sync sysconf tcgetpgrp ttyname uname wait wait3 wait4 waitid writev
        O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_SYNC P_NOWAITO EX_OK WNOHANG
    """,
    "signal": """
        SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGQUIT SIGSTOP SIGUSR1 SIGUSR2 SIGWINCH CTRL_C_EVENT CTRL_BREAK_EVENT
        alarm pause pthread_kill pthread_sigmask setitimer sigpending sigwait
    """,
    "socket": """
        AF_UNIX SO_EXCLUSIVEADDRUSE SO_REUSEPORT SOCK_CLOEXEC SOCK_NONBLOCK sethostname socketpair if_nameindex
    """,
    "select": "devpoll epoll kqueue poll",
    "time": "clock_gettime tzset",
    "subprocess": "STARTUPINFO CREATE_NEW_CONSOLE CREATE_NEW_PROCESS_GROUP getoutput getstatusoutput",
}
"""Names that Windows, macOS or Linux lacks. `getattr` and `hasattr` ask for them without harm."""

MODULES_ELSEWHERE = """
    crypt curses fcntl grp msvcrt nis nt posix pty pwd readline resource spwd syslog termios tty winreg winsound
"""

_FOLDERS = ("/" + "tmp/", "/dev/", "/var/", "/etc/", "/proc/", "/bin/", "/usr/", "/home/", "C:\\")
_DAYS_WITHOUT_NOUGHT = ("%-d", "%-m", "%-H", "%#d", "%#m")


def only_elsewhere(source):
    """What in a module one of the systems does not know, or would do in its own way."""
    return [finding for node in ast.walk(ast.parse(source)) for finding in _findings(node)]


def _findings(node):
    if isinstance(node, ast.Import):
        yield from (name.name for name in node.names if name.name in MODULES_ELSEWHERE.split())
    elif isinstance(node, ast.ImportFrom):
        missing = ONLY_ELSEWHERE.get(node.module or "", "").split()
        yield from (f"{node.module}.{name.name}" for name in node.names if name.name in missing)
        yield from {node.module} & set(MODULES_ELSEWHERE.split())
    elif isinstance(node, ast.Attribute):
        if node.attr in ONLY_ELSEWHERE.get(ast.unparse(node.value), "").split():
            yield ast.unparse(node)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        if node.value.startswith(_FOLDERS) or any(word in node.value for word in _DAYS_WITHOUT_NOUGHT):
            yield node.value
    elif isinstance(node, ast.Call) and (_in_its_own_letters(node) or _by_its_own_means(node)):
        yield ast.unparse(node)


def _in_its_own_letters(call):
    """Whether a call reads or writes text without naming UTF-8, which Windows does not take by itself."""
    if any(word.arg in ("encoding", None) for word in call.keywords):
        return False
    of_a_path = isinstance(call.func, ast.Attribute)
    name = call.func.attr if of_a_path else getattr(call.func, "id", "")
    if name in ("read_text", "write_text"):
        return of_a_path
    if name != "open":
        return False
    if of_a_path:
        # What is opened by something else than its mode lies in an archive, or is a number of the system: bytes.
        return not call.args or (isinstance(call.args[0], ast.Constant) and "b" not in str(call.args[0].value))
    return not any(isinstance(word, ast.Constant) and "b" in str(word.value) for word in call.args[1:])


def _by_its_own_means(call):
    forks = ast.unparse(call.func).endswith("get_context") and "fork" in ast.unparse(call)
    return forks or any(word.arg == "shell" for word in call.keywords)


def test_product_calls_nothing_that_only_one_system_knows():
    files = [ROOT / "manage.py", *(path for name in ("scoring", "tournament") for path in (ROOT / name).rglob("*.py"))]

    found = {str(path): only_elsewhere(path.read_text(encoding="utf-8")) for path in sorted(files)}

    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import fcntl", ["fcntl"]),
        ("from pwd import getpwnam", ["pwd"]),
        ("import os\nos.geteuid()", ["os.geteuid"]),
        ("from os import fork", ["os.fork"]),
        ("import signal\nsignal.signal(signal.SIGHUP, f)", ["signal.SIGHUP"]),
        ("p.read_text()", ["p.read_text()"]),
        ("p.open('w')", ["p.open('w')"]),
        ("open('/etc/x', 'rb')", ["/etc/x"]),
        ("f'{day:%-d.%m.}'", ["%-d.%m."]),
        ("run('ls', shell=True)", ["run('ls', shell=True)"]),
        ("get_context('fork')", ["get_context('fork')"]),
        ("archive.open(part)", []),
        ("p.open('rb')\np.read_text(encoding='utf-8')\nhasattr(os, 'fork')", []),
    ],
)
def test_rule_sees(source, found):
    assert only_elsewhere(source) == found


@pytest.fixture
def program(tmp_path):
    """The program in a folder as people name them."""
    folder = tmp_path / "Käthes Öko-Doko (neu) & mehr"
    folder.mkdir()
    shutil.copy(ROOT / "manage.py", folder)
    for part in ("scoring", "tournament", "templates", "fixtures"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.mark.sqlite
def test_desk_runs_in_folders_with_spaces_and_umlauts(program: Path, tmp_path: Path):
    data = tmp_path / "Eigene Dateien" / "Größe 1"

    with running_desk(data, program=program) as desk:
        browser = Browser(desk)
        browser.send(desk.links()[0], **ACCOUNT)
        made = subprocess.run(
            [sys.executable, "manage.py", "demo", "--players", "16", "--rounds", "1", "--until", "drawn"],
            cwd=program,
            env=surroundings(data),
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=True,
        )
        slug = made.stdout.split()[-1]
        draws = []
        for _draw in range(2):
            browser.status(f"office/{slug}/rounds/1/draw.json")
            draws.append(browser.body)
            browser.send(f"office/{slug}/rounds/1/", to=f"office/{slug}/rounds/1/draw/")
            _until_drawn(browser)
        browser.send(f"office/{slug}/backup/", to=f"office/{slug}/backup/now/")

    assert draws[0] != draws[1]
    assert {file.suffix for file in (data / "backups" / slug).iterdir()} == {".dokodesk"}


def _until_drawn(browser: Browser) -> None:
    """A long search shows its progress, and is asked again."""
    end = time.monotonic() + 60
    while "progress" in browser.url:
        assert time.monotonic() < end
        browser.send(browser.url)
