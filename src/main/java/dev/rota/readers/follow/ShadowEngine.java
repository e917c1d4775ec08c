package dev.rota.readers.follow;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.Lane;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.TurnArrival;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.logs.OffsetRange;
import dev.rota.road.logs.PeekingReader;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.topics.InputReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Decides what waits on a copy of the lanes, as an engine would that is let go now. Nothing is
 * published or committed, so it may be asked as often as one likes.
 *
 * <p>Inputs of several topics are taken by their timestamps, as Kafka Streams takes them. Records
 * that come later may come between them.
 *
 * @param group of the domain's tasks: what it has committed does not wait
 * @param since whose kept checkpoints count
 * @param adoption which rules the lanes adopt
 */
public record ShadowEngine(
    Domain domain,
    TopicLogs logs,
    String group,
    CheckpointChoice since,
    InputReader reader,
    RulesAdoption adoption) {

  /**
   * Which inputs are decided, and when.
   *
   * @param lanes those of other lanes are passed by
   * @param nowMillis deadlines up to then are due, and no input counts as later; epoch ms
   * @param most inputs that are decided
   */
  public record Bounds(Predicate<String> lanes, long nowMillis, long most) {}

  /**
   * What came of a partition.
   *
   * @param inputs that were decided
   * @param left offsets of inputs that wait behind them
   * @param turns that these inputs took, and what was due
   * @param deadLetters inputs and deadlines that failed
   * @param difference why the state before them is not verified; null: it is. In words: {@code 17
   *     inputs would take 19 turns, 0 dead letters}.
   */
  public record Outcome(long inputs, long left, long turns, long deadLetters, String difference) {
    @Override
    public String toString() {
      return "%d inputs would take %d turns, %d dead letters%s%s"
          .formatted(
              inputs,
              turns,
              deadLetters,
              left == 0 ? "" : "; %d more wait".formatted(left),
              difference == null ? "" : "; the state before is not verified: " + difference);
    }
  }

  /**
   * Decides a partition's inputs.
   *
   * @param to gets each turn
   */
  public Outcome decide(int partition, Bounds bounds, Consumer<DecidedTurn> to) {
    // Before the ledger is read: what is committed in between is found there.
    Map<TopicPartition, Long> committed = logs.committed(group);
    Map<TopicPartition, Long> read = new HashMap<>();
    var start = new ReplayStart(domain, logs, since, partition).nearest("", HistoryMoment.END);
    try (PartitionFollower follower =
        new PartitionFollower(domain, logs, partition, start, bounds.lanes(), null)) {
      while (follower.next(turn -> note(turn, read))) {
        // It goes on to the end.
      }
      List<PeekingReader> inputs = new ArrayList<>();
      try {
        domain.wire().inputs().stream()
            .map(input -> new TopicPartition(input.topic(), partition))
            .map(one -> open(one, Math.max(of(one, committed), of(one, read))))
            .forEach(inputs::add);
        return decide(follower, inputs, bounds, to);
      } finally {
        inputs.forEach(PeekingReader::close);
      }
    }
  }

  private static long of(TopicPartition one, Map<TopicPartition, Long> offsets) {
    Long offset = offsets.get(one);
    return offset == null ? 0 : offset;
  }

  private static void note(TurnEntry turn, Map<TopicPartition, Long> read) {
    if (turn.source() != null) {
      TopicPartition from = new TopicPartition(turn.source().topic(), turn.source().partition());
      read.merge(from, turn.source().offset() + 1, Math::max);
    }
  }

  private PeekingReader open(TopicPartition one, long from) {
    return PeekingReader.orFail(logs, one, new OffsetRange(from, Long.MAX_VALUE));
  }

  private Outcome decide(
      PartitionFollower follower,
      List<PeekingReader> inputs,
      Bounds bounds,
      Consumer<DecidedTurn> to) {
    LaneStore lanes = follower.lanes(adoption);
    long[] counts = new long[2];
    Consumer<DecidedTurn> counted =
        decided -> {
          counts[0]++;
          counts[1] += decided.published().stream().filter(out -> out.isDeadLetter()).count();
          to.accept(decided);
        };
    long taken = 0;
    PeekingReader next = next(inputs);
    for (; next != null && taken < bounds.most(); next = next(inputs)) {
      taken += take(lanes, next.take(), bounds, counted);
    }
    if (next == null) {
      tick(lanes, bounds.nowMillis(), counted);
    }
    long left = inputs.stream().mapToLong(ShadowEngine::left).sum();
    return new Outcome(taken, left, counts[0], counts[1], follower.differences().first());
  }

  /** The input whose next record is the earliest; null: none has one. */
  private static PeekingReader next(List<PeekingReader> inputs) {
    return inputs.stream()
        .filter(one -> one.peek() != null)
        .min(Comparator.comparingLong(one -> one.peek().timestamp()))
        .orElse(null);
  }

  private static long left(PeekingReader input) {
    ConsumerRecord<byte[], byte[]> next = input.peek();
    return next == null ? 0 : input.end() - next.offset();
  }

  /** Returns 1 if the record is of a lane that is asked for. */
  private int take(
      LaneStore lanes,
      ConsumerRecord<byte[], byte[]> record,
      Bounds bounds,
      Consumer<DecidedTurn> to) {
    var received = reader.receive(record);
    if (!bounds.lanes().test(received.lane())) {
      return 0;
    }
    lanes.lane(received.lane()).take(received.arrival(), bounds.nowMillis(), to);
    return 1;
  }

  private void tick(LaneStore lanes, long nowMillis, Consumer<DecidedTurn> to) {
    TurnArrival tick = new TurnArrival.Tick(nowMillis);
    for (List<Lane> due = lanes.due().at(nowMillis);
        !due.isEmpty();
        due = lanes.due().at(nowMillis)) {
      due.forEach(lane -> lane.take(tick, nowMillis, to));
    }
  }
}
