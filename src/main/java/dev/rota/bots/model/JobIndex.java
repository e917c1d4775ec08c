package dev.rota.bots.model;

import dev.rota.bots.model.JobState.Over;
import dev.rota.bots.values.ClientOperation;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.RulesVersion;
import dev.rota.kernel.table.NameTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** All jobs of a grid, by name, operation, action and completion time. */
final class JobIndex {
  private final NameTable<Job> byName = new NameTable<>();
  private final NameTable<Job> byOperation = new NameTable<>();

  /** The oldest joinable job per action. It links to younger ones, which are rare. */
  private final NameTable<Job> byAction = new NameTable<>();

  private final RulesVersion version;

  private Timeline<Job> byEnd;

  JobIndex(RulesVersion version) {
    this.version = version;
    this.byEnd = new Timeline<>(version.texts());
  }

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

  /** Returns all jobs by age. For checks and queries; rules must not use it. */
  List<Job> all() {
    List<Job> all = new ArrayList<>(byName.sorted().values());
    all.sort(Job.BY_AGE);
    return all;
  }

  /** Returns all jobs, sorted by age unless there are more than so many. */
  Stream<Job> all(int sortedMost) {
    return byName.size() > sortedMost ? byName.stream() : all().stream();
  }

  void add(Job job) {
    byName.put(job.name(), job);
    if (job.operations != null) {
      job.operations.forEach(operation -> handle(job, operation.name()));
    }
  }

  /** Indexes the job by one of its operations. */
  void handle(Job job, String operation) {
    if (!operation.equals(job.name())) {
      byOperation.put(operation, job);
    }
  }

  /** Rebuilds the index of joinable jobs, because the pools may have changed. */
  void offerAnew(List<Job> byAge, GridPolicy policy) {
    byAction.clear();
    byEnd = new Timeline<>(version.texts());
    for (Job job : byAge) {
      offer(job, policy.pool(job.instance()));
    }
  }

  /** Makes the job joinable or, if it is over, adds it to the timeline of completed jobs. */
  void offer(Job job, String pool) {
    if (job.state instanceof Over over) {
      if (over.completedAt() >= 0) {
        job.mark = byEnd.add(over.completedAt(), job.name(), job);
      }
    } else if (isJoinable(job)) {
      join(key(pool, job.spec.action()), job);
    }
  }

  private static boolean isJoinable(Job job) {
    return job.spec.cacheable() && job.spec.action() != null;
  }

  private void join(String key, Job job) {
    Job before = byAction.get(key);
    if (before == null || Job.BY_AGE.compare(job, before) < 0) {
      job.alike = before;
      byAction.put(key, job);
      return;
    }
    while (before.alike != null && Job.BY_AGE.compare(before.alike, job) < 0) {
      before = before.alike;
    }
    job.alike = before.alike;
    before.alike = job;
  }

  void over(Job job, String pool) {
    if (isJoinable(job)) {
      part(key(pool, job.spec.action()), job);
    }
    offer(job, pool);
  }

  private void part(String key, Job job) {
    Job before = byAction.get(key);
    if (before != job) {
      while (before.alike != job) {
        before = before.alike;
      }
      before.alike = job.alike;
    } else if (job.alike == null) {
      byAction.remove(key);
    } else {
      byAction.put(key, job.alike);
    }
    job.alike = null;
  }

  void forget(Job job) {
    byEnd.remove(job.mark);
    byName.remove(job.name());
    for (ClientOperation operation : job.operations()) {
      if (byOperation.get(operation.name()) == job) {
        byOperation.remove(operation.name());
      }
    }
    job.forgotten = true;
  }
}
