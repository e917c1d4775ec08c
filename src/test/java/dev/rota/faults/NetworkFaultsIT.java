package dev.rota.faults;

import static org.awaitility.Awaitility.await;

import dev.rota.faults.KafkaRelay.Fate;
import dev.rota.faults.KafkaRelay.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.protocol.ApiKeys;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Faults between engines and brokers: at each step of a commit, and on the network itself. */
@EnabledIfSystemProperty(
    named = "rota.faults",
    matches = "long",
    disabledReason = "these take minutes: -Drota.faults=long runs them")
class NetworkFaultsIT extends Rows {
  private static final int ROUNDS = Integer.getInteger("rota.faults.rounds", 5);
  private static final int ENGINES = 2;
  private static final Duration LASTING = Duration.ofSeconds(20);
  private static final Duration LATE = Duration.ofSeconds(20);
  private static final int SLOW_BITS_PER_SECOND = 64_000;

  @Override
  Arena open() throws Exception {
    return Arena.routed(home);
  }

  /** It is killed before the broker has the request, or before it has the answer itself. */
  @ParameterizedTest
  @CsvSource({
    "PRODUCE, false",
    "PRODUCE, true",
    "TXN_OFFSET_COMMIT, false",
    "TXN_OFFSET_COMMIT, true",
    "END_TXN, false",
    "END_TXN, true"
  })
  @Order(1)
  void f5AKillAtEachStepOfACommitLosesAndDoublesNothing(ApiKeys step, boolean isAnswer)
      throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      int victim = round % ENGINES;
      arena.bothEngines();
      arena.awaitFlow(Arena.ALL);
      arena.strike(
          arena.shareOf(victim),
          () -> {
            once(victim, step, isAnswer, () -> kill(victim));
            await().until(() -> !arena.engine(victim).alive());
          });
      arena.routeOf(victim).calm();
      arena.recover();
    }
    arena.bothEngines();
    conclude("F5", "engine kill -9 " + (isAnswer ? "after " : "before ") + step);
  }

  private static Fate kill(int victim) {
    arena.engine(victim).kill();
    return Fate.RESET;
  }

  /** What becomes of the end of a transaction. */
  enum End {
    REQUEST_LOST(false, Fate.RESET, Duration.ZERO, "is lost, connection reset"),
    REQUEST_TWICE(false, Fate.TWICE, Duration.ZERO, "arrives twice"),
    REQUEST_LATE(false, Fate.PASS, LATE, "arrives " + LATE.toSeconds() + " s late"),
    ANSWER_LOST(true, Fate.RESET, Duration.ZERO, "is answered, the answer lost, connection reset"),
    ANSWER_LATE(true, Fate.PASS, LATE, "is answered " + LATE.toSeconds() + " s late");

    private final boolean isAnswer;
    private final Fate fate;
    private final Duration late;
    private final String words;

    End(boolean isAnswer, Fate fate, Duration late, String words) {
      this.isAnswer = isAnswer;
      this.fate = fate;
      this.late = late;
      this.words = words;
    }
  }

  @ParameterizedTest
  @EnumSource
  @Order(2)
  void f14TheEndOfATransactionHasOneOutcome(End end) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      int victim = round % ENGINES;
      AtomicBoolean over = new AtomicBoolean();
      arena.strike(
          arena.shareOf(victim),
          () -> {
            once(
                victim,
                ApiKeys.END_TXN,
                end.isAnswer,
                () -> {
                  pass(end.late);
                  over.set(true);
                  return end.fate;
                });
            await().untilTrue(over);
          });
      arena.recover();
      arena.bothEngines();
    }
    arena.forgiveDeaths(); // a thread whose transaction is no more is replaced
    conclude("F14", "EndTxn " + end.words);
  }

  /** What is committed is not yet visible; the next transaction must wait. */
  @Test
  @Order(3)
  void f14MarkersThatAreLateAreWaitedFor() throws Exception {
    AtomicInteger late = new AtomicInteger();
    arena.strike(
        Arena.ALL,
        () -> {
          arena
              .routeOfBrokers()
              .suffer(
                  frame -> {
                    if (frame.kind() == ApiKeys.WRITE_TXN_MARKERS && !frame.isAnswer()) {
                      late.incrementAndGet();
                      pass(LATE);
                    }
                    return Fate.PASS;
                  });
          await().until(() -> late.get() > 0);
          pass(LATE);
          arena.routeOfBrokers().calm();
        });
    arena.recover();
    arena.bothEngines();
    arena.forgiveDeaths();
    conclude("F14", "markers of transactions " + LATE.toSeconds() + " s late");
  }

  @Test
  @Order(4)
  void f15ACoordinatorThatMovesDuringACommitAnswersOnce() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      int victim = round % ENGINES;
      boolean isAnswer = round % 3 == 2;
      AtomicBoolean over = new AtomicBoolean();
      arena.strike(
          arena.shareOf(victim),
          () -> {
            once(
                victim,
                ApiKeys.END_TXN,
                isAnswer,
                () -> {
                  moveCoordinators(arena.admin());
                  over.set(true);
                  return Fate.PASS;
                });
            await().untilTrue(over);
          });
      arena.recover();
    }
    arena.bothEngines();
    arena.forgiveDeaths();
    conclude("F15", "coordinators of transactions move in a commit");
  }

  /** Each partition of the transactions' log gets its next copy as leader. */
  private static void moveCoordinators(Admin admin) throws Exception {
    String log = "__transaction_state";
    Map<TopicPartition, Optional<NewPartitionReassignment>> moves = new HashMap<>();
    for (var partition :
        admin.describeTopics(List.of(log)).allTopicNames().get().get(log).partitions()) {
      List<Integer> copies =
          new ArrayList<>(partition.replicas().stream().map(n -> n.id()).toList());
      while (copies.getFirst() != partition.leader().id()) {
        Collections.rotate(copies, 1);
      }
      Collections.rotate(copies, 1);
      moves.put(
          new TopicPartition(log, partition.partition()),
          Optional.of(new NewPartitionReassignment(copies)));
    }
    admin.alterPartitionReassignments(moves).all().get();
    await().until(() -> admin.listPartitionReassignments().reassignments().get().isEmpty());
    admin.electLeaders(ElectionType.PREFERRED, moves.keySet()).partitions().get();
  }

  @Test
  @Order(5)
  void f11AnEngineThatIsCutOffIsReplaced() throws Exception {
    int victim = arena.busyEngine();
    during(
        arena.shareOf(victim),
        () -> arena.routeOf(victim).suffer(_ -> Fate.LOST),
        () -> arena.routeOf(victim).calm());
    conclude("F11", "an engine hears no broker for " + LASTING.toSeconds() + " s");
  }

  @Test
  @Order(6)
  void f11AnEngineThatMissesOneBrokerGoesOn() throws Exception {
    int victim = arena.busyEngine();
    int broker = leader();
    during(
        arena.shareOf(victim),
        () -> arena.routeOf(victim).to(broker).suffer(_ -> Fate.LOST),
        () -> arena.routeOf(victim).to(broker).calm());
    conclude("F11", "an engine hears one broker not for " + LASTING.toSeconds() + " s");
  }

  @Test
  @Order(7)
  void f11ABrokerThatNoEngineHearsLeadsOn() throws Exception {
    int broker = leader();
    during(
        Arena.ALL,
        () -> engines(route -> route.to(broker).suffer(_ -> Fate.LOST)),
        () -> engines(Brokers.Route::calm));
    conclude("F11", "no engine hears a leader for " + LASTING.toSeconds() + " s");
  }

  /** Producers and consumers, engines, the other brokers and controllers miss it, and it them. */
  @Test
  @Order(8)
  void f11ABrokerThatIsCutOffFromAllIsReplaced() throws Exception {
    int broker = leader();
    during(
        Arena.ALL,
        () -> {
          arena.brokers().cutOff(broker);
          await().until(Rows::leaderOrNone, leader -> leader != null && leader.id() != broker);
        },
        () -> arena.brokers().rejoin());
    conclude("F11", "a leader hears nobody for " + LASTING.toSeconds() + " s");
  }

  /** Weather between engines and brokers. */
  enum Weather {
    SLOW("one broker at 64 kbit/s for "),
    FAR("200 ms ± 100 to each broker for "),
    LOSSY("1 % of requests end in a reset, for "),
    HALF_OPEN("one broker resets and then never answers, for ");

    private final String words;

    Weather(String words) {
      this.words = words;
    }

    void over(Brokers.Route route, int broker) {
      switch (this) {
        case SLOW -> route.to(broker).suffer(slow());
        case FAR -> route.suffer(far());
        case LOSSY -> route.suffer(lossy());
        case HALF_OPEN -> route.to(broker).suffer(halfOpen());
      }
    }

    /** All connections share the line, one way and back. */
    private static Fault slow() {
      Object line = new Object();
      return frame -> {
        synchronized (line) {
          Thread.sleep(frame.bytes() * 8_000L / SLOW_BITS_PER_SECOND);
        }
        return Fate.PASS;
      };
    }

    /** Half of it on each way. */
    private static Fault far() {
      Random random = new Random(SEED);
      return _ -> {
        int millis;
        synchronized (random) {
          millis = 50 + random.nextInt(100);
        }
        Thread.sleep(millis);
        return Fate.PASS;
      };
    }

    private static Fault lossy() {
      Random random = new Random(SEED);
      return _ -> {
        synchronized (random) {
          return random.nextInt(200) == 0 ? Fate.RESET : Fate.PASS;
        }
      };
    }

    private static Fault halfOpen() {
      long until = System.nanoTime() + Duration.ofSeconds(1).toNanos();
      return _ -> System.nanoTime() < until ? Fate.RESET : Fate.LOST;
    }
  }

  @ParameterizedTest
  @EnumSource
  @Order(9)
  void f12BadWeatherMakesItSlowerAndNotWrong(Weather weather) throws Exception {
    int broker = leader();
    during(
        Arena.ALL,
        () -> engines(route -> weather.over(route, broker)),
        () -> engines(Brokers.Route::calm));
    conclude("F12", weather.words + LASTING.toSeconds() + " s");
  }

  private static void engines(Consumer<Brokers.Route> each) {
    for (int i = 0; i < ENGINES; i++) {
      each.accept(arena.routeOf(i));
    }
  }

  private static void during(Collection<Integer> hit, Runnable begin, Runnable end)
      throws Exception {
    arena.strike(
        hit,
        () -> {
          begin.run();
          pass(LASTING);
        });
    end.run();
    arena.recover();
    arena.bothEngines();
    arena.forgiveDeaths();
  }

  /** The next frame of that kind on the way of an engine meets it, and no other. */
  private static void once(int engine, ApiKeys kind, boolean isAnswer, Callable<Fate> fate) {
    AtomicBoolean met = new AtomicBoolean();
    arena
        .routeOf(engine)
        .suffer(
            frame ->
                frame.kind() == kind
                        && frame.isAnswer() == isAnswer
                        && met.compareAndSet(false, true)
                    ? fate.call()
                    : Fate.PASS);
  }
}
