package dev.rota.readers.follow;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Forecast;
import dev.rota.kernel.domain.Forecast.Memory;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.WatchedEngine.Watcher;
import dev.rota.kernel.ledger.Entry;
import dev.rota.readers.forecast.Judged;
import dev.rota.readers.forecast.Present;
import dev.rota.readers.forecast.TrackRecord;
import dev.rota.road.kept.Since;
import dev.rota.road.kept.Start;
import dev.rota.road.logs.Layout;
import dev.rota.road.logs.Logs;
import dev.rota.road.topics.LaneKey;
import dev.rota.road.topics.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;

/** Answers about one lane, from the log alone. */
public final class Answers<S extends State, I, F extends Fact<S>> {
  /** Looking ahead takes no longer. A forecast may have a million turns, and each may be large. */
  private static final Duration AHEAD_MAX = Duration.ofSeconds(20);

  private final Domain<S, I, F> domain;
  private final Logs logs;
  private final String lane;
  private final int partition;
  private final TopicPartition ledger;
  private final Beginning<S, I, F> beginning;
  private final LongAdder done = new LongAdder();
  private Runnable each = () -> {};

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
    this.ledger = new TopicPartition(Topics.ledger(domain.name()), partition);
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

  /**
   * The partition of a lane.
   *
   * @throws NotKnown if there is no ledger
   */
  public static int partition(String domain, Layout layout, String lane) {
    int partitions = layout.partitions(Topics.ledger(domain));
    if (partitions == 0) {
      throw new NotKnown("there is no topic " + Topics.ledger(domain));
    }
    return partition(lane, partitions);
  }

  /** Where the lane's turns are. */
  static int partition(String lane, int partitions) {
    for (int i = 0; i < partitions; i++) {
      if (lane.equals(LaneKey.nobody(i))) {
        return i;
      }
    }
    return LaneKey.partition(lane.getBytes(StandardCharsets.UTF_8), partitions);
  }

  /** Gives up with {@link TooLong} when a question has taken so long from now on. */
  public Answers<S, I, F> within(Duration limit) {
    long began = System.nanoTime();
    each =
        () -> {
          if (System.nanoTime() - began > limit.toNanos()) {
            throw new TooLong(limit);
          }
        };
    return this;
  }

  /** Gives up with {@link TooLong} if the question has taken too long. */
  public void checkTime() {
    each.run();
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
    try (Follower<S, I, F> follower = follower(beginning.nearest(lane, moment), null)) {
      return follower.at(lane, moment, turn -> done.increment(), reader);
    }
  }

  private Follower<S, I, F> follower(Start<S, I, F> start, Watcher<S, F> watcher) {
    return new Follower<>(domain, logs, partition, start, lane::equals, watcher).beforeEach(each);
  }

  /**
   * Says what was decided about these things up to a moment, and why they are as they are then.
   *
   * @param since begins with the nearest checkpoint up to there; null: early enough for so many
   *     events, or for the thing's first one, if that is near; {@link Telling} says how near
   * @param most events of each that are shown
   * @return those of which the lane knows something
   */
  public Told<List<History>> why(List<Thing> things, Moment since, Moment moment, int most) {
    return new Telling<>(domain, lane, beginning, this::follower, done, things, moment, most)
        .tell(since);
  }

  /**
   * Replays all turns of the lane, from its first one on.
   *
   * @param watcher gets each decision
   * @param turn runs after each turn
   * @throws NotKnown if the first turn is not retained, or there is none
   */
  public Standing turns(Watcher<S, F> watcher, Consumer<Entry> turn) {
    beginning.checkWhole();
    try (Follower<S, I, F> follower = follower(Start.first(domain), watcher)) {
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

  /** The time for which a question is asked, epoch ms. */
  static long present(Standing standing, Moment moment) {
    return moment instanceof Moment.Time time
        ? Math.max(standing.atMillis(), time.atMillis())
        : standing.atMillis();
  }

  private Start<S, I, F> start(Moment since) {
    return since == null ? beginning.oldest() : beginning.nearest(lane, since);
  }

  /**
   * Learns from the history up to a moment, and looks ahead from there.
   *
   * @param since begins with the nearest checkpoint up to there; null: with the oldest turn that
   *     can be replayed
   * @param question of the lane as it stands then
   * @throws NotKnown if the lane is set aside
   */
  public <T> Told<T> ahead(Moment since, Moment moment, Function<Present<S, I, F>, T> question) {
    Memory<S, I, F> memory = domain.forecast().memory();
    Learning<S, F> learning = new Learning<>();
    try (Follower<S, I, F> follower = follower(start(since), learning)) {
      return follower.at(
          lane,
          moment,
          turn -> {
            done.increment();
            memory.learn(learning.end(), turn.atMillis());
          },
          (state, standing) -> {
            checkOpen(state);
            long atMillis = present(standing, moment);
            return new Told<>(
                standing, question.apply(present(follower, memory, standing.turn(), atMillis)));
          });
    }
  }

  private void checkOpen(S state) {
    if (state == null) {
      throw new NotKnown("the lane '%s' is set aside, and has no state".formatted(lane));
    }
  }

  private Present<S, I, F> present(
      Follower<S, I, F> follower, Memory<S, I, F> memory, long turn, long atMillis) {
    return new Present<>(domain, follower.copy(lane), memory, lane, turn, atMillis, patience());
  }

  /** Looking ahead ends by its own bound, and then says how far it got. */
  private Supplier<String> patience() {
    long began = System.nanoTime();
    return () -> {
      each.run();
      return System.nanoTime() - began > AHEAD_MAX.toNanos()
          ? "it takes longer than " + AHEAD_MAX + " to look so far ahead"
          : null;
    };
  }

  /**
   * Makes forecasts of a kind of things along the history, and compares them with what happened.
   *
   * @param since no forecast is made up to there, but everything before is learned; null: from the
   *     first turn on
   * @param forecasts at so many turns, at equal distances
   * @throws NotKnown if the lane is set aside
   */
  public Told<Judged> backtest(String kind, Moment since, int forecasts, long withinMillis) {
    Sampling sampling = Sampling.of(logs, ledger, lane, since, forecasts);
    Forecast<S, I, F> forecast = domain.forecast();
    Memory<S, I, F> memory = forecast.memory();
    TrackRecord<S, I, F> record = new TrackRecord<>(forecast, kind, withinMillis);
    Learning<S, F> learning = new Learning<>();
    try (Follower<S, I, F> follower = follower(start(null), learning)) {
      return follower.at(
          lane,
          Moment.END,
          turn -> {
            done.increment();
            List<F> facts = learning.end();
            memory.learn(facts, turn.atMillis());
            facts.forEach(fact -> forecast.starts(fact, turn.atMillis()).forEach(record::happened));
            S state = sampling.has(turn.number()) ? follower.state(lane) : null;
            if (state != null) {
              record.forecast(present(follower, memory, turn.number(), turn.atMillis()), state);
            }
          },
          (state, standing) ->
              new Told<>(standing, state == null ? null : record.end(state, standing.atMillis())));
    }
  }

  /** An answer, and where the lane stood when it was given. */
  public record Told<T>(Standing standing, T answer) {}
}
