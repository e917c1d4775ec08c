package dev.rota.lab.road;

import dev.rota.kernel.domain.Domain;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Runs histories of the road, each from its seed, until one shows something wrong. */
public final class RoadSimulation {
  private final Plan plan;
  private final Map<Domain, RoadCounts> counts = new LinkedHashMap<>();
  private final AtomicLong histories = new AtomicLong();

  /**
   * What to run.
   *
   * @param domains each gets all histories
   * @param seed of the first history; the next one has the next seed
   * @param histories at least 1
   * @param events of each lane, at least 1
   * @param broken what the model's cluster does not keep, so that something must be found; or null
   */
  public record Plan(
      List<Domain> domains, long seed, int histories, int events, KafkaPromise broken) {}

  /**
   * A history that shows something wrong.
   *
   * @param events as few of each lane as still show it, of those that halving leaves
   * @param cause what was thrown by whoever saw it first
   */
  public record Finding(Domain domain, long seed, int events, Throwable cause) {
    @Override
    public String toString() {
      return "%s, seed %d, %d events of each lane: %s"
          .formatted(domain.name(), seed, events, what());
    }

    /** What is wrong. */
    public String what() {
      return cause instanceof RoadFailure ? cause.getMessage() : cause.toString();
    }
  }

  /** Prepares it. */
  public RoadSimulation(Plan plan) {
    this.plan = plan;
    plan.domains().forEach(domain -> counts.put(domain, new RoadCounts()));
  }

  /** Runs the plan. Returns what is wrong, or nothing. */
  public Optional<Finding> run() {
    for (long seed = plan.seed(); seed < plan.seed() + plan.histories(); seed++) {
      for (Domain domain : plan.domains()) {
        Throwable wrong = wrong(domain, seed, plan.events(), counts.get(domain));
        if (wrong != null) {
          return Optional.of(shrunk(domain, seed, wrong));
        }
        histories.incrementAndGet();
      }
    }
    return Optional.empty();
  }

  private Finding shrunk(Domain domain, long seed, Throwable wrong) {
    Finding found = new Finding(domain, seed, plan.events(), wrong);
    while (found.events() > 1) {
      int half = found.events() / 2;
      Throwable again = wrong(domain, seed, half, new RoadCounts());
      if (again == null) {
        return found;
      }
      found = new Finding(domain, seed, half, again);
    }
    return found;
  }

  /** Returns what is wrong, or null. Whoever sees it first says it in its own words. */
  private Throwable wrong(Domain domain, long seed, int events, RoadCounts to) {
    try {
      new RoadModel(domain, seed, events, plan.broken(), to).run();
      return null;
    } catch (RuntimeException | AssertionError wrong) {
      return wrong;
    }
  }

  /** The histories that ended well so far. May be asked by any thread. */
  public long histories() {
    return histories.get();
  }

  /** What has happened in each domain. */
  public Map<Domain, RoadCounts> counts() {
    return counts;
  }

  /** What has happened in all domains. */
  public RoadCounts total() {
    RoadCounts all = new RoadCounts();
    counts.values().forEach(all::addAll);
    return all;
  }
}
