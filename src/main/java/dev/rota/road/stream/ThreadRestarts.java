package dev.rota.road.stream;

import dev.rota.base.text.CauseChain;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import javax.security.auth.login.LoginException;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.IllegalGenerationException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.apache.kafka.common.errors.UnknownProducerIdException;
import org.apache.kafka.streams.errors.TaskMigratedException;

/**
 * Decides whether a failed stream thread gets a successor, and when. A fault that stays ends the
 * domain after some minutes; one that comes now and then never does.
 */
final class ThreadRestarts {
  /** One more failure within the window is the end. */
  static final int MAX = 10;

  static final Duration WINDOW = Duration.ofMinutes(10);

  /**
   * Logins that are refused for longer are the end: users wait for words. It is a time, since an
   * identity provider that fails for a moment fails for all threads.
   */
  static final Duration REFUSED_MAX = Duration.ofSeconds(30);

  private static final Duration FIRST = Duration.ofMillis(500);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  // Other partitions of the thread wait, too, and inputs go on soon after the outage.
  private static final Duration OUTAGE_LONGEST = Duration.ofSeconds(5);
  private static final Duration OUTAGE_OVER = Duration.ofMinutes(1);

  // Kafka's clients have no class for it.
  private static final String NO_ADDRESS = "No resolvable bootstrap urls";

  private static final List<Class<? extends KafkaException>> FENCED =
      List.of(
          ProducerFencedException.class,
          InvalidProducerEpochException.class,
          InvalidPidMappingException.class,
          TaskMigratedException.class,
          CommitFailedException.class,
          RebalanceInProgressException.class,
          IllegalGenerationException.class,
          UnknownMemberIdException.class,
          FencedInstanceIdException.class);

  private static final List<Class<? extends KafkaException>> TRANSACTION_LOST =
      List.of(
          TransactionAbortableException.class,
          TransactionAbortedException.class,
          InvalidTxnStateException.class,
          OutOfOrderSequenceException.class,
          UnknownProducerIdException.class);

  private final LongSupplier nanos;
  private final Deque<Long> failures = new ArrayDeque<>();
  private Duration outageWait = Duration.ZERO;
  private long outageNanos;
  private Duration refusedWait = Duration.ZERO;
  private long firstRefusedNanos;
  private long refusedNanos;

  /**
   * Starts without failures.
   *
   * @param nanos a monotonic clock
   */
  ThreadRestarts(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Returns how long to wait before the next thread; empty: there is none. */
  synchronized Optional<Duration> after(Throwable fault) {
    if (isFenced(fault)) {
      return Optional.of(Duration.ZERO);
    }
    return isRefused(fault) ? afterRefusal() : afterFailure();
  }

  private Optional<Duration> afterFailure() {
    long now = nanos.getAsLong();
    while (!failures.isEmpty() && now - failures.peek() >= WINDOW.toNanos()) {
      failures.remove();
    }
    if (failures.size() == MAX) {
      return Optional.empty();
    }
    Duration wait = FIRST.multipliedBy(1L << failures.size());
    failures.add(now);
    return Optional.of(wait.compareTo(LONGEST) < 0 ? wait : LONGEST);
  }

  private Optional<Duration> afterRefusal() {
    long now = nanos.getAsLong();
    boolean first = refusedWait.isZero() || now - refusedNanos >= OUTAGE_OVER.toNanos();
    refusedNanos = now;
    if (first) {
      firstRefusedNanos = now;
    }
    if (now - firstRefusedNanos > REFUSED_MAX.toNanos()) {
      return Optional.empty();
    }
    refusedWait = nextOfOutage(first, refusedWait);
    return Optional.of(refusedWait);
  }

  /** All threads run, so the brokers have taken the last that they refused. */
  synchronized void ran() {
    refusedWait = Duration.ZERO;
  }

  /**
   * Returns how long to wait before the next thread while registry or brokers are away. It never
   * ends.
   */
  synchronized Duration afterOutage() {
    long now = nanos.getAsLong();
    boolean first = outageWait.isZero() || now - outageNanos >= OUTAGE_OVER.toNanos();
    outageNanos = now;
    outageWait = nextOfOutage(first, outageWait);
    return outageWait;
  }

  private static Duration nextOfOutage(boolean first, Duration before) {
    Duration wait = first ? FIRST : before.multipliedBy(2);
    return wait.compareTo(OUTAGE_LONGEST) < 0 ? wait : OUTAGE_LONGEST;
  }

  /** The reason of the end. */
  TooManyFailures gaveUp(String domain, Throwable last) {
    return isRefused(last)
        ? TooManyFailures.refused(domain, last)
        : TooManyFailures.failed(domain, last);
  }

  /**
   * Returns true if the brokers do not take who the client is, or it does not take them, or an
   * identity provider gives it no token.
   */
  private static boolean isRefused(Throwable fault) {
    return CauseChain.first(fault, AuthenticationException.class).isPresent()
        || CauseChain.first(fault, LoginException.class).isPresent();
  }

  /**
   * Returns true if another process or thread owns the partition now. Nothing is wrong then, so the
   * failure does not count.
   */
  static boolean isFenced(Throwable fault) {
    return isBehind(fault, FENCED);
  }

  /**
   * Returns true if the brokers have ended the thread's transaction. They do so when it lasts too
   * long, as when one of them is slow or away. Its turns are taken again, so the failure does not
   * count.
   */
  static boolean isTransactionLost(Throwable fault) {
    return isBehind(fault, TRANSACTION_LOST);
  }

  /** Returns true if a broker did not answer in time, could not yet, or has no address now. */
  static boolean isBrokerOutage(Throwable fault) {
    return CauseChain.first(fault, RetriableException.class).isPresent()
        || CauseChain.first(fault, ConfigException.class)
            .filter(one -> String.valueOf(one.getMessage()).startsWith(NO_ADDRESS))
            .isPresent();
  }

  private static boolean isBehind(Throwable fault, List<Class<? extends KafkaException>> causes) {
    return causes.stream().anyMatch(cause -> CauseChain.first(fault, cause).isPresent());
  }
}
