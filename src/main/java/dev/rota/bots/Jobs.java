package dev.rota.bots;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** All jobs of a grid, by name, by operation, by action, and by when they were over. */
final class Jobs {
  private final Map<String, Job> byName = new HashMap<>();
  private final Map<String, Job> byOperation = new HashMap<>();
  private final Map<String, Job> byAction = new HashMap<>();

  /** Younger ones of an action that can be joined: pools have merged, and each had one. */
  private final Map<String, TreeSet<Job>> younger = new HashMap<>();

  private Timeline<Job> byEnd = new Timeline<>();

  Job get(String name) {
    return byName.get(name);
  }

  Job operation(String name) {
    Job job = byOperation.get(name);
    if (job == null) {
      job = byName.get(name);
      return job != null && job.hasOperation(name) ? job : null;
    }
    return job;
  }

  Job joinable(String pool, String action) {
    return action == null ? null : byAction.get(key(pool, action));
  }

  private static String key(String pool, String action) {
    return pool.length() + ":" + pool + action;
  }

  Timeline<Job> byEnd() {
    return byEnd;
  }

  /** In the order of submission: for checks and answers, not for rules. */
  List<Job> all() {
    List<Job> all = new ArrayList<>(new TreeMap<>(byName).values());
    all.sort(Job.BY_AGE);
    return all;
  }

  void add(Job job) {
    byName.put(job.name(), job);
    handle(job);
  }

  /** Clients find it by its operations. */
  void handle(Job job) {
    for (Operation operation : job.operations()) {
      if (!operation.name().equals(job.name())) {
        byOperation.put(operation.name(), job);
      }
    }
  }

  /** Pools may have changed: who can be joined is worked out anew. */
  void offerAnew(Policy policy) {
    byAction.clear();
    younger.clear();
    byEnd = new Timeline<>();
    for (Job job : all()) {
      offer(job, policy.pool(job.instance()));
    }
  }

  /** Others may join it, or it is remembered as over. */
  void offer(Job job, String pool) {
    if (job.isOver()) {
      if (job.completedAt >= 0) {
        job.mark = byEnd.add(job.completedAt, job.name(), job);
      }
    } else if (job.spec.cacheable() && job.spec.action() != null) {
      String key = key(pool, job.spec.action());
      if (byAction.putIfAbsent(key, job) != null) {
        younger.computeIfAbsent(key, k -> new TreeSet<>(Job.BY_AGE)).add(job);
      }
    }
  }

  /** Nobody joins it any more, but the next one. */
  void over(Job job, String pool) {
    if (job.spec.cacheable() && job.spec.action() != null) {
      String key = key(pool, job.spec.action());
      TreeSet<Job> behind = younger.get(key);
      if (behind == null) {
        byAction.remove(key, job);
      } else {
        if (!behind.remove(job)) {
          byAction.put(key, behind.pollFirst());
        }
        if (behind.isEmpty()) {
          younger.remove(key);
        }
      }
    }
    offer(job, pool);
  }

  void forget(Job job) {
    byEnd.remove(job.mark);
    byName.remove(job.name());
    for (Operation operation : job.operations()) {
      byOperation.remove(operation.name(), job);
    }
    job.forgotten = true;
  }
}
