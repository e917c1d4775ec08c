package dev.rota.bots.model;

import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.values.RulesVersion;
import dev.rota.bots.values.SortedProperties;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Leases by start time, and by cohort and properties for preemption. */
public final class LeaseIndex {
  private static final int UNASKED_MAX = 64;

  /** Section 7: largest priority number first, then most recently queued. */
  private static final Comparator<Leased> VICTIMS_FIRST =
      (a, b) -> Job.BY_PRIORITY.compare(b.job(), a.job());

  private record Alike(String cohort, SortedProperties needs) {
    static Alike of(Leased lease) {
      return new Alike(lease.bot().spec.cohort(), lease.job().spec.needs());
    }
  }

  /** Candidates for preemption, sorted only while queried: most grids rarely preempt. */
  private static final class Victims {
    private final TreeSet<Leased> leases = new TreeSet<>(VICTIMS_FIRST);
    private int unasked;

    boolean isForgotten() {
      return ++unasked > UNASKED_MAX + 2 * leases.size();
    }
  }

  private final Timeline<Leased> byStart;
  private final Map<Alike, Victims> victims = new HashMap<>();

  LeaseIndex(RulesVersion version) {
    byStart = new Timeline<>(version.texts());
  }

  /** Visits all leases, the oldest first. */
  public void forEach(Consumer<Leased> taker) {
    byStart.forEach(taker);
  }

  public Timeline<Leased> byStart() {
    return byStart;
  }

  /** Returns the cohort's leases; none without a cohort, so that nothing is preempted there. */
  public SortedSet<Leased> running(String cohort, SortedProperties needs) {
    if (cohort == null) {
      return Collections.emptySortedSet();
    }
    Victims asked = victims.computeIfAbsent(new Alike(cohort, needs), this::sorted);
    asked.unasked = 0;
    return asked.leases;
  }

  private Victims sorted(Alike alike) {
    Victims found = new Victims();
    byStart.forEach(
        lease -> {
          if (alike.equals(Alike.of(lease))) {
            found.leases.add(lease);
          }
        });
    return found;
  }

  void add(Leased lease) {
    lease.job().mark = byStart.add(lease.startedAt(), lease.job().name(), lease);
    Victims known = known(lease);
    if (known != null) {
      known.leases.add(lease);
    }
  }

  void remove(Leased lease) {
    byStart.remove(lease.job().mark);
    lease.job().mark = null;
    Victims known = known(lease);
    if (known != null) {
      known.leases.remove(lease);
    }
  }

  private Victims known(Leased lease) {
    if (victims.isEmpty()) {
      return null;
    }
    Alike alike = Alike.of(lease);
    Victims known = victims.get(alike);
    if (known != null && known.isForgotten()) {
      victims.remove(alike);
      return null;
    }
    return known;
  }
}
