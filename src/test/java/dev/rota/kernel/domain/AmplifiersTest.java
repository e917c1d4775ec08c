package dev.rota.kernel.domain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotsDomain;
import dev.rota.bots.JobEvent;
import dev.rota.bots.Submitted;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.CoresConfig;
import dev.rota.cores.CoresDomain;
import dev.rota.cores.ParathreadClaim;
import dev.rota.cores.SessionChange;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.traffic.Traffic;
import dev.rota.shards.Committed;
import dev.rota.shards.Failed;
import dev.rota.shards.Joined;
import dev.rota.shards.ShardPolicy;
import dev.rota.shards.ShardTransaction;
import dev.rota.shards.ShardsDomain;
import dev.rota.shards.WorkerEvent;
import dev.rota.testing.Book;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Inputs at all of their limits whose outputs hold much more than they do. Each is answered. */
class AmplifiersTest {
  private static final String NAME = "\u65e5".repeat(500);
  private static final String LANE = "lane";

  @Test
  void collatorsBeyondTheirLimitOnAFewCoresDoNotMakeAScheduleThatCannotBeSent() {
    var book = new Book(new CoresDomain());
    book.take("block-events", LANE, 0, session(6));
    for (int i = 0; i < 12; i++) {
      book.take("claims", LANE, 1, new ParathreadClaim(LANE, 2000L + i, "c".repeat(1_450_000)));
    }
    book.take("block-events", LANE, 2, block(1, 0));

    DecidedTurn decided = book.take("block-events", LANE, 2, block(2, 6));

    answered(decided, Domain.TURN_BYTES_MAX);
    assertThat(decided.entry().reason()).isEqualTo("TURN_TOO_LARGE");
    assertThat(decided.fault(0)).hasMessageContaining("CoreSchedule (cores");
  }

  @Test
  void collatorsAtTheirLimitOnFifteenThousandCores() {
    var cores = new LanesInMemory(new CoresDomain());
    take(cores, "block-events", session(15_000));
    for (int i = 0; i < 30_000; i++) {
      take(cores, "claims", new ParathreadClaim(LANE, 2000L + i, "c".repeat(128)));
    }
    take(cores, "block-events", block(1, 0));

    DecidedTurn decided = take(cores, "block-events", block(2, 15_000));

    answered(decided, Domain.TURN_BYTES_MAX);
    assertThat(decided.entry().reason()).isNull();
    assertThat(decided.published()).hasSizeGreaterThan(15_000);
  }

  @Test
  void anErrorThatEveryTransactionOfABatchRepeats() {
    var book = new Book(new ShardsDomain());
    String shard = "s".repeat(512);
    for (int i = 0; i < 1000; i++) {
      book.take("shard-transactions", LANE, 0, transaction(shard, "t" + i));
    }
    book.take("worker-events", LANE, 1, new WorkerEvent(LANE, "w", 1L, new Joined(1)));

    var failed = new Failed(shard, 1L, 1L, "e".repeat(400_000));
    DecidedTurn decided =
        book.take("worker-events", LANE, 2, new WorkerEvent(LANE, "w", 1L, failed));

    answered(decided, Domain.TURN_BYTES_MAX);
    assertThat(decided.entry().reason()).isEqualTo("TURN_TOO_LARGE");
  }

  @Test
  void anErrorAtItsLimitOverAUsualBatchIsToldToEachTransaction() {
    var shards = new LanesInMemory(new ShardsDomain());
    batch(shards, NAME, 1000);

    DecidedTurn decided = take(shards, "worker-events", failed(NAME));

    answered(decided, Domain.TURN_BYTES_MAX);
    assertThat(decided.entry().reason()).isNull();
    assertThat(decided.published()).hasSizeGreaterThan(1000);
  }

