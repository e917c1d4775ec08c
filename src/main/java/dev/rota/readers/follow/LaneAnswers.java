package dev.rota.readers.follow;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.ForecastModel;
import dev.rota.kernel.domain.ForecastModel.Memory;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.domain.measures.AssignmentAccount;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.WatchedEngine.Watcher;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.readers.follow.held.AssignmentPicture;
import dev.rota.readers.follow.held.AssignmentQuestion;
import dev.rota.readers.follow.held.AssignmentWindow;
import dev.rota.readers.forecast.ForecastAccuracy;
import dev.rota.readers.forecast.PresentLane;
import dev.rota.readers.forecast.TrackRecord;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.kept.OpenedCheckpoint;
import dev.rota.road.logs.TopicLayout;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.topics.LaneKey;
import dev.rota.road.topics.RequiredTopics;
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
public final class LaneAnswers {
  /** Looking ahead takes no longer. A forecast may have a million turns, and each may be large. */
  private static final Duration AHEAD_MAX = Duration.ofSeconds(20);

  /** Assignments that have ended, of a replay: some 30 MB. */
  private static final int REPLAYED_MAX = 1 << 18;

  private final Domain domain;
  private final TopicLogs logs;
  private final CheckpointChoice since;
  private final String lane;
  private final int partition;
  private final TopicPartition ledger;
  private final ReplayStart beginning;
  private final LongAdder done;
  private Runnable each = () -> {};

  /**
   * Reads nothing of the ledger yet.
   *
   * @param since whose kept checkpoints count
   * @throws NotInLedger if there is no ledger
   */
  public LaneAnswers(Domain domain, TopicLogs logs, CheckpointChoice since, String lane) {
    this(domain, logs, since, lane, partition(domain.name(), logs.layout(), lane), new LongAdder());
  }

  private LaneAnswers(
      Domain domain,
      TopicLogs logs,
      CheckpointChoice since,
      String lane,
      int partition,
      LongAdder done) {
    this.domain = domain;
    this.logs = logs;
    this.since = since;
    this.lane = lane;
    this.partition = partition;
    this.done = done;
    this.ledger = new TopicPartition(RequiredTopics.ledger(domain.name()), partition);
    this.beginning = new ReplayStart(domain, logs, since, partition);
  }

  /** The partitions that hold what answers about the lane are made of. */
  public static List<TopicPartition> topics(String domain, TopicLayout layout, String lane) {
    int partition = partition(domain, layout, lane);
    return Stream.of(RequiredTopics.ledger(domain), RequiredTopics.checkpoints(domain))
        .filter(topic -> partition < layout.partitions(topic))
        .map(topic -> new TopicPartition(topic, partition))
        .toList();
  }

