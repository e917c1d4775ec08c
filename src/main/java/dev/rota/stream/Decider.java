package dev.rota.stream;

import dev.rota.domain.Domain;
import dev.rota.domain.State;
import dev.rota.engine.Fact;
import dev.rota.ledger.Arrival;
import dev.rota.ledger.Decided;
import dev.rota.ledger.Lane;
import dev.rota.ledger.Shelf;
import java.time.Duration;
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
  private final Glances glances;
  private long answered;

  private ProcessorContext<byte[], Outgoing> context;
  private Shelf<S, I, F> shelf;
  private Reception<S, I, F> reception;
  private Metronome<S, I, F> metronome;

  Decider(
      Domain<S, I, F> domain,
      Deserializer<Object> values,
      int partitions,
      Duration beat,
      Glances glances) {
    this.domain = domain;
    this.values = values;
    this.partitions = partitions;
    this.beat = beat;
    this.complaints = new Complaints(domain.name());
    this.glances = glances;
  }

  @Override
  public void init(ProcessorContext<byte[], Outgoing> context) {
    this.context = context;
    shelf = new Shelf<>(domain, new StoreRows(context.getStateStore(DomainTopology.store(domain))));
    reception = new Reception<>(domain, values, partitions);
    metronome = new Metronome<>(shelf, this::tick, context.currentSystemTimeMs());
    context.schedule(beat, PunctuationType.WALL_CLOCK_TIME, this::beat);
  }

  private void beat(long nowMillis) {
    metronome.beat(nowMillis);
    long questions = glances.questions();
    if (questions != answered) {
      answered = questions;
      for (Lane<S, I, F> lane : shelf.open()) {
        glances.tell(
            lane.name(), new Glances.Lane(lane.cursor().number(), domain.glance(lane.state())));
      }
    }
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
    if (received.cause() != null) {
      complaints.count(received.arrival().source(), received.cause().getMessage());
    }
    Lane<S, I, F> lane = shelf.lane(received.lane());
    metronome.hear(lane, record.timestamp(), context.currentSystemTimeMs());
    send(
        lane.take(received.arrival()),
        new Outbound.Origin(record.key(), record.value(), record.headers(), received.cause()));
  }

  private void tick(Lane<S, I, F> lane, Arrival<I> tick) {
    send(lane.take(tick), Outbound.Origin.none(lane.name()));
  }

  private void send(Decided decided, Outbound.Origin origin) {
    complaints.tell(decided);
    long atMillis = decided.entry().atMillis();
    for (Outbound out : Outbound.of(decided, origin, context.taskId().partition())) {
      context.forward(new Record<>(out.key(), out.value(), atMillis, out.headers()), out.sink());
    }
  }

  @Override
  public void close() {
    shelf.open().forEach(lane -> glances.forget(lane.name()));
    values.close();
  }
}
