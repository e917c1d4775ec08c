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
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/** Takes records for turns, and sends down the road what each turn decided. Decides nothing. */
final class Decider<S extends State, I, F extends Fact<S>>
    implements Processor<byte[], byte[], byte[], Outgoing> {
  private final Domain<S, I, F> domain;
  private final Deserializer<Object> values;
  private final int partitions;
  private final Duration beat;
  private final Complaints complaints;

  private ProcessorContext<byte[], Outgoing> context;
  private int partition;
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
    partition = context.taskId().partition();
    shelf = new Shelf<>(domain, new StoreRows(context.getStateStore(DomainTopology.store(domain))));
    reception = new Reception<>(domain, values, partitions);
    metronome = new Metronome<>(shelf, this::tick);
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
    if (received.complaint() != null) {
      complaints.count(received.arrival().source(), received.complaint());
    }
    Lane<S, I, F> lane = shelf.lane(received.lane());
    metronome.watch(lane);
    publish(lane.take(received.arrival()), record, received.cause());
  }

  private void tick(Lane<S, I, F> lane, Arrival<I> tick) {
    byte[] key = lane.name().getBytes(UTF_8);
    publish(lane.take(tick), new Record<>(key, null, tick.timestampMillis()), null);
  }

  /**
   * Sends the entry and all that the turn published; the origin is what a dead letter is made of.
   */
  private void publish(Decided decided, Record<byte[], byte[]> origin, Exception cause) {
    Entry entry = decided.entry();
    byte[] key = entry.lane().getBytes(UTF_8);
    Outgoing line = new Outgoing(partition, EntryWire.SCHEMA, null, decided.entryBytes());
    send(DomainTopology.LEDGER, key, line, entry, TurnHeaders.of(entry));
    int index = 0;
    for (Published output : decided.published()) {
      String sink = output.channel().name();
      if (output.record() == null) {
        Outgoing letter = new Outgoing(partition, null, null, origin.value());
        Headers headers = TurnHeaders.deadLetter(origin.headers(), decided, index, cause);
        send(sink, origin.key(), letter, entry, headers);
      } else {
        Outgoing value =
            new Outgoing(partition, output.record().getSchema(), output.record(), output.payload());
        send(sink, key, value, entry, TurnHeaders.of(decided, index));
      }
      index++;
    }
  }

  private void send(String sink, byte[] key, Outgoing value, Entry entry, Headers headers) {
    context.forward(new Record<>(key, value, entry.atMillis(), headers), sink);
  }

  @Override
  public void close() {
    values.close();
  }
}
