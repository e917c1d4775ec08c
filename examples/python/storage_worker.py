"""A storage worker of the domain chunks: keeps its set and verifies each digest. It fetches no data.
Usage: storage_worker.py NETWORK PEER_ID CAPACITY_BYTES STATE_FILE
       storage_worker.py --check VECTORS.json"""
import hashlib
import json
import os
import sys
import time

from confluent_kafka import TopicPartition
from wire import Registry, Signals, consumer, ends, log, producer, records, send, whole, within

PING_SECONDS = 20  # a minute at most
DELTAS, SNAPSHOTS = "chunks-assignments", "chunks-snapshots"


def number(dataset, chunk, size):
    return int.from_bytes(hashlib.sha256(f"{dataset}/{chunk}:{size}".encode()).digest()[:16], "big")


class ChunkSet:
    """What the worker holds: sizes by dataset and chunk, and their digest as a number."""

    def __init__(self, generation=-1, sizes=()):
        self.generation, self.sizes, self.parts, self.sum = generation, {}, [], 0
        for dataset, chunk, size in sizes:
            self._put(dataset, chunk, size)

    def digest(self):
        return f"{self.sum % 2**128:032x}"

    def _put(self, dataset, chunk, size):
        self._drop(dataset, chunk)
        self.sizes[dataset, chunk] = size
        self.sum += number(dataset, chunk, size)

    def _drop(self, dataset, chunk):
        if (dataset, chunk) in self.sizes:
            self.sum -= number(dataset, chunk, self.sizes.pop((dataset, chunk)))

    def take(self, part):
        """Takes a part of a generation's delta. Returns true once the set is that of the generation."""
        if part["snapshot"] or part["generation"] <= self.generation:
            return False  # a whole set, or known already
        if part["part"] == 0:
            self.parts = []
        self.parts.append(part)
        if len(self.parts) < part["parts"]:
            return False  # the generation is the set's only with its last part
        for one in self.parts:
            for chunk in one["removed"]:
                self._drop(chunk["dataset"], chunk["chunk"])
            for chunk in one["resized"] + one["added"]:
                self._put(chunk["dataset"], chunk["chunk"], chunk["bytes"])
        self.parts, self.generation = [], part["generation"]
        if self.digest() != part["digest"] or len(self.sizes) != part["chunks"]:
            raise ValueError(f"generation {self.generation}: the set has the digest {self.digest()}, "
                             f"the record says {part['digest']}")
        return True


def check(file):
    """Folds the vectors of a file, which other implementations fold too."""
    for case in json.load(open(file, encoding="utf-8"))["cases"]:
        held = ChunkSet(0)
        for part in case["deltas"]:
            done = held.take(part)
            assert not done or held.digest() == part["digest"], case["name"]
        assert sorted([d, c, s] for (d, c), s in held.sizes.items()) == case["set"], case["name"]
        assert held.digest() == case["digest"], case["name"]
        log(f"ok {case['name']}")


def main(network, worker, capacity, file):
    registry, to, reader, signals = Registry(), producer(), consumer(), Signals()

    def ping(**more):
        return send(to, registry, "worker-pings", network, {
            "network": network, "worker": worker, "capacityBytes": int(capacity), **more})

    def mine(message):
        said = message.key() == network.encode() and registry.decode(message.value())
        return said if said and said["worker"] == worker else None

    def snapshot(partition):
        """The last whole set, and the time of its oldest part. Waits until the first ping is decided."""
        while not signals.ending:
            parts = {}
            for message in whole(reader, SNAPSHOTS, partition):
                if message.key().decode().startswith(f"{network}/{worker}/"):
                    parts[message.key()] = message
                if message.value() is None:
                    parts.pop(message.key(), None)
            read = [registry.decode(message.value()) for message in parts.values()]
            if read and len(read) == read[0]["parts"] and len({one["generation"] for one in read}) == 1:
                sizes = [(c["dataset"], c["chunk"], c["bytes"]) for one in read for c in one["added"]]
                held = ChunkSet(read[0]["generation"], sizes)
                if held.digest() == read[0]["digest"]:
                    return held, min(message.timestamp()[1] for message in parts.values())
            time.sleep(0.5)
        raise SystemExit(130)

    def save(held, last):
        """Stores the set, and the offset of the last record that it is made of. None: it is a snapshot."""
        sizes = [[d, c, s] for (d, c), s in sorted(held.sizes.items())]
        with open(file + ".part", "w", encoding="utf-8") as out:
            json.dump({"generation": held.generation, "digest": held.digest(), "last": last, "set": sizes}, out)
        os.replace(file + ".part", file)  # whole or not at all
        log(f"generation {held.generation}: {len(held.sizes)} chunks, digest {held.digest()}")

    def stored(partition):
        """The stored set and where to read on. None: there is none, or it is that of other topics."""
        known = json.load(open(file, encoding="utf-8")) if os.path.exists(file) else {}
        if known.get("last") is None:
            return None
        message = within(reader, DELTAS, partition, known["last"])
        last = message and mine(message)
        if not last or (last["generation"], last["digest"]) != (known["generation"], known["digest"]):
            log(f"{file} is not of these topics: it starts again")
            return None
        return ChunkSet(known["generation"], known["set"]), known["last"] + 1

    def fresh(partition):
        """The set of the last snapshot, and where the deltas since begin."""
        held, since = snapshot(partition)
        end = ends(reader, DELTAS)[DELTAS, partition]  # before it asks: what comes meanwhile is behind it
        offset = reader.offsets_for_times([TopicPartition(DELTAS, partition, since - 1)], timeout=30)[0].offset
        save(held, None)
        return held, offset if offset >= 0 else end

    _, partition, _ = ping()
    held, offset = stored(partition) or fresh(partition)
    reader.assign([TopicPartition(DELTAS, partition, offset)])
    last = time.monotonic()
    while not signals.ending:
        for message in records(reader, 0.2):
            part = mine(message)
            try:
                done = part and held.take(part)
            except ValueError as wrong:
                raise SystemExit(f"{wrong}: remove {file} and start again")
            if done:
                save(held, message.offset())
        if time.monotonic() - last >= PING_SECONDS:
            ping(storedBytes=sum(held.sizes.values()))
            last = time.monotonic()
    reader.close()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--check"]:
        check(sys.argv[2])
    else:
        main(*sys.argv[1:5])
