package dev.rota.app.rollout;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingDouble;
import static java.util.Comparator.comparingInt;

import dev.rota.app.rollout.PartitionPause.Heir;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * In which order engines are restarted, and what each costs, as the partitions are now. What one
 * restart shows, it shows at the least cost: who decides least is first.
 *
 * @param partitions of the domain; some may be nobody's, or on their way
 */
record RolloutPlan(List<Step> steps, int partitions) {
  /** Least cost first; equal ones by name, so that two calls say the same. */
  private static final Comparator<Step> ORDER =
      comparingDouble((Step one) -> one.longest().reckoned())
          .thenComparing(comparingInt((Step one) -> one.pauses().size()))
          .thenComparing(comparing((Step one) -> one.instance().name()));

  /** One engine's restart. */
  record Step(EngineInstance instance, List<PartitionPause> pauses) {
    /** Of its partitions the longest, both pauses together. */
    TimeSpan longest() {
      return pauses.stream().map(PartitionPause::whole).reduce(TimeSpan.NONE, TimeSpan::orLonger);
    }
  }

  static RolloutPlan of(RolloutFacts facts) {
    List<Step> steps = new ArrayList<>();
    for (EngineInstance one : facts.instances()) {
      steps.add(new Step(one, one.partitions().stream().map(it -> pause(it, one, facts)).toList()));
    }
    steps.sort(ORDER);
    return new RolloutPlan(List.copyOf(steps), facts.partitions());
  }

  private static PartitionPause pause(int partition, EngineInstance owner, RolloutFacts facts) {
    Heir heir = heir(partition, owner, facts);
    Long records = facts.changelogs().get(partition);
    Long bytes = records == null || facts.rate() == null ? null : facts.rate().bytesOf(records);
    TimeSpan restore = restore(heir, records, facts);
    TimeSpan stop = TimeSpan.of(RestartFigures.STOP).plus(restore);
    TimeSpan back = TimeSpan.of(RestartFigures.JOIN);
    TimeSpan killed = killed(facts).plus(restore).plus(tail(partition, facts));
    if (heir == Heir.NOBODY) {
      // Nobody here knows how long the process itself takes from its end to its start.
      TimeSpan whole = TimeSpan.atLeast(RestartFigures.STOP);
      return new PartitionPause(partition, heir, records, bytes, whole, back, whole);
    }
    return new PartitionPause(partition, heir, records, bytes, stop, back, killed);
  }

  private static Heir heir(int partition, EngineInstance owner, RolloutFacts facts) {
    List<EngineInstance> others =
        facts.instances().stream().filter(one -> !one.name().equals(owner.name())).toList();
    if (others.isEmpty()) {
      return Heir.NOBODY;
    }
    if (others.stream()
        .anyMatch(one -> one.standbys() != null && one.standbys().contains(partition))) {
      return Heir.WARM;
    }
    if (others.stream().allMatch(one -> one.standbys() != null)) {
      return Heir.COLD;
    }
    return facts.settings().standbys() > 0 ? Heir.WARM_BY_SETTINGS : Heir.COLD_BY_SETTINGS;
  }

  /** A copy lags behind by a moment's records. One that is there by the settings may be away. */
  private static TimeSpan restore(Heir heir, Long records, RolloutFacts facts) {
    if (heir == Heir.WARM || heir == Heir.NOBODY) {
      return TimeSpan.NONE;
    }
    if (records == null || facts.rate() == null && records > 0) {
      return TimeSpan.atLeast(0);
    }
    double seconds = records == 0 ? 0 : facts.rate().secondsFor(records);
    return new TimeSpan(heir.isCold() ? seconds : 0, seconds);
  }

  private static TimeSpan killed(RolloutFacts facts) {
    Double session = facts.settings().sessionSeconds();
    double rest = RestartFigures.KILL - RestartFigures.KILL_SESSION;
    return session == null ? TimeSpan.atLeast(rest) : TimeSpan.of(session + rest);
  }

  /** A clean stop leaves none. */
  private static TimeSpan tail(int partition, RolloutFacts facts) {
    LedgerTail tail = facts.tails().get(partition);
    if (tail == null || facts.figures() == null) {
      return TimeSpan.atLeast(0);
    }
    return new TimeSpan(
        0, facts.figures().tailSeconds(facts.settings().checkpoints(), tail.turnsPerSecond()));
  }

  private Stream<PartitionPause> pauses() {
    return steps.stream().flatMap(one -> one.pauses().stream());
  }

  /** How many partitions an engine has. */
  long owned() {
    return pauses().count();
  }

  /** Of all partitions together, both pauses of each. */
  TimeSpan sum() {
    return pauses().map(PartitionPause::whole).reduce(TimeSpan.NONE, TimeSpan::plus);
  }

  /** Of the partition that stands still longest, both pauses together. */
  TimeSpan longest() {
    return pauses().map(PartitionPause::whole).reduce(TimeSpan.NONE, TimeSpan::orLonger);
  }

  /** The same, if its engine is killed instead. */
  TimeSpan longestKilled() {
    return pauses().map(PartitionPause::killed).reduce(TimeSpan.NONE, TimeSpan::orLonger);
  }

  /** Why a step has its place. */
  String why(Step step) {
    if (step.pauses().isEmpty() && owned() < partitions) {
      return "nobody says what it has: only %d of %d partitions have an owner just now"
          .formatted(owned(), partitions);
    }
    if (steps.size() == 1) {
      return "it is the only one";
    }
    if (step.pauses().isEmpty()) {
      return "it decides nothing: its restart costs no pause, and shows what the others will do";
    }
    int place = steps.indexOf(step);
    int partitions = step.pauses().size();
    String has = partitions + (partitions == 1 ? " partition, " : " partitions, ");
    String longest = "the longest pause " + step.longest().words();
    if (place == 0) {
      return has + longest + ": no other one costs less, and what goes wrong, goes wrong with it";
    }
    return has + longest + ": no less than those before it";
  }
}
