package dev.rota.readers.audit;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.ledger.PartitionReplay;
import dev.rota.kernel.ledger.ReplayVerdict;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.TurnPage;
import dev.rota.kernel.table.TreeRows;
import dev.rota.road.kept.LedgerPlace;
import dev.rota.road.kept.LedgerReader;
import dev.rota.road.kept.OpenedCheckpoint;
import dev.rota.road.logs.OffsetRange;
import dev.rota.road.logs.PeekingReader;
import dev.rota.road.logs.ReadingSpeed;
import dev.rota.road.logs.RetainedStart;
import dev.rota.road.logs.UnreadableOffsets;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TurnReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** The audit of one stretch of a partition: reads its ledger and all other topics alongside. */
final class PartitionAudit implements LedgerReader.Observer {
  private static final int POLLS_PER_SECOND = 2;
  private static final int MILLIS = 1_000;
  // The broker looks for abandoned transactions every 10 s; a client's clock is not the broker's.
  private static final int MARGIN_SECONDS = 70;

  private final AuditReport report;
  private final AuditProgress progress = new AuditProgress();
  private final SchemaIds ids = new SchemaIds();
  private final SchemaMeanings meanings = new SchemaMeanings();
  private final LaterSchemas later = new LaterSchemas();
  private final Domain domain;
  private final AuditScope scope;
  private final AuditStretch stretch;
  private final int partition;
  private final int silentPollsMax;
  private final ValueConversions conversions;
  private final List<PeekingReader> readers = new ArrayList<>();
  private final PeekingReader ledger;
  private final SideTopics topics;
  private final EntryCheck entries;
  private final AnchorCheck anchor;
  private final FindingRun run;
  private TreeRows rows = new TreeRows();
  private LedgerReader reader;

  /** Null: no checkpoints are kept. */
  private CheckpointKeeper keeper;

  private int gaps;

  PartitionAudit(Domain domain, AuditScope scope, AuditStretch stretch, AuditReport report) {
    this.domain = domain;
    this.scope = scope;
    this.stretch = stretch;
    this.partition = stretch.partition();
    this.report = report;
    this.conversions = new ValueConversions(scope.writers());
    this.run = new FindingRun(report);
    silentPollsMax = POLLS_PER_SECOND * (domain.turnMaxMillis() / MILLIS + MARGIN_SECONDS);
    // The ledger first: the outputs of its entries are written by then, even if not yet visible.
    ledger = open(RequiredTopics.ledger(domain.name()), stretch.ofLedger());
    topics =
        new SideTopics(
            domain,
            scope,
            stretch,
            beginning(),
            new SideTopics.Findings(report, progress, ids, meanings, later, conversions),
            this::open);
    entries = new EntryCheck(partition, scope.partitions(), topics.inputs(), ids, report);
    anchor = new AnchorCheck(scope.anchor(), ledger.partition().topic(), partition, report);
  }

  private LedgerStart beginning() {
    if (stretch.start() != null) {
      return LedgerStart.kept(stretch.start());
    }
    if (!ledger.isCut()) {
      return LedgerStart.whole();
    }
    report.loseBeginning(RetainedStart.of(ledger));
    try (PeekingReader again = reader(ledger.partition(), OffsetRange.ALL)) {
      return LedgerStart.of(again, new TurnReader(this::page));
    }
  }

  private PeekingReader reader(TopicPartition one, OffsetRange range) {
    return new PeekingReader(scope.logs().open(one), one, silentPollsMax, range).pastDeleted();
  }

  private PeekingReader open(String topic, OffsetRange range) {
    PeekingReader reader = reader(new TopicPartition(topic, partition), range);
    readers.add(reader);
    return reader;
  }

  /** The number of offsets in the ledger. */
  long length() {
    return ledger.endAtOpen() - ledger.begin();
  }

  /** About how many records it reads, of all topics: transaction markers count, too. */
  long records() {
    return readers.stream().mapToLong(reader -> reader.endAtOpen() - reader.begin()).sum();
  }

  SchemaIds ids() {
    return ids;
  }

  SchemaMeanings meanings() {
    return meanings;
  }

  LaterSchemas later() {
    return later;
  }

  /** The end of each topic at the start, by name. */
  Map<String, Long> ends() {
    Map<String, Long> ends = new LinkedHashMap<>();
    readers.forEach(reader -> ends.put(reader.partition().topic(), reader.endAtOpen()));
    return ends;
  }

  AuditReport run() {
    reader = begin().reading(this::page);
    if (scope.keeping() != null) {
      LedgerPlace place =
          new LedgerPlace(scope.logs().layout().clusterId(), ledger.partition().topic(), partition);
      keeper =
          new CheckpointKeeper(scope.keeping(), place, stretch.from(), rows, topics::positions);
    }
    for (ConsumerRecord<byte[], byte[]> line = ledger.take(); line != null; line = ledger.take()) {
      tear();
      reader.take(line);
      scope.progress().increment();
    }
    tear();
    run.end();
    progress.tell(partition, report);
    if (ledger.stuckAt() >= 0) {
      progress.tear();
    }
    if (stretch.to() != null) {
      stretch.meet(rows, ledger, report);
    } else if (keeper != null) {
      keeper.finish();
    }
    topics.finish(new LaterTurns(ledger, new TurnReader(this::page), progress));
    anchor.finish();
    tellExpired();
    readers.forEach(this::finish);
    return report;
  }

