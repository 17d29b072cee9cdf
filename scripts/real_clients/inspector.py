"""The official Inspector: its one-shot CLI, which has no way to be asked anything, and mcpdo, its CLI that keeps a connection."""

import json
import re
import secrets

from real_clients.processes import run
from real_clients.proof import STATE, checked


def environment(proof):
    return proof.environment(
        MCP_INSPECTOR_SECRET_STORE="memory",
        MCP_INSPECTOR_DAEMON_DIR=f"{proof.folder}/d",
        MCP_INSPECTOR_DAEMON_TOKEN=proof.token,
    )


def one_shot(proof, era):
    """Every call is a process and a session of its own, without the elicitation capability: it can list, and must be refused."""
    proof.token = secrets.token_urlsafe(32)

    def cli(*arguments, status=0):
        command = [proof.bench.clients.node, proof.bench.clients.inspector, "--cli", "--protocol-era", era, "--format", "json"]
        ended, output = run([*command, *arguments, "--", *proof.server()], proof.log, 60, env=environment(proof))
        proof.expect(ended == status, f"{arguments} ended with status {ended}, not {status}")
        return output

    names = {tool["name"] for tool in json.loads(cli("--method", "tools/list"))["result"]["tools"]}
    proof.expect({"list_apps", "get_app_state", "click"} <= names, f"tools/list named {sorted(names)}")
    listed = cli("--method", "tools/call", "--tool-name", "list_apps")
    proof.expect("application" in listed, "list_apps listed nothing")
    is_error = 5  # of the Inspector, for a tool's answer with isError
    read = ("--method", "tools/call", "--tool-name", "get_app_state", "--tool-arg", f"app={proof.application.app}")
    cli(*read, status=is_error)
    proof.expect(proof.wire().texts()[-1].startswith("consent:"), "it was not for consent that the read was refused")
    proof.expect(not proof.wire().can_be_asked(), "it offers to be asked after all; then let it do the whole line")
    return proof.verdict(era, asked=0, decision=None, counter=0)


def connected(proof, era, decision):
    """One connection, kept by the Inspector's daemon; the question comes back as pending, and is answered by a command."""
    proof.token = secrets.token_urlsafe(32)
    name = f"--connection={era}"

    def mcpdo(*arguments, may_fail=False):
        command = [proof.bench.clients.node, proof.bench.clients.mcpdo, "--format", "json", *arguments]
        status, output = run(command, proof.log, 60, env=environment(proof))
        return output if may_fail else checked(proof, status, output, proof.log)

    def call(tool, **values):
        return mcpdo("tools/call", name, tool, "--tool-args-json", json.dumps(values))

    app = proof.application.app
    try:
        mcpdo("connect", name, "--era", era, "--", *proof.server())
        tools = json.loads(mcpdo("tools/list", name))
        proof.expect("get_app_state" in json.dumps(tools), "tools/list names no get_app_state")
        proof.expect("application" in call("list_apps"), "list_apps listed nothing")
        pending = json.loads(call("get_app_state", app=app))["elicitationPending"]
        proof.expect(proof.application.counter(proof.wire()) == 0, "something was pressed before consent")
        if decision == "decline":
            mcpdo("elicitation/respond", pending["elicitationId"], "--decline", may_fail=True)
            proof.expect(proof.wire().texts()[-1].startswith("consent:"), "a declined read was not refused")
            return proof.verdict(era, asked=1, decision="decline", counter=0)
        mcpdo("elicitation/respond", pending["elicitationId"], f"decision:={decision}")
        text = proof.wire().texts()[-1]
        state, button = re.search(STATE, text), re.search(proof.application.button, text)
        proof.expect(state and button, "the read shows no state or no button")
        if state and button:
            call("click", app=app, state=state[1], element_index=int(button[1]))
        mcpdo("disconnect", era)
        return proof.verdict(era, asked=1, decision=decision, counter=1)
    finally:
        mcpdo("daemon", "stop", may_fail=True)
