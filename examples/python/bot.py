"""A bot of the domain bots: runs the payload of each job as a shell command, one at a time.
Usage: bot.py GRID BOT [KEY=VALUE ...], with ROTA_BOOTSTRAP_SERVERS and ROTA_SCHEMA_REGISTRY_URL in the environment."""
import subprocess
import sys
import tempfile
import time

from confluent_kafka import TopicPartition
from wire import Registry, Signals, consumer, ends, log, producer, records, send

BEAT_SECONDS = 5  # well below keepaliveMs, a minute by default
RESULT_MAX = 16_384

grid, bot = sys.argv[1:3]
properties = {}
for pair in sys.argv[3:]:
    key, value = pair.split("=", 1)
    properties.setdefault(key, []).append(value)

registry, to, reader, signals = Registry(), producer(), consumer(), Signals()
session = None  # as Rota named it
leases = {}  # by job: the lease, and what became of it
running = None  # the lease whose process runs


def beat(**more):
    mine = [one["report"] for one in leases.values() if one["session"] == session]
    return send(to, registry, "bot-heartbeats", grid, {
        "grid": grid, "bot": bot, "session": session, "properties": properties, "leases": mine, **more})


def drop(job):
    """The lease is over: whoever runs it stops."""
    global running
    gone = leases.pop(job, None)
    if gone and gone is running:
        running["process"].kill()
        running["process"].wait()
        running = None


# 1. Where the topics end, before Rota can answer. 2. A new session: what the last run held is tried again.
start = ends(reader, "bots-assignments", "bots-outcomes")
partition = beat(registering=True)
reader.assign([TopicPartition(t, partition, start[t, partition]) for t in ("bots-assignments", "bots-outcomes")])
last = time.monotonic()

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
            log(f"{outcome['outcome']} {outcome['reason'] or ''} {outcome['detail'] or ''}".strip())
            if outcome["outcome"] == "REGISTERED":
                session = outcome["session"]
                for job in [j for j, one in leases.items() if one["session"] != session]:
                    drop(job)
            elif outcome["outcome"] == "REFUSED" and outcome["reason"] not in ("NOT_FOUND", "SESSION_MISMATCH"):
                raise SystemExit(f"the grid refuses this bot: {outcome['detail']}")
            elif outcome["outcome"] in ("LOST", "SESSION_CLOSED", "REFUSED"):
                session = None  # the next heartbeat registers
                for job in list(leases):
                    drop(job)
    if session and running is None and not signals.ending:
        running = next((o for o in leases.values() if o["session"] == session and "out" not in o), None)
        if running:
            log(f"RUNS {running['job']} attempt {running['attempt']}")
            running["out"] = tempfile.TemporaryFile()
            running["process"] = subprocess.Popen(
                (running["payload"] or b"true").decode(), shell=True, stdout=running["out"])
    if running and running["process"].poll() is not None:
        running["out"].seek(0)
        running["report"].update(state="COMPLETED", code="OK", exitCode=running["process"].returncode,
                                 result=running["out"].read(RESULT_MAX))
        running, news = None, True
    if news or time.monotonic() - last >= BEAT_SECONDS:
        beat()  # a report is repeated until its lease is told to be over
        last = time.monotonic()

beat(closing=True)  # what is completed ends, and the rest is tried again elsewhere
reader.close()
