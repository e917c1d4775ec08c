package dev.rota.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.domain.Domain;
import dev.rota.domain.State;
import dev.rota.engine.Fact;
import dev.rota.ledger.Arrival;
import dev.rota.ledger.Decided;
import dev.rota.ledger.Entry;
import dev.rota.ledger.EntryWire;
import dev.rota.ledger.Lane;
import dev.rota.ledger.Published;
import dev.rota.ledger.Shelf;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/** Takes records for turns, and sends what each turn decided down the road. Decides nothing. */
final class Decider<S extends State, I, F extends Fact<S>>
    implements Processor<byte[], byte[], byte[], Outgoing> {
  private final Domain<S, I, F> domain;
  private final Deserializer<Object> values;
  private final int partitions;
  private final Duration beat;
  private final Complaints complaints;

  private ProcessorContext<byte[], Outgoing> context;
  private Shelf<S, I, F> shelf;
  private Reception<S, I, F> reception;
  private Metronome<S, I, F> metronome;

  Decider(Domain<S, I, F> domain, Deserializer<Object> values, int partitions, Duration beat) {
    this.domain = domain;
    this.values = values;
    this.partitions = partitions;
    this.beat = beat;
    this.complaints = new Complaints(domain.name());
  }

  @Override
  public void init(ProcessorContext<byte[], Outgoing> context) {
    this.context = context;
    shelf =
        new Shelf<>(domain, new StoreRows(context.getStateStore(DomainTopology.store(domain))));
    reception = new Reception<>(domain, values, partitions);
    metronome = new Metronome<>(shelf, (lane, tick) -> take(lane, tick, null));
    context.schedule(beat, PunctuationType.WALL_CLOCK_TIME, metronome::beat);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    RecordMetadata at = context.recordMetadata().orElseThrow();
    Reception.Received<I> received =
        reception.receive(
            at.topic(),
            at.partition(),
            at.offset(),
            record.timestamp(),
            record.key(),
            record.value(),
            record.headers());
    Lane<S, I, F> lane = shelf.lane(received.lane());
    metronome.watch(lane);
    if (received.complaint() != null) {
      complaints.count(received.arrival().source(), received.complaint());
    }
    take(lane, received.arrival(), new Origin(record, received));
  }

  /** The record that a dead letter is made of. */
  private record Origin(Record<byte[], byte[]> record, Reception.Received<?> received) {}

  private void take(Lane<S, I, F> lane, Arrival<I> arrival, Origin origin) {
    Decided decided = lane.take(arrival);
    Entry entry = decided.entry();
    byte[] key = entry.lane().getBytes(UTF_8);
    int partition = context.taskId().partition();
    send(
        DomainTopology.LEDGER,
        key,
        new Outgoing(partition, EntryWire.SCHEMA, null, decided.entryBytes()),
        entry,
        TurnHeaders.of(entry));
    List<Published> published = decided.published();
    for (int index = 0; index < published.size(); index++) {
      Published output = published.get(index);
      if (output.record() == null) {
        Headers headers = origin == null ? new RecordHeaders() : origin.record().headers();
        send(
            output.channel().name(),
            origin == null ? key : origin.record().key(),
            new Outgoing(partition, null, null, origin == null ? null : origin.record().value()),
            entry,
            TurnHeaders.deadLetter(headers, decided, index, origin == null ? null : origin.received()));
      } else {
        send(
            output.channel().name(),
            key,
            new Outgoing(partition, output.record().getSchema(), output.record(), output.payload()),
            entry,
            TurnHeaders.of(decided, index));
      }
    }
  }

  private void send(String sink, byte[] key, Outgoing value, Entry entry, Headers headers) {
    context.forward(new Record<>(key, value, entry.atMillis(), headers), sink);
  }
}
