package dev.rota.shards.queries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.kernel.domain.BadArgument;
import dev.rota.kernel.domain.QueryArguments;
import dev.rota.shards.model.ExecutionEnvironment;
import dev.rota.shards.model.LonePool;
import dev.rota.shards.model.ShardsInput;
import dev.rota.shards.rules.Inputs;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What can be asked of a pool. */
class ShardsQueriesTest {
  private final LonePool pool = new LonePool();

  private Object ask(String query, Map<String, Object> args) {
    long before = pool.digest();
    Object answer = ShardsQueries.all().get(query).answer(pool.state(), new QueryArguments(args));
    pool.state().save();
    assertThat(pool.digest()).as("a question changes nothing").isEqualTo(before);
    return answer;
  }

  private Map<?, ?> map(String query, Map<String, Object> args) {
    return (Map<?, ?>) ask(query, args);
  }

  private void threeShards() {
    pool.take(10, Inputs.tx("A", "a1"));
    pool.take(20, Inputs.tx("B", "b1"));
    pool.take(20, Inputs.tx("B", "b2"));
    pool.take(30, Inputs.tx("C", "c1"));
  }

  @Test
  void theQueueTellsWhoIsNextAndForHowLongItHasWaited() {
    threeShards();
    Map<?, ?> queue = map("queue", Map.of("at", 110L, "limit", 2));
    assertThat(queue.get("length")).isEqualTo(3);
    assertThat((List<?>) queue.get("places")).hasSize(2);
    assertThat(queue.get("headSince")).isEqualTo(10L);
    assertThat(queue.get("headAge")).isEqualTo(100L);
  }

  @Test
  void aShardThatWaitsIsToldWhy() {
    threeShards();
    assertThat(map("waiting", Map.of("shard", "C")).get("reason")).isEqualTo("NO_WORKER");
    pool.take(40, Inputs.join("w1", 1, 1));
    Map<?, ?> waiting = map("waiting", Map.of("shard", "C"));
    assertThat(waiting.get("reason")).isEqualTo("ALL_SLOTS_BUSY");
    assertThat(waiting.get("ahead")).isEqualTo(1);
    assertThat(waiting.get("boundMillis")).isEqualTo(60_200L);
    assertThat(map("waiting", Map.of("shard", "A")).get("reason")).isEqualTo("RUNNING");
    pool.take(50, Inputs.command(new ShardsInput.Shutdown(null)));
    assertThat(map("waiting", Map.of("shard", "C")).get("reason")).isEqualTo("STOPPED");
    pool.take(60, Inputs.done("A", "w1", 1, 1));
    assertThat(map("waiting", Map.of("shard", "A")).get("reason")).isEqualTo("NOTHING_PENDING");
  }

  /**
   * Two slots: the shard ahead gets the one that is free first, whoever has a quantum of its own.
   */
  @Test
  void aBoundIsOfTheQuantaOfThoseAheadAndOfThoseThatRun() {
    pool.take(0, Inputs.command(new ShardsInput.Register("A", 1000L)));
    pool.take(0, Inputs.command(new ShardsInput.Register("C", 300L)));
    threeShards();
    pool.take(30, Inputs.tx("D", "d1"));
    pool.take(35, Inputs.policy("leaseTimeoutMs", 200L));
    pool.take(40, Inputs.join("w1", 1, 2));

    assertThat(map("waiting", Map.of("shard", "C")).get("boundMillis")).isEqualTo(300L);
    assertThat(map("waiting", Map.of("shard", "D")).get("boundMillis")).isEqualTo(800L);

    pool.take(50, Inputs.command(new ShardsInput.Register("C", 0L)));
    assertThat(map("waiting", Map.of("shard", "C")).containsKey("boundMillis")).isTrue();
    assertThat(map("waiting", Map.of("shard", "D")).containsKey("boundMillis"))
        .as("one cycle, however long it takes")
        .isFalse();
  }

