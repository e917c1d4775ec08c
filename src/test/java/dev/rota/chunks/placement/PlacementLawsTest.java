package dev.rota.chunks.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rota.chunks.placement.PlacementPolicy.Order;
import dev.rota.kernel.engine.ParallelParts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Holds for whatever network: small random ones, most of them close to full. */
class PlacementLawsTest {
  private static final int NETWORKS = 1500;
  private static final Map<String, Integer> SEEN = Collections.synchronizedMap(new TreeMap<>());

  private static IntStream seeds() {
    Integer one = Integer.getInteger("rota.seed");
    return one == null ? IntStream.range(0, NETWORKS) : IntStream.of(one);
  }

  private record Case(List<Chunk> chunks, List<PlacementWorker> workers, PlacementPolicy policy) {
    ScheduleResult schedule() {
      return ChunkScheduler.schedule(ChunkTable.of(chunks), workers, policy);
    }
  }

  @AfterAll
  static void tell() {
    System.out.println("chunks placement laws: " + SEEN);
    if (Integer.getInteger("rota.seed") == null) {
      assertThat(SEEN.keySet())
          .contains("HEAD assigned", "SEED assigned", "HEAD fewer copies than planned")
          .contains("HEAD NOT_ENOUGH_CAPACITY", "SEED NO_WORKER_FOR_CHUNK", "two passes");
    }
  }

  @Test
  void itIsWhatTheRulesSayAndAllBoundsHold() {
    seeds().forEach(PlacementLawsTest::isWhatTheRulesSay);
  }

  @Test
  void theOrderOfWhatIsGivenMakesNoDifference() {
    seeds().forEach(PlacementLawsTest::isTheSameShuffled);
  }

  /** So large that hashing and ring search fall into several parts each. */
  @ParameterizedTest
  @EnumSource(Order.class)
  void itShowsNowhereInWhichOrderPartsAreDone(Order order) {
    Case network = large(order);
    int[][] expected = held(network, ParallelParts.IN_TURN);
    List<Integer> counts = new ArrayList<>();
    ParallelParts backwards =
        (count, part) -> {
          counts.add(count);
          IntStream.range(0, count).map(number -> count - 1 - number).forEach(part);
        };

    assertThat(held(network, backwards)).isDeepEqualTo(expected);
    assertThat(held(network, (count, part) -> IntStream.range(0, count).parallel().forEach(part)))
        .isDeepEqualTo(expected);
    assertThat(counts).hasSize(8).contains(15, 12);
  }