  @Test
  void anErrorAtItsLimitOverABatchWithoutOne() {
    var shards = new LanesInMemory(new ShardsDomain());
    take(shards, "shards-policies", ShardPolicy.newBuilder().setPool(LANE).setMaxBatch(0).build());
    batch(shards, NAME, 30_000);

    DecidedTurn decided = take(shards, "worker-events", failed(NAME));

    answered(decided, Domain.TURN_BYTES_MAX);
    assertThat(decided.entry().reason()).isEqualTo("TURN_TOO_LARGE");
    assertThat(decided.fault(0)).hasMessageContaining("PoolOutcome (shards X2)");
    var done = new Committed(NAME, 1L, 1L, 1, List.of(), Map.of(), null, null, null);
    assertThat(take(shards, "worker-events", event(done)).entry().reason())
        .as("the cycle goes on")
        .isNull();
  }

  @Test
  void aBotThatTakesAllJobsOfTheLongestNames() {
    var bots = new LanesInMemory(new BotsDomain());
    for (int i = 0; i < 32_000; i++) {
      var job =
          Submitted.newBuilder()
              .setJob(NAME + i)
              .setOperation("o" + i)
              .setInstance("\u65e5".repeat(512))
              .build();
      take(bots, "jobs", new JobEvent(LANE, job));
    }

    var bot = BotHeartbeat.newBuilder().setGrid(LANE).setBot(NAME);
    DecidedTurn decided = take(bots, "bot-heartbeats", bot.setCapacity(100_000).build());

    answered(decided, Domain.TURN_BYTES_MAX);
    assertThat(decided.entry().reason()).isEqualTo("TURN_TOO_LARGE");
    DecidedTurn fewer = take(bots, "bot-heartbeats", bot.setCapacity(1000).build());
    assertThat(fewer.entry().reason()).as("of fewer slots").isNull();
  }

  private static DecidedTurn take(LanesInMemory lanes, String topic, Object record) {
    var event = new Traffic.Event(topic, 0, (org.apache.avro.specific.SpecificRecord) record, null);
    return lanes.take(LANE, event);
  }

  private static void answered(DecidedTurn decided, long budget) {
    assertThat(decided.published()).isNotEmpty();
    long bytes = 0;
    for (Output output : decided.published()) {
      int size = output.payload().length;
      assertThat(size).as("a record fits its topic").isLessThan(Output.RECORD_BYTES_MAX - 50_000);
      bytes += size;
    }
    assertThat(bytes).as("a turn fits its budget").isLessThanOrEqualTo(budget);
  }

  private static void batch(LanesInMemory shards, String shard, int transactions) {
    for (int i = 0; i < transactions; i++) {
      take(shards, "shard-transactions", transaction(shard, "t" + i));
    }
    take(shards, "worker-events", event(new Joined(1)));
  }

  private static ShardTransaction transaction(String shard, String id) {
    return new ShardTransaction(LANE, shard, id, null, null, ByteBuffer.wrap("p".getBytes(UTF_8)));
  }

  private static WorkerEvent failed(String shard) {
    return event(new Failed(shard, 1L, 1L, "e".repeat(4096)));
  }

  private static WorkerEvent event(Object event) {
    return new WorkerEvent(LANE, "w", 1L, event);
  }

  private static BlockEvent session(int cores) {
    CoresConfig config =
        CoresConfig.newBuilder()
            .setParathreadCores(cores)
            .setParathreadRetries(1)
            .setSchedulingLookahead(2)
            .build();
    SessionChange session =
        SessionChange.newBuilder()
            .setIndex(1)
            .setValidators(cores)
            .setParathreads(LongStream.range(2000, 2000 + 2L * cores).boxed().toList())
            .setConfig(config)
            .build();
    return BlockEvent.newBuilder().setChain(LANE).setNumber(0).setSession(session).build();
  }

  private static BlockEvent block(long number, int occupied) {
    return BlockEvent.newBuilder()
        .setChain(LANE)
        .setNumber(number)
        .setOccupied(IntStream.range(0, occupied).boxed().toList())
        .build();
  }
}
