package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.executor.MerkleTrie;
import dev.rota.executor.StateDiff;
import dev.rota.faults.EngineProcess;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.shards.EndReason;
import dev.rota.shards.PoolOutcome;
import dev.rota.shards.ShardAssignment;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.ShardsDomain;
import dev.rota.shards.rules.PoolObserver;
import dev.rota.testing.Patience;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Transactions of a real chain, or their like, through a real broker and two workers that run
 * beside engines; in the middle one process is killed, and the other is frozen and wakes, so that
 * for a while there is an engine and nobody who executes.
 */
class ShardWorkersIT {
  private static final ShardsDomain SHARDS = new ShardsDomain();
  private static final String TRACE = "starknet-mainnet-transactions.jsonl";
  private static final int RATE = 150;
  private static final int MADE_UP = 1_800;
  private static final Set<EndReason> LOST =
      EnumSet.of(EndReason.WORKER_LOST, EndReason.SUPERSEDED, EndReason.LEASE_EXPIRED);
  // Longer than the sessions of the group and of the pool.
  private static final Duration FROZEN = Duration.ofSeconds(12);

  @TempDir private Path dir;

  @Test
  void everyTransactionIsInOneBlockThoughAWorkerIsKilledAndAnotherFrozen() throws Exception {
    Path trace = trace();
    try (TestCluster cluster = TestCluster.start();
        EngineProcess first = engine(cluster, 0, 1);
        EngineProcess second = engine(cluster, 1, 1);
        EngineProcess idle = engine(cluster, 2, 0)) {
      first.ready();
      second.ready();
      idle.ready();
      CompletableFuture<CommandLine> importing =
          CompletableFuture.supplyAsync(() -> send(cluster, trace), Thread::startVirtualThread);
      try (Committed outcomes = new Committed(cluster.bootstrap(), "shards-outcomes")) {
        await().atMost(Patience.MAX).until(() -> outcomes.count() > 100 || importing.isDone());
        assertThat(importing).as("transactions are open as a worker is killed").isNotDone();
        first.kill();
        assertThat(importing).as("transactions are open as a worker is frozen").isNotDone();
        second.freeze();
        pass(FROZEN);
        second.thaw();
      }
      JsonNode report = json(importing.get(Patience.MAX.toMinutes(), TimeUnit.MINUTES));
      long transactions = report.path("transactions").asLong();
      assertThat(report.path("included").asLong()).isEqualTo(transactions).isPositive();
      assertThat(report.path("failed").asLong()).isZero();
      assertThat(second.terminate()).as("leaves in order: %s", second.errors()).isEqualTo(143);
      idle.kill();

      CommandLine audit = CommandLine.run("audit", "shards", "-b", cluster.bootstrap());
      assertThat(audit.exit()).as(audit.out()).isZero();
      var published = Turned.published(cluster.bootstrap(), cluster.registryUrl(), SHARDS).values();
      assertThatTheFaultsStruck(published);
      assertThatReadersSeeNothingWrong(published, transactions);
      assertThatBlocksLeadToTheirStates(published, transactions);
      System.out.print("shards, one worker killed and one frozen: " + audit.out());
    }
  }

  private EngineProcess engine(TestCluster cluster, int number, int workers) throws IOException {
    if (number == 0) {
      try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()))) {
        MissingTopics.create(admin, RequiredTopics.of(SHARDS), 2, (short) 1);
      }
    }
    return EngineProcess.start(
        "shards",
        cluster.bootstrap(),
        cluster.registryUrl(),
        dir.resolve("state-" + number),
        Map.of(
            "ROTA_COMMIT_INTERVAL_MS",
            "20",
            "ROTA_EXECUTOR",
            "AccountMachine",
            "ROTA_WORKERS",
            Integer.toString(workers)));
  }

  private static CommandLine send(TestCluster cluster, Path trace) {
    return CommandLine.run(
        "import",
        "starknet",
        trace.toString(),
        "--rate",
        Integer.toString(RATE),
        "-o",
        "json",
        "-b",
        cluster.bootstrap(),
        "--registry",
        cluster.registryUrl());
  }

  private static void pass(Duration time) {
    long until = System.nanoTime() + time.toNanos();
    await().atMost(time.plusMinutes(2)).until(() -> System.nanoTime() >= until);
  }

  /** There are two workers, and each of them lost leases that it had. */
  private static void assertThatTheFaultsStruck(Collection<SpecificRecord> published) {
    Map<String, Integer> lost = new TreeMap<>();
    for (SpecificRecord record : published) {
      if (record instanceof ShardAssignment assigned
          && assigned.getEndOfLease() != null
          && LOST.contains(assigned.getEndOfLease().getReason())) {
        lost.merge(assigned.getWorker(), 1, Integer::sum);
      }
    }
    assertThat(lost).as("leases lost, by worker").isNotEmpty();
  }

  private static void assertThatReadersSeeNothingWrong(
      Collection<SpecificRecord> published, long transactions) {
    PoolObserver watch = new PoolObserver();
    published.forEach(watch::see);
    assertThat(watch.wrong()).isEmpty();
    assertThat(watch.accepted()).isEqualTo(transactions);
    assertThat(watch.included()).isEqualTo(transactions);
    assertThat(watch.pending()).isZero();
  }

  /** Each transaction has added 1 to a number of its shard, so the sum says how many were run. */
  private static void assertThatBlocksLeadToTheirStates(
      Collection<SpecificRecord> published, long transactions) {
    Map<String, MerkleTrie> states = new HashMap<>();
    Map<String, Map<String, Long>> numbers = new HashMap<>();
    for (SpecificRecord record : published) {
      if (record instanceof PoolOutcome outcome && outcome.getEvent() instanceof ShardBlock block) {
        StateDiff diff = StateDiff.of(bytes(block.getStateDiff()));
        MerkleTrie before = states.getOrDefault(block.getShard(), MerkleTrie.EMPTY);
        MerkleTrie after = diff.applyTo(before);
        assertThat(block.getStateRoot())
            .as("block %d of %s", block.getNumber(), block.getShard())
            .isEqualTo("0x" + HexFormat.of().formatHex(after.root()));
        states.put(block.getShard(), after);
        diff.changes()
            .forEach(
                (key, value) -> {
                  if (key.startsWith("storage/")) {
                    numbers
                        .computeIfAbsent(block.getShard(), _ -> new HashMap<>())
                        .put(key, Long.parseLong(new String(value, UTF_8)));
                  }
                });
      }
    }
    long run =
        numbers.values().stream()
            .flatMap(of -> of.values().stream())
            .mapToLong(Long::longValue)
            .sum();
    assertThat(run).isEqualTo(transactions);
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  private Path trace() throws IOException {
    Path real = Path.of(System.getProperty("rota.data", "../shared/data"), TRACE);
    if (Files.exists(real)) {
      return real;
    }
    System.err.println("there is no " + real + ": transactions are made up");
    SplittableRandom random = new SplittableRandom(7);
    StringBuilder lines = new StringBuilder();
    for (int number = 0; number < MADE_UP; number++) {
      lines.append(
          """
          {"block":%d,"timestamp":1642690775,"hash":"0x%x","type":"INVOKE_FUNCTION",\
          "contract":"0xc%x","nonce":null}
          """
              .formatted(770 + number / 200, number, random.nextInt(1 + random.nextInt(400))));
    }
    return Files.writeString(dir.resolve("made-up.jsonl"), lines);
  }

  private static JsonNode json(CommandLine ran) throws Exception {
    assertThat(ran.exit()).as(ran.err()).isZero();
    return new ObjectMapper().readTree(ran.out());
  }
}
