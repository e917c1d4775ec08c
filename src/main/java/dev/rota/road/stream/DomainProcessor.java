package dev.rota.road.stream;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.ledger.DamagedRows;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.Lane;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.PageWriter;
import dev.rota.kernel.ledger.RulesFault;
import dev.rota.kernel.ledger.TurnArrival;
import dev.rota.road.stream.kafka.KafkaInternals;
import dev.rota.road.stream.rows.RowsReport;
import dev.rota.road.stream.rows.StoreRows;
import dev.rota.road.stream.rows.UnsavedTail;
import dev.rota.road.stream.time.LaneDeadlines;
import dev.rota.road.stream.time.Metronome;
import dev.rota.road.stream.time.TaskPulse;
import dev.rota.road.stream.time.TimeReport;
import dev.rota.road.topics.InputReader;
import dev.rota.road.topics.UnfitCluster;
import java.util.List;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The processor: hands records to lanes and forwards the outputs of each turn. It decides nothing.
 */
final class DomainProcessor implements Processor<byte[], byte[], byte[], OutgoingRecord> {
  private final Domain domain;
  private final Deserializer<Object> values;
  private final int partitions;
  private final TaskSettings settings;
  private final SharedTaskParts shared;
  private final DeadLetterLog deadLetterLog;
  private final List<String> inputs;

  private ProcessorContext<byte[], OutgoingRecord> context;
  private LaneStore store;
  private WriteBehind rows;
  private PageWriter pages;

  /** A record was read: each commit of this task has offsets, therefore. */
  private boolean read;

  private final UnsavedTail tail;
  private RowsReport rowsReport;
  private RowHandover handover;
  private InputReader reader;
  private Metronome metronome;
  private TaskPulse pulse;
  private TimeReport report;

  DomainProcessor(
      Domain domain,
      Deserializer<Object> values,
      int partitions,
      TaskSettings settings,
      SharedTaskParts shared) {
    this.domain = domain;
    this.values = values;
    this.partitions = partitions;
    this.settings = settings;
    this.shared = shared;
    this.tail = new UnsavedTail(shared.clock()::nanos);
    this.deadLetterLog = new DeadLetterLog(domain.name());
    this.inputs = domain.wire().inputs().stream().map(InputTopic::topic).toList();
  }

  @Override
  public void init(ProcessorContext<byte[], OutgoingRecord> context) {
    this.context = context;
    int partition = context.taskId().partition();
    open(partition);
    reader = new InputReader(domain, values, partitions, settings.inputBytesMax());
    pulse = shared.pulses().begin(partition, inputs.size());
    report = new TimeReport(domain.name(), context);
    metronome =
        new Metronome(
            inputs,
            LaneDeadlines.of(store.due()),
            shared.clock(),
            shared.pulses(),
            pulse,
            this::tick);
    context.schedule(settings.beat(), PunctuationType.WALL_CLOCK_TIME, this::beat);
  }

  private void open(int partition) {
    KeyValueStore<Bytes, byte[]> behind = context.getStateStore(DomainTopology.store(domain));
    OpeningRows kept = OpeningRows.of(domain, behind, settings, shared, context);
    rows = kept.rows();
    PartitionOpening opening =
        new PartitionOpening(domain, partition, shared.past(), kept, new StoreRows(behind), tail);
    // Kafka Streams may reopen the same task after a failure.
    read = false;
    tail.end();
    store = opening.open(shared.doubts().ofRows(partition));
    if (shared.doubts().ofTurns(partition)) {
      store.savePerTurn();
    } else {
      store.savePerPage();
    }
    shared.doubts().forget(partition);
    store.closeIdle(context.currentSystemTimeMs());
    pages = new PageWriter(partition, opening.end());
    rowsReport = new RowsReport(domain.name(), context);
    handover =
        new RowHandover(
            domain.name(), partition, rows, store, pages, this::checkpoints, tail, rowsReport);
    if (rows.isCopying()) {
      handover.saveEnd();
    }
    rows.beforeCommit(KafkaInternals.asNow(context, this::beforeCommit));
    shared.last().opened(tail);
    shared.tasks().opened(partition);
    rowsReport.opened(opening.millis(), opening.decided(), rows.isCopying());
  }

