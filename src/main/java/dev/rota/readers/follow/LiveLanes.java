package dev.rota.readers.follow;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.measures.QueueVitals;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.readers.follow.TurnAudience.LaneTurns;
import dev.rota.readers.follow.held.TrendSeries;
import dev.rota.road.health.LaneSetAside;
import dev.rota.road.kept.OpenedCheckpoint;
import dev.rota.road.logs.TopicLogs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The lanes of a partition as they stand. Its thread takes records, and others ask between two of
 * them: the lock is fair, so neither they nor it wait for more than one turn of the other.
 */
final class LiveLanes {
  private static final long ANSWER_MILLIS = 20_000;
  private static final int AT_ONCE = 64;

  private final Domain domain;
  private final TurnAudience audience;
  private final LedgerTally tally;
  private final Supplier<FollowProgress> progress;

  /** Guards the lanes. Only their thread waits for records, without it. */
  private final FairLock lock = new FairLock();

  private final TreeSet<String> names = new TreeSet<>();
  private TurnNotes notes;

  /** Null: the ledger's beginning is not found yet. */
  private volatile PartitionFollower follower;

  /**
   * There are none yet.
   *
   * @param audience gets the turns that are taken
   * @param tally adds them up
   * @param progress how far the ledger is read
   */
  LiveLanes(
      Domain domain, TurnAudience audience, LedgerTally tally, Supplier<FollowProgress> progress) {
    this.domain = domain;
    this.audience = audience;
    this.tally = tally;
    this.progress = progress;
    this.notes = new TurnNotes(domain, audience.tallies());
  }

  /**
   * From now on, the lanes are those of a checkpoint and of the records behind it.
   *
   * @param ending true: the lanes need not be opened any more
   * @return reads the records, in the same thread
   */
  PartitionFollower begin(
      TopicLogs logs, int partition, OpenedCheckpoint start, BooleanSupplier ending) {
    TurnNotes fresh = new TurnNotes(domain, audience.tallies());
    PartitionFollower begun =
        new PartitionFollower(
            domain, logs, partition, start, _ -> true, fresh.watcher(), PartitionFollower.AT_ONCE);
    lock.hold(
        () -> {
          follower = begun;
          notes = fresh;
          notes.begin(begun, logs.isStill() ? null : System::currentTimeMillis);
          names.addAll(begun.believed());
          tally.begin(start.end().turns());
        });
    openAll(ending);
    return begun;
  }

  /**
   * Opens the lanes of a checkpoint, some at a time: others ask in between. A lane that cannot be
   * opened is known though it takes no turn.
   */
  private void openAll(BooleanSupplier ending) {
    List<String> all = List.copyOf(follower.believed());
    for (int i = 0; i < all.size() && !ending.getAsBoolean(); i += AT_ONCE) {
      List<String> some = all.subList(i, Math.min(all.size(), i + AT_ONCE));
      lock.hold(() -> some.forEach(this::open));
    }
  }

  private void open(String lane) {
    State state;
    try {
      state = follower.state(lane);
    } catch (RuntimeException e) {
      follower.setAside().setAside(lane, e); // whoever asks for it hears the same
      return;
    }
    LaneStanding at = follower.standing(lane);
    notes.begin(at, state);
    if (audience.holds().test(lane)) {
      audience.begin(notes.assigned(at, state));
    }
  }

  /**
   * Takes the next record. What it decided is shown once all of it is judged.
   *
   * @param caughtUp false: it is of the past
   */
  void take(boolean caughtUp) {
    lock.hold(
        () -> {
          List<TurnEntry> decided = new ArrayList<>();
          Map<String, LaneTurns> told = new LinkedHashMap<>();
          var _ =
              follower.next(
                  turn -> {
                    State state = follower.state(turn.lane());
                    follower.setAside().take(turn, heard(turn, caughtUp));
                    notes.take(
                        turn,
                        state,
                        caughtUp,
                        told.computeIfAbsent(turn.lane(), _ -> new LaneTurns()));
                    decided.add(turn);
                  });
          boolean proved = follower.differences().all().isEmpty();
          tally.take(decided, proved, turn -> heard(turn, caughtUp));
          name(told.keySet(), decided);
          told.forEach((lane, turns) -> audience.take(lane, follower.state(lane), turns));
          if (caughtUp) {
            follower.sort();
          }
        });
  }

