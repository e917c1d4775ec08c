package dev.rota.chunks.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.placement.PlacementPolicy.Order;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How large a part of all bytes may ask for a version: each chunk counts once (rule 5). */
class RestrictionCheckTest {
  private static final SoftwareVersion OLD = SoftwareVersion.parse("2.7.0");
  private static final SoftwareVersion NEW = SoftwareVersion.parse("2.8.0");
  private static final int NETWORKS = 500;

  /** A network with room, whose restricted chunks have another weight than the others. */
  private record Net(List<Chunk> chunks, List<PlacementWorker> workers, PlacementPolicy policy) {
    static Net of(Random random) {
      List<Chunk> chunks = new ArrayList<>();
      int restricted = 1 + random.nextInt(4);
      int weight = 1 + random.nextInt(3);
      int other = weight % 3 + 1;
      for (int i = 0; i < restricted + 1 + random.nextInt(8); i++) {
        boolean asks = i < restricted;
        chunks.add(
            new Chunk(
                asks ? "s3://new" : "s3://old",
                "c" + i,
                500 + random.nextInt(1000),
                asks ? weight : other,
                asks ? NEW : null));
      }
      List<PlacementWorker> workers = new ArrayList<>();
      int eligible = 3 + random.nextInt(4);
      for (int i = 0; i < eligible + 1 + random.nextInt(6); i++) {
        workers.add(new PlacementWorker(Network.peer(i), 3000, i < eligible ? NEW : OLD, true));
      }
      double saturation = 0.5 + random.nextInt(45) / 100.0;
      return new Net(chunks, workers, new PlacementPolicy(Order.SEED, 50, saturation, 1, true));
    }

    /** Exactly: restricted / all > (1 - s) E / (s (n - E)). */
    boolean isTooMuch(int restrictedTimes, int otherTimes) {
      BigInteger restricted = bytes(true).multiply(BigInteger.valueOf(restrictedTimes));
      BigInteger all = restricted.add(bytes(false).multiply(BigInteger.valueOf(otherTimes)));
      long eligible = workers.stream().filter(one -> one.version().equals(NEW)).count();
      BigDecimal saturation = new BigDecimal(policy.saturation());
      BigDecimal left =
          new BigDecimal(restricted)
              .multiply(saturation)
              .multiply(BigDecimal.valueOf(workers.size() - eligible));
      BigDecimal spare = BigDecimal.ONE.subtract(saturation);
      return left.compareTo(
              spare.multiply(BigDecimal.valueOf(eligible)).multiply(new BigDecimal(all)))
          > 0;
    }

    private BigInteger bytes(boolean asks) {
      return chunks.stream()
          .filter(one -> (one.leastVersion() != null) == asks)
          .map(one -> BigInteger.valueOf(one.bytes()))
          .reduce(BigInteger.ZERO, BigInteger::add);
    }
  }

  @Test
  void theShareCountsEachChunkOnceWhateverItsWeight() {
    Random random = new Random(41);
    int otherByCopies = 0;
    int judged = 0;
    for (int i = 0; i < NETWORKS; i++) {
      Net net = Net.of(random);
      ScheduleResult made =
          ChunkScheduler.schedule(ChunkTable.of(net.chunks), net.workers, net.policy);
      // Too few workers for a factor, or too little room, is told before or after.
      if (made instanceof PlacementShortage lack && !lack.detail().contains("of all bytes")) {
        continue;
      }
      judged++;
      boolean tooMuch = net.isTooMuch(1, 1);
      assertThat(made instanceof PlacementShortage)
          .as("network %d: %s", i, made)
          .isEqualTo(tooMuch);
      if (made instanceof ChunkAssignment assignment) {
        int times = assignment.replication().get(weight(net, true));
        int others = assignment.replication().get(weight(net, false));
        otherByCopies += net.isTooMuch(times, others) ? 1 : 0;
      }
    }
    assertThat(judged).isGreaterThan(NETWORKS / 4);
    assertThat(otherByCopies).as("networks refused if copies were counted").isGreaterThan(10);
  }

  private static int weight(Net net, boolean asks) {
    return net.chunks.stream()
        .filter(one -> (one.leastVersion() != null) == asks)
        .findFirst()
        .orElseThrow()
        .weight();
  }
}
