"""What the strongest rival says of the same window, in bytes. Its program comes from npm into a folder of this script's own; the
measuring tool is in the lab, which is not part of this repository."""

import json
import os
import shutil

from real_clients.processes import Failed, run

PACKAGE = "@trycua/cua-driver"
TOOL = "peer_cua.mjs"


class Rival:
    def __init__(self, lab, folder, log, environment):
        self.tool = os.path.join(lab, TOOL)
        self.folder, self.log, self.environment = folder, log, environment
        if not os.path.isfile(self.tool):
            raise Failed(f"{lab} holds no {TOOL}; name the folder of the measuring tools with --lab DIR")
        if shutil.which("npm") is None:
            raise Failed("npm is missing; install it (Debian: apt install npm) and run this again")
        self.manifest = os.path.join(folder, "node_modules", *PACKAGE.split("/"), "package.json")
        if not os.path.isfile(self.manifest):
            os.makedirs(folder, exist_ok=True)
            install = ["npm", "install", "--no-audit", "--no-fund", "--prefix", folder, PACKAGE]
            if run(install, log, 300)[0] != 0:
                raise Failed(f"npm could not install {PACKAGE}; see {log}")

    def version(self):
        with open(self.manifest, encoding="utf-8") as file:
            return json.load(file)["version"]

    def text_bytes(self, process):
        """The bytes of its text of the first window of the process; nothing where it fails."""
        status, output = run(["node", self.tool, "1"], self.log, 300, cwd=self.folder, env=os.environ | self.environment)
        said = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
        said = [window for window in said if window["pid"] == process]
        if status != 0 or not said or not said[0]["ok"]:
            return None
        return said[0]["text_bytes"]
