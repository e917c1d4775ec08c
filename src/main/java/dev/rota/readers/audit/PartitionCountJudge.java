package dev.rota.readers.audit;

import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.road.topics.LaneKey;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Judges inputs by the number of partitions that there were when they were taken. Where a domain
 * has grown, a lane may have had another partition. What is right only then is noted: {@link
 * MovedLanes} says whether it was so.
 */
final class PartitionCountJudge implements InputCheck.Judge {
  private static final String WRONG_PARTITION = "WRONG_PARTITION";

  private final int partitions;
  private final IntFunction<InputJudge> judges;
  private final MovedLanes moved;
  private final Map<Integer, InputJudge> byCount = new HashMap<>();

  /**
   * Judges inputs of a domain.
   *
   * @param partitions how many there are now
   * @param judges by the number of partitions
   */
  PartitionCountJudge(int partitions, IntFunction<InputJudge> judges, MovedLanes moved) {
    this.partitions = partitions;
    this.judges = judges;
    this.moved = moved;
  }

  @Override
  public InputJudge.Judgement judge(
      ConsumerRecord<byte[], byte[]> record, TurnEntry entry, boolean exact) {
    String lane = LaneKey.read(record.key());
    int here = record.partition();
    if (lane == null || here >= partitions) {
      return of(partitions).judge(record, entry, exact);
    }
    boolean home = LaneKey.partition(record.key(), partitions) == here;
    if (!home && entry.kind() == TurnEntry.Kind.INPUT) {
      int before = before(record.key(), here, partitions, to -> to == here);
      return of(before == 0 ? partitions : before).judge(record, entry, exact);
    }
    InputJudge.Judgement now = of(partitions).judge(record, entry, exact);
    int before =
        home && now.finding() != null && WRONG_PARTITION.equals(entry.reason())
            ? before(record.key(), here, partitions, to -> to != here)
            : 0;
    InputJudge.Judgement then = before == 0 ? null : of(before).judge(record, entry, exact);
    if (then == null || then.finding() != null) {
      return now;
    }
    moved.refused(here, lane, now.finding());
    return then;
  }

  /** A smaller number of partitions with which the lane has such a one; 0: there is none. */
  static int before(byte[] key, int here, int partitions, IntPredicate home) {
    for (int count = partitions - 1; count > here; count--) {
      if (home.test(LaneKey.partition(key, count))) {
        return count;
      }
    }
    return 0;
  }

  private InputJudge of(int count) {
    return byCount.computeIfAbsent(count, judges::apply);
  }
}
