package dev.rota.stream;

import dev.rota.domain.Domain;
import dev.rota.domain.Input;
import dev.rota.domain.State;
import dev.rota.engine.Fact;
import dev.rota.ledger.Arrival;
import dev.rota.ledger.Decided;
import dev.rota.ledger.Lane;
import dev.rota.ledger.LaneStore;
import dev.rota.ledger.TurnCount;
import dev.rota.stream.past.LedgerEnd;
import dev.rota.stream.time.ClusterClock;
import dev.rota.stream.time.LaneDeadlines;
import dev.rota.stream.time.Metronome;
import dev.rota.stream.time.Pulses;
import dev.rota.stream.time.TimeReport;
import dev.rota.topics.InputReader;
import java.util.List;
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
  private final TaskSettings settings;
  private final DeadLetterLog deadLetterLog;
  private final LaneFigures figures;
  private final ClusterClock clock;
  private final Pulses pulses;
  private final LedgerEnd.Source ledger;
  private final List<String> inputs;
  private long answered;

  private ProcessorContext<byte[], Outgoing> context;
  private LaneStore<S, I, F> store;
  private TurnCount turns;
  private InputReader<S, I, F> reader;
  private Metronome<S, I, F> metronome;
  private Pulses.Pulse pulse;
  private TimeReport report;

  Decider(
      Domain<S, I, F> domain,
      Deserializer<Object> values,
      TaskSettings settings,
      LaneFigures figures,
      ClusterClock clock,
      Pulses pulses,
      LedgerEnd.Source ledger) {
    this.domain = domain;
    this.values = values;
    this.settings = settings;
    this.deadLetterLog = new DeadLetterLog(domain.name());
    this.figures = figures;
    this.clock = clock;
    this.pulses = pulses;
    this.ledger = ledger;
    this.inputs = domain.wire().inputs().stream().map(Input::topic).toList();
  }

  @Override
  public void init(ProcessorContext<byte[], Outgoing> context) {
    this.context = context;
    int partition = context.taskId().partition();
    StoreRows rows = new StoreRows(context.getStateStore(DomainTopology.store(domain)));
    store =
        new LaneStore<>(
            domain,
            rows,
            settings.lanes(),
            new LaneReport(domain.name(), figures, context),
            System::nanoTime);
    store.closeIdle(context.currentSystemTimeMs());
    String task = domain.name() + ", partition " + partition;
    turns = RestoredRows.check(task, store, rows, ledger.of(partition));
    reader = new InputReader<>(domain, values, settings.partitions(), settings.inputBytesMax());
    pulse = pulses.begin(partition, inputs.size());
    report = new TimeReport(domain.name(), context);
    metronome =
        new Metronome<>(inputs, LaneDeadlines.of(store.due()), clock, pulses, pulse, this::tick);
    context.schedule(settings.beat(), PunctuationType.WALL_CLOCK_TIME, this::beat);
  }

  /** Decides nothing: a transaction without an offset would not be refused to a former owner. */
  private void beat(long nowMillis) {
    metronome.beat();
    store.closeIdle(nowMillis);
    report.tell(
        pulse.overdueMillis(clock.nowMillis()), clock.doubted().size(), pulses.garbageCount());
    long questions = figures.questions();
    if (questions != answered) {
      answered = questions;
      store.open().forEach(this::tell);
    }
  }

  private void tell(Lane<S, I, F> lane) {
    S state = lane.stateInMemory();
    if (state != null) {
      figures.tell(
          lane.name(), new LaneFigures.Lane(lane.cursor().number(), domain.figures(state)));
    }
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    RecordMetadata at = context.recordMetadata().orElseThrow();
    int input = inputs.indexOf(at.topic());
    if (input < 0) {
      metronome.hear(record.value());
      return;
    }
    take(record, at);
    metronome.read(input, at.offset());
  }

  private void take(Record<byte[], byte[]> record, RecordMetadata at) {
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
    Outgoing.Origin origin =
        new Outgoing.Origin(record.key(), record.value(), record.headers(), received.cause());
    lane.take(received.arrival(), clock.nowMillis(), decided -> send(decided, origin));
  }

  private void tick(Lane<S, I, F> lane, Arrival<I> tick) {
    send(lane.take(tick), Outgoing.Origin.none(lane.name()));
  }

  private void send(Decided decided, Outgoing.Origin origin) {
    turns.next();
    deadLetterLog.tell(decided);
    long atMillis = decided.entry().atMillis();
    for (Outgoing out : Outgoing.of(decided, origin, context.taskId().partition())) {
      context.forward(new Record<>(out.key(), out, atMillis, out.headers()), out.sink());
    }
  }

  @Override
  public void close() {
    pulses.end(context.taskId().partition(), pulse);
    store.open().forEach(lane -> figures.forget(lane.name()));
    values.close();
  }
}
