package dev.rota.readers.follow;

import static dev.rota.base.text.LogField.domain;
import static dev.rota.base.text.LogField.partition;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.measures.QueueVitals;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.ledger.InputPosition;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.readers.follow.TurnListener.DecidedFacts;
import dev.rota.readers.follow.held.AssignmentTurn;
import dev.rota.readers.follow.held.AssignmentWindow;
import dev.rota.readers.follow.held.PartitionTrends;
import dev.rota.readers.follow.held.RecentTurn;
import dev.rota.readers.follow.held.TrendLevel;
import dev.rota.readers.follow.held.TrendSeries;
import dev.rota.readers.follow.held.TurnTally;
import dev.rota.readers.follow.held.TurnWindow;
import dev.rota.road.health.LedgerReading;
import dev.rota.road.health.RecentLetters;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.kept.OpenedCheckpoint;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.topics.RequiredTopics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the ledger of one partition in a thread of its own, for ever. Others read its lanes
 * between two records: the lock is fair, so neither they nor it wait for more than one turn of the
 * other.
 */
final class LivePartition<S extends State, I, F extends Fact<S>> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LivePartition.class);
  private static final long PAUSE_MILLIS = 500;
  private static final long CLOSE_MILLIS = 5_000;
  private static final long ANSWER_MILLIS = 20_000;
  private static final int AT_ONCE = 64;

  /** No lane has a longer name. */
  private static final int KEY_SHOWN = 128;

  private final Domain<S, I, F> domain;
  private final Supplier<TopicLogs> open;
  private final CheckpointChoice since;
  private final TopicPartition ledger;
  private final TurnWindow window;
  private final AssignmentWindow assigned;
  private final Predicate<String> held;
  private final InputNames names;
  private final FactTallies tallies;
  private final TurnListener<S, F> listener;
  private final CountDownLatch ending = new CountDownLatch(1);
  private final Thread thread;

  /** Guards the follower's lanes. Only the thread waits for records, without it. */
  private final FairLock lock = new FairLock();

  private final TreeSet<String> lanes = new TreeSet<>();
  private PartitionFollower<S, I, F> follower;
  private FactCounting<S, F> counting;
  private PlaceTimes<S> places;
  private PartitionTrends trends =
      new PartitionTrends(lane -> null, lane -> false, System::currentTimeMillis);
  private AssignmentWatch<S, F> assigning;
  private long turns;
  private long provedAt;
  private volatile FollowProgress standing;
  private volatile RecentLetters letters = RecentLetters.NONE;

  /** Null: its beginning is not found yet. */
  private volatile LanesSetAside setAside;

  /** The offsets behind the inputs of the last turns that it has taken. */
  private final Map<TopicPartition, Long> taken = new ConcurrentHashMap<>();

  LivePartition(
      Domain<S, I, F> domain,
      Supplier<TopicLogs> open,
      CheckpointChoice since,
      int partition,
      TurnWindow window,
      AssignmentWindow assigned,
      Predicate<String> held,
      FactTallies tallies,
      TurnListener<S, F> listener) {
    this.listener = listener;
    this.domain = domain;
    this.open = open;
    this.since = since;
    this.ledger = new TopicPartition(RequiredTopics.ledger(domain.name()), partition);
    this.window = window;
    this.assigned = assigned;
    this.held = held;
    this.tallies = tallies;
    this.names = new InputNames(domain.wire().inputs());
    this.standing = FollowProgress.begins(partition, System.currentTimeMillis());
    this.thread = new Thread(this::run, "follow-" + domain.name() + "-" + partition);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** What the model of health needs of it, without waiting. */
  LedgerReading reading() {
    LanesSetAside known = setAside;
    return standing.reading(known == null ? List.of() : known.all(), letters);
  }

  /** How far it is, without waiting. */
  FollowProgress standing() {
    return standing;
  }

  /** The offsets behind the last inputs that the ledger has, as far as it is read. */
  Map<TopicPartition, Long> taken() {
    return taken;
  }

  /**
   * Reads a lane where it stands.
   *
   * @throws NotInLedger if the lane has no turn yet
   * @throws LaneBusy if others' questions take too long
   */
  <T> T ask(String lane, BiFunction<S, LaneStanding, T> reader) {
    return lock.ask(
        ANSWER_MILLIS,
        () -> {
          if (!lanes.contains(lane) && follower != null && follower.place(lane).hasLeft()) {
            throw new NotInLedger(
                "the lane '%s' is gone: %s. Start this process again: then it follows all partitions"
                    .formatted(lane, follower.place(lane)));
          }
          if (!lanes.contains(lane)) {
            throw NoSuchLane.of(lane, soFar());
          }
          return follower.read(lane, reader);
        });
  }

  /**
   * Reads each lane, some at a time.
   *
   * @param waitMillis how long it waits for the turn that is being decided
   * @throws LaneBusy if that is not enough
   */
  <T> List<T> each(long waitMillis, BiFunction<S, LaneVitals, T> reader) {
    List<T> all = new ArrayList<>();
    for (List<String> some = List.of(""); !some.isEmpty(); ) {
      String after = some.get(some.size() - 1);
      some = lock.ask(waitMillis, () -> behind(after, AT_ONCE));
      List<String> lanesNow = some;
      lock.ask(waitMillis, () -> lanesNow.stream().map(lane -> read(lane, reader)).toList())
          .forEach(all::add);
    }
    return all;
  }

  private <T> T read(String lane, BiFunction<S, LaneVitals, T> reader) {
    S state = follower.state(lane);
    QueueVitals vitals = state == null ? null : places.vitals(lane, state);
    return reader.apply(state, new LaneVitals(lane, vitals));
  }

  /** All lanes together, up to this time, epoch ms. */
  TrendSeries trend(long toMillis) {
    boolean more = true;
    for (int left = standing.lanes(); more && left > 0; left -= AT_ONCE) {
      more = lock.ask(ANSWER_MILLIS, () -> trends.settle(AT_ONCE));
    }
    return lock.ask(ANSWER_MILLIS, () -> trends.all(toMillis, this::isVerified));
  }

  /** One lane, up to this time, epoch ms; null: it has no trend of its own. */
  TrendSeries trend(String lane, long toMillis) {
    return lock.ask(ANSWER_MILLIS, () -> trends.lane(lane, toMillis, isVerified(lane)));
  }

  private boolean isVerified(String lane) {
    return follower == null || follower.differences().of(lane) == null;
  }

  private String soFar() {
    return standing.caughtUp() ? "" : ", as far as it is read: " + standing.behind() + " are left";
  }

  /** Up to {@code limit} names of lanes behind this one, sorted. */
  List<String> lanes(String after, int limit) {
    return lock.ask(ANSWER_MILLIS, () -> behind(after, limit));
  }

  private List<String> behind(String name, int limit) {
    return lanes.tailSet(name, false).stream().limit(limit).toList();
  }

  private void run() {
    while (!isEnding()) {
      try (TopicLogs logs = open.get();
          PartitionFollower<S, I, F> begun = begin(logs)) {
        LedgerWatch watch = new LedgerWatch(logs, ledger);
        while (!isEnding() && isGoingOn(begun, watch)) {
          // It goes on until it ends, or until nothing that comes can be proved.
        }
        ending.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (RuntimeException e) {
        trouble(e);
      } catch (Error e) {
        die(e);
        throw e;
      }
      pause();
    }
  }

  private PartitionFollower<S, I, F> begin(TopicLogs logs) {
    var beginning = new ReplayStart<>(domain, logs, since, ledger.partition());
    OpenedCheckpoint<S, I, F> start = beginning.nearest("", HistoryMoment.END);
    FactCounting<S, F> counted = new FactCounting<>(domain.monitor(), tallies);
    AssignmentWatch<S, F> noted = new AssignmentWatch<>(domain.monitor().assignments());
    PartitionFollower<S, I, F> begun =
        new PartitionFollower<>(
            domain,
            logs,
            ledger.partition(),
            start,
            lane -> true,
            counted.and(noted),
            PartitionFollower.AT_ONCE);
    lock.hold(
        () -> {
          follower = begun;
          setAside = begun.setAside();
          counting = counted;
          places = new PlaceTimes<>(domain.monitor());
          trends = trendsOf(begun, logs.isStill() ? null : System::currentTimeMillis);
          assigning = noted;
          lanes.addAll(begun.believed());
          turns = start.end().turns();
        });
    openAll(begun);
    return begun;
  }

  private PartitionTrends trendsOf(PartitionFollower<S, I, F> begun, LongSupplier clock) {
    Predicate<String> own = lane -> tallies.series(lane).equals(lane);
    PartitionTrends none = new PartitionTrends(lane -> level(begun.state(lane), lane), own, clock);
    begun.believed().stream()
        .sorted()
        .forEach(lane -> none.begin(lane, begun.standing(lane).atMillis()));
    begun.beforePage(page -> none.page(page.turns()));
    return none;
  }

  private TrendLevel level(S state, String lane) {
    return state == null
        ? null
        : TrendLevel.of(places.vitals(lane, state), domain.monitor().capacity(state));
  }

  /**
   * Opens the lanes of a checkpoint, some at a time: others ask in between. A lane that cannot be
   * opened is known though it takes no turn.
   */
  private void openAll(PartitionFollower<S, I, F> begun) {
    List<String> all = List.copyOf(begun.believed());
    for (int i = 0; i < all.size() && !isEnding(); i += AT_ONCE) {
      List<String> some = all.subList(i, Math.min(all.size(), i + AT_ONCE));
      lock.hold(() -> some.forEach(lane -> open(begun, lane)));
    }
  }

  private void open(PartitionFollower<S, I, F> begun, String lane) {
    S state;
    try {
      state = begun.state(lane);
    } catch (RuntimeException e) {
      begun.setAside().setAside(lane, e); // whoever asks for it hears the same
      return;
    }
    LaneStanding at = begun.standing(lane);
    // What is queued in a checkpoint was queued up to its lane's last turn.
    places.note(lane, state, at.atMillis());
    if (held.test(lane)) {
      assigned.take(assigning.standing(lane, at.turn(), at.atMillis(), state));
    }
  }

  /** Takes what comes next, or waits a moment for it. Returns false if it cannot go on. */
  private boolean isGoingOn(PartitionFollower<S, I, F> begun, LedgerWatch watch) {
    try {
      watch.look(begun);
      // Until it has caught up it knows what is there, and need not wait to see that no more comes.
      boolean some = begun.await(standing.caughtUp() ? Long.MAX_VALUE : watch.committed());
      if (some) {
        lock.hold(() -> take(begun));
      }
      long behind = Math.max(0, watch.committed() - begun.position());
      boolean caughtUp = standing.caughtUp() || !some && behind == 0;
      if (caughtUp && !standing.caughtUp()) {
        lock.hold(begun::sort); // who asks from now on need not wait for it
      }
      if (caughtUp && behind == 0) {
        trends.heard(System.currentTimeMillis());
      }
      tell(behind, caughtUp, null);
      return true;
    } catch (LedgerWatch.Broken e) {
      lose(begun, e.getMessage());
    } catch (InvalidOffsetException e) {
      lose(begun, "records that were not read yet are gone: " + e.getMessage());
    } catch (KafkaException e) {
      trouble(e);
      pause();
      return true;
    } catch (RuntimeException e) {
      LOG.error(
          "{} cannot be followed any more",
          ledger,
          domain(domain.name()),
          partition(ledger.partition()),
          e);
      lose(begun, "the program failed over it: " + e);
    }
    return false;
  }

  /** What a record says of one lane. */
  private static final class LaneTurns<F> {
    private final List<DecidedFacts<F>> decided = new ArrayList<>();
    private final List<RecentTurn> recent = new ArrayList<>();
    private final List<AssignmentTurn> assignments = new ArrayList<>();
  }

  /** What a record decided is shown once all of the record is judged. */
  private void take(PartitionFollower<S, I, F> begun) {
    List<TurnEntry> decided = new ArrayList<>();
    Map<String, LaneTurns<F>> told = new LinkedHashMap<>();
    boolean unused =
        begun.next(
            turn -> {
              S state = begun.state(turn.lane());
              begun.setAside().take(turn, heard(turn));
              List<F> facts = counting.end(turn, standing.caughtUp());
              TurnTally tally = counting.tally(turn, facts);
              places.note(turn.lane(), state, turn.atMillis());
              trends.turn(turn, tally);
              LaneTurns<F> of = told.computeIfAbsent(turn.lane(), lane -> new LaneTurns<>());
              of.decided.add(new DecidedFacts<>(turn, facts));
              of.recent.add(names.recent(turn, tally.reason(), domain.why().headline(facts)));
              of.assignments.add(assigning.end(turn, state));
              decided.add(turn);
            });
    note(begun, decided, told.keySet());
    told.forEach(
        (lane, of) -> {
          if (held.test(lane)) {
            window.add(lane, of.recent);
            assigned.take(lane, of.assignments);
          }
          listener.taken(lane, begun.state(lane), of.decided);
        });
    if (standing.caughtUp()) {
      begun.sort();
    }
  }

  /** Keeps count of turns, lanes, inputs and dead letters. */
  private void note(PartitionFollower<S, I, F> begun, List<TurnEntry> decided, Set<String> of) {
    turns += decided.size();
    if (!decided.isEmpty() && begun.differences().all().isEmpty()) {
      provedAt = decided.get(decided.size() - 1).atMillis();
    }
    lanes.addAll(of);
    Map<String, InputPosition> last = new HashMap<>();
    for (TurnEntry turn : decided) {
      if (turn.isMove() && !begun.place(turn.lane()).isHere()) {
        lanes.remove(turn.lane());
      }
      InputPosition source = turn.source();
      InputPosition before = source == null ? null : last.put(source.topic(), source);
      if (before != null && !before.isBefore(source)) {
        takes(before);
      }
      if (turn.reason() != null) {
        note(turn);
      }
    }
    last.values().forEach(this::takes);
    begun.differences().all().keySet().stream().filter(one -> one != null).forEach(lanes::add);
  }

  /** A sender may date a record as it likes. So what comes now counts as of now. */
  private long heard(TurnEntry turn) {
    return standing.caughtUp() ? System.currentTimeMillis() : turn.atMillis();
  }

  private void note(TurnEntry turn) {
    String place = turn.source() == null ? "a deadline" : turn.source().path();
    String key =
        turn.kind() == TurnEntry.Kind.UNREADABLE ? shown(turn.key()) : "key " + turn.lane();
    letters = letters.plus(turn.reason(), place + (key.isEmpty() ? "" : ", " + key), heard(turn));
  }

  private static String shown(byte[] key) {
    String text = key == null ? "" : new String(key, UTF_8);
    return text.isEmpty() || text.length() > KEY_SHOWN ? "" : "key " + text;
  }

  private void takes(InputPosition source) {
    taken.merge(
        new TopicPartition(source.topic(), source.partition()), source.offset() + 1, Math::max);
  }

  private void lose(PartitionFollower<S, I, F> begun, String why) {
    LOG.debug("{} is no longer verified: {}", ledger, why);
    lock.hold(() -> begun.differences().add(null, why));
    tell(standing.behind(), standing.caughtUp(), null);
  }

  /** Nobody starts the thread again. What it has read is not the newest for long. */
  private void die(Error e) {
    String why = "its follower ended, restart the process: " + e;
    LOG.error("{}: {}", ledger, why, domain(domain.name()), partition(ledger.partition()));
    if (follower != null) {
      lock.hold(() -> follower.differences().add(null, why));
    }
    tell(standing.behind(), standing.caughtUp(), why);
  }

  private void trouble(RuntimeException e) {
    String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    if (standing.trouble() == null) {
      LOG.warn(
          "{} cannot be read at present: {}",
          ledger,
          why,
          domain(domain.name()),
          partition(ledger.partition()));
    }
    tell(standing.behind(), standing.caughtUp(), why);
  }

  /** Only its own thread changes what is reported. */
  private void tell(long behind, boolean caughtUp, String trouble) {
    long now = System.currentTimeMillis();
    FollowProgress before = standing;
    LaneDifferences found = follower == null ? null : follower.differences();
    String difference = found == null ? null : found.first();
    standing =
        new FollowProgress(
            ledger.partition(),
            lanes.size(),
            turns,
            behind,
            follower == null ? 0 : follower.bytes(),
            provedAt,
            follower != null,
            caughtUp,
            behind == 0 && caughtUp ? 0 : since(before.behindSince(), now),
            difference,
            difference == null ? 0 : differenceSince(before, found.writtenMillis(), now),
            trouble,
            trouble == null ? 0 : since(before.troubleSince(), now));
  }

  private static long since(long before, long now) {
    return before == 0 ? now : before;
  }

  /** Whoever forges a record dates it, too. So what is found while it comes counts as of now. */
  private static long differenceSince(FollowProgress before, long written, long now) {
    if (before.difference() != null) {
      return before.differenceSince();
    }
    return before.caughtUp() || written == 0 ? now : Math.min(now, written);
  }

  private boolean isEnding() {
    return ending.getCount() == 0;
  }

  private void pause() {
    try {
      boolean unused = ending.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      ending.countDown();
      Thread.currentThread().interrupt();
    }
  }

  /** A call to a broker that is away may outlive this by seconds: its thread is a daemon. */
  @Override
  public void close() {
    ending.countDown();
    try {
      thread.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The names of a domain's input records, by their topics. */
  private static final class InputNames {
    private final Map<String, String> byTopic = new HashMap<>();

    InputNames(List<InputTopic> inputs) {
      inputs.forEach(input -> byTopic.put(input.topic(), input.schema().getName()));
    }

    /**
     * What is held of a turn.
     *
     * @param reason why something was refused; null: nothing was
     * @param said whom and what it was about; null: nothing to say
     */
    RecentTurn recent(TurnEntry turn, String reason, String said) {
      String input =
          turn.kind() == TurnEntry.Kind.INPUT && turn.source() != null
              ? byTopic.get(turn.source().topic())
              : null;
      return new RecentTurn(
          turn.number(), turn.atMillis(), turn.kind(), input, reason, turn.outputs(), said);
    }
  }
}
