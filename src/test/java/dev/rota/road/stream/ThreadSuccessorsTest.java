package dev.rota.road.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.road.topics.UnfitCluster;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.security.auth.login.LoginException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidSessionTimeoutException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.errors.TaskMigratedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What follows the failure of a stream thread. */
final class ThreadSuccessorsTest {
  @Test
  void aTransactionThatTheBrokersEndedNeverEndsTheDomain() {
    ThreadFailures failures = new ThreadFailures(System::nanoTime);
    var successors = successors(failures, _ -> {}, () -> {});
    successors.close(); // nothing waits
    Throwable ended = new InvalidTxnStateException("the coordinator has ended it");
    Throwable state =
        new KafkaException(
            "the producer is in an error state",
            new TransactionAbortableException("retries are exhausted", ended));

    for (int death = 1; death <= 10 * ThreadRestarts.MAX; death++) {
      assertThat(successors.after(new StreamsException("task 0_1", state)))
          .isEqualTo(StreamThreadExceptionResponse.REPLACE_THREAD);
    }

    assertThat(failures.count()).as("no failure counts").isZero();
    assertThat(failures.trouble()).isEmpty();
  }

  static Stream<KafkaException> awayForAMoment() {
    return Stream.of(
        new SaslAuthenticationException("the token has expired"),
        new KafkaException("Failed to create", new LoginException("no answer")));
  }

  /** Of an identity provider that fails. With many threads there are many failures at once. */
  @ParameterizedTest
  @MethodSource("awayForAMoment")
  void whatAllThreadsMeetAtOnceDoesNotEndTheDomain(KafkaException away) {
    ThreadFailures failures = new ThreadFailures(System::nanoTime);
    var successors = successors(failures, _ -> {}, () -> {});
    successors.close(); // nothing waits

    for (int death = 1; death <= 10 * ThreadRestarts.MAX; death++) {
      assertThat(successors.after(new StreamsException("task 0_1", away)))
          .isEqualTo(StreamThreadExceptionResponse.REPLACE_THREAD);
    }
    assertThat(failures.trouble()).as("readiness says it").isPresent();
  }

  /** Kafka Streams makes the successor's clients after this, and says nothing if it cannot. */
  @Test
  void aThreadIsReplacedOnceItsClientsCanBeMade() {
    AtomicInteger tries = new AtomicInteger();
    Throwable fenced = new TaskMigratedException("another has it");
    var successors =
        successors(
            new ThreadFailures(System::nanoTime),
            _ -> {},
            () -> {
              if (tries.incrementAndGet() < 4) {
                throw new KafkaException("Failed to construct kafka consumer", fenced);
              }
            });

    assertThat(successors.after(fenced)).isEqualTo(StreamThreadExceptionResponse.REPLACE_THREAD);
    assertThat(tries).hasValue(4);
  }

  @Test
  void clientsThatCannotBeMadeEndTheDomainWithTheReason() {
    AtomicReference<UnfitCluster> told = new AtomicReference<>();
    var successors =
        successors(
            new ThreadFailures(System::nanoTime),
            told::set,
            () -> {
              throw new InvalidSessionTimeoutException("too short");
            });

    assertThat(successors.after(new TaskMigratedException("another has it")))
        .isEqualTo(StreamThreadExceptionResponse.SHUTDOWN_CLIENT);
    assertThat(told.get()).hasMessageContaining("consumer.session.timeout.ms");
  }

  private static ThreadSuccessors successors(
      ThreadFailures failures, Consumer<UnfitCluster> refuse, Runnable clients) {
    return new ThreadSuccessors("alarms", Path.of("unused"), null, failures, null, refuse, clients);
  }
}
