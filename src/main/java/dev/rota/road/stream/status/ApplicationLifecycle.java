package dev.rota.road.stream.status;

import dev.rota.base.text.LogField;
import dev.rota.road.topics.UnfitCluster;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The course of a domain's application, from its start to its end. Thread-safe. */
public final class ApplicationLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(ApplicationLifecycle.class);

  private final String domain;
  private final CompletableFuture<Void> running = new CompletableFuture<>();
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();
  private final AtomicReference<UnfitCluster> unfit = new AtomicReference<>();

  /** It is about to start. */
  public ApplicationLifecycle(String domain) {
    this.domain = domain;
  }

  /** Completes once every task of this process is ready, exceptionally if that never happens. */
  public CompletableFuture<Void> running() {
    return running;
  }

  /** Completes when the application has stopped, exceptionally if it failed. */
  public CompletableFuture<Void> stopped() {
    return stopped;
  }

  /** It stops for good, since its cluster is unfit. Returns true at the first call. */
  public boolean refuse(UnfitCluster why) {
    boolean first = unfit.compareAndSet(null, why);
    if (first) {
      LOG.error("{}: shutting down: {}", LogField.domain(domain), why.getMessage());
      running.completeExceptionally(why);
      stopped.completeExceptionally(why);
    }
    return first;
  }

  /** Why it stops for good; null: it does not. */
  public UnfitCluster unfit() {
    return unfit.get();
  }

  /**
   * It has stopped.
   *
   * @param failed false: it was asked to
   * @param last failure of a thread, or null
   */
  public void stop(boolean failed, Throwable last) {
    var fault = new KafkaException("the domain " + domain + " stopped: " + last, last);
    running.completeExceptionally(fault);
    if (failed) {
      stopped.completeExceptionally(fault);
    } else {
      stopped.complete(null);
    }
  }

  /**
   * Waits until every task of this process is ready.
   *
   * @throws TimeoutException if the time limit is exceeded
   */
  public void awaitRunning(Duration limit) throws TimeoutException, InterruptedException {
    try {
      running.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new KafkaException("the domain " + domain + " did not start", e.getCause());
    }
  }

  /** True once every task of this process has been ready. */
  public boolean hasRun() {
    return running.isDone() && !running.isCompletedExceptionally();
  }
}