  /** A sender may date a record as it likes. So what comes now counts as of now. */
  private static long heard(TurnEntry turn, boolean caughtUp) {
    return caughtUp ? System.currentTimeMillis() : turn.atMillis();
  }

  private void name(Iterable<String> lanes, List<TurnEntry> decided) {
    lanes.forEach(names::add);
    decided.stream()
        .filter(turn -> turn.isMove() && !follower.place(turn.lane()).isHere())
        .forEach(turn -> names.remove(turn.lane()));
    follower.differences().all().keySet().stream().filter(Objects::nonNull).forEach(names::add);
  }

  /** All that was there is read: who asks from now on need not wait until it is sorted. */
  void caughtUp() {
    lock.hold(follower::sort);
  }

  /** At this time, epoch ms, it was heard that there is no further record. */
  void heard(long atMillis) {
    notes.trends().heard(atMillis);
  }

  /** None of them is verified any more, if any is known. */
  void doubt(String why) {
    if (follower != null) {
      lock.hold(() -> follower.differences().add(null, why));
    }
  }

  /** How much is read, as their thread knows it. */
  FollowProgress.ReadSoFar read() {
    return new FollowProgress.ReadSoFar(
        names.size(),
        tally.turns(),
        follower == null ? 0 : follower.bytes(),
        tally.provedAt(),
        follower == null ? null : follower.differences());
  }

  /** Those whose state cannot be opened, without waiting. */
  List<LaneSetAside> setAside() {
    return follower == null ? List.of() : follower.setAside().all();
  }

  /**
   * Reads a lane where it stands.
   *
   * @throws NotInLedger if the lane has no turn yet
   * @throws LaneBusy if others' questions take too long
   */
  <T> T ask(String lane, BiFunction<State, LaneStanding, T> reader) {
    return lock.ask(
        ANSWER_MILLIS,
        () -> {
          if (names.contains(lane)) {
            return follower.read(lane, reader);
          }
          if (follower != null && follower.place(lane).hasLeft()) {
            throw new NotInLedger(
                "the lane '%s' is gone: %s. Start this process again: then it follows all partitions"
                    .formatted(lane, follower.place(lane)));
          }
          throw NoSuchLane.of(lane, soFar(progress.get()));
        });
  }

  private static String soFar(FollowProgress at) {
    return at.caughtUp() ? "" : ", as far as it is read: " + at.behind() + " are left";
  }

  /**
   * Reads each lane, some at a time.
   *
   * @param waitMillis how long it waits for the turn that is being decided
   * @throws LaneBusy if that is not enough
   */
  <T> List<T> each(long waitMillis, BiFunction<State, LaneVitals, T> reader) {
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

  private <T> T read(String lane, BiFunction<State, LaneVitals, T> reader) {
    State state = follower.state(lane);
    QueueVitals vitals = state == null ? null : notes.vitals(lane, state);
    return reader.apply(state, new LaneVitals(lane, vitals));
  }

  /** Up to {@code limit} of their names behind this one, sorted. */
  List<String> names(String after, int limit) {
    return lock.ask(ANSWER_MILLIS, () -> behind(after, limit));
  }

  private List<String> behind(String name, int limit) {
    return names.tailSet(name, false).stream().limit(limit).toList();
  }

  /** All together, up to this time, epoch ms. */
  TrendSeries trend(long toMillis) {
    boolean more = true;
    for (int left = progress.get().lanes(); more && left > 0; left -= AT_ONCE) {
      more = lock.ask(ANSWER_MILLIS, () -> notes.trends().settle(AT_ONCE));
    }
    return lock.ask(ANSWER_MILLIS, () -> notes.trends().all(toMillis, this::isVerified));
  }

  /** One lane, up to this time, epoch ms; null: it has no trend of its own. */
  TrendSeries trend(String lane, long toMillis) {
    return lock.ask(ANSWER_MILLIS, () -> notes.trends().lane(lane, toMillis, isVerified(lane)));
  }

  private boolean isVerified(String lane) {
    return follower == null || follower.differences().of(lane) == null;
  }
}
