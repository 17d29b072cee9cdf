"""What this program starts, it also ends: every process by its id, and the orphans that those leave behind."""

import ctypes
import os
import signal
import subprocess
import time

PR_SET_CHILD_SUBREAPER = 36


class Failed(Exception):
    """Something the person should read instead of a traceback."""


def adopt_orphans():
    """A daemon that a client leaves behind becomes our child, so that it can be found and ended like the others."""
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise Failed("this system cannot hand orphans to the program that is to end them")


def children():
    """The ids of our children, zombies not counted."""
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                state, parent = file.read().rpartition(")")[2].split()[:2]
        except OSError:
            continue  # it ended while we looked
        if int(parent) == os.getpid() and state != "Z":
            found.append(int(name))
    return found


def end_children(patience=5.0):
    """Asks our children to end, then makes them; their orphans come to us, hence the rounds. Says which had to be made to."""
    stubborn = []
    limit = time.monotonic() + patience
    asked = set()
    while left := children():
        late = time.monotonic() > limit
        for process in left:
            if late or process not in asked:
                os.kill(process, signal.SIGKILL if late else signal.SIGTERM)
                asked.add(process)
                if late:
                    stubborn.append(process)
        time.sleep(0.02)
        reap()
    return stubborn


def reap():
    try:
        while os.waitpid(-1, os.WNOHANG)[0] != 0:
            pass
    except ChildProcessError:
        pass


def start(command, log, **options):
    """A process whose output goes to a log, unless the options say otherwise."""
    with open(log, "ab") as file:
        options = {"stdin": subprocess.DEVNULL, "stdout": file, "stderr": file} | options
        return subprocess.Popen(command, **options)


def end(process):
    process.terminate()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def run(command, log, timeout, **options):
    """The exit status and the standard output of a client; what it says on standard error goes to the log."""
    with open(log, "ab") as file:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=file, **options)
        try:
            output, _ = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            end(process)
            raise Failed(f"{os.path.basename(command[0])} did not end within {timeout} s") from None
        file.write(output)
    return process.returncode, output.decode("utf-8", "replace")


def wait_until(ready, what, process, limit=20.0):
    """Waits for something that another process does and cannot announce; that process's end is an error at once."""
    end_of_patience = time.monotonic() + limit
    while not ready():
        if process.poll() is not None:
            raise Failed(f"{what}: its process ended with status {process.returncode}")
        if time.monotonic() > end_of_patience:
            raise Failed(f"{what}: waited {limit:.0f} s in vain")
        time.sleep(0.02)
