package dev.rota.road.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.apache.kafka.common.errors.UnknownProducerIdException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.TaskMigratedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How long a failed thread's successor waits, and when there is none. */
final class ThreadRestartsTest {
  private final Throwable bug = new IllegalStateException("task", new Error("the root"));

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5); // overflows, as it may
  private final ThreadRestarts restarts = new ThreadRestarts(nanos::get);

  @Test
  void eachWaitsTwiceAsLongAsTheOneBeforeUpToHalfAMinute() {
    List<Duration> waits = new ArrayList<>();
    for (int death = 1; death <= ThreadRestarts.MAX; death++) {
      waits.add(die());
    }

    assertThat(waits)
        .extracting(Duration::toMillis)
        .containsExactly(
            500L, 1_000L, 2_000L, 4_000L, 8_000L, 16_000L, 30_000L, 30_000L, 30_000L, 30_000L);
  }

  @Test
  void aFaultThatStaysEndsItWithWords() {
    for (int death = 1; death <= ThreadRestarts.MAX; death++) {
      pass(die());
    }

    assertThat(restarts.after(bug)).isEmpty();
    assertThat(restarts.gaveUp("cores", bug))
        .hasMessageContaining("more than 10 stream threads of cores failed within 10 minutes")
        .hasMessageContaining("java.lang.Error: the root")
        .hasCause(bug);
  }

  @Test
  void whomTheBrokersDoNotTakeIsToldSoWithinHalfAMinute() {
    Throwable refused =
        new StreamsException("task", new SaslAuthenticationException("the password is wrong"));
    Duration waited = Duration.ZERO;
    for (int death = 1; death <= ThreadRestarts.REFUSED_MAX; death++) {
      waited = waited.plus(restarts.after(refused).orElseThrow());
    }

    assertThat(waited).isLessThan(Duration.ofSeconds(30));
    assertThat(restarts.after(refused)).isEmpty();
    assertThat(restarts.gaveUp("cores", refused))
        .hasMessageContaining("more than 5 stream threads")
        .hasMessageContaining("the password is wrong");
    assertThat(die()).as("another fault").hasMillis(500);
  }

  @Test
  void aDeathAnHourIsBornForEver() {
    for (int death = 1; death <= 1_000; death++) {
      assertThat(die()).hasMillis(500);
      pass(Duration.ofHours(1));
    }
  }

  @Test
  void whatIsOlderThanTheWindowCountsNoMore() {
    for (int death = 1; death <= ThreadRestarts.MAX; death++) {
      die();
    }
    pass(ThreadRestarts.WINDOW.minusNanos(1));
    assertThat(restarts.after(bug)).isEmpty();

    pass(ThreadRestarts.WINDOW);
    assertThat(die()).hasMillis(500);
  }

  @Test
  void aRefusedRestartIsStillRefusedAMomentLater() {
    for (int death = 1; death <= ThreadRestarts.MAX; death++) {
      die();
    }
    assertThat(restarts.after(bug)).isEmpty();
    assertThat(restarts.after(bug)).isEmpty();
  }

  static Stream<Throwable> fencing() {
    return Stream.of(
        new ProducerFencedException("another has its id"),
        new InvalidProducerEpochException("an older epoch"),
        new InvalidPidMappingException("expired"),
        new TaskMigratedException("moved", new RuntimeException()),
        new CommitFailedException("rebalanced"),
        new RebalanceInProgressException("now"),
        new UnknownMemberIdException("gone"));
  }

  @ParameterizedTest
  @MethodSource("fencing")
  void beingFencedCostsNothing(Throwable fault) {
    for (int death = 1; death <= 1_000; death++) {
      assertThat(restarts.after(new StreamsException("task 0_1", fault)).orElseThrow()).isZero();
    }
    assertThat(ThreadRestarts.isFenced(fault)).isTrue();
    assertThat(die()).as("the first that counts").hasMillis(500);
  }

  @Test
  void aBugIsNotFencing() {
    assertThat(ThreadRestarts.isFenced(bug)).isFalse();
  }

  static Stream<Throwable> lost() {
    return Stream.of(
        new TransactionAbortableException("retries are exhausted", new TimeoutException()),
        new TransactionAbortedException("abandoned"),
        new InvalidTxnStateException("ended by the coordinator"),
        new OutOfOrderSequenceException("a batch was dropped"),
        new UnknownProducerIdException("forgotten"));
  }

  /** As Kafka's producer and Kafka Streams wrap it. */
  @ParameterizedTest
  @MethodSource("lost")
  void aTransactionThatTheBrokersEndedIsLost(Throwable fault) {
    KafkaException state = new KafkaException("the producer is in an error state", fault);

    assertThat(ThreadRestarts.isTransactionLost(new StreamsException("task 0_1", state))).isTrue();
    assertThat(ThreadRestarts.isFenced(fault)).isFalse();
    assertThat(ThreadRestarts.isTransactionLost(bug)).isFalse();
  }

  @Test
  void aBrokerThatDoesNotAnswerIsAnOutage() {
    Throwable late = new StreamsException("task 0_1", new TimeoutException("60000 ms"));

    assertThat(ThreadRestarts.isBrokerOutage(late)).isTrue();
    assertThat(ThreadRestarts.isBrokerOutage(bug)).isFalse();
  }

  @Test
  void whileTheRegistryIsAwayItWaitsLongerAndNeverEnds() {
    List<Duration> waits = new ArrayList<>();
    for (int death = 1; death <= 100; death++) {
      waits.add(restarts.afterOutage());
      pass(waits.get(death - 1));
    }
    assertThat(waits.subList(0, 6))
        .extracting(Duration::toMillis)
        .containsExactly(500L, 1_000L, 2_000L, 4_000L, 5_000L, 5_000L);
    assertThat(waits.get(99)).hasSeconds(5);
    assertThat(die()).as("no failure counts for it").hasMillis(500);

    pass(Duration.ofMinutes(1));
    assertThat(restarts.afterOutage()).as("a new outage").hasMillis(500);
  }

  private Duration die() {
    return restarts.after(bug).orElseThrow();
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }
}