  private CheckpointSchedule checkpoints() {
    return shared.last().isDue() ? CheckpointSchedule.ALWAYS : settings.checkpoints();
  }

  /** What is forwarded while Kafka Streams commits is still in the transaction. */
  private void beforeCommit() {
    writePage();
    // Else the transaction commits no offset, and is not refused to a former owner.
    if (read) {
      handover.checkpoint();
    }
  }

  private void writePage() {
    if (!pages.isEmpty()) {
      UnfitCluster foreign = shared.foreign().get();
      if (foreign != null) {
        throw new UnfitCluster(foreign.getMessage(), foreign);
      }
      PageWriter.Closed closed = pages.close(this::stateDigest);
      handover.passed(closed);
      forward(OutgoingRecord.of(closed), closed.page().atMillis());
    }
  }

  private long stateDigest(String lane) {
    try {
      return store.stateDigest(lane);
    } catch (RulesFault.UnsavedTurns | DamagedRows fault) {
      throw noted(fault);
    }
  }

  private RuntimeException noted(RuntimeException fault) {
    shared.doubts().note(context.taskId().partition(), fault);
    return fault;
  }

  /** Decides nothing: a transaction without an offset would not be refused to a former owner. */
  private void beat(long nowMillis) {
    try {
      metronome.beat();
    } catch (DamagedRows fault) {
      throw noted(fault);
    }
    store.closeIdle(nowMillis);
    report.tell(
        pulse.overdueMillis(shared.clock().nowMillis()),
        shared.clock().doubted().size(),
        shared.pulses().garbageCount(),
        pulse.isHeld());
    rowsReport.tell(tail);
    shared.tasks().lanes(context.taskId().partition(), store.open().size());
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    RecordMetadata at = context.recordMetadata().orElseThrow();
    read = true;
    try {
      int input = inputs.indexOf(at.topic());
      if (input < 0) {
        metronome.hear(record.value());
      } else {
        take(record, at);
        metronome.read(input, at.offset());
      }
    } catch (RulesFault.UnsavedTurns | DamagedRows fault) {
      throw noted(fault);
    }
  }

  private void take(Record<byte[], byte[]> record, RecordMetadata at) {
    InputReader.Received received =
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
    Lane lane = store.lane(received.lane());
    OutgoingRecord.Origin origin =
        new OutgoingRecord.Origin(record.key(), record.value(), record.headers(), received.cause());
    lane.take(received.arrival(), shared.clock().nowMillis(), decided -> send(decided, origin));
  }

  private void tick(Lane lane, TurnArrival tick) {
    OutgoingRecord.Origin origin = OutgoingRecord.Origin.none(lane.name());
    lane.take(tick, tick.timestampMillis(), decided -> send(decided, origin));
  }

  private void send(DecidedTurn decided, OutgoingRecord.Origin origin) {
    pages.add(decided.entry());
    deadLetterLog.tell(decided);
    long atMillis = decided.entry().atMillis();
    OutgoingRecord.of(decided, origin, context.taskId().partition())
        .forEachRemaining(out -> forward(out, atMillis));
    if (pages.isFull() || rows.isFull()) {
      writePage();
    }
    handover.handOverIfFull();
  }

  private void forward(OutgoingRecord out, long atMillis) {
    context.forward(new Record<>(out.key(), out, atMillis, out.headers()), out.sink());
  }

  @Override
  public void close() {
    shared.last().closed(tail);
    shared.tasks().closed(context.taskId().partition());
    shared.pulses().end(context.taskId().partition(), pulse);
    values.close();
  }
}
