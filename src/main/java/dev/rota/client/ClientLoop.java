package dev.rota.client;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread of a client: it hears what was read, then lets the role work. What Kafka or the
 * registry refuses it tries again.
 */
final class ClientLoop {
  /** What a client does in its thread. */
  interface Role {
    /** Hears a record, again if it fails with a Kafka exception. It waits for nothing. */
    void hear(ConsumerRecord<byte[], byte[]> record, Object value);

    /** Sends what is due. It is called after each poll. */
    void work();

    /** Begins to stop. It is called once. */
    void leave();

    /** True if nothing is left to do after {@link #leave}. */
    boolean isGone();
  }

  private static final Logger LOG = LoggerFactory.getLogger(ClientLoop.class);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final long AGAIN_MILLIS = 1_000;
  private static final long WARN_NANOS = 30_000_000_000L;

  private final String name;
  private final TopicClient topics;
  private final Role role;
  private final long leaveNanosMax;
  private final Thread thread;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private volatile boolean stopping;
  private boolean left;
  private long deadlineNanos;
  private long warnedNanos = System.nanoTime() - WARN_NANOS;

  /**
   * Prepares a thread.
   *
   * @param name of the client, for the log
   * @param leaveMax how long it may take to leave
   */
  ClientLoop(String name, TopicClient topics, Role role, Duration leaveMax) {
    this.name = name;
    this.topics = topics;
    this.role = role;
    this.leaveNanosMax = leaveMax.toNanos();
    this.thread = new Thread(this::run, name);
  }

  /** A thread of callers' code: it does not keep a program running whose client has ended. */
  static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  void start() {
    thread.start();
  }

  /** Completes when the thread has ended: exceptionally, if nobody stopped it. */
  CompletableFuture<Void> ended() {
    return ended;
  }

  private void run() {
    try {
      while (!isOver()) {
        turn();
      }
      ended.complete(null);
    } catch (Throwable e) { // a bug, or ClientFailure
      LOG.error("{}: ended: {}", name, e.getMessage(), e instanceof ClientFailure ? null : e);
      ended.completeExceptionally(e);
    }
  }

  private boolean isOver() {
    if (!left) {
      return false;
    }
    if (role.isGone()) {
      return true;
    }
    boolean late = System.nanoTime() - deadlineNanos > 0;
    if (late) {
      LOG.warn(
          "{}: not stopped after {} s; what it held will expire",
          name,
          TimeUnit.NANOSECONDS.toSeconds(leaveNanosMax));
    }
    return late;
  }

  private void turn() {
    try {
      topics.poll(POLL, role::hear);
      if (stopping && !left) {
        left = true;
        deadlineNanos = System.nanoTime() + leaveNanosMax;
        role.leave();
      }
      role.work();
    } catch (KafkaException e) {
      long now = System.nanoTime();
      if (now - warnedNanos >= WARN_NANOS) {
        warnedNanos = now;
        LOG.warn("{}: a Kafka request failed; retrying", name, e);
      }
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(AGAIN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stops and waits for the thread. False: the caller was interrupted, and it has not ended. */
  boolean stop() {
    stopping = true;
    try {
      thread.join();
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
