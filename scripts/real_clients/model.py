"""The model behind Codex and Claude Code: the lab's server, which speaks their model APIs and follows a list of calls."""

import contextlib
import json
import os
import socket
import sys

from real_clients.processes import end, start, wait_until


@contextlib.contextmanager
def scripted_model(proof, consent):
    """The port of a model that makes the proof's calls, one a turn."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, os.path.join(proof.bench.lab, "fake_model_server.py"), "--port", str(port)]
    for tool, arguments in proof.script_of_the_model(consent):
        command += ["--call", f"{tool}={json.dumps(arguments)}"]
    server = start([*command, "--final", "Done.", "--log", proof.log + ".model"], proof.log)

    def listens():
        with socket.socket() as knock:
            return knock.connect_ex(("127.0.0.1", port)) == 0

    try:
        wait_until(listens, "the scripted model", server)
        yield port
    finally:
        end(server)
