package dev.rota.readers.follow;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.State;
import dev.rota.readers.follow.held.AssignmentWindow;
import dev.rota.readers.follow.held.RecentTurn;
import dev.rota.readers.follow.held.TrendSeries;
import dev.rota.readers.follow.held.TurnFilter;
import dev.rota.readers.follow.held.TurnStretches;
import dev.rota.readers.follow.held.TurnWindow;
import dev.rota.road.health.ClusterFacts;
import dev.rota.road.health.DomainHealth;
import dev.rota.road.health.PartitionCondition;
import dev.rota.road.health.PartitionHealth;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.topics.RequiredTopics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Replays all turns of a domain as they are committed, compares, and answers from what comes of it:
 * an audit of the decisions that never stops. Thread-safe.
 *
 * <p>It reads committed records only, so it never shows a turn that may still be taken back.
 */
public final class LiveDomain implements DomainHealth.Followed, AutoCloseable {
  private static final int NAMED = 100;

  /** Turns that are held, 16 bytes each: a million of one lane, fewer of each of several. */
  private static final int WINDOW_TURNS = 1 << 20;

  /** Ended assignments that are held, some 115 bytes each if their things' names are UUIDs. */
  private static final int WINDOW_ASSIGNMENTS = 1 << 20;

  private final String id = UUID.randomUUID().toString().substring(0, 8);
  private final Domain domain;
  private final Supplier<TopicLogs> open;
  private final CheckpointChoice since;
  private final int count;
  private final ConcurrentSkipListMap<Integer, LivePartition> partitions =
      new ConcurrentSkipListMap<>();
  private final TurnWindow window = new TurnWindow(WINDOW_TURNS);
  private final AssignmentWindow assigned;
  private final FactTallies tallies;
  private volatile IntFunction<ClusterFacts> cluster;
  private volatile IntFunction<List<PartitionCondition>> engine = _ -> List.of();
  private volatile TurnListener listener = (_, _, _) -> {};
  private boolean closed;

  private LiveDomain(Domain domain, Supplier<TopicLogs> open, CheckpointChoice since, int series) {
    this.tallies = new FactTallies(series);
    this.domain = domain;
    this.assigned =
        new AssignmentWindow(WINDOW_ASSIGNMENTS, domain.card().monitor().assignments()::name);
    this.open = open;
    this.since = since;
    try (TopicLogs logs = open.get()) {
      count = logs.layout().partitions(RequiredTopics.ledger(domain.name()));
    }
  }

  /**
   * Begins with the newest kept checkpoint of each partition, or with its first record.
   *
   * @param open the domain's topics, anew at each call
   * @param since whose kept checkpoints count
   * @param partitions that are followed; empty: all
   * @throws NotInLedger if there is no such partition
   */
  public static LiveDomain start(
      Domain domain, Supplier<TopicLogs> open, CheckpointChoice since, Set<Integer> partitions) {
    return start(domain, open, since, partitions, FactTallies.OWN_SERIES);
  }

  /**
   * The same.
   *
   * @param series lanes that are counted one by one; the others are counted together
   */
  public static LiveDomain start(
      Domain domain,
      Supplier<TopicLogs> open,
      CheckpointChoice since,
      Set<Integer> partitions,
      int series) {
    LiveDomain live = new LiveDomain(domain, open, since, series);
    List<Integer> all = IntStream.range(0, live.count).boxed().toList();
    List<Integer> missing = partitions.stream().filter(one -> !all.contains(one)).toList();
    if (!missing.isEmpty() || all.isEmpty()) {
      throw new NotInLedger(
          "%s has %d partitions, and none with the number %s"
              .formatted(RequiredTopics.ledger(domain.name()), live.count, missing));
    }
    live.follow(partitions.isEmpty() ? Set.copyOf(all) : partitions);
    return live;
  }

  /** The same, and follows no partition yet. */
  public static LiveDomain idle(Domain domain, Supplier<TopicLogs> open, CheckpointChoice since) {
    return new LiveDomain(domain, open, since, FactTallies.OWN_SERIES);
  }

  /** From now on, follows these partitions and no others. Those that stay go on. */
  public synchronized void follow(Set<Integer> these) {
    for (int one : Set.copyOf(partitions.keySet())) {
      if (!these.contains(one)) {
        partitions.remove(one).close();
      }
    }
    Predicate<String> stays = lane -> these.contains(LaneAnswers.partition(lane, count));
    tallies.keep(stays);
    window.keep(stays);
    assigned.keep(stays);
    for (int one : these) {
      if (!closed && !partitions.containsKey(one)) {
        LivePartition begun =
            new LivePartition(
                domain,
                open,
                since,
                one,
                new TurnAudience(
                    window,
                    assigned,
                    tallies,
                    lane -> LaneAnswers.partition(lane, count) == one,
                    (lane, state, turns) -> listener.taken(lane, state, turns)));
        partitions.put(one, begun);
        begun.start();
      }
    }
  }

  /** Tells it from others that follow a domain of this name, here or elsewhere: 8 digits. */
  public String id() {
    return id;
  }

  public Domain domain() {
    return domain;
  }

  /** From now on, tells of each turn that is taken. */
  public void listen(TurnListener to) {
    listener = to;
  }

  /** How far each partition is followed. */
  public List<FollowProgress> standings() {
    return partitions.values().stream().map(LivePartition::standing).toList();
  }

  /** From now on, what a cluster says of each partition is part of its health. */
  public void beside(IntFunction<ClusterFacts> facts) {
    cluster = facts;
  }

  /**
   * From now on, so is what the engine in this process says of each partition.
   *
   * @param conditions empty: all is well, or nobody knows
   */
  public void decidedBy(IntFunction<List<PartitionCondition>> conditions) {
    engine = conditions;
  }

