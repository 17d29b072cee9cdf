"""A proof: one client uses one fresh application through a recorded secondseat, and everything it claims is checked."""

import os
import re
import sys

from real_clients.processes import Failed
from real_clients.wire import Wire

STATE = r"state (s:[0-9a-f]+:[0-9]+)"


class Proof:
    """What a client's proof needs to know, and the expectations that did not hold."""

    def __init__(self, bench, name):
        self.bench = bench
        self.name = name
        self.folder = os.path.join(bench.scratch, "".join(c if c.isalnum() else "-" for c in name))
        self.home = os.path.join(self.folder, "home")
        os.makedirs(self.home)
        self.log = os.path.join(bench.logs, os.path.basename(self.folder) + ".log")
        self.record = os.path.join(bench.logs, os.path.basename(self.folder) + ".wire")
        for old in (self.log, self.record):
            if os.path.exists(old):
                os.remove(old)
        self.broken = []

    def __enter__(self):
        self.application = self.bench.application.open(self.folder, self.log)
        return self

    def __exit__(self, *_):
        self.application.close()

    def server(self):
        """secondseat behind the recorder, with the application's desktop in its environment whatever the client hands on."""
        environment = [f"{name}={value}" for name, value in self.application.environment.items()]
        recorder = [sys.executable, os.path.join(self.bench.lab, "mcp_tee.py"), self.record]
        return ["/usr/bin/env", *environment, *recorder, self.bench.secondseat, "mcp", *self.application.arguments]

    def environment(self, **more):
        """For a client: a home of its own, no way out but the loopback, nothing of ours."""
        nowhere = "http://127.0.0.1:9"
        return {
            "PATH": os.path.dirname(self.bench.clients.node) + ":/usr/local/bin:/usr/bin:/bin",
            "HOME": self.home,
            "TMPDIR": self.folder,
            "LANG": "C.UTF-8",
            "HTTPS_PROXY": nowhere,
            "https_proxy": nowhere,
            "NO_PROXY": "127.0.0.1,localhost",
            "no_proxy": "127.0.0.1,localhost",
        } | more

    def script_of_the_model(self, consent):
        """The calls that the model makes, one a turn: list, read, click what was read, or without consent click at a guess."""
        app = self.application.app
        click = {"app": app, "state": "s:0000000000000000:1", "element_index": 3}
        if consent:
            click |= {"state": f"{{{{re:{STATE}}}}}", "element_index": f"{{{{re:{self.application.button}}}}}"}
        return [("list_apps", {}), ("get_app_state", {"app": app}), ("click", click)]

    def expect(self, holds, what):
        if not holds:
            self.broken.append(what)

    def wire(self):
        return Wire(self.record)

    def verdict(self, era, asked, decision, counter):
        """Checks what every proof has in common, and sums it up in one line."""
        wire = self.wire()
        questions = wire.questions()
        eras = wire.eras()
        answers = wire.answers()
        landed = self.application.counter(wire)
        self.expect(len(eras) == 1 and eras[0].startswith(era), f"the era is {eras}, not {era}")
        self.expect(len(questions) == asked, f"{len(questions)} questions were asked, not {asked}")
        self.expect(answers == [decision] * asked, f"the answers were {answers}, not {[decision] * asked}")
        self.expect(landed == counter, f"the counter is {landed}, not {counter}")
        heads = [text.split("\n")[0] for text in wire.texts()]
        if counter:
            expected = f"outcome: {self.application.outcome}"
            self.expect(heads and heads[-1].startswith(expected), f"the last answer began {heads[-1:]}, not with {expected}")
            self.expect(all(wire.calls(tool) for tool in ("list_apps", "get_app_state", "click")), "not all three tools were called")
        question = re.sub(r"^/\S*/", "…/", questions[0]) if questions else ""
        said = f"asked “{short(question, 84)}” → {answers[0] if answers else 'no answer'}" if questions else "not asked"
        outcome = short(heads[-1], 88) if heads else "no answer"
        return f"{'; '.join(eras) or era:<18} │ {said} │ {outcome} │ counter {landed}"


def short(text, most):
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1] + "…"


def checked(proof, status, output, log):
    if status != 0:
        raise Failed(f"{proof.name} ended with status {status}; see {log}: {output[-300:]}")
    return output