  /** Q3 and F7: its quantum begins anew with its start, which comes before it expires. */
  @Test
  void aLeaseThatHasNotStartedHoldsItsSlotLongerThanItsQuantum() {
    threeShards();
    pool.take(40, Inputs.join("w1", 1, 1));
    assertThat(map("waiting", Map.of("shard", "B")).get("boundMillis")).isEqualTo(30_100L);
    pool.take(90, Inputs.began("A", "w1", 1, 1));
    assertThat(map("waiting", Map.of("shard", "B")).get("boundMillis")).isEqualTo(100L);

    pool.take(90, Inputs.policy("leaseTimeoutMs", 0L));
    assertThat(map("waiting", Map.of("shard", "B")).get("boundMillis")).isEqualTo(100L);
    assertThat(map("waiting", Map.of("shard", "C")).containsKey("boundMillis"))
        .as("nothing says when B has to start")
        .isFalse();
  }

  @Test
  void slotsOfAWorkerThatLeavesServeNobodyWhoWaits() {
    threeShards();
    pool.take(40, Inputs.join("w1", 1, 1));
    pool.take(41, Inputs.leave("w1"));

    Map<?, ?> waiting = map("waiting", Map.of("shard", "C"));
    assertThat(waiting.get("reason")).isEqualTo("WORKERS_LEAVING");
    assertThat(waiting.containsKey("boundMillis")).isFalse();
  }

  /** F7: slots are there, and each waits for a word about a lease that expired. */
  @Test
  void whereAllSlotsAreParkedItSaysWhich() {
    threeShards();
    pool.take(40, Inputs.policy("sessionTimeoutMs", 0L, "leaseTimeoutMs", 50L));
    pool.take(40, Inputs.join("w1", 1, 1));
    pool.take(100, null);

    Map<?, ?> waiting = map("waiting", Map.of("shard", "C"));
    assertThat(waiting.get("reason")).isEqualTo("SLOTS_PARKED");
    assertThat(waiting.get("parked")).isEqualTo(List.of("w1 A 1"));
    assertThat(waiting.containsKey("boundMillis")).isFalse();
  }

  @Test
  void agesAreToldToWhoSaysWhenItIs() {
    threeShards();
    pool.take(40, Inputs.join("w1", 1, 1));
    Map<String, Object> at = Map.of("shard", "B", "at", 110L);

    assertThat(map("waiting", at).get("age")).isEqualTo(90L);
    assertThat(map("shard", at).get("oldestAge")).isEqualTo(90L);
    List<?> out = (List<?>) map("leases", Map.of("at", 110L)).get("out");
    assertThat(((Map<?, ?>) out.get(0)).get("age")).isEqualTo(70L);
    for (String query : List.of("waiting", "shard", "leases", "queue")) {
      assertThatThrownBy(() -> ask(query, Map.of("shard", "B", "at", "noon")))
          .isInstanceOf(BadArgument.class)
          .hasMessage("the argument 'at' is 'noon', not a whole number");
    }
  }

  @Test
  void leasesTellTheirAgesAndHowManyTheQuantumEnded() {
    threeShards();
    pool.take(40, Inputs.join("w1", 1, 1));
    pool.take(50, Inputs.done("A", "w1", 1, 1));
    pool.take(200, Inputs.done("B", "w1", 1, 1));
    Map<?, ?> leases = map("leases", Map.of());
    assertThat(leases.get("granted")).isEqualTo(3L);
    assertThat(leases.get("ended")).isEqualTo(2L);
    assertThat(leases.get("endedByQuantum")).isEqualTo(1L);
    assertThat(leases.get("shareByQuantum")).isEqualTo(0.5);
    Map<?, ?> out = (Map<?, ?>) ((List<?>) leases.get("out")).get(0);
    assertThat(out.get("shard")).isEqualTo("C");
    assertThat(out.get("grantedAt")).isEqualTo(200L);
  }

  @Test
  void aPoolTellsWhatIsPendingAndAShardWhereItStands() {
    threeShards();
    List<?> pending = (List<?>) ask("pool", Map.of("shard", "B", "limit", 1));
    assertThat(pending).hasSize(1);
    assertThat(((Map<?, ?>) pending.get(0)).get("id")).isEqualTo("b1");
    Map<?, ?> shard = map("shard", Map.of("shard", "B"));
    assertThat(shard.get("pending")).isEqualTo(2);
    assertThat(shard.get("oldestSince")).isEqualTo(20L);
    assertThat(map("workers", Map.of())).isEmpty();
  }

