"""The applications whose states are looked at, how each is started, and the Debian package that brings it."""

import os
import shutil
from dataclasses import dataclass, field

from real_clients.processes import Failed

HERE = os.path.dirname(os.path.abspath(__file__))


@dataclass
class Program:
    name: str
    package: str
    command: list
    executable: str  # a pattern of the file's name in `list_apps`; wrappers start something else than they are called
    environment: dict = field(default_factory=dict)
    fields: dict = field(default_factory=dict)  # what to write texts into, by the beginning of their lines
    shows: str = ""  # a text of its window that is there once the window is built

    def is_installed(self):
        return shutil.which(self.command[0]) is not None


def fixtures(folder, home):
    """Our own two, where they are built."""
    return [
        Program(name, "(scripts/test builds it)", [os.path.join(folder, name), "--counters", f"{home}/{name}.json", "--control", f"{home}/{name}"], name,
                fields={"entry": 'text "Name"', "text view": 'text "Notes"'})
        for name in ("gtk3_fixture", "gtk4_fixture")
    ]


def programs(home):
    """Those of Debian, with a home of their own, so that nobody's settings are shown or changed."""
    page = "file://" + os.path.join(HERE, "page.html")
    chromium = ["chromium", f"--user-data-dir={home}/chromium", "--no-first-run", "--no-default-browser-check",
                "--password-store=basic", "--disable-background-networking", "--force-renderer-accessibility",
                "--window-size=1000,700", page]  # fmt: skip
    if os.geteuid() == 0:
        chromium.insert(1, "--no-sandbox")  # it refuses to start for root otherwise
    return [
        Program("mousepad", "mousepad", ["mousepad", "--disable-server"], "mousepad"),
        Program("gnome-calculator", "gnome-calculator", ["gnome-calculator"], "gnome-calculator"),
        Program("kcalc", "kcalc", ["kcalc"], "kcalc"),
        Program("chromium", "chromium", chromium, "chromium", shows="Delivery",
                fields={"input": 'entry "Name"', "textarea": 'entry "Notes"'}),
        Program("writer", "libreoffice-writer libreoffice-gtk3",
                ["soffice", "--writer", "--norestore", "--nologo", "--nofirststartwizard", f"-env:UserInstallation=file://{home}/office"],
                "soffice.bin", {"SAL_USE_VCLPLUGIN": "gtk3"}, fields={"paragraph": "paragraph"}),
        Program("qt5", "python3-pyqt5", [os.path.join(HERE, "qt_field.py")], "python3.[0-9]+",
                fields={"line": 'text "Name"', "text": 'text "Notes"'}),
    ]  # fmt: skip


def chosen(home, folder, only):
    """Those whose name contains one of the texts; all where none is given. Says what to install when one is missing."""
    known = [*(fixtures(folder, home) if folder else []), *programs(home)]
    wanted = [each for each in known if not only or any(text in each.name for text in only)]
    if not wanted:
        raise Failed("no program has such a name; there are " + ", ".join(each.name for each in known))
    missing = [each.package for each in wanted if not each.is_installed()]
    if missing:
        raise Failed("missing programs; run\n  apt-get install --no-install-recommends " + " ".join(missing))
    return wanted
