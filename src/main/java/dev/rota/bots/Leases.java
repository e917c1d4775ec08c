package dev.rota.bots;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Jobs that run, by their start, and by what could be evicted for another. */
final class Leases {
  private record Alike(String cohort, Properties needs) {}

  private final Timeline<Job> byStart = new Timeline<>();
  private final Map<Alike, TreeSet<Job>> byNeeds = new HashMap<>();

  Timeline<Job> byStart() {
    return byStart;
  }

  SortedSet<Job> running(String cohort, Properties needs) {
    TreeSet<Job> alike = byNeeds.get(new Alike(cohort, needs));
    return alike == null ? Collections.emptySortedSet() : alike;
  }

  /** The job's bot has it; a bot without a cohort is nobody's to preempt on. */
  void add(Job job) {
    byStart.add(job.startedAt, job.name(), job);
    if (job.bot.spec.cohort() != null) {
      byNeeds.computeIfAbsent(alike(job), key -> new TreeSet<>(Job.VICTIMS_FIRST)).add(job);
    }
  }

  void remove(Job job) {
    byStart.remove(job.startedAt, job.name());
    if (job.bot.spec.cohort() != null) {
      TreeSet<Job> alike = byNeeds.get(alike(job));
      alike.remove(job);
      if (alike.isEmpty()) {
        byNeeds.remove(alike(job));
      }
    }
  }

  private static Alike alike(Job job) {
    return new Alike(job.bot.spec.cohort(), job.spec.needs());
  }
}
