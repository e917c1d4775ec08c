"""How any client talks to Rota: Confluent's wire format, Kafka's partitions by key, committed records only."""
import io
import json
import os
import signal
import sys
import urllib.request

import avro.io
import avro.schema
from confluent_kafka import OFFSET_BEGINNING, Consumer, KafkaError, Producer, TopicPartition

BROKERS = os.environ.get("ROTA_BOOTSTRAP_SERVERS", "127.0.0.1:9092")
REGISTRY = os.environ.get("ROTA_SCHEMA_REGISTRY_URL", "http://127.0.0.1:8081")


class Registry:
    """The schemas of a Schema Registry. Those of the inputs are there since the topics were made."""

    def __init__(self, url=REGISTRY):
        self.url = url.rstrip("/")
        self.writers = {}
        self.readers = {}

    def _get(self, path):
        with urllib.request.urlopen(f"{self.url}/{path}", timeout=30) as answer:
            return json.load(answer)

    def encode(self, topic, value):
        """A zero byte, the schema's id in four bytes, then Avro."""
        if topic not in self.writers:
            said = self._get(f"subjects/{topic}-value/versions/latest")
            self.writers[topic] = said["id"], avro.schema.parse(said["schema"])
        number, schema = self.writers[topic]
        out = io.BytesIO(b"\0" + number.to_bytes(4, "big"))
        out.seek(5)
        avro.io.DatumWriter(schema).write(filled(schema, value), avro.io.BinaryEncoder(out))
        return out.getvalue()

    def decode(self, value):
        number = int.from_bytes(value[1:5], "big")
        if number not in self.readers:
            schema = avro.schema.parse(self._get(f"schemas/ids/{number}")["schema"])
            self.readers[number] = avro.io.DatumReader(schema)
        return self.readers[number].read(avro.io.BinaryDecoder(io.BytesIO(value[5:])))


def filled(schema, value):
    """Adds the defaults that python3-avro does not write by itself. It leaves unions as they are."""
    if schema.type == "record":
        unknown = set(value) - {field.name for field in schema.fields}
        if unknown:
            raise ValueError(f"{schema.name} has no field {', '.join(sorted(unknown))}")
        return {f.name: filled(f.type, value[f.name] if f.name in value else f.default) for f in schema.fields}
    if schema.type == "array":
        return [filled(schema.items, one) for one in value]
    if schema.type == "map":
        return {key: filled(schema.values, one) for key, one in value.items()}
    return value


def producer():
    # librdkafka's own default, CRC32, puts a lane on another partition: Rota would not take the records.
    return Producer({"bootstrap.servers": BROKERS, "partitioner": "murmur2_random",
                     "enable.idempotence": True, "linger.ms": 5})


def consumer():
    # It has no group: the client keeps its own place. What a transaction took back is never seen.
    return Consumer({"bootstrap.servers": BROKERS, "group.id": "unused", "enable.auto.commit": False,
                     "isolation.level": "read_committed", "auto.offset.reset": "error",
                     "enable.partition.eof": True})


def send(to, registry, topic, lane, value):
    """Sends one record and waits for the broker. Returns where it lies: the partition is the lane's on every topic."""
    done = {}

    def told(error, message):
        done["error"], done["place"] = error, None if error else (topic, message.partition(), message.offset())

    to.produce(topic, registry.encode(topic, value), lane, on_delivery=told)
    to.flush(60)
    if done.get("error", "no answer") is not None:
        raise SystemExit(f"{topic}: {done.get('error', 'no answer from the brokers within 60 s')}")
    return done["place"]


def answers(message, place):
    """True if this output is the answer to the input that lies at the place. One of a deadline answers none."""
    source = dict(message.headers() or []).get("rota.source")
    return source == "/".join(map(str, place)).encode()


def ends(reader, *topics):
    """Where each partition of these topics ends now. Ask before the first record is sent."""
    known = reader.list_topics(timeout=30).topics
    missing = [topic for topic in topics if topic not in known or not known[topic].partitions]
    if missing:
        raise SystemExit(f"no topic {', '.join(missing)} at {BROKERS}: is the domain there?")
    parts = [TopicPartition(topic, number) for topic in topics for number in known[topic].partitions]
    return {(p.topic, p.partition): reader.get_watermark_offsets(p, timeout=30)[1] for p in parts}


def records(reader, seconds):
    """The records that come within this time, decoded later. Raises what the client reports."""
    message = reader.poll(seconds)
    while message is not None:
        if not is_end(message):
            yield message
        message = reader.poll(0)


def whole(reader, topic, partition):
    """The records of a partition up to its present end. Offsets do not tell the end: markers of transactions have some, too."""
    reader.assign([TopicPartition(topic, partition, OFFSET_BEGINNING)])
    message = reader.poll(1)
    while message is None or not is_end(message):
        if message is not None:
            yield message
        message = reader.poll(1)


def within(reader, topic, partition, offset):
    """The record at an offset. None: the partition has none there."""
    low, high = reader.get_watermark_offsets(TopicPartition(topic, partition), timeout=30)
    if not low <= offset < high:
        return None
    reader.assign([TopicPartition(topic, partition, offset)])
    message = reader.poll(1)
    while message is None:
        message = reader.poll(1)
    return None if is_end(message) or message.offset() != offset else message


def is_end(message):
    if message.error() and message.error().code() != KafkaError._PARTITION_EOF:
        raise SystemExit(f"cannot read: {message.error()}")
    return message.error() is not None


class Signals:
    """SIGINT and SIGTERM end a client after what it does just now; a second one ends it at once."""

    def __init__(self):
        self.ending = False
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._end)

    def _end(self, number, frame):
        if self.ending:
            sys.exit(128 + number)
        self.ending = True


def log(text):
    print(text, flush=True)
