package dev.rota.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** What a fail-over is made of, step by step, with both protocols of groups. */
class FailOverFaultsIT extends Rows {
  private static final int KILLS = Integer.getInteger("rota.faults.failovers", LONG ? 10 : 1);
  private static final String SESSION = System.getProperty("rota.faults.session", "6000");

  /** As Rota has it with the other protocol. */
  private static final String HEARTBEAT = "1000";

  /** So that a kill leaves one open, whenever it comes. */
  private static final Map<String, String> LONG_TRANSACTIONS =
      Map.of("ROTA_COMMIT_INTERVAL_MS", "5000", "ROTA_PRODUCER_TRANSACTION_TIMEOUT_MS", "120000");

  /** So that there are always rows to restore. */
  private static final Duration CHECKPOINTED = Duration.ofSeconds(3);

  @Test
  @Order(1)
  void f1AFailOverStepByStep() throws Exception {
    failOver("classic", Map.of("ROTA_CONSUMER_SESSION_TIMEOUT_MS", SESSION));
  }

  @Test
  @Order(2)
  void f1AFailOverStepByStepWithTheProtocolOfStreams() throws Exception {
    arena.stopEngines(); // a group changes its protocol while it is empty
    arena
        .admin()
        .incrementalAlterConfigs(
            Map.of(
                new ConfigResource(ConfigResource.Type.GROUP, EngineProcess.APPLICATION),
                List.of(
                    set("streams.session.timeout.ms", SESSION),
                    set("streams.heartbeat.interval.ms", HEARTBEAT))))
        .all()
        .get();
    failOver("streams", Map.of("ROTA_GROUP_PROTOCOL", "streams"));
  }

  private static AlterConfigOp set(String name, String value) {
    return new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET);
  }

  private static void failOver(String protocol, Map<String, String> settings) throws Exception {
    Map<String, String> heir = new HashMap<>(settings);
    heir.put("ROTA_CHECKPOINT_INTERVAL_MS", "1000");
    Map<String, String> victim = new HashMap<>(heir);
    victim.putAll(LONG_TRANSACTIONS);
    Random random = new Random(SEED);
    List<FailOver> all = new ArrayList<>();
    for (int round = 0; round < KILLS; round++) {
      int index = random.nextInt(2);
      arena.bothEngines(index == 0 ? victim : heir, index == 1 ? victim : heir);
      arena.awaitFlow(Arena.ALL);
      pass(CHECKPOINTED);
      all.add(killed(index));
      if (round < KILLS - 1) {
        arena.recover();
      }
    }
    String kind = "fail-over, group.protocol=" + protocol;
    System.out.print(FailOver.table(kind, all));
    for (FailOver one : all) {
      assertThat(one.unseen()).isEmpty();
    }
    conclude("F1", kind);
  }

  private static FailOver killed(int index) throws Exception {
    EngineProcess engine = arena.engine(index);
    try (FailOver failOver = new FailOver(arena, index)) {
      await().until(() -> arena.transactions().open(engine.name()).containsAll(failOver.share()));
      arena.strike(
          failOver.share(),
          () -> {
            failOver.begin();
            engine.kill();
          });
      failOver.watch();
      return failOver;
    }
  }
}
