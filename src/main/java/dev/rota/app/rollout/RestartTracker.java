package dev.rota.app.rollout;

import dev.rota.road.health.GroupMembers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  RestartTracker(RolloutPlan plan) {
    this.plan = plan;
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

  /** The group was asked. While it moves its partitions, it does not say whose they are. */
  synchronized List<Event> group(GroupMembers said) {
    Set<String> now =
        said.members().stream().map(GroupMembers.Member::id).collect(Collectors.toSet());
    List<Event> events = new ArrayList<>();
    for (RolloutPlan.Step step : plan.steps()) {
      EngineInstance engine = step.instance();
      if (engine.members().stream().noneMatch(now::contains) && restarted.add(engine.name())) {
        events.add(new Restarted(engine.name(), restarted.size(), plan.steps().size()));
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