  @Test
  void theOldestTransactionOfEachShardIsTheFirstOfItsPool() {
    threeShards();
    pool.take(40, Inputs.join("w1", 1, 1));
    pool.take(50, Inputs.tx("A", "a2"));
    pool.take(60, Inputs.done("A", "w1", 1, 1));

    List<?> oldest = (List<?>) ask("oldest", Map.of("at", 110L));
    assertThat(oldest.stream().map(one -> (Object) ((Map<?, ?>) one).get("id")).toList())
        .as("a1 is in a block, and B waits since 20")
        .isEqualTo(List.of("b1", "c1", "a2"));
    assertThat(oldest.get(2))
        .isEqualTo(
            Map.of(
                "shard", "A", "state", "RUNNING", "pending", 1, "seq", 2L, "id", "a2", "since", 50L,
                "age", 60L));
    assertThat((List<?>) ask("oldest", Map.of("limit", 1))).hasSize(1);
  }

  @Test
  void policyAndEnvironmentInForceHaveTheNamesOfTheirRecords() {
    assertThat(ask("environment", Map.of()))
        .as("E3")
        .isEqualTo(
            Map.of(
                "version",
                0L,
                "number",
                0L,
                "timestamp",
                0L,
                "l1GasPriceWei",
                1L,
                "l1GasPriceFri",
                1L,
                "sequencerAddress",
                "0x0",
                "protocolVersion",
                ""));
    pool.take(10, new ShardsInput.Update(new ExecutionEnvironment(7, 70, 2, 3, "0xa", "0.13")));
    pool.take(20, Inputs.policy("maxBatch", 50, "sessionTimeoutMs", 0L, "nonces", "STRICT"));

    Map<?, ?> environment = map("environment", Map.of());
    assertThat(environment.get("version")).isEqualTo(1L);
    assertThat(environment.get("number")).isEqualTo(7L);
    assertThat(environment.get("protocolVersion")).isEqualTo("0.13");
    Map<?, ?> policy = map("policy", Map.of());
    assertThat(policy.get("quantumMs")).isEqualTo(100L);
    assertThat(policy.get("maxBatch")).isEqualTo(50);
    assertThat(policy.get("sessionTimeoutMs")).isEqualTo(0L);
    assertThat(policy.get("nonces")).isEqualTo("STRICT");
    assertThat(policy.get("creation")).isEqualTo("LAZY");
    assertThat(policy.get("affinity")).isEqualTo("OFF");
    assertThat(policy.get("beats")).isEqualTo("CHANGES");
  }

  @Test
  void theStateIsAllOfThePool() {
    pool.take(0, Inputs.policy("sessionTimeoutMs", 0L, "leaseTimeoutMs", 50L, "nonces", "STRICT"));
    pool.take(1, Inputs.tx("A", "a1", "alice", 0));
    pool.take(2, Inputs.join("w1", 1, 1));
    pool.take(52, Inputs.tx("B", "b1"));

    Map<?, ?> state = map("state", Map.of());
    assertThat(state.keySet().stream().map(Object::toString))
        .containsExactly(
            "policy",
            "environment",
            "phase",
            "terminated",
            "stopAt",
            "queue",
            "shards",
            "workers",
            "free",
            "leases",
            "deadlines");
    assertThat(state.get("queue"))
        .isEqualTo(List.of(Map.of("shard", "A", "since", 52L), Map.of("shard", "B", "since", 52L)));
    Map<?, ?> worker = (Map<?, ?>) ((Map<?, ?>) state.get("workers")).get("w1");
    assertThat(worker.get("parked")).isEqualTo(List.of(Map.of("shard", "A", "epoch", 1L)));
    Map<?, ?> shard = (Map<?, ?>) ((Map<?, ?>) state.get("shards")).get("A");
    assertThat(shard.get("nonces")).isEqualTo(Map.of("alice", 1L));
    assertThat((List<?>) shard.get("pool")).hasSize(1);
    pool.rebuild();
    assertThat(map("state", Map.of())).isEqualTo(state);
  }

  @Test
  void aShardThatIsNotThereIsNotFoundAndABadArgumentIsNamed() {
    assertThat(map("shard", Map.of("shard", "Z")).get("error")).isEqualTo("NOT_FOUND");
    assertThatThrownBy(() -> ask("shard", Map.of()))
        .isInstanceOf(BadArgument.class)
        .hasMessageContaining("'shard'");
    assertThatThrownBy(() -> ask("queue", Map.of("limit", 0)))
        .isInstanceOf(BadArgument.class)
        .hasMessageContaining("'limit'");
  }
}
