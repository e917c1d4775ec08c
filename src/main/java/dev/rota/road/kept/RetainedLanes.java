package dev.rota.road.kept;

import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.TurnPage;
import dev.rota.road.logs.OffsetRange;
import dev.rota.road.logs.PeekingReader;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.topics.TurnReader;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * What the retained pages up to a checkpoint say of lanes. Nothing is replayed. A checkpoint's own
 * page names few lanes; these pages name more of them.
 */
final class RetainedLanes {
  private final Map<String, Last> lanes = new HashMap<>();
  private final PageWire wire = new PageWire();

  private record Last(long turn, long stateDigest) {
    boolean isOf(LaneStore rows, String lane) {
      return rows.lastTurn(lane) == turn && rows.stateDigest(lane) == stateDigest;
    }
  }

  private RetainedLanes() {}

  /** Why the rows are not those of the last retained turns; empty: they are. */
  static Optional<String> difference(
      TopicLogs logs, TopicPartition ledger, OpenedCheckpoint start) {
    RetainedLanes retained = new RetainedLanes();
    OffsetRange before = new OffsetRange(0, start.kept().offset() + 1);
    try (PeekingReader reader = PeekingReader.orFail(logs, ledger, before)) {
      reader.forEach(retained::take);
      if (!reader.damages().isEmpty()) {
        return Optional.of("pages before it cannot be read: " + reader.damages().get(0).why());
      }
    } catch (PageWire.BadPage e) {
      return Optional.of("a page before it cannot be read: " + e.getMessage());
    }
    return retained.lanes.entrySet().stream()
        .filter(one -> !one.getValue().isOf(start.lanes(), one.getKey()))
        .findFirst()
        .map(
            one ->
                "its rows of lane %s are not those of turn %d"
                    .formatted(one.getKey(), one.getValue().turn()));
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    TurnPage page = wire.decode(TurnReader.bytes(record));
    Map<String, Long> turns = new HashMap<>();
    for (TurnEntry turn : page.turns()) {
      turns.put(turn.lane(), turn.number());
    }
    for (TurnPage.Touched touched : page.lanes()) {
      lanes.put(touched.lane(), new Last(turns.get(touched.lane()), touched.stateDigest()));
    }
  }
}
