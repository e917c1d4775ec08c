package dev.rota.road.stream.growth;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.ledger.ReplayVerdict;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.TurnPage;
import dev.rota.kernel.ledger.moves.LanePieces;
import dev.rota.road.kept.LedgerReader;
import dev.rota.road.kept.OpenedCheckpoint;
import dev.rota.road.stream.past.LedgerEnd;
import dev.rota.road.stream.past.LedgerMismatch;
import dev.rota.road.stream.past.PastLedger;
import dev.rota.road.stream.past.RetainedCheckpoints;
import dev.rota.road.stream.past.StrictObserver;
import dev.rota.road.stream.past.UnfitLedger;
import dev.rota.road.topics.LaneKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A partition as its ledger has it: each turn was replayed, and is the same.
 *
 * @param end of the ledger
 * @param lanes with their rows
 * @param taken by topic, the offset behind the last input that a turn has taken
 */
record ReplayedPartition(int partition, PageEnd end, LaneStore lanes, Map<String, Long> taken) {

  /**
   * Replays it, from its first record or from a kept checkpoint.
   *
   * @param turns gets how many turns are replayed so far
   * @throws dev.rota.road.topics.UnfitCluster if that is not possible, or a turn differs
   */
  static ReplayedPartition of(Domain domain, PastLedger past, int partition, LongConsumer turns) {
    UnfitLedger unfit = new UnfitLedger(domain.name(), partition);
    LedgerEnd end = past.end(partition);
    if (end.isHeadless()) {
      throw unfit.headless(end.first());
    }
    try (RetainedCheckpoints starts = past.kept(domain, partition)) {
      while (true) {
        OpenedCheckpoint start = starts.next().orElseGet(() -> OpenedCheckpoint.first(domain));
        try {
          if (start.isFirst() && end.isExpired()) {
            throw LedgerMismatch.expired();
          }
          return from(start, domain, past, partition, turns);
        } catch (LedgerMismatch e) {
          if (start.isFirst()) {
            throw unfit.differs("they are made from it", e, starts.refused());
          }
          starts.refuse("the ledger does not continue from it: " + e.getMessage());
        }
      }
    }
  }

  private static ReplayedPartition from(
      OpenedCheckpoint start, Domain domain, PastLedger past, int partition, LongConsumer turns) {
    Map<String, Long> taken = new HashMap<>();
    if (!start.isFirst()) {
      taken.putAll(start.kept().positions());
    }
    LedgerReader reader =
        new LedgerReader(start, domain, partition, new Noting(new StrictObserver(domain), taken));
    Consumer<ConsumerRecord<byte[], byte[]>> take =
        record -> {
          reader.take(record);
          turns.accept(reader.end().turns());
        };
    if (start.isFirst()) {
      past.readAll(partition, take);
    } else {
      past.readAfter(partition, start.end().pages(), take);
    }
    return new ReplayedPartition(partition, reader.end(), start.lanes(), taken);
  }

  /** Notes the inputs of each page. */
  private record Noting(StrictObserver strict, Map<String, Long> taken)
      implements LedgerReader.Observer {
    @Override
    public void begin(TurnPage page) {
      for (TurnEntry turn : page.turns()) {
        if (turn.source() != null) {
          taken.merge(turn.source().topic(), turn.source().offset() + 1, Math::max);
        }
      }
    }

    @Override
    public void same(ConsumerRecord<byte[], byte[]> record, ReplayVerdict.Same turn) {
      strict.same(record, turn);
    }

    @Override
    public void unproved(ConsumerRecord<byte[], byte[]> record, ReplayVerdict.Unproved turn) {
      strict.unproved(record, turn);
    }

    @Override
    public void differs(ConsumerRecord<byte[], byte[]> record, ReplayVerdict.Differs difference) {
      strict.differs(record, difference);
    }
  }

  /** The lanes that belong elsewhere if there are so many partitions, sorted by name. */
  List<MovingLane> moving(int partitions) {
    List<MovingLane> moving = new ArrayList<>();
    for (String lane : lanes.lanes()) {
      byte[] key = lane.getBytes(UTF_8);
      if (LaneKey.isLane(key) && lanes.isHere(lane)) {
        int to = LaneKey.partition(key, partitions);
        if (to != partition) {
          long[] bytes = {0};
          var _ = LanePieces.cut(lanes.rows(lane), piece -> bytes[0] += piece.length);
          moving.add(new MovingLane(lane, partition, to, lanes.lastTurn(lane), bytes[0]));
        }
      }
    }
    return moving;
  }
}