  private static Case large(Order order) {
    List<Chunk> chunks = new ArrayList<>();
    for (int i = 0; i < 60_000; i++) {
      chunks.add(new Chunk("s3://" + i / 9_000, String.format("%05d", i), 1 + i % 7, 1, null));
    }
    List<PlacementWorker> workers = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      workers.add(new PlacementWorker(Network.peer(i), 10_000, null, i % 5 > 0));
    }
    return new Case(chunks, workers, new PlacementPolicy(order, 6000, 0.95, 1, false));
  }

  private static int[][] held(Case network, ParallelParts parts) {
    ChunkAssignment assignment =
        (ChunkAssignment)
            ChunkScheduler.schedule(
                ChunkTable.of(network.chunks()), network.workers(), network.policy(), parts);
    return IntStream.range(0, network.workers().size())
        .mapToObj(assignment::chunks)
        .toArray(int[][]::new);
  }

  private static void isWhatTheRulesSay(int seed) {
    Case network = network(seed);
    ScheduleResult scheduled = network.schedule();

    if (scheduled instanceof ChunkAssignment assignment) {
      seen(network, "assigned");
      assertThat(byPeer(assignment, network.workers()))
          .as("-Drota.seed=%d", seed)
          .isEqualTo(
              texts(NaivePlacement.of(network.chunks(), network.workers(), network.policy())));
      assertThat(assignment.copies()).isPositive();
      boundsHold(assignment, network);
      floorsHold(assignment, network);
    } else {
      refused((PlacementShortage) scheduled, network, seed);
    }
  }

  private static void isTheSameShuffled(int seed) {
    Case network = network(seed);
    List<Chunk> chunks = new ArrayList<>(network.chunks());
    List<PlacementWorker> workers = new ArrayList<>(network.workers());
    Collections.shuffle(chunks, new Random(seed));
    Collections.shuffle(workers, new Random(seed));
    ScheduleResult given = network.schedule();
    ScheduleResult shuffled = new Case(chunks, workers, network.policy()).schedule();

    if (given instanceof ChunkAssignment assignment) {
      assertThat(shuffled).isInstanceOf(ChunkAssignment.class);
      assertThat(byPeer((ChunkAssignment) shuffled, workers))
          .as("-Drota.seed=%d", seed)
          .isEqualTo(byPeer(assignment, network.workers()));
    } else {
      assertThat(shuffled).isEqualTo(given);
    }
  }

  /** Rule 5: no worker holds more than it has room for, a chunk twice, or what it may not. */
  private static void boundsHold(ChunkAssignment assignment, Case network) {
    ChunkTable table = ChunkTable.of(network.chunks());
    for (int i = 0; i < network.workers().size(); i++) {
      PlacementWorker worker = network.workers().get(i);
      int[] held = assignment.chunks(i);
      assertThat(held).isSorted().doesNotHaveDuplicates();
      assertThat(Arrays.stream(held).mapToLong(table::bytes).sum())
          .isLessThanOrEqualTo(worker.capacity());
      for (int chunk : held) {
        SoftwareVersion least = table.chunk(chunk).leastVersion();
        assertThat(least == null || worker.satisfies(least)).isTrue();
      }
    }
  }

  /** Rules 4 and 6: reliable workers alone hold as many copies of each chunk as are promised. */
  private static void floorsHold(ChunkAssignment assignment, Case network) {
    ChunkTable table = ChunkTable.of(network.chunks());
    boolean all = network.policy().ignoreReliability();
    int[] copies = new int[table.size()];
    int counted = 0;
    for (int i = 0; i < network.workers().size(); i++) {
      if (all || network.workers().get(i).reliable()) {
        counted++;
        Arrays.stream(assignment.chunks(i)).forEach(chunk -> copies[chunk]++);
      }
    }
    if (counted < network.workers().size()) {
      SEEN.merge("two passes", 1, Integer::sum);
    }
    int floor = Math.min(network.policy().minReplication(), counted);
    for (int chunk = 0; chunk < copies.length; chunk++) {
      int promised = assignment.replication().get(table.chunk(chunk).weight());
      assertThat(copies[chunk]).isGreaterThanOrEqualTo(Math.max(floor, promised));
      if (network.policy().order() == Order.HEAD && copies[chunk] > promised) {
        seen(network, "fewer copies than planned");
      }
    }
  }

  private static void refused(PlacementShortage shortage, Case network, int seed) {
    seen(network, shortage.reason().name());
    assertThat(shortage.detail()).isNotBlank();
    if (shortage.reason() == PlacementShortage.Reason.VERSION_RESTRICTION) {
      assertThat(network.policy().order()).isEqualTo(Order.SEED);
      return;
    }
    assertThat(
            catchThrowableOfType(
                    NaivePlacement.Nowhere.class,
                    () -> NaivePlacement.of(network.chunks(), network.workers(), network.policy()))
                .chunk())
        .as("-Drota.seed=%d", seed)
        .isEqualTo(shortage.chunk());
  }

  private static void seen(Case network, String what) {
    SEEN.merge(network.policy().order() + " " + what, 1, Integer::sum);
  }

  private static Map<String, Set<Integer>> byPeer(
      ChunkAssignment assignment, List<PlacementWorker> workers) {
    Map<String, Set<Integer>> held = new TreeMap<>();
    for (int i = 0; i < workers.size(); i++) {
      Set<Integer> chunks = new TreeSet<>();
      Arrays.stream(assignment.chunks(i)).forEach(chunks::add);
      held.put(workers.get(i).id().toString(), chunks);
    }
    return held;
  }

  private static Map<String, Set<Integer>> texts(Map<PeerId, Set<Integer>> held) {
    Map<String, Set<Integer>> texts = new TreeMap<>();
    held.forEach((id, chunks) -> texts.put(id.toString(), chunks));
    return texts;
  }

  /** Room for the chunks one to six times, so that most are close to full in the end. */
  private static Case network(int seed) {
    Random random = new Random(seed);
    SoftwareVersion least = random.nextInt(3) == 0 ? SoftwareVersion.parse("2.8.0") : null;
    int[] weights = {0, 1, 1, 2, 3, 12};
    List<Chunk> chunks = new ArrayList<>();
    int count = 1 + random.nextInt(40);
    for (int i = 0; i < count; i++) {
      chunks.add(
          new Chunk(
              "s3://" + "a-b".substring(0, 1 + random.nextInt(3)),
              i + "é".repeat(random.nextInt(9)),
              1 + random.nextInt(random.nextBoolean() ? 100 : 20),
              weights[random.nextInt(weights.length)],
              random.nextInt(12) == 0 ? least : null));
    }
    long total = chunks.stream().mapToLong(Chunk::bytes).sum();
    int size = 1 + random.nextInt(12);
    double room = 1 + 5 * random.nextDouble();
    boolean reliable = random.nextBoolean();
    boolean even = random.nextBoolean();
    List<PlacementWorker> workers = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      double share = even ? 1 : 0.5 + random.nextDouble();
      workers.add(
          new PlacementWorker(
              Network.peer(random.nextInt(1000) * 13 + i),
              (long) (total * room * share / size),
              random.nextInt(5) == 0
                  ? null
                  : SoftwareVersion.parse("2." + (7 + random.nextInt(3)) + ".0"),
              reliable || random.nextInt(4) > 0));
    }
    PlacementPolicy policy =
        new PlacementPolicy(
            random.nextBoolean() ? Order.HEAD : Order.SEED,
            1 + random.nextInt(random.nextBoolean() ? 3 : 300),
            0.8 + 0.2 * random.nextDouble(),
            1 + random.nextInt(3),
            random.nextInt(4) == 0);
    return new Case(chunks, workers, policy);
  }
}
