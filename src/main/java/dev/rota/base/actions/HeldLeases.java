package dev.rota.base.actions;

import com.google.protobuf.Any;
import dev.rota.base.actions.ActionRunner.ActionOutcome;
import dev.rota.base.blobs.StatusDetails;
import dev.rota.protocols.remoteworkers.Lease;
import dev.rota.protocols.remoteworkers.LeaseState;
import io.grpc.Status;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The leases that a bot has: each runs in a thread of its own, until it ends or is ended. */
final class HeldLeases {
  private static final Logger LOG = LoggerFactory.getLogger(HeldLeases.class);

  private static final Status GONE =
      Status.UNAVAILABLE.withDescription("the bot ended before the action did");

  private final String bot;
  private final Function<Lease, ActionOutcome> work;
  private final Runnable news;

  /** By the leases' names. */
  private final Map<String, LeaseTask> tasks = new LinkedHashMap<>();

  /** All that run, also those that the front door has taken away and that still end. */
  private final Set<LeaseTask> running = new HashSet<>();

  /**
   * None yet.
   *
   * @param work runs a lease; an interrupt ends it
   * @param news is run when a lease has come to something
   */
  HeldLeases(String bot, Function<Lease, ActionOutcome> work, Runnable news) {
    this.bot = bot;
    this.work = work;
    this.news = news;
  }

  synchronized boolean isEmpty() {
    return tasks.isEmpty();
  }

  /** Returns whether some are over that the front door has not noticed yet. */
  synchronized boolean hasReports() {
    return tasks.values().stream().anyMatch(task -> task.outcome != null);
  }

  /** All of them, and what came of each. */
  synchronized List<Lease> reports() {
    return tasks.values().stream().map(LeaseTask::report).toList();
  }

  /**
   * Takes what the front door says of them.
   *
   * @param isDraining those that are new are tried elsewhere
   * @return whether there was anything new in it
   */
  synchronized boolean take(List<Lease> said, boolean isDraining) {
    Set<String> named = new HashSet<>();
    boolean isNew = false;
    for (Lease lease : said) {
      boolean isWanted =
          lease.getState() == LeaseState.PENDING || lease.getState() == LeaseState.ACTIVE;
      LeaseTask task = tasks.get(lease.getId());
      if (isWanted && (task == null || task.isAnother(lease))) {
        start(lease, isDraining);
        isNew = true;
      }
      if (isWanted || lease.getState() == LeaseState.COMPLETED) {
        named.add(lease.getId());
      }
    }
    for (LeaseTask task : List.copyOf(tasks.values())) {
      if (!named.contains(task.lease.getId())) {
        tasks.remove(task.lease.getId());
        task.end(Status.CANCELLED);
        isNew = true;
      }
    }
    return isNew;
  }

  private void start(Lease lease, boolean isDraining) {
    LeaseTask task = new LeaseTask(lease);
    tasks.put(lease.getId(), task);
    if (isDraining) {
      task.complete(new ActionOutcome(StatusDetails.of(GONE), null));
    } else {
      running.add(task);
      task.thread.start();
    }
  }

  /** Ends what runs; it is tried elsewhere. */
  synchronized void end() {
    tasks.values().forEach(task -> task.end(GONE));
  }

  /** Ends what runs, as the grid knows nothing of it any more. */
  synchronized void forget() {
    tasks.values().forEach(task -> task.end(Status.CANCELLED));
    tasks.clear();
  }

  /** Waits no more for what does not end; it is tried elsewhere. */
  synchronized void giveUp() {
    for (LeaseTask task : tasks.values()) {
      if (task.outcome == null) {
        LOG.warn("bot {}: {} does not end and is left behind", bot, task.thread.getName());
        running.remove(task);
        task.complete(new ActionOutcome(StatusDetails.of(GONE), null));
      }
    }
  }

  /** Waits until nothing runs any more, so long at most, whoever interrupts. */
  void awaitEnd(Duration most) {
    List<LeaseTask> rest;
    synchronized (this) {
      rest = List.copyOf(running);
    }
    long until = System.nanoTime() + most.toNanos();
    for (LeaseTask task : rest) {
      for (long left = most.toNanos(); task.thread.isAlive() && left > 0; ) {
        left = until - System.nanoTime();
        try {
          var _ = task.thread.join(Duration.ofNanos(left));
        } catch (InterruptedException again) {
          // Who interrupts wants the bot to end, as it does here.
        }
      }
    }
  }

  /** A lease on its way. What it says is under the lock of all. */
  private final class LeaseTask {
    private final Lease lease;
    private final Thread thread;
    private ActionOutcome outcome;
    private Status cause;

    /** A disk that hangs would hold the carrier of a virtual thread, and with it other bots. */
    LeaseTask(Lease lease) {
      this.lease = lease;
      this.thread =
          Thread.ofPlatform().daemon().name("lease-" + lease.getId()).unstarted(this::run);
    }

    private void run() {
      ActionOutcome came;
      try {
        came = work.apply(lease);
      } catch (Throwable e) { // else the lease would never end
        LOG.error("bot {}: lease {} has failed", bot, lease.getId(), e);
        came = new ActionOutcome(StatusDetails.of(Status.INTERNAL.withCause(e)), null);
      }
      complete(came);
    }

    private void complete(ActionOutcome came) {
      synchronized (HeldLeases.this) {
        running.remove(this);
        if (outcome == null) {
          outcome =
              cause == null ? came : new ActionOutcome(StatusDetails.of(cause), came.result());
          news.run();
        }
      }
    }

    /** Ends it, unless it has ended. */
    void end(Status why) {
      if (outcome == null) {
        cause = why;
        thread.interrupt();
      }
    }

    /** The same job may come again, once it has been reported. */
    boolean isAnother(Lease offered) {
      return outcome != null && offered.getState() == LeaseState.PENDING;
    }

    Lease report() {
      Lease.Builder report = lease.toBuilder().setState(LeaseState.ACTIVE);
      if (outcome != null) {
        report.setState(LeaseState.COMPLETED).setStatus(outcome.status());
        if (outcome.result() != null) {
          report.setResult(Any.pack(outcome.result()));
        }
      }
      return report.build();
    }
  }
}
