"""What went over the wire between a client and secondseat, as the recorder in front of the server wrote it down. The verdicts
rest on this and on the application's own counter, not on what a client says about itself."""

import json
import os

CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
MODERN = "io.modelcontextprotocol/protocolVersion"


class Wire:
    """The record of one client's whole use of the server, which may be several server processes one after another."""

    def __init__(self, path):
        self.sent = []  # by the client
        self.answered = []  # by the server
        if not os.path.exists(path):
            return
        with open(path, encoding="utf-8") as file:
            for line in file:
                entry = json.loads(line)
                if isinstance(entry["m"], dict):
                    {"c>s": self.sent, "s>c": self.answered}.get(entry["d"], []).append(entry["m"])

    def eras(self):
        """The eras in which tools were called or listed, each with its version of the protocol."""
        used = set()
        negotiated = [m["result"]["protocolVersion"] for m in self.answered if "protocolVersion" in (m.get("result") or {})]
        for message in self.sent:
            if not str(message.get("method", "")).startswith("tools/"):
                continue
            modern = message.get("params", {}).get("_meta", {}).get(MODERN)
            used.add(f"modern {modern}" if modern else f"legacy {negotiated[-1] if negotiated else '?'}")
        return sorted(used)

    def can_be_asked(self):
        """Whether the client ever offered the elicitation capability, in either era."""
        offered = []
        for message in self.sent:
            params = message.get("params") or {}
            offered += [params.get("capabilities"), (params.get("_meta") or {}).get(CAPABILITIES)]
        return any("elicitation" in capabilities for capabilities in offered if capabilities)

    def calls(self, tool):
        return [
            m for m in self.sent if m.get("method") == "tools/call" and m.get("params", {}).get("name") == tool
        ]

    def questions(self):
        """The texts that the user is to see, in both eras."""
        texts = []
        for message in self.answered:
            if message.get("method") == "elicitation/create":
                texts.append(message["params"]["message"])
            requests = (message.get("result") or {}).get("inputRequests") or {}
            texts += [request["params"]["message"] for request in requests.values()]
        return texts

    def answers(self):
        """What the client answered: the decision of an accepted form, or else the action (decline, cancel)."""
        asked = {json.dumps(m["id"]) for m in self.answered if m.get("method") == "elicitation/create"}
        given = []
        for message in self.sent:
            if "method" not in message and json.dumps(message.get("id")) in asked:
                given.append(message.get("result") or {})
            given += ((message.get("params") or {}).get("inputResponses") or {}).values()
        return [(a.get("content") or {}).get("decision") if a.get("action") == "accept" else a.get("action") for a in given]

    def texts(self):
        """The text of every tool's answer, in order."""
        found = []
        for message in self.answered:
            result = message.get("result") or {}
            if isinstance(result.get("content"), list):
                found.append("".join(part.get("text", "") for part in result["content"]))
        return found
