package dev.rota.readers.capsule;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.ledger.ReplayVerdict;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.TurnPage;
import dev.rota.kernel.table.TreeRows;
import dev.rota.readers.follow.HistoryMoment;
import dev.rota.readers.follow.LaneAnswers;
import dev.rota.readers.follow.NotInLedger;
import dev.rota.readers.follow.ReplayStart;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.kept.CheckpointKeeping;
import dev.rota.road.kept.KeptCheckpointEnd;
import dev.rota.road.kept.LedgerPlace;
import dev.rota.road.kept.LedgerReader;
import dev.rota.road.kept.OpenedCheckpoint;
import dev.rota.road.logs.ExportedLogs;
import dev.rota.road.logs.PeekingReader;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TurnReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Cuts out of a ledger what a lane's turns between two moments are decided from: a checkpoint of
 * all lanes of its partition, and the partition's records since.
 */
public final class CapsulePacker {
  private static final long NOBODY = 0;

  private final Domain domain;
  private final TopicLogs logs;
  private final String lane;
  private final TopicPartition ledger;
  private final CheckpointChoice since;
  private final LongAdder done = new LongAdder();
  private final TurnReader turns = new TurnReader();

  /**
   * Reads nothing of the ledger yet.
   *
   * @param since whose kept checkpoints count
   * @throws NotInLedger if there is no ledger
   */
  public CapsulePacker(Domain domain, TopicLogs logs, CheckpointChoice since, String lane) {
    int partition = LaneAnswers.partition(domain.name(), logs.layout(), lane);
    this.domain = domain;
    this.logs = logs;
    this.lane = lane;
    this.since = since;
    this.ledger = new TopicPartition(RequiredTopics.ledger(domain.name()), partition);
  }

  /** The number of turns that were replayed so far. Thread-safe. */
  public long done() {
    return done.sum();
  }

  /**
   * Writes the capsule.
   *
   * @param before the moment that the lane's first turn of interest follows; the turns up to there
   *     are replayed, those after it are copied
   * @param until the capsule's last moment
   * @throws NotInLedger if the lane has no turn between them, or one before them cannot be proved
   */
  public void write(HistoryMoment before, HistoryMoment until, ExportedLogs.Lines to)
      throws IOException {
    LedgerCut cut = cut(before, until);
    ExportedLogs.write(cut, domain.name(), lane, cut.partitions(), to);
  }

  private LedgerCut cut(HistoryMoment before, HistoryMoment until) {
    OpenedCheckpoint start =
        new ReplayStart(domain, logs, since, ledger.partition()).nearest(lane, before);
    Forerun forerun = new Forerun(start.kept());
    LedgerReader reader = new LedgerReader(start, domain, ledger.partition(), forerun);
    try (PeekingReader source = PeekingReader.orFail(logs, ledger, start.rest())) {
      while (source.peek() != null && laneTurns(source.peek()).allTaken(before)) {
        reader.take(source.take());
      }
      KeptCheckpointEnd kept = forerun.kept;
      List<ConsumerRecord<byte[], byte[]>> checkpoint = checkpoint(kept, start.rows());
      long begin = kept == null ? 0 : kept.offset(); // the checkpoint's own page is needed
      long end = end(source, until);
      return new LedgerCut(logs, domain.name(), ledger.partition(), begin, end, checkpoint);
    }
  }

  /** The turns before the capsule: each must be verified. */
  private final class Forerun implements LedgerReader.Observer {
    /** The end of the checkpoint, without its pieces; null: the capsule begins with the ledger. */
    private KeptCheckpointEnd kept;

    Forerun(KeptCheckpointEnd begin) {
      kept = begin;
    }

    @Override
    public void same(ConsumerRecord<byte[], byte[]> record, ReplayVerdict.Same turn) {
      done.increment();
    }

    @Override
    public void unproved(ConsumerRecord<byte[], byte[]> record, ReplayVerdict.Unproved turn) {
      throw refused(record);
    }

    @Override
    public void differs(ConsumerRecord<byte[], byte[]> record, ReplayVerdict.Differs difference) {
      throw refused(record);
    }

    private NotInLedger refused(ConsumerRecord<byte[], byte[]> record) {
      return new NotInLedger(
          RequiredTopics.where(record)
              + " cannot be verified, nor can any later state: see 'rota audit'");
    }

    @Override
    public void end(ConsumerRecord<byte[], byte[]> record, TurnPage page, PageEnd end) {
      String cluster = logs.layout().clusterId();
      LedgerPlace place = new LedgerPlace(cluster, ledger.topic(), ledger.partition());
      kept = KeptCheckpointEnd.at(place, end, record.offset(), page.atMillis(), new TreeMap<>());
    }
  }

  /** Passes the records that the lane has taken by then, and those between them. */
  private long end(PeekingReader reader, HistoryMoment until) {
    long end = reader.end();
    boolean some = false;
    for (var record = reader.peek(); record != null; record = reader.peek()) {
      LaneTurns own = laneTurns(record);
      if (own.noneTaken(until)) {
        end = record.offset();
        break;
      }
      some |= !own.isEmpty();
      reader.take();
    }
    if (!some) {
      throw new NotInLedger("the lane '%s' has no turn between these moments".formatted(lane));
    }
    return end;
  }

  /** As the topic of kept checkpoints would have it. */
  private List<ConsumerRecord<byte[], byte[]>> checkpoint(KeptCheckpointEnd end, TreeRows rows) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    String topic = RequiredTopics.checkpoints(domain.name());
    CheckpointKeeping.Sink sink =
        (partition, payload) ->
            records.add(
                new ConsumerRecord<>(
                    topic, partition, records.size(), new byte[0], framed(payload)));
    if (end != null) {
      CheckpointKeeping keeping = new CheckpointKeeping(sink, 1, 1, null, () -> NOBODY);
      keeping.end(end.of(keeping.rows(ledger.partition(), rows)), true);
    }
    return records;
  }

  /** Behind the place of a schema id, which no registry gave. */
  private static byte[] framed(byte[] payload) {
    return ByteBuffer.allocate(1 + Integer.BYTES + payload.length)
        .put(1 + Integer.BYTES, payload)
        .array();
  }

  /** A record that cannot be read has none: its replay reports it. */
  private LaneTurns laneTurns(ConsumerRecord<byte[], byte[]> record) {
    return new LaneTurns(
        turns.of(record).stream().filter(turn -> turn.lane().equals(lane)).toList());
  }

  /** The turns of one lane in a record of the ledger, in order. */
  private record LaneTurns(List<TurnEntry> turns) {
    boolean isEmpty() {
      return turns.isEmpty();
    }

    /** Returns true if the lane has taken all of them at the moment. */
    boolean allTaken(HistoryMoment moment) {
      return turns.stream().noneMatch(moment::isBefore);
    }

    /** Returns true if there are some, and the lane has taken none of them at the moment. */
    boolean noneTaken(HistoryMoment moment) {
      return !isEmpty() && turns.stream().allMatch(moment::isBefore);
    }
  }
}