  /**
   * The partition of a lane.
   *
   * @throws NotInLedger if there is no ledger
   */
  public static int partition(String domain, TopicLayout layout, String lane) {
    int partitions = layout.partitions(RequiredTopics.ledger(domain));
    if (partitions == 0) {
      throw new NotInLedger("there is no topic " + RequiredTopics.ledger(domain));
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

  /** Asks where the lane was. */
  private LaneAnswers on(LaneElsewhere was) {
    LaneAnswers there = new LaneAnswers(domain, logs, since, lane, was.partition(), done);
    there.each = each;
    return there;
  }

  /** Gives up with {@link ReplayTooLong} when a question has taken so long from now on. */
  public LaneAnswers within(Duration limit) {
    long began = System.nanoTime();
    each =
        () -> {
          if (System.nanoTime() - began > limit.toNanos()) {
            throw new ReplayTooLong(limit);
          }
        };
    return this;
  }

  /** Gives up with {@link ReplayTooLong} if the question has taken too long. */
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
  public <T> T at(HistoryMoment moment, BiFunction<State, LaneStanding, T> reader) {
    try (PartitionFollower follower = follower(beginning.nearest(lane, moment), null)) {
      return follower.at(lane, moment, _ -> done.increment(), reader);
    } catch (LaneElsewhere was) {
      return on(was).at(was.there(moment), reader);
    }
  }

  private PartitionFollower follower(OpenedCheckpoint start, Watcher<State, Fact<State>> watcher) {
    return new PartitionFollower(domain, logs, partition, start, lane::equals, watcher)
        .beforeEach(each);
  }

  /**
   * Says what was decided about these things, and why they are as they are then. A question for the
   * last decisions begins early enough for so many, or for the thing's first one, if that is near;
   * {@link HistoryTeller} says how near.
   *
   * @return those of which the lane knows something
   */
  public Told<List<ThingHistory>> why(List<Thing> things, HistoryQuestion question) {
    try {
      return new HistoryTeller(domain, lane, beginning, this::follower, done, things, question)
          .tell();
    } catch (LaneElsewhere was) {
      return on(was).why(things, question.at(was.there(question.at())));
    }
  }

  /**
   * Names what the lane has at a moment for one who asks about an id that it does not have: at most
   * three things with ids like it, the nearest first; none if that takes too long.
   *
   * @param kinds that are meant
   */
  public List<Thing> nearest(List<String> kinds, String id, HistoryMoment moment) {
    try {
      return at(
          moment,
          (state, standing) ->
              ThingSearch.nearest(domain.card().why(), kinds, id, state, standing));
    } catch (NotInLedger | ReplayTooLong _) {
      return List.of();
    }
  }

  /**
   * Says who had what in a time, as one who has followed the lane from before it on would.
   *
   * @throws NotInLedger if the lane has no turn up to its end, or what comes before is not retained
   */
  public Told<AssignmentPicture> assignments(AssignmentQuestion question) {
    AssignmentAccount<State, Fact<State>> account = domain.card().monitor().assignments();
    AssignmentWindow window = new AssignmentWindow(REPLAYED_MAX, account::name);
    AssignmentWatch watch = new AssignmentWatch(account);
    HistoryMoment end = new HistoryMoment.Time(question.to());
    OpenedCheckpoint start = beginning.nearest(lane, new HistoryMoment.Time(question.from() - 1));
    try (PartitionFollower follower = follower(start, watch)) {
      if (follower.believed().contains(lane)) {
        LaneStanding at = follower.standing(lane);
        window.take(watch.standing(lane, at.turn(), at.atMillis(), follower.state(lane)));
      }
      return follower.at(
          lane,
          end,
          turn -> {
            done.increment();
            window.take(watch.end(turn, follower.state(lane)));
          },
          (_, standing) -> new Told<>(standing, window.picture(lane, question)));
    } catch (LaneElsewhere was) {
      return on(was).assignments(question);
    }
  }

  /**
   * Tells of one turn what it took, published and changed.
   *
   * @param number from 1 on
   * @param reader of the state before and behind it, which it reads now or never
   * @throws NotInLedger if the lane has no such turn
   */
  public <T> TurnAccount<T> turn(long number, Function<State, T> reader) {
    try {
      return new TurnTeller(domain, lane, logs, beginning, this::follower, done)
          .tell(number, reader);
    } catch (LaneElsewhere was) {
      return on(was).turn(number, reader);
    }
  }

  /**
   * Replays all turns of the lane, from its first one on.
   *
   * @param watcher gets each decision
   * @param turn runs after each turn
   * @throws NotInLedger if the first turn is not retained, or there is none
   */
  public LaneStanding turns(Watcher<State, Fact<State>> watcher, Consumer<TurnEntry> turn) {
    beginning.checkWhole();
    try (PartitionFollower follower = follower(OpenedCheckpoint.first(domain), watcher)) {
      return follower.at(
          lane,
          HistoryMoment.END,
          entry -> {
            if (entry.isMove()) {
              throw new NotInLedger(
                  ("%s: the lane '%s' moved with turn %d, and a what-if begins with a lane's first"
                          + " turn and needs all of them on one partition")
                      .formatted(ledger, lane, entry.number()));
            }
            done.increment();
            turn.accept(entry);
          },
          (_, standing) -> standing);
    }
  }

  /** The time for which a question is asked, epoch ms. */
  static long present(LaneStanding standing, HistoryMoment moment) {
    return moment instanceof HistoryMoment.Time time
        ? Math.max(standing.atMillis(), time.atMillis())
        : standing.atMillis();
  }

  private OpenedCheckpoint start(HistoryMoment since) {
    return since == null ? beginning.oldest() : beginning.nearest(lane, since);
  }

  /**
   * Learns from the history up to a moment, and looks ahead from there.
   *
   * @param since begins with the nearest checkpoint up to there; null: with the oldest turn that
   *     can be replayed
   * @param question of the lane as it stands then
   * @throws NotInLedger if the lane is set aside
   */
  public <T> Told<T> ahead(
      HistoryMoment since, HistoryMoment moment, Function<PresentLane, T> question) {
    Memory<State, Object, Fact<State>> memory = domain.card().forecast().memory();
    FactCollector learning = new FactCollector();
    try (PartitionFollower follower = follower(start(since), learning)) {
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

  private void checkOpen(State state) {
    if (state == null) {
      throw new NotInLedger("the lane '%s' is set aside, and has no state".formatted(lane));
    }
  }

  private PresentLane present(
      PartitionFollower follower,
      Memory<State, Object, Fact<State>> memory,
      long turn,
      long atMillis) {
    return new PresentLane(domain, follower.copy(lane), memory, lane, turn, atMillis, patience());
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
   * @throws NotInLedger if the lane is set aside
   */
  public Told<ForecastAccuracy> backtest(
      String kind, HistoryMoment since, int forecasts, long withinMillis) {
    TurnSampling sampling = TurnSampling.of(logs, ledger, lane, since, forecasts);
    ForecastModel<State, Object, Fact<State>> forecast = domain.card().forecast();
    Memory<State, Object, Fact<State>> memory = forecast.memory();
    TrackRecord record = new TrackRecord(forecast, kind, withinMillis);
    FactCollector learning = new FactCollector();
    try (PartitionFollower follower = follower(start(null), learning)) {
      return follower.at(
          lane,
          HistoryMoment.END,
          turn -> {
            done.increment();
            List<Fact<State>> facts = learning.end();
            memory.learn(facts, turn.atMillis());
            facts.forEach(fact -> forecast.starts(fact, turn.atMillis()).forEach(record::happened));
            State state = sampling.has(turn.number()) ? follower.state(lane) : null;
            if (state != null) {
              record.forecast(present(follower, memory, turn.number(), turn.atMillis()), state);
            }
          },
          (state, standing) ->
              new Told<>(standing, state == null ? null : record.end(state, standing.atMillis())));
    }
  }

  /** An answer, and where the lane stood when it was given. */
  public record Told<T>(LaneStanding standing, T answer) {}
}
