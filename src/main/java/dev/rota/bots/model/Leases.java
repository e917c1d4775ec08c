package dev.rota.bots.model;

import dev.rota.bots.values.Properties;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Jobs that run, by their start, and by what could be evicted for another. */
public final class Leases {
  private static final int UNASKED_MAX = 64;

  private record Alike(String cohort, Properties needs) {
    static Alike of(Job job) {
      return new Alike(job.bot.spec.cohort(), job.spec.needs());
    }
  }

  /** Victims, sorted for as long as somebody asks for them: most grids hardly ever preempt. */
  private static final class Victims {
    private final TreeSet<Job> jobs = new TreeSet<>(Job.VICTIMS_FIRST);
    private int unasked;

    boolean isForgotten() {
      return ++unasked > UNASKED_MAX + 2 * jobs.size();
    }
  }

  private final Timeline<Job> byStart = new Timeline<>();
  private final Map<Alike, Victims> victims = new HashMap<>();

  public Timeline<Job> byStart() {
    return byStart;
  }

  /** A bot without a cohort is nobody's to preempt on. */
  public SortedSet<Job> running(String cohort, Properties needs) {
    if (cohort == null) {
      return Collections.emptySortedSet();
    }
    Victims asked = victims.computeIfAbsent(new Alike(cohort, needs), this::sorted);
    asked.unasked = 0;
    return asked.jobs;
  }

  private Victims sorted(Alike alike) {
    Victims found = new Victims();
    byStart.forEach(
        job -> {
          if (alike.equals(Alike.of(job))) {
            found.jobs.add(job);
          }
        });
    return found;
  }

  /** The job's bot has it. */
  void add(Job job) {
    job.mark = byStart.add(job.startedAt, job.name(), job);
    Victims known = known(job);
    if (known != null) {
      known.jobs.add(job);
    }
  }

  void remove(Job job) {
    byStart.remove(job.mark);
    job.mark = null;
    Victims known = known(job);
    if (known != null) {
      known.jobs.remove(job);
    }
  }

  private Victims known(Job job) {
    if (victims.isEmpty()) {
      return null;
    }
    Alike alike = Alike.of(job);
    Victims known = victims.get(alike);
    if (known != null && known.isForgotten()) {
      victims.remove(alike);
      return null;
    }
    return known;
  }
}
