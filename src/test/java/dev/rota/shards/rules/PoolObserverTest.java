package dev.rota.shards.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.domain.Output;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.simulate.SeededHistories;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.shards.PoolOutcome;
import dev.rota.shards.ShardAssignment;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.ShardsDomain;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/**
 * What pools publish under hostile histories, in which workers die, hang, come late and speak
 * twice, held to what a reader of the topics may count on. The engine has no say in it.
 */
class PoolObserverTest {
  private static final int SEEDS = Integer.getInteger("rota.laws.seeds", 50);
  private static final int EVENTS = 400;

  @Test
  void noShardIsEverHeldByTwoAndNoTransactionIsLostOrDoubled() {
    long leases = 0;
    long settled = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      List<SpecificRecord> records = records(seed);
      PoolObserver watch = watch(records);
      assertThat(watch.wrong()).as("seed %d", seed).isEmpty();
      assertThat(watch.included() + watch.lost() + watch.pending())
          .as("accepted by seed %d, I7", seed)
          .isEqualTo(watch.accepted());
      leases += records.stream().filter(PoolObserverTest::isEnd).count();
      settled += watch.included() + watch.lost();
    }
    System.out.printf(
        "shards watched: %d seeds, %d leases ended, %d transactions settled%n",
        SEEDS, leases, settled);
    assertThat(leases).isPositive();
    assertThat(settled).isPositive();
  }

  @Test
  void whoeverHearsOfNoEndSeesTwoHolders() {
    assertThat(red(PoolObserverTest::withoutAnEnd)).anyMatch(wrong -> wrong.contains("I1"));
  }

  @Test
  void aBlockThatIsToldTwiceIsSeen() {
    assertThat(red(PoolObserverTest::withABlockTwice)).anyMatch(wrong -> wrong.contains("I5"));
  }

  @Test
  void aBlockThatGetsLostIsSeen() {
    assertThat(red(PoolObserverTest::withoutABlock)).anyMatch(wrong -> wrong.contains("I6"));
  }

  @Test
  void aStolenCycleIsSeen() {
    assertThat(red(PoolObserverTest::withAThief))
        .anyMatch(wrong -> wrong.startsWith("two workers hold one shard"));
  }

  private interface Mutation {
    /** The records made wrong. */
    List<SpecificRecord> of(List<SpecificRecord> records);
  }

  /** What is wrong with a history of some seed that the mutation applies to. */
  private static List<String> red(Mutation mutation) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      List<String> wrong = watch(mutation.of(records(seed))).wrong();
      if (!wrong.isEmpty()) {
        return wrong;
      }
    }
    return List.of();
  }

  private static List<SpecificRecord> withoutAnEnd(List<SpecificRecord> records) {
    List<SpecificRecord> fewer = new ArrayList<>(records);
    records.stream().filter(PoolObserverTest::isEnd).findFirst().ifPresent(fewer::remove);
    return fewer;
  }

  private static List<SpecificRecord> withABlockTwice(List<SpecificRecord> records) {
    List<SpecificRecord> more = new ArrayList<>();
    for (SpecificRecord record : records) {
      more.add(record);
      if (isBlock(record)) {
        more.add(record);
      }
    }
    return more;
  }

  private static List<SpecificRecord> withoutABlock(List<SpecificRecord> records) {
    List<SpecificRecord> fewer = new ArrayList<>(records);
    records.stream().filter(PoolObserverTest::isBlock).findFirst().ifPresent(fewer::remove);
    return fewer;
  }

  private static List<SpecificRecord> withAThief(List<SpecificRecord> records) {
    List<SpecificRecord> more = new ArrayList<>();
    for (SpecificRecord record : records) {
      more.add(record);
      if (record instanceof ShardAssignment assignment && !isEnd(record)) {
        more.add(ShardAssignment.newBuilder(assignment).setWorker("thief").build());
      }
    }
    return more;
  }

  private static boolean isEnd(SpecificRecord record) {
    return record instanceof ShardAssignment assignment && assignment.getEndOfLease() != null;
  }

  private static boolean isBlock(SpecificRecord record) {
    return record instanceof PoolOutcome outcome && outcome.getEvent() instanceof ShardBlock;
  }

  private static PoolObserver watch(List<SpecificRecord> records) {
    PoolObserver watch = new PoolObserver();
    records.forEach(watch::see);
    return watch;
  }

  private static List<SpecificRecord> records(long seed) {
    ShardsDomain domain = new ShardsDomain();
    LanesInMemory bench = new LanesInMemory(domain);
    List<SpecificRecord> records = new ArrayList<>();
    for (Traffic.Event event :
        SeededHistories.hostile(DomainTraffic.of(domain), "mainnet", seed, EVENTS)) {
      for (Output output : bench.take("mainnet", event).published()) {
        if (output.record() != null) {
          records.add(output.record());
        }
      }
    }
    return records;
  }
}
