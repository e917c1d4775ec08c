package dev.rota.app.rollout;

import dev.rota.road.health.GroupMembers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.common.GroupState;

/**
 * Tells from a group's members and a ledger's pages who was restarted, and how long partitions were
 * silent meanwhile. A silence is the longest time between two pages around a move: without inputs
 * it is longer than the pause. Thread-safe.
 */
final class RestartTracker {
  private static final double NANOS = 1e9;

  private final RolloutPlan plan;

  /** The members of each engine, as far as its process is known. */
  private final Map<String, Set<String>> members = new HashMap<>();

  /** Who had a partition when the group was last seen to be stable. */
  private final Map<Integer, GroupMembers.Member> owners = new HashMap<>();

  private final Map<Integer, Long> lastPages = new HashMap<>();

  /** The longest silence since the group was last stable, by partition, in ns. */
  private final Map<Integer, Long> silences = new HashMap<>();

  private final Map<Integer, Move> open = new TreeMap<>();
  private final Set<String> restarted = new TreeSet<>();
  private boolean settled;

  /**
   * A partition's way from one member to another.
   *
   * @param estimate of the pause
   */
  private record Move(String from, String to, TimeSpan estimate) {
    /** It moves on before a page has come: who had it in between has decided nothing. */
    Move andThen(Move next) {
      return new Move(from, next.to, estimate);
    }
  }

  /** Something that happened. */
  sealed interface Event {}

  /**
   * A partition is decided by another member.
   *
   * @param silentSeconds from page to page
   */
  record Moved(int partition, String from, String to, double silentSeconds, TimeSpan estimate)
      implements Event {
    String words() {
      return "partition %d: %s, silent for at most %.1f s, estimated %s"
          .formatted(
              partition,
              from.equals(to) ? "again " + to : from + " → " + to,
              silentSeconds,
              estimate.words());
    }
  }

  /** No thread of an engine of the plan is left as it was. */
  record Restarted(String engine, int of, int all) implements Event {
    String words() {
      return "%s has left: %d of %d engines".formatted(engine, of, all);
    }
  }

  /** A member that the group had lost is back, and its process is the same as before. */
  record Rejoined(String engine) implements Event {
    String words() {
      return "%s has joined again, and was not restarted".formatted(engine);
    }
  }

  RestartTracker(RolloutPlan plan) {
    this.plan = plan;
    plan.steps()
        .forEach(one -> members.put(one.instance().name(), Set.copyOf(one.instance().members())));
  }

  /** A page of a partition has come. */
  synchronized List<Event> page(int partition, long nanos) {
    Long last = lastPages.put(partition, nanos);
    if (last != null) {
      silences.merge(partition, nanos - last, Math::max);
    }
    Move move = open.remove(partition);
    if (move == null) {
      return List.of();
    }
    long silent = silences.getOrDefault(partition, 0L);
    silences.remove(partition);
    return List.of(new Moved(partition, move.from, move.to, silent / NANOS, move.estimate));
  }

  /** Engines that have none of their members in the group, and can be asked for their process. */
  synchronized List<EngineInstance> away(GroupMembers said) {
    Set<String> now = ids(said);
    return plan.steps().stream()
        .map(RolloutPlan.Step::instance)
        .filter(one -> isAway(one, now))
        .filter(one -> one.status() != null && !one.status().started().isEmpty())
        .toList();
  }

  private static Set<String> ids(GroupMembers said) {
    return said.members().stream().map(GroupMembers.Member::id).collect(Collectors.toSet());
  }

  private boolean isAway(EngineInstance engine, Set<String> now) {
    return members.get(engine.name()).stream().noneMatch(now::contains);
  }

  /**
   * The group was asked. While it moves its partitions, it does not say whose they are.
   *
   * @param started when the processes of those that are {@link #away} were started, by engine, ISO
   *     8601; empty: it does not answer
   */
  synchronized List<Event> group(GroupMembers said, Map<String, String> started) {
    Set<String> now = ids(said);
    List<Event> events = new ArrayList<>();
    for (RolloutPlan.Step step : plan.steps()) {
      EngineInstance engine = step.instance();
      if (isAway(engine, now)) {
        whyAway(engine, said, started.get(engine.name())).ifPresent(events::add);
      }
    }
    settled = false;
    if (said.state() == GroupState.STABLE) {
      Map<Integer, GroupMembers.Member> owned = new HashMap<>();
      said.members().forEach(one -> one.partitions().forEach(it -> owned.put(it, one)));
      owned.forEach((partition, owner) -> owned(partition, owner, now));
      long engines = said.members().stream().map(GroupMembers.Member::instance).distinct().count();
      settled = engines >= plan.steps().size() && owned.keySet().containsAll(owners.keySet());
    }
    return events;
  }

  /** A session may end under load: then the same process joins again, as another member. */
  private Optional<Event> whyAway(EngineInstance engine, GroupMembers said, String started) {
    Set<String> present =
        said.members().stream()
            .filter(one -> one.instance().equals(engine.name()))
            .map(GroupMembers.Member::id)
            .collect(Collectors.toSet());
    boolean known = started == null || !started.isEmpty(); // null: it cannot be asked
    if (known && !present.isEmpty()) {
      members.put(engine.name(), present);
    }
    if (started != null && started.equals(engine.status().started())) {
      restarted.remove(engine.name());
      return present.isEmpty() // it will join again, or end
          ? Optional.empty()
          : Optional.of(new Rejoined(engine.name()));
    }
    return restarted.add(engine.name())
        ? Optional.of(new Restarted(engine.name(), restarted.size(), plan.steps().size()))
        : Optional.empty();
  }

  private void owned(int partition, GroupMembers.Member owner, Set<String> now) {
    GroupMembers.Member before = owners.put(partition, owner);
    if (before != null && !before.id().equals(owner.id())) {
      boolean left = !now.contains(before.id());
      Move move = new Move(before.instance(), owner.instance(), estimate(partition, before, left));
      open.merge(partition, move, Move::andThen);
      return; // what was silent until now belongs to the move
    }
    if (!open.containsKey(partition)) {
      silences.remove(partition);
    }
  }

  private TimeSpan estimate(int partition, GroupMembers.Member before, boolean left) {
    return plan.steps().stream()
        .filter(one -> left && one.instance().name().equals(before.instance()))
        .flatMap(one -> one.pauses().stream())
        .filter(one -> one.partition() == partition)
        .map(PartitionPause::stop)
        .findFirst()
        .orElse(TimeSpan.of(left ? RestartFigures.STOP : RestartFigures.JOIN));
  }

  /** Every engine of the plan was restarted, and as many are there as before. */
  synchronized boolean isDone() {
    return settled && restarted.size() == plan.steps().size();
  }

  /** Partitions that have moved, and of which no page has come since. */
  synchronized Set<Integer> silent() {
    return new TreeSet<>(open.keySet());
  }
}
