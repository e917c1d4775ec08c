package dev.rota.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * Engines that are killed, in transactions, at any moment and with many lanes. A follower beside
 * them shows nothing that is not committed.
 */
class KillFaultsIT extends Rows {
  private static final int KILLS = Integer.getInteger("rota.faults.kills", LONG ? 10 : 3);
  private static final int KILLS_IN_A_ROW = Integer.getInteger("rota.faults.row", 20);
  private static final int BETWEEN_KILLS_MILLIS = 4_000;
  private static final int LANES = Integer.getInteger("rota.faults.lanes", 10_000);
  private static final int COMMIT_MILLIS = 5000;
  private static final Map<String, String> LONG_TRANSACTIONS =
      Map.of(
          "ROTA_COMMIT_INTERVAL_MS",
          Integer.toString(COMMIT_MILLIS),
          "ROTA_PRODUCER_TRANSACTION_TIMEOUT_MS",
          "120000"); // as that of chunks: no row waits for it

  @Test
  @Order(1)
  void f1AnEngineKilledWithAnOpenTransactionLosesAndDoublesNothing() throws Exception {
    Random random = new Random(SEED);
    for (int round = 0; round < KILLS; round++) {
      int victim = random.nextInt(2);
      arena.bothEngines(
          victim == 0 ? LONG_TRANSACTIONS : DEFAULTS, victim == 1 ? LONG_TRANSACTIONS : DEFAULTS);
      arena.awaitFlow(Arena.ALL);
      pass(Duration.ofMillis(random.nextInt(COMMIT_MILLIS)));
      freezeInTransaction(victim);
      arena.engine(victim).kill();
      if (round < KILLS - 1) {
        arena.recover();
      }
    }
    conclude("F1", "engine kill -9, transaction open (seed " + SEED + ")");
  }

  @Test
  @Order(2)
  void f1KillsInARowAtAnyMomentLoseAndDoubleNothing() throws Exception {
    Random random = new Random(SEED);
    try (Onlooker onlooker = new Onlooker(arena.kafka())) {
      arena.strike(
          Arena.ALL,
          () -> {
            for (int round = 0; round < KILLS_IN_A_ROW; round++) {
              pass(Duration.ofMillis(random.nextInt(BETWEEN_KILLS_MILLIS)));
              arena.relaunch(random.nextInt(2)); // perhaps one that has not even started
            }
          });
      arena.bothEngines();
      conclude("F1", KILLS_IN_A_ROW + " kill -9 in a row at any moment (seed " + SEED + ")");
      assertThat(onlooker.isConfirmed()).as("shown by a follower").isGreaterThan(KILLS_IN_A_ROW);
    }
  }

  @Test
  @Order(3)
  void f1TenThousandLanesGoOnAfterAKill() throws Exception {
    arena.producer().once(LANES);
    awaitTurns(1);
    int victim = arena.busyEngine();
    arena.strike(arena.shareOf(victim), () -> arena.relaunch(victim));
    arena.producer().once(LANES);
    awaitTurns(2);
    arena.bothEngines();
    conclude("F1", "engine kill -9 with " + LANES + " lanes");
  }

  private static void awaitTurns(long each) {
    await().until(() -> arena.observer().hasTurns(arena.producer().resting(), each));
  }
}
