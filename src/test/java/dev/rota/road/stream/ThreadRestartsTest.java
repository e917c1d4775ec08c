package dev.rota.road.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.security.auth.login.LoginException;
import org.apache.kafka.clients.admin.Admin;
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

  static Stream<Throwable> refusals() {
    return Stream.of(
        new StreamsException("task", new SaslAuthenticationException("the password is wrong")),
        new KafkaException("no client", new LoginException("the password is wrong")));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void whoeverIsRefusedForHalfAMinuteIsToldSo(Throwable refused) {
    List<Long> waits = new ArrayList<>();
    Duration passed = Duration.ZERO;
    while (passed.compareTo(ThreadRestarts.REFUSED_MAX) <= 0) {
      Duration wait = restarts.after(refused).orElseThrow();
      waits.add(wait.toMillis());
      passed = passed.plus(wait);
      pass(wait);
    }

    assertThat(waits).startsWith(500L, 1_000L, 2_000L, 4_000L, 5_000L, 5_000L);
    assertThat(passed).isLessThan(Duration.ofMinutes(1));
    assertThat(restarts.after(refused)).isEmpty();
    assertThat(restarts.after(refused)).as("a moment later").isEmpty();
    assertThat(restarts.gaveUp("cores", refused))
        .hasMessageContaining("stream threads of cores could not log in for more than 30 s")
        .hasMessageContaining("the password is wrong")
        .hasCause(refused);
    assertThat(die()).as("another fault").hasMillis(500);
  }

  /** Many threads make many refusals of one moment. */
  @ParameterizedTest
  @MethodSource("refusals")
  void howManyAreRefusedDoesNotMatter(Throwable refused) {
    assertThat(restarts.after(refused)).isPresent();
    pass(ThreadRestarts.REFUSED_MAX);
    for (int thread = 1; thread <= 1_000; thread++) {
      assertThat(restarts.after(refused).orElseThrow()).isLessThanOrEqualTo(Duration.ofSeconds(5));
    }

    pass(Duration.ofNanos(1));
    assertThat(restarts.after(refused)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void threadsThatRunAgainStartTheTimeAnew(Throwable refused) {
    for (int hiccup = 1; hiccup <= 1_000; hiccup++) {
      assertThat(restarts.after(refused).orElseThrow()).hasMillis(500);
      pass(ThreadRestarts.REFUSED_MAX);
      assertThat(restarts.after(refused)).isPresent();
      restarts.ran();
    }
  }

  /** Such as while one of them waits for the registry. */
  @ParameterizedTest
  @MethodSource("refusals")
  void aRefusalLongAgoIsForgottenAlthoughNotAllThreadsRun(Throwable refused) {
    for (int hiccup = 1; hiccup <= 1_000; hiccup++) {
      assertThat(restarts.after(refused).orElseThrow()).hasMillis(500);
      pass(Duration.ofMinutes(1));
    }
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

  /** In the words of Kafka's client. */
  @Test
  void brokersWithoutAnAddressAreAnOutageAndAnotherWrongSettingIsNot() {
    assertThat(ThreadRestarts.isBrokerOutage(unmade("bootstrap.servers", "b.invalid:9092")))
        .isTrue();
    assertThat(ThreadRestarts.isBrokerOutage(unmade("security.protocol", "none"))).isFalse();
  }

  private static Throwable unmade(String key, String value) {
    Map<String, Object> kafka = new HashMap<>(Map.of("bootstrap.servers", "127.0.0.1:9"));
    kafka.put(key, value);
    return catchThrowable(() -> Admin.create(kafka).close(Duration.ZERO));
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
