package dev.rota.audit;

import dev.rota.domain.Domain;
import dev.rota.domain.Input;
import dev.rota.domain.Output;
import dev.rota.domain.State;
import dev.rota.engine.Fact;
import dev.rota.ledger.Decided;
import dev.rota.ledger.Divergence;
import dev.rota.ledger.Entry;
import dev.rota.ledger.EntryWire;
import dev.rota.ledger.Replay;
import dev.rota.topics.Topics;
import dev.rota.topics.TurnHeaders;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** The audit of one partition: reads its ledger in order and all other topics alongside. */
final class PartitionAudit<S extends State, I, F extends Fact<S>> implements AutoCloseable {
  private static final int POLLS_PER_SECOND = 2;
  private static final int MILLIS = 1_000;
  // The broker looks for abandoned transactions every 10 s; a client's clock is not the broker's.
  private static final int MARGIN_SECONDS = 70;

  /**
   * What all partitions share.
   *
   * @param partitions of the ledger
   * @param committed the offsets of the group on the inputs
   * @param anchor or null
   * @param progress counts ledger entries
   */
  record Scope(
      Logs logs,
      int partitions,
      Map<TopicPartition, Long> committed,
      Anchor anchor,
      WriterSchemas writers,
      LongAdder progress) {}

  private final AuditReport report = new AuditReport();
  private final Progress progress = new Progress();
  private final SchemaIds ids = new SchemaIds();
  private final SchemaMeanings meanings = new SchemaMeanings();
  private final Scope scope;
  private final int partition;
  private final int silentPollsMax;
  private final Replay<S, I, F> replay;
  private final Conversions conversions;
  private final List<PeekingReader> readers = new ArrayList<>();
  private final PeekingReader ledger;
  private final EntryCheck entries;
  private final AnchorCheck anchor;
  private final FindingRun run;
  private final Map<Output.Channel, ChannelCheck> outputs = new EnumMap<>(Output.Channel.class);
  private final Map<String, InputCheck> inputs = new LinkedHashMap<>();

  PartitionAudit(Domain<S, I, F> domain, Scope scope, int partition) {
    this.scope = scope;
    this.partition = partition;
    this.replay = new Replay<>(domain);
    this.conversions = new Conversions(scope.writers());
    this.run = new FindingRun(report);
    silentPollsMax = POLLS_PER_SECOND * (domain.turnMaxMillis() / MILLIS + MARGIN_SECONDS);
    // The ledger first: the outputs of its entries are written by then, even if not yet visible.
    ledger = open(Topics.ledger(domain.name()));
    LedgerStart beginning = beginning();
    OutputRecord comparison = new OutputRecord(conversions, ids, report);
    for (Output.Channel channel : domain.wire().channels()) {
      PeekingReader reader = open(channel.topic(domain.name()));
      // Outputs of the entries may not be visible yet: reading waits for open transactions.
      reader.extend();
      outputs.put(
          channel,
          channel.isCompacted()
              ? new CompactedCheck(reader, beginning, progress, ids, report)
              : new OutputCheck(reader, beginning, progress, comparison, report));
    }
    InputJudge<S, I, F> judge =
        new InputJudge<>(domain, scope.partitions(), scope.writers(), meanings);
    for (Input input : domain.wire().inputs()) {
      PeekingReader reader = open(input.topic());
      long committed = scope.committed().getOrDefault(reader.partition(), InputCheck.NONE);
      inputs.put(
          input.topic(),
          new InputCheck(reader, beginning, progress, report, judge::judge, committed));
    }
    entries = new EntryCheck(partition, scope.partitions(), inputs.keySet(), ids, report);
    anchor = new AnchorCheck(scope.anchor(), ledger.partition().topic(), partition, report);
  }

  private LedgerStart beginning() {
    if (ledger.begin() == 0) {
      return LedgerStart.whole();
    }
    report.loseBeginning(RetainedStart.of(ledger));
    try (PeekingReader again =
        new PeekingReader(
            scope.logs().open(ledger.partition()), ledger.partition(), silentPollsMax)) {
      return LedgerStart.of(again);
    }
  }

  private PeekingReader open(String topic) {
    TopicPartition one = new TopicPartition(topic, partition);
    PeekingReader reader = new PeekingReader(scope.logs().open(one), one, silentPollsMax);
    readers.add(reader);
    return reader;
  }

