"""A bot of the domain bots: runs the payload of each job as a shell command, one at a time.
Usage: bot.py GRID BOT [KEY=VALUE ...], with ROTA_BOOTSTRAP_SERVERS and ROTA_SCHEMA_REGISTRY_URL in the environment."""
import atexit
import os
import signal
import subprocess
import sys
import tempfile
import time

from confluent_kafka import TopicPartition
from wire import Registry, Signals, answers, consumer, ends, log, producer, records, send

BEAT_SECONDS = 5  # well below keepaliveMs, a minute by default
RESULT_MAX = 16_384

grid, bot = sys.argv[1:3]
properties = {}
for pair in sys.argv[3:]:
    key, value = pair.split("=", 1)
    properties.setdefault(key, []).append(value)

registry, to, reader, signals = Registry(), producer(), consumer(), Signals()
session = None  # as Rota named it
registration = None  # where the heartbeat lies that asked for it
leases = {}  # by job: the lease, and what became of it
running = None  # the lease whose process runs
last = 0  # when it beat


def beat(**more):
    global last
    last = time.monotonic()
    mine = [one["report"] for one in leases.values() if one["session"] == session]
    return send(to, registry, "bot-heartbeats", grid, {
        "grid": grid, "bot": bot, "session": session, "properties": properties, "leases": mine, **more})


@atexit.register
def stop():
    """Ends what runs: the job's shell and all that it has started, which are one process group."""
    global running
    process = running and running.get("process")
    if process and process.returncode is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    running = None


def drop(job):
    """The lease is over: whoever runs it stops."""
    gone = leases.pop(job, None)
    if gone and gone is running:
        stop()


def register():
    """A new session. What the former one held is tried again, so here it stops."""
    global session, registration
    session = None
    for job in list(leases):
        drop(job)
    registration = beat(registering=True)


# 1. Where the topics end, before Rota can answer. 2. A new session: what the last run held is tried again.
start = ends(reader, "bots-assignments", "bots-outcomes")
register()
_, partition, _ = registration
reader.assign([TopicPartition(t, partition, start[t, partition]) for t in ("bots-assignments", "bots-outcomes")])

while not (signals.ending and running is None):
    news = False
    for message in records(reader, 0.2):
        if message.key() != grid.encode():
            continue  # another grid of this partition
        said = registry.decode(message.value())
        if message.topic() == "bots-assignments":
            if said["bot"] != bot:
                continue
            drop(said["job"])
            if said["state"] == "ACTIVE":  # it may come before the session that it names
                leases[said["job"]] = {**said, "report": {
                    "job": said["job"], "attempt": said["attempt"], "state": "ACTIVE"}}
        elif said["event"].get("bot") == bot:
            outcome = said["event"]
            kind, mine = outcome["outcome"], session is not None and outcome["session"] == session
            log(f"{kind} {outcome['reason'] or ''} {outcome['detail'] or ''}".strip())
            if kind == "REGISTERED" and answers(message, registration):
                session = outcome["session"]
                for job in [j for j, one in leases.items() if one["session"] != session]:
                    drop(job)
            elif kind == "REFUSED" and answers(message, registration):
                raise SystemExit(f"the grid refuses this bot: {outcome['detail']}")
            elif kind == "REPLACED" and mine:
                raise SystemExit(f"another process has registered as bot {bot} of grid {grid}: give each a name of its own")
            elif kind in ("LOST", "SESSION_CLOSED", "CLOSED", "REFUSED") and mine:
                register()
            # What names another session is of an earlier one of this bot, or of another process.
    if session and running is None and not signals.ending:
        running = next((o for o in leases.values() if o["session"] == session and "out" not in o), None)
        if running:
            log(f"RUNS {running['job']} attempt {running['attempt']}")
            running["out"] = tempfile.TemporaryFile()
            running["process"] = subprocess.Popen(
                (running["payload"] or b"true").decode(), shell=True, stdout=running["out"],
                start_new_session=True)  # and a process group of its own
    if running and running["process"].poll() is not None:
        running["out"].seek(0)
        code = running["process"].returncode
        said = b"" if code == 0 else f"exit code {code}\n".encode()  # the client gets the result only
        running["report"].update(state="COMPLETED", code="OK", exitCode=code,
                                 result=(said + running["out"].read(RESULT_MAX))[:RESULT_MAX])
        running, news = None, True
    if news or time.monotonic() - last >= BEAT_SECONDS:
        beat()  # a report is repeated until its lease is told to be over

beat(closing=True)  # what is completed ends, and the rest is tried again elsewhere
reader.close()
