package dev.rota.stream;

import dev.rota.domain.Domain;
import dev.rota.domain.State;
import dev.rota.engine.Fact;
import dev.rota.ledger.Arrival;
import dev.rota.ledger.Decided;
import dev.rota.ledger.Lane;
import dev.rota.ledger.LaneStore;
import java.time.Duration;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * The processor: hands records to lanes and forwards the outputs of each turn. It decides nothing.
 */
final class Decider<S extends State, I, F extends Fact<S>>
    implements Processor<byte[], byte[], byte[], Outgoing> {
  private final Domain<S, I, F> domain;
  private final Deserializer<Object> values;
  private final int partitions;
  private final int inputBytesMax;
  private final Duration beat;
  private final DeadLetterLog deadLetterLog;
  private final LaneFigures figures;
  private long answered;

  private ProcessorContext<byte[], Outgoing> context;
  private LaneStore<S, I, F> store;
  private InputReader<S, I, F> reader;
  private Metronome<S, I, F> metronome;

  Decider(
      Domain<S, I, F> domain,
      Deserializer<Object> values,
      int partitions,
      int inputBytesMax,
      Duration beat,
      LaneFigures figures) {
    this.domain = domain;
    this.values = values;
    this.partitions = partitions;
    this.inputBytesMax = inputBytesMax;
    this.beat = beat;
    this.deadLetterLog = new DeadLetterLog(domain.name());
    this.figures = figures;
  }

  @Override
  public void init(ProcessorContext<byte[], Outgoing> context) {
    this.context = context;
    store =
        new LaneStore<>(domain, new StoreRows(context.getStateStore(DomainTopology.store(domain))));
    reader = new InputReader<>(domain, values, partitions, inputBytesMax);
    metronome = new Metronome<>(store, this::tick, context.currentSystemTimeMs());
    context.schedule(beat, PunctuationType.WALL_CLOCK_TIME, this::beat);
  }

  private void beat(long nowMillis) {
    metronome.beat(nowMillis);
    long questions = figures.questions();
    if (questions != answered) {
      answered = questions;
      for (Lane<S, I, F> lane : store.open()) {
        figures.tell(
            lane.name(),
            new LaneFigures.Lane(lane.cursor().number(), domain.figures(lane.state())));
      }
    }
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    RecordMetadata at = context.recordMetadata().orElseThrow();
    InputReader.Received<I> received =
        reader.receive(
            at.topic(),
            at.partition(),
            at.offset(),
            record.timestamp(),
            record.key(),
            record.value(),
            record.headers());
    if (received.cause() != null) {
      deadLetterLog.count(received.arrival().source(), received.cause().getMessage());
    }
    Lane<S, I, F> lane = store.lane(received.lane());
    metronome.hear(lane, record.timestamp(), context.currentSystemTimeMs());
    Outgoing.Origin origin =
        new Outgoing.Origin(record.key(), record.value(), record.headers(), received.cause());
    lane.take(received.arrival(), decided -> send(decided, origin));
  }

  private void tick(Lane<S, I, F> lane, Arrival<I> tick) {
    send(lane.take(tick), Outgoing.Origin.none(lane.name()));
  }

  private void send(Decided decided, Outgoing.Origin origin) {
    deadLetterLog.tell(decided);
    long atMillis = decided.entry().atMillis();
    for (Outgoing out : Outgoing.of(decided, origin, context.taskId().partition())) {
      context.forward(new Record<>(out.key(), out, atMillis, out.headers()), out.sink());
    }
  }

  @Override
  public void close() {
    store.open().forEach(lane -> figures.forget(lane.name()));
    values.close();
  }
}
