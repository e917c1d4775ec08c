package dev.rota.road.stream;

import static dev.rota.base.text.LogField.domain;

import dev.rota.base.text.CauseChain;
import dev.rota.kernel.ledger.versions.UnknownRules;
import dev.rota.registry.RegistryOutage;
import dev.rota.road.stream.damage.DamagedStore;
import dev.rota.road.stream.damage.StoreDamage;
import dev.rota.road.stream.damage.StoreQuarantine;
import dev.rota.road.stream.watch.DomainWatch;
import dev.rota.road.topics.UnfitCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidSessionTimeoutException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Replaces failed stream threads, or stops the domain if no other thread could go on. */
final class ThreadSuccessors {
  private static final Logger LOG = LoggerFactory.getLogger(ThreadSuccessors.class);

  private final String domain;
  private final Path stateDir;
  private final StoreQuarantine quarantine;
  private final ThreadFailures failures;
  private final DomainWatch watch;
  private final Consumer<UnfitCluster> refuse;
  private final Runnable clients;
  private final ThreadRestarts restarts = new ThreadRestarts(System::nanoTime);
  private final CountDownLatch closing = new CountDownLatch(1);

  /**
   * Replaces threads from now on.
   *
   * @param refuse called if the cluster is no longer usable
   * @param clients makes a client as a new thread does, and closes it
   */
  ThreadSuccessors(
      String domain,
      Path stateDir,
      StoreQuarantine quarantine,
      ThreadFailures failures,
      DomainWatch watch,
      Consumer<UnfitCluster> refuse,
      Runnable clients) {
    this.domain = domain;
    this.stateDir = stateDir;
    this.quarantine = quarantine;
    this.failures = failures;
    this.watch = watch;
    this.refuse = refuse;
    this.clients = clients;
  }

  /**
   * Says what follows a failure. Called by the failed thread, which waits here. It never fails
   * itself: the thread would end without a successor.
   */
  StreamThreadExceptionResponse after(Throwable fault) {
    Throwable last = fault;
    while (true) {
      StreamThreadExceptionResponse next = following(last);
      boolean replaced = next == StreamThreadExceptionResponse.REPLACE_THREAD;
      Optional<Throwable> unmade = replaced && closing.getCount() > 0 ? unmade() : Optional.empty();
      if (unmade.isEmpty()) {
        return next;
      }
      last = unmade.get();
    }
  }

  /** If no client can be made, Kafka Streams would end the thread without a successor. */
  private Optional<Throwable> unmade() {
    try {
      clients.run();
      return Optional.empty();
    } catch (RuntimeException e) {
      return Optional.of(e);
    }
  }

  private StreamThreadExceptionResponse following(Throwable fault) {
    try {
      return judged(fault);
    } catch (RuntimeException e) {
      failures.of(e);
      return replace(fault);
    }
  }

  private StreamThreadExceptionResponse judged(Throwable fault) {
    if (ThreadRestarts.isFenced(fault)) {
      return replaceLoser("its partitions to another", Duration.ZERO, fault);
    }
    if (ThreadRestarts.isTransactionLost(fault)) {
      return replaceLoser("its transaction", restarts.afterOutage(), fault);
    }
    Optional<UnfitCluster> why =
        newerRules(fault).or(() -> notAllowed(fault)).or(() -> watch.behind(fault));
    if (why.isPresent()) {
      refuse.accept(why.get());
      return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
    failures.of(fault);
    Optional<String> away = away(fault);
    if (away.isPresent()) {
      Duration wait = restarts.afterOutage();
      LOG.warn(
          "{}: a task waits for {}; again in {} ms",
          domain(domain),
          away.get(),
          wait.toMillis(),
          fault);
      return replaceAfter(wait);
    }
    Optional<UnwritableState> unwritable = UnwritableState.of(fault, stateDir);
    if (unwritable.isPresent()) {
      // A new thread would fail as well, and would wipe a good store first.
      return stop(unwritable.get());
    }
    try {
      StoreDamage.of(fault).ifPresent(quarantine::link);
    } catch (DamagedStore again) {
      return stop(again);
    }
    return replace(fault);
  }

  /** Nothing has failed, so nothing counts. */
  private StreamThreadExceptionResponse replaceLoser(String lost, Duration wait, Throwable fault) {
    LOG.info(
        "{}: a stream thread lost {} and is replaced in {} ms",
        domain(domain),
        lost,
        wait.toMillis(),
        fault);
    return replaceAfter(wait);
  }

  /** Neither the record nor Rota is at fault: the task retries until this answers. */
  private static Optional<String> away(Throwable fault) {
    if (RegistryOutage.behind(fault).isPresent()) {
      return Optional.of("the schema registry");
    }
    return ThreadRestarts.isBrokerOutage(fault) ? Optional.of("the brokers") : Optional.empty();
  }

  /** A lane has adopted rules that this program does not know. A new thread would not, either. */
  private static Optional<UnfitCluster> newerRules(Throwable fault) {
    return CauseChain.first(fault, UnknownRules.class)
        .map(newer -> new UnfitCluster(newer.getMessage(), newer));
  }

  /** The brokers would not allow it to a new thread, either. */
  private static Optional<UnfitCluster> notAllowed(Throwable fault) {
    return CauseChain.first(fault, InvalidSessionTimeoutException.class)
        .map(
            refusal ->
                new UnfitCluster(
                    "the brokers do not allow consumer.session.timeout.ms: set it between their"
                        + " group.min.session.timeout.ms and group.max.session.timeout.ms, or"
                        + " change those",
                    refusal));
  }

  private StreamThreadExceptionResponse replace(Throwable fault) {
    Optional<Duration> wait = restarts.after(fault);
    if (wait.isEmpty()) {
      return stop(restarts.gaveUp(domain, fault));
    }
    long waitMillis = wait.get().toMillis();
    LOG.warn(
        "{}: a stream thread failed and is replaced in {} ms", domain(domain), waitMillis, fault);
    return replaceAfter(wait.get());
  }

  private StreamThreadExceptionResponse replaceAfter(Duration wait) {
    try {
      var _ = closing.await(wait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    return StreamThreadExceptionResponse.REPLACE_THREAD;
  }

  private StreamThreadExceptionResponse stop(KafkaException reason) {
    failures.of(reason);
    LOG.error("{}: shutting down", domain(domain), reason);
    return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
  }

  /** All threads run. */
  void ran() {
    restarts.ran();
  }

  /** Ends all waiting. */
  void close() {
    closing.countDown();
  }
}
