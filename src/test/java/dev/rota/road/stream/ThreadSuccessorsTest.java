package dev.rota.road.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.junit.jupiter.api.Test;

/** What follows the failure of a stream thread. */
final class ThreadSuccessorsTest {
  @Test
  void aTransactionThatTheBrokersEndedNeverEndsTheDomain() {
    ThreadFailures failures = new ThreadFailures(System::nanoTime);
    var successors =
        new ThreadSuccessors("alarms", Path.of("unused"), null, failures, null, unfit -> {});
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
}
