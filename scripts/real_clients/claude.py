"""Claude Code in print mode: an Elicitation hook answers the question; without one it is not answered with yes."""

import json
import os

from real_clients.model import scripted_model
from real_clients.processes import run


def written(path, value):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file)
    return path


def print_mode(proof, with_hook):
    command, *arguments = proof.server()
    servers = {"mcpServers": {"secondseat": {"type": "stdio", "command": command, "args": arguments}}}
    hook = {"type": "command", "command": os.path.join(proof.bench.lab, "claude_elicitation_hook.sh")}
    settings = {"hooks": {"Elicitation": [{"hooks": [hook]}]}} if with_hook else {}
    with scripted_model(proof, consent=with_hook) as port:
        environment = proof.environment(
            ANTHROPIC_BASE_URL=f"http://127.0.0.1:{port}",
            ANTHROPIC_API_KEY="none",
            CLAUDE_CONFIG_DIR=os.path.join(proof.home, "claude"),
            CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC="1",
            DISABLE_AUTOUPDATER="1",
            MCP_CONNECTION_NONBLOCKING="false",
            ENABLE_TOOL_SEARCH="false",
            ELICITATION_CONTENT=json.dumps({"decision": "task"}),
        )
        options = ["--mcp-config", written(f"{proof.folder}/servers.json", servers), "--strict-mcp-config"]
        options += ["--settings", written(f"{proof.folder}/settings.json", settings), "--allowedTools", "mcp__secondseat"]
        client = [proof.bench.clients.claude, "-p", "call the tools", *options]
        status, _ = run(client, proof.log, 120, env=environment, cwd=proof.folder)
    proof.expect(status == 0, f"claude ended with status {status}")
    if with_hook:
        return proof.verdict("modern", asked=1, decision="task", counter=1)
    # A dismissed question is no refusal: the click asks once more.
    return proof.verdict("modern", asked=2, decision="cancel", counter=0)
