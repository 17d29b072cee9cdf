"""The application that the clients press a button in: the fixture on a screen and buses of its own, or the scripted desktop."""

import json
import os
import re

from real_clients.processes import Failed, end, run, start, wait_until

BUS = """<busconfig><type>session</type><listen>unix:path={folder}/bus</listen><servicedir>{folder}/services</servicedir>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>
"""
ACCESSIBILITY = "[D-BUS Service]\nName=org.a11y.Bus\nExec=/usr/libexec/at-spi-bus-launcher\n"


class ScriptedApplication:
    """Lives inside each server process; its counter is the label behind the button."""

    app = "Notes"
    environment = {}
    counts = 'the label of the scripted desktop\'s "Save" button'
    button = r'(\d+) push button \\?"Save'
    outcome = "confirmed"

    def __init__(self, root):
        self.arguments = ["--desktop", f"scripted:{root}/docs/examples/notes.json"]

    def open(self, folder, log):
        return self

    def close(self):
        pass

    def counter(self, wire):
        shown = re.findall(r'label "(\d+)"', "\n".join(wire.texts()))
        return int(shown[-1]) if shown else 0


class Desktop:
    """A screen, a session bus and an accessibility bus of our own."""

    def __init__(self, folder, log):
        os.makedirs(f"{folder}/services")
        os.mkdir(f"{folder}/run", 0o700)
        os.mkdir(f"{folder}/state", 0o700)  # for the journal, which is nobody else's business
        with open(f"{folder}/bus.conf", "w", encoding="utf-8") as file:
            file.write(BUS.format(folder=folder))
        with open(f"{folder}/services/org.a11y.Bus.service", "w", encoding="utf-8") as file:
            file.write(ACCESSIBILITY)
        self.environment = {"GDK_BACKEND": "x11", "GSETTINGS_BACKEND": "memory", "XDG_RUNTIME_DIR": f"{folder}/run",
                            "XDG_STATE_HOME": f"{folder}/state"}
        number = self.announced(["Xvfb", "-displayfd", "{}", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"], log)
        self.environment["DISPLAY"] = f":{number}"
        bus = ["dbus-daemon", f"--config-file={folder}/bus.conf", "--nofork", "--print-address={}"]
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self.announced(bus, log)
        ask = ["dbus-send", "--print-reply", "--dest=org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus.GetAddress"]
        if run(ask, log, 20, env=os.environ | self.environment)[0] != 0:
            raise Failed(f"there is no accessibility bus; see {log}")

    def announced(self, command, log):
        """Starts a server and returns the line that it writes once it is ready."""
        reading, writing = os.pipe()
        try:
            process = start(
                [word.replace("{}", str(writing)) for word in command], log, env=os.environ | self.environment, pass_fds=[writing]
            )
        except FileNotFoundError:
            raise Failed(f"{command[0]} is missing; scripts/setup test installs it") from None
        finally:
            os.close(writing)
        with os.fdopen(reading, encoding="utf-8") as file:
            line = file.readline().strip()
        if not line:
            raise Failed(f"{command[0]} did not start (status {process.wait()}); see {log}")
        return line


class FixtureApplication:
    """A fresh process for each client, so that its counter starts at 0."""

    arguments = []
    counts = 'count_button.clicked, from the fixture\'s own file'
    button = r'(\d+) push button \\?"Count'
    outcome = "unverified"  # the window shows nothing of the count, so the server must not claim that it saw it

    def __init__(self, program, desktop, options=(), patience=20.0):
        self.program = program
        self.options = options
        self.patience = patience
        self.environment = desktop.environment
        self.process = None

    def open(self, folder, log):
        self.file = f"{folder}/counters.json"
        command = [self.program, "--counters", self.file, *self.options]
        self.process = start(command, log, env=os.environ | self.environment)
        wait_until(lambda: self.table().get("window", {}).get("mapped"), "the fixture's window", self.process, self.patience)
        self.app = f"pid:{self.process.pid}"
        return self

    def close(self):
        end(self.process)

    def table(self):
        if not os.path.exists(self.file):
            return {}
        with open(self.file, encoding="utf-8") as file:
            return json.load(file)

    def counter(self, wire):
        return self.table()["counters"]["count_button.clicked"]
