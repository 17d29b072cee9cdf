"""Codex: `codex exec`, which declines every question by itself, and `codex app-server`, whose driver answers it."""

import json
import os
import sys

from real_clients.model import scripted_model
from real_clients.processes import run

CONFIGURATION = """model = "scripted"
model_provider = "scripted"
[model_providers.scripted]
name = "scripted"
base_url = "http://127.0.0.1:{port}/v1"
wire_api = "responses"
env_key = "SCRIPTED_MODEL_KEY"
[mcp_servers.secondseat]
command = {command}
args = {arguments}
required = true
startup_timeout_sec = 30
tool_timeout_sec = 60
default_tools_approval_mode = "approve"
"""


def environment(proof, port, **more):
    home = os.path.join(proof.home, "codex")
    os.makedirs(home)
    command, *arguments = proof.server()
    with open(os.path.join(home, "config.toml"), "w", encoding="utf-8") as file:
        # A JSON string of printable ASCII is a TOML string as well.
        file.write(CONFIGURATION.format(port=port, command=json.dumps(command), arguments=json.dumps(arguments)))
    return proof.environment(CODEX_HOME=home, SCRIPTED_MODEL_KEY="none", **more)


def exec_declines(proof):
    with scripted_model(proof, consent=False) as port:
        command = [proof.bench.clients.codex, "exec", "--skip-git-repo-check", "--json", "call the tools"]
        status, _ = run(command, proof.log, 120, env=environment(proof, port), cwd=proof.folder)
    proof.expect(status == 0, f"codex exec ended with status {status}")
    return proof.verdict("legacy", asked=1, decision="decline", counter=0)


def app_server_accepts(proof):
    with scripted_model(proof, consent=True) as port:
        answer = json.dumps({"decision": "task"})
        mine = environment(proof, port, CODEX=proof.bench.clients.codex, ELICITATION_CONTENT=answer)
        driver = [sys.executable, os.path.join(proof.bench.lab, "codex_appserver_driver.py")]
        status, _ = run(driver, proof.log, 120, env=mine, cwd=proof.folder)
    proof.expect(status == 0, f"the driver of codex app-server ended with status {status}")
    return proof.verdict("legacy", asked=1, decision="task", counter=1)
