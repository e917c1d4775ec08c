package dev.rota.follow;

import dev.rota.audit.kept.Since;
import dev.rota.audit.kept.Start;
import dev.rota.audit.logs.Layout;
import dev.rota.audit.logs.Logs;
import dev.rota.domain.Domain;
import dev.rota.domain.State;
import dev.rota.domain.Why.Thing;
import dev.rota.engine.Fact;
import dev.rota.engine.WatchedEngine.Watcher;
import dev.rota.ledger.Entry;
import dev.rota.topics.LaneKey;
import dev.rota.topics.Topics;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;

/** Answers about one lane, from the log alone. */
public final class Answers<S extends State, I, F extends Fact<S>> {
  private final Domain<S, I, F> domain;
  private final Logs logs;
  private final String lane;
  private final int partition;
  private final Beginning<S, I, F> beginning;
  private final LongAdder done = new LongAdder();

  /**
   * Reads nothing of the ledger yet.
   *
   * @param since whose kept checkpoints count
   * @throws NotKnown if there is no ledger
   */
  public Answers(Domain<S, I, F> domain, Logs logs, Since since, String lane) {
    this.domain = domain;
    this.logs = logs;
    this.lane = lane;
    this.partition = partition(domain.name(), logs.layout(), lane);
    this.beginning = new Beginning<>(domain, logs, since, partition);
  }

  /** The partitions that hold what answers about the lane are made of. */
  public static List<TopicPartition> topics(String domain, Layout layout, String lane) {
    int partition = partition(domain, layout, lane);
    return Stream.of(Topics.ledger(domain), Topics.checkpoints(domain))
        .filter(topic -> partition < layout.partitions(topic))
        .map(topic -> new TopicPartition(topic, partition))
        .toList();
  }

  private static int partition(String domain, Layout layout, String lane) {
    int partitions = layout.partitions(Topics.ledger(domain));
    if (partitions == 0) {
      throw new NotKnown("there is no topic " + Topics.ledger(domain));
    }
    for (int i = 0; i < partitions; i++) {
      if (lane.equals(LaneKey.nobody(i))) {
        return i;
      }
    }
    return LaneKey.partition(lane.getBytes(StandardCharsets.UTF_8), partitions);
  }

  /** The number of the lane's turns that were decided so far. Thread-safe. */
  public long done() {
    return done.sum();
  }

  /**
   * Reads the lane's state at a moment, from the nearest checkpoint on.
   *
   * @param reader of the state, which it reads now or never; null: the lane is set aside
   */
  public <T> T at(Moment moment, BiFunction<S, Standing, T> reader) {
    Start<S, I, F> start = beginning.nearest(lane, moment).orElse(null);
    try (Follower<S, I, F> follower = follower(start, null)) {
      return follower.at(lane, moment, turn -> done.increment(), reader);
    }
  }

  private Follower<S, I, F> follower(Start<S, I, F> start, List<Inquiry<S, F>> inquiries) {
    return new Follower<>(
        domain,
        logs,
        partition,
        start,
        lane::equals,
        inquiries == null
            ? null
            : (before, facts) -> inquiries.forEach(each -> each.decided(before, facts)));
  }

  /**
   * Says what was decided about these things up to a moment, and why they are as they are then.
   *
   * @param since begins with the nearest checkpoint up to there; null: with the oldest turn that
   *     can be decided again
   * @param most events of each that are told
   * @return those of which the lane knows something
   */
  public Told<List<History>> why(List<Thing> things, Moment since, Moment moment, int most) {
    List<Inquiry<S, F>> inquiries = new ArrayList<>();
    things.forEach(thing -> inquiries.add(new Inquiry<>(domain.why(), thing, most)));
    Start<S, I, F> start =
        (since == null ? beginning.oldest() : beginning.nearest(lane, since)).orElse(null);
    try (Follower<S, I, F> follower = follower(start, inquiries)) {
      return follower.at(
          lane,
          moment,
          turn -> {
            done.increment();
            inquiries.forEach(each -> each.end(turn));
          },
          (state, standing) -> new Told<>(standing, histories(inquiries, state, standing, moment)));
    }
  }

  /**
   * Decides all turns of the lane again, from its first one on.
   *
   * @param watcher is told of each decision
   * @param turn is told that a turn is over
   * @throws NotKnown if the first turn is not retained, or there is none
   */
  public Standing turns(Watcher<S, F> watcher, Consumer<Entry> turn) {
    beginning.checkWhole();
    try (Follower<S, I, F> follower =
        new Follower<>(domain, logs, partition, null, lane::equals, watcher)) {
      return follower.at(
          lane,
          Moment.END,
          entry -> {
            done.increment();
            turn.accept(entry);
          },
          (state, standing) -> standing);
    }
  }

  private List<History> histories(
      List<Inquiry<S, F>> inquiries, S state, Standing standing, Moment moment) {
    long atMillis =
        moment instanceof Moment.Time time
            ? Math.max(standing.atMillis(), time.atMillis())
            : standing.atMillis();
    return inquiries.stream()
        .map(each -> history(each, state, atMillis))
        .filter(history -> !history.isEmpty())
        .toList();
  }

  private History history(Inquiry<S, F> inquiry, S state, long atMillis) {
    return new History(
        inquiry.thing(),
        state == null ? null : domain.why().now(inquiry.thing(), state, atMillis).orElse(null),
        inquiry.events(),
        inquiry.count());
  }

  /** An answer, and where the lane stood when it was given. */
  public record Told<T>(Standing standing, T answer) {}
}