  /** The number of offsets in the ledger. */
  long length() {
    return ledger.endAtOpen() - ledger.begin();
  }

  SchemaIds ids() {
    return ids;
  }

  SchemaMeanings meanings() {
    return meanings;
  }

  /** The end of each topic at the start, by name. */
  Map<String, Long> ends() {
    Map<String, Long> ends = new LinkedHashMap<>();
    readers.forEach(reader -> ends.put(reader.partition().topic(), reader.endAtOpen()));
    return ends;
  }

  AuditReport run() {
    for (ConsumerRecord<byte[], byte[]> line = ledger.take(); line != null; line = ledger.take()) {
      check(line);
      scope.progress().increment();
    }
    run.end();
    if (!ledger.damages().isEmpty()) {
      progress.tear();
    }
    Tail tail = new Tail(ledger, progress);
    outputs.values().forEach(check -> check.finish(tail::has));
    inputs.values().forEach(check -> check.finish(tail));
    anchor.finish();
    readers.forEach(this::finish);
    return report;
  }

  private void finish(PeekingReader reader) {
    anchor.compare(reader);
    for (PeekingReader.Damage damage : reader.damages()) {
      report.differs(
          new AuditFinding(
              reader.where() + "/" + damage.from(),
              null,
              0,
              "records are damaged",
              "records that can be read",
              "none from offset "
                  + damage.from()
                  + " to "
                  + (damage.to() - 1)
                  + ": "
                  + damage.why()));
    }
    if (reader.stuckAt() >= 0) {
      report.unproved(
          reader.where()
              + ": the broker sends no records from offset "
              + reader.stuckAt()
              + " on; is a transaction open there?");
    }
  }

  private void check(ConsumerRecord<byte[], byte[]> line) {
    if (!ledger.damages().isEmpty()) {
      progress.tear();
    }
    Replay.Verdict verdict = replay.next(conversions.ours(line, EntryWire.SCHEMA));
    if (verdict instanceof Replay.Verdict.Same same) {
      run.end();
      Entry entry = same.decided().entry();
      report.turn(entry);
      same.decided().faults().forEach(fault -> report.count(Count.FAULTS));
      InputCheck.Taken input = read(line, entry);
      published(same.decided(), input);
    } else if (verdict instanceof Replay.Verdict.Unproved unproved) {
      report.count(Count.UNPROVED_TURNS);
      pass(line, unproved.entry());
    } else if (verdict instanceof Replay.Verdict.Differs differs) {
      differs(line, differs);
    }
  }

  private void differs(ConsumerRecord<byte[], byte[]> line, Replay.Verdict.Differs differs) {
    Divergence divergence = differs.divergence();
    Entry entry = differs.entry();
    if (entry != null && !differs.repeated() && progress.isTorn()) {
      // The entries between are damaged, which is a finding of its own.
      report.count(Count.UNPROVED_TURNS);
      pass(line, entry);
      return;
    }
    run.add(
        new AuditFinding(
            OutputCheck.where(line),
            divergence.lane(),
            divergence.number(),
            divergence.what(),
            divergence.expected(),
            divergence.found()));
    if (entry != null && !differs.repeated()) {
      pass(line, entry);
    }
  }

  private void published(Decided decided, InputCheck.Taken input) {
    TurnHeaders headers = new TurnHeaders(decided);
    for (int index = 0; index < decided.published().size(); index++) {
      outputs.get(decided.published().get(index).channel()).expect(decided, index, headers, input);
    }
  }

  /** Checks what holds of every entry, proved or not. */
  private InputCheck.Taken read(ConsumerRecord<byte[], byte[]> line, Entry entry) {
    progress.read(entry.lane(), entry.number());
    report.saw(partition, entry);
    anchor.saw(OutputCheck.where(line), entry);
    return entries.check(line, entry)
            && entry.source() != null
            && inputs.containsKey(entry.source().topic())
        ? inputs.get(entry.source().topic()).taken(entry)
        : InputCheck.Taken.NOTHING;
  }

  /** Skips an unproved turn. Its input must still exist once. */
  private void pass(ConsumerRecord<byte[], byte[]> line, Entry entry) {
    progress.lose(entry.lane(), entry.number());
    read(line, entry);
    outputs.values().forEach(check -> check.skip(entry));
  }

  @Override
  public void close() {
    readers.forEach(PeekingReader::close);
  }
}
