package dev.rota.bots;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All jobs of a grid, by name, by operation, by action, and by when they were over. */
final class Jobs {
  private final Map<String, Job> byName = new HashMap<>();
  private final Map<String, Job> byOperation = new HashMap<>();
  private final Map<String, Job> byAction = new HashMap<>();
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
      byAction.putIfAbsent(key(pool, job.spec.action()), job);
    }
  }

  void over(Job job, String pool) {
    if (job.spec.action() != null) {
      byAction.remove(key(pool, job.spec.action()), job);
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