  /** How each partition stands that is followed. */
  public List<PartitionHealth> health() {
    IntFunction<ClusterFacts> facts = cluster;
    IntFunction<List<PartitionCondition>> said = engine;
    long now = System.currentTimeMillis();
    return partitions.entrySet().stream()
        .map(
            one ->
                PartitionHealth.of(
                    one.getKey(),
                    one.getValue().reading(),
                    facts == null ? null : facts.apply(one.getKey()),
                    said.apply(one.getKey()),
                    now))
        .toList();
  }

  @Override
  public Set<Integer> partitions() {
    return Set.copyOf(partitions.keySet());
  }

  @Override
  public Map<TopicPartition, Long> taken() {
    Map<TopicPartition, Long> taken = new HashMap<>();
    partitions.values().forEach(one -> taken.putAll(one.taken()));
    return taken;
  }

  /**
   * Reads a lane where it stands.
   *
   * @param reader of the state, which it reads now or never; null: the lane is set aside
   * @throws NoSuchLane if the lane has no turn
   * @throws NotInLedger if it lies on a partition that is not followed
   * @throws LaneBusy if others' questions take too long
   */
  public <T> T ask(String lane, BiFunction<State, LaneStanding, T> reader) {
    try {
      return of(lane).lanes().ask(lane, reader);
    } catch (NoSuchLane e) {
      throw e.among(lanes("", NAMED));
    }
  }

  /**
   * Reads each lane where it stands, those of unreadable records included.
   *
   * @param waitMillis how long it waits for a turn that is being decided
   * @param reader of the state, which it reads now or never; null: the lane is set aside
   * @throws LaneBusy if that is not enough
   */
  public <T> List<T> each(long waitMillis, BiFunction<State, LaneVitals, T> reader) {
    return partitions.values().stream()
        .flatMap(one -> one.lanes().each(waitMillis, reader).stream())
        .toList();
  }

  /** What all lanes of the followed partitions were like in the last hour. */
  public TrendSeries trend() {
    long now = System.currentTimeMillis();
    return partitions.values().stream()
        .map(one -> one.lanes().trend(now))
        .reduce(TrendSeries::plus)
        .map(sum -> sum.between(sum.firstMillis(), now)) // one that was asked later has more steps
        .map(TrendSeries::sinceFirstRecord)
        .orElse(TrendSeries.NONE);
  }

  /**
   * What a lane was like in the last hour; empty: it has no trend of its own.
   *
   * @throws PartitionNotFollowed if its partition is not followed
   */
  public Optional<TrendSeries> trend(String lane) {
    return Optional.ofNullable(of(lane).lanes().trend(lane, System.currentTimeMillis()));
  }

  /** What was counted since the partitions have caught up. */
  public FactTallies tallies() {
    return tallies;
  }

  /** Up to {@code limit} names of lanes behind this one, sorted; behind the empty name: all. */
  public List<String> lanes(String after, int limit) {
    return partitions.values().stream()
        .flatMap(one -> one.lanes().names(after, limit).stream())
        .sorted()
        .limit(limit)
        .toList();
  }

  /**
   * Up to {@code limit} of a lane's last turns before this one, the newest first.
   *
   * @throws PartitionNotFollowed if its partition is not followed
   */
  public List<RecentTurn> before(String lane, long turn, int limit) {
    return held(lane).before(lane, turn, limit);
  }

  /** Up to {@code limit} of a lane's held turns behind one and before another, newest first. */
  public List<RecentTurn> between(
      String lane, long behind, long before, int limit, TurnFilter filter) {
    return held(lane).between(lane, behind, before, limit, filter);
  }

  /** The oldest of a lane's turns of which it is held what they said. */
  public long saidFrom(String lane) {
    return held(lane).saidFrom(lane);
  }

  /**
   * A lane's held turns from one to another, counted by stretches of this size.
   *
   * @param most further stretches are left out
   */
  public TurnStretches stretches(String lane, long from, long to, long size, int most) {
    return held(lane).stretches(lane, from, to, size, most);
  }

  /**
   * Up to {@code limit} of a lane's last turns behind this one, the oldest first.
   *
   * @throws PartitionNotFollowed if its partition is not followed
   */
  public List<RecentTurn> after(String lane, long turn, int limit) {
    return held(lane).after(lane, turn, limit);
  }

  /** Who had what. It agrees with a lane's state as long as that is being read. */
  public AssignmentWindow assigned() {
    return assigned;
  }

  /**
   * Asks about a lane's past. It is replayed beside what is followed, in the caller's thread.
   *
   * @param limit after this time it gives up
   * @throws ReplayTooLong if it has given up
   * @throws ClusterOutOfReach if the cluster does not answer
   * @throws NotInLedger if the lane has no turn, or lies on a partition that is not followed
   */
  public <T> T past(String lane, Duration limit, Function<LaneAnswers, T> question) {
    ask(lane, (_, _) -> true);
    try (TopicLogs logs = open.get()) {
      return question.apply(new LaneAnswers(domain, logs, since, lane).within(limit));
    } catch (KafkaException e) {
      throw new ClusterOutOfReach(e);
    }
  }

  /** Nothing new comes to it of a lane whose partition is elsewhere by now. */
  private TurnWindow held(String lane) {
    var _ = of(lane);
    return window;
  }

  private LivePartition of(String lane) {
    int partition = LaneAnswers.partition(lane, count);
    LivePartition found = partitions.get(partition);
    if (found == null) {
      throw new PartitionNotFollowed(lane, partition);
    }
    return found;
  }

  @Override
  public synchronized void close() {
    closed = true;
    partitions.values().parallelStream().forEach(LivePartition::close);
  }
}
