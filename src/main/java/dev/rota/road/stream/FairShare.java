package dev.rota.road.stream;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects when this process has all its tasks. Under the streams group protocol an instance is
 * RUNNING before the group has assigned all tasks, so the group's state is checked, too.
 */
final class FairShare implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FairShare.class);
  private static final long LOOK_MILLIS = 200;

  private final Admin admin;
  private final String group;
  private final BooleanSupplier runs;
  private final CompletableFuture<Void> has;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "share");
            thread.setDaemon(true);
            return thread;
          });

  private FairShare(Admin admin, String group, BooleanSupplier runs, CompletableFuture<Void> has) {
    this.admin = admin;
    this.group = group;
    this.runs = runs;
    this.has = has;
  }

  /**
   * Completes a future when this process has all its tasks.
   *
   * @param runs whether every task of this process is ready
   * @param has completed then
   */
  static FairShare await(
      Map<String, Object> kafka, String group, BooleanSupplier runs, CompletableFuture<Void> has) {
    FairShare share = new FairShare(Admin.create(kafka), group, runs, has);
    var _ =
        share.timer.scheduleWithFixedDelay(
            share::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    return share;
  }

  private void look() {
    // The group first: tasks assigned by now must be ready in the next check.
    if (isHandedOut() && runs.getAsBoolean()) {
      has.complete(null);
      timer.shutdown();
    }
  }

  private boolean isHandedOut() {
    try {
      return admin
              .describeStreamsGroups(List.of(group))
              .describedGroups()
              .get(group)
              .get()
              .groupState()
          == GroupState.STABLE;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RetriableException
          || e.getCause() instanceof GroupIdNotFoundException) {
        return false; // not yet
      }
      LOG.warn(
          "the group {} cannot be described; a running instance counts as ready",
          group,
          e.getCause());
      return true;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
    admin.close(java.time.Duration.ZERO);
  }
}
