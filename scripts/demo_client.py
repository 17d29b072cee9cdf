#!/usr/bin/env python3
"""The agent of scripts/demo: a small MCP client that opens a session with `secondseat mcp`, asks the person at the terminal for
consent when the server wants it, and uses one application. Standard library only."""

import argparse
import base64
import json
import os
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TEXT = "Hello from the second seat. You keep your own pointer."


class Look:
    """Colours on a terminal only."""

    def __init__(self):
        on = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        self.bold, self.dim, self.green, self.red, self.cyan, self.plain = (
            ("\033[1m", "\033[2m", "\033[32m", "\033[31m", "\033[36m", "\033[0m") if on else ("",) * 6
        )

    def step(self, number, what, why):
        print(f"\n{self.bold}{number}  {what}{self.plain}  {self.dim}{why}{self.plain}")

    def lines(self, text, at_most=16):
        lines = text.rstrip("\n").split("\n")
        for line in lines[:at_most]:
            print(f"   {self.dim}│{self.plain} {line}")
        if len(lines) > at_most:
            print(f"   {self.dim}│ … {len(lines) - at_most} more lines{self.plain}")


class Stopped(Exception):
    """Something the person should read instead of a traceback."""


class Client:
    """One MCP session over the pipes of a child process. Answers the server's questions by asking the person."""

    def __init__(self, command, ask, environment=None):
        self.ask = ask
        self.next_id = 1
        self.started = time.perf_counter()
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)

    def send(self, message):
        self.server.stdin.write(json.dumps(message).encode() + b"\n")
        self.server.stdin.flush()

    def request(self, method, params):
        request_id = self.next_id
        self.next_id += 1
        self.send({"jsonrpc": "2.0", "id": request_id, "method": method, "params": params})
        while True:
            line = self.server.stdout.readline()
            if not line:
                raise Stopped(f"the server ended during {method} (exit status {self.server.wait()})")
            message = json.loads(line)
            if message.get("method") == "elicitation/create":
                answer = self.ask(message["params"])
                self.send({"jsonrpc": "2.0", "id": message["id"], "result": answer})
            elif message.get("id") == request_id:
                if "error" in message:
                    raise Stopped(f"{method}: {message['error']['message']}")
                return message["result"]

    def open(self):
        result = self.request(
            "initialize",
            {
                "protocolVersion": "2025-11-25",
                "capabilities": {"elicitation": {"form": {}}},
                "clientInfo": {"name": "secondseat demo", "version": "1"},
            },
        )
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return result, (time.perf_counter() - self.started) * 1000

    def call(self, tool, **arguments):
        """The text and the PNG (or None) of a tool's answer, and how long it took in milliseconds."""
        began = time.perf_counter()
        result = self.request("tools/call", {"name": tool, "arguments": arguments})
        took = (time.perf_counter() - began) * 1000
        text = "".join(part["text"] for part in result["content"] if part["type"] == "text")
        pictures = [base64.b64decode(part["data"]) for part in result["content"] if part["type"] == "image"]
        if result.get("isError"):
            raise Stopped(f"{tool}: {text}")
        return text, pictures[0] if pictures else None, took

    def close(self):
        self.server.stdin.close()
        return self.server.wait(timeout=5)


def ask_at_the_terminal(look, yes):
    def ask(params):
        choices = params["requestedSchema"]["properties"]["decision"]["enum"]
        print(f"\n   {look.cyan}secondseat asks:{look.plain}")
        for line in params["message"].split("\n"):
            print(f"   {look.cyan}?{look.plain} {line}")
        if yes:
            print(f"   {look.cyan}>{look.plain} task {look.dim}(answered by --yes){look.plain}")
            return {"action": "accept", "content": {"decision": "task"}}
        while True:
            try:
                typed = input(f"   {look.cyan}>{look.plain} {' / '.join(choices)}: ").strip().lower()
            except EOFError:
                return {"action": "cancel"}
            fits = [choice for choice in choices if typed and choice.startswith(typed)]
            if len(fits) == 1:
                return {"action": "accept", "content": {"decision": fits[0]}}

    return ask


def state_of(text):
    found = re.search(r"state (s:[0-9a-f]+:[0-9]+)", text)
    if not found:
        raise Stopped("the answer names no state")
    return found[1]


def element(text, pattern, what):
    found = re.search(rf"^ *(\d+) {pattern}", text, re.MULTILINE)
    if not found:
        raise Stopped(f"the window shows no {what}")
    return int(found[1])


def wait_for(client, app):
    """The list of applications, once the one that was just started is in it with a window."""
    patience = time.monotonic() + 20
    while time.monotonic() < patience:
        text, _, _ = client.call("list_apps")
        if re.search(rf"^{re.escape(app)} · .* · [1-9][0-9]* window", text, re.MULTILINE):
            return text
        time.sleep(0.1)
    raise Stopped(f"{app} does not appear:\n{text}")


def save(folder, name, png):
    if png is None:
        raise Stopped("there is no picture; the state's first line says why")
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.write(png)
    return path


def run(options, look):
    client = Client(options.command, ask_at_the_terminal(look, options.yes))
    opened, took = client.open()
    info = opened["serverInfo"]
    print(f"{look.green}●{look.plain} {info['name']} {info['version']} answers after {took:.1f} ms, MCP {opened['protocolVersion']}")

    look.step(1, "list_apps", "What runs here?")
    look.lines(wait_for(client, options.app))

    look.step(2, f"get_app_state {options.app}", "The first look needs your consent.")
    text, png, _ = client.call("get_app_state", app=options.app)
    look.lines(text)
    before = save(options.pictures, "1-before.png", png)

    look.step(3, "set_value", f"Write “{TEXT}”")
    field = element(text, r"text\b.*editable", "text field")
    text, _, took = client.call("set_value", app=options.app, state=state_of(text), element_index=field, value=TEXT)
    look.lines(text)
    print(f"   {look.dim}sent, settled and read back in {took:.0f} ms{look.plain}")
    text, png, _ = client.call("get_app_state", app=options.app, full=True)
    written = save(options.pictures, "2-written.png", png)

    look.step(4, f"click “{options.button}”", "Press a real button, by its accessibility action.")
    button = element(text, rf'push button "{re.escape(options.button)}"', f"button “{options.button}”")
    text, png, took = client.call("click", app=options.app, state=state_of(text), element_index=button, screenshot=True)
    look.lines(text)
    print(f"   {look.dim}pressed, settled and read back in {took:.0f} ms{look.plain}")
    after = save(options.pictures, "3-after.png", png)

    status = client.close()
    print(f"\n{look.green}●{look.plain} done; the server ended with status {status}")
    print(f"  {look.bold}pictures{look.plain}  {before}\n            {written}\n            {after}")
    return status


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--app", required=True, help="the application, as list_apps prints it")
    parser.add_argument("--button", required=True, help="the name of the button to press")
    parser.add_argument("--pictures", required=True, help="an existing folder for the screenshots")
    parser.add_argument("--yes", action="store_true", help="answer the question for consent with: task")
    parser.add_argument("command", nargs="+", help="the server and its arguments")
    options = parser.parse_args()
    look = Look()
    try:
        return run(options, look)
    except Stopped as why:
        print(f"\n{look.red}✗{look.plain} {why}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