  /** Of a record that a serializer may have converted. */
  private byte[] page(ConsumerRecord<byte[], byte[]> line) {
    return conversions.page(line);
  }

  private LedgerReader begin() {
    OpenedCheckpoint start = stretch.start();
    if (start == null) {
      return new LedgerReader(
          new PartitionReplay(domain, partition, !ledger.isCut(), rows), PageEnd.START, this);
    }
    rows = start.rows();
    anchor.begin(start);
    for (String lane : start.lanes().lanes()) {
      long turn = start.lanes().lastTurn(lane);
      progress.begin(lane, turn, !start.lanes().isHere(lane));
    }
    report.saw(partition, start.kept().page(), start.kept().pageSeal());
    return new LedgerReader(start, domain, partition, this);
  }

  /** The number of checkpoints that are kept now that everything is proved. */
  int keep(boolean replayed) {
    return keeper == null ? 0 : keeper.close(replayed);
  }

  AuditStretch stretch() {
    return stretch;
  }

  private void finish(PeekingReader reader) {
    anchor.compare(reader);
    tellUnreadable(reader);
  }

  @Override
  public void end(ConsumerRecord<byte[], byte[]> line, TurnPage page, PageEnd end) {
    entries.checkRecord(line, page);
    anchor.saw(RequiredTopics.where(line), page.number(), end.seal());
    report.saw(partition, page.number(), end.seal());
    if (keeper != null) {
      keeper.passed(end, line.offset(), page.atMillis());
    }
  }

  /** Records of the ledger are damaged or deleted: what follows them may go on in any way. */
  private void tear() {
    if (ledger.gaps() > gaps) {
      gaps = ledger.gaps();
      progress.tear();
      reader.tear();
    }
  }

  @Override
  public void same(ConsumerRecord<byte[], byte[]> line, ReplayVerdict.Same same) {
    run.end();
    InputCheck.Taken input = read(line, same.decided().entry(), same.exact());
    progress.prove(same.decided().entry());
    report.turn(same.decided().entry());
    same.decided().faults().forEach(_ -> report.count(AuditCount.FAULTS));
    topics.published(same.decided(), input);
  }

  @Override
  public void unproved(ConsumerRecord<byte[], byte[]> line, ReplayVerdict.Unproved unproved) {
    report.unproved(unproved);
    pass(line, unproved.entry());
  }

  @Override
  public void differs(ConsumerRecord<byte[], byte[]> line, ReplayVerdict.Differs differs) {
    ReplayVerdict.Divergence divergence = differs.divergence();
    TurnEntry entry = differs.entry();
    if (entry != null && !differs.repeated() && progress.isTorn()) {
      // The entries between are damaged, which is a finding of its own.
      report.count(AuditCount.UNPROVED_TURNS);
      pass(line, entry);
      return;
    }
    if (reader.isTorn()) {
      progress.tear();
    }
    run.add(
        new AuditFinding(
            RequiredTopics.where(line),
            divergence.lane(),
            divergence.number(),
            divergence.what(),
            divergence.expected(),
            divergence.found()));
    if (entry != null && !differs.repeated()) {
      pass(line, entry);
    }
  }

  /** Checks what holds of every entry, proved or not. */
  private InputCheck.Taken read(
      ConsumerRecord<byte[], byte[]> line, TurnEntry entry, boolean exact) {
    progress.read(entry);
    anchor.saw(entry);
    if (entry.isMove()) {
      report.moved().saw(RequiredTopics.where(line), partition, entry);
    }
    return entries.check(line, entry) ? topics.taken(entry, exact) : InputCheck.Taken.NOTHING;
  }

  /** Skips an unproved turn. Its input must still exist once. */
  private void pass(ConsumerRecord<byte[], byte[]> line, TurnEntry entry) {
    progress.lose(entry);
    read(line, entry, false);
    topics.skip(entry);
  }

  /** The size of all records that were read. */
  long bytes() {
    return readers.stream().mapToLong(PeekingReader::bytes).sum();
  }

  /** Only reads the same records, for so long at most. Returns their size. */
  long readOnly(long deadlineNanos) {
    try (ReadingSpeed again = new ReadingSpeed()) {
      readers.forEach(reader -> again.add(scope.logs(), reader));
      return again.read(deadlineNanos);
    }
  }

  /** Of all its topics. Who has made this closes them. */
  List<PeekingReader> readers() {
    return readers;
  }

  /** Reports what of a topic could not be read. */
  private void tellUnreadable(PeekingReader reader) {
    for (UnreadableOffsets damage : reader.damages()) {
      report.differs(
          reader.where() + "/" + damage.from(),
          "records are damaged",
          "records that can be read",
          "none from offset %d to %d: %s".formatted(damage.from(), damage.to() - 1, damage.why()));
    }
    if (reader.stuckAt() >= 0) {
      report.unproved(
          "%s: the broker sends no records from offset %d on; is a transaction open there?"
              .formatted(reader.where(), reader.stuckAt()));
    }
  }

  /** What the ledger's deleted records have decided is not known. */
  private void tellExpired() {
    for (OffsetRange range : ledger.expired()) {
      report.unproved(
          "%s: the records from offset %d to %d were deleted while the ledger was read; audit what is left again"
              .formatted(ledger.where(), range.from(), range.to() - 1));
    }
  }
}
