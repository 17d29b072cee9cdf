"""Every kind of text through set_value into a field of each application, and what the product says became of it."""

import json
import os
import re

from demo_client import Stopped, state_of
from golden_states.programs import HERE

KINDS = os.path.join(os.path.dirname(os.path.dirname(HERE)), "tests", "desktop", "unicode_kinds.json")


def kinds():
    """As tests/desktop/real_unicode_test.cpp tries them on the fixtures."""
    with open(KINDS, encoding="utf-8") as file:
        return [(row["kind"], row["text"]) for row in json.load(file)]


def verdict(answer):
    """The outcome, and for all but a confirmed one the sentence behind it, on one line."""
    first, *rest = answer.splitlines()
    outcome = re.search(r"outcome: (\w+)", first)
    if outcome and outcome[1] == "confirmed":
        return "confirmed"
    said = " ".join(line for line in rest[:1] if not line.startswith("state "))
    return f"{outcome[1] if outcome else 'error'}: {said or first}"


def write(client, app, pattern, text):
    state, _, _ = client.call("get_app_state", app=app, full=True, screenshot=False)
    found = re.search(rf"^ *(\d+) {pattern}", state, re.MULTILINE)
    if not found:
        return "no such field: " + pattern
    try:
        answer, _, _ = client.call("set_value", app=app, state=state_of(state), element_index=int(found[1]), value=text)
    except Stopped as refused:
        answer = str(refused).removeprefix("set_value: ")
    return verdict(answer)


def try_all(client, app, program):
    """Kind of text → verdict, of each field of the program."""
    return {
        (program.name, field): {kind: write(client, app, pattern, text) for kind, text in kinds()}
        for field, pattern in program.fields.items()
    }


def table(columns):
    """One row a kind; a sentence that several cells say stands below, once."""
    notes = []

    def cell(said):
        if said == "confirmed":
            return said
        if said not in notes:
            notes.append(said)
        return f"{said.partition(':')[0]} ({notes.index(said) + 1})"

    print("| text | " + " | ".join(f"{program}, {field}" for program, field in columns) + " |")
    print("| --- |" + " --- |" * len(columns))
    for kind, _ in kinds():
        print(f"| {kind} | " + " | ".join(cell(said[kind]) for said in columns.values()) + " |")
    print()
    for number, note in enumerate(notes, 1):
        print(f"{number}. {note}")
