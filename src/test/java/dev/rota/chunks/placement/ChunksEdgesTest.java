package dev.rota.chunks.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.entry;

import dev.rota.chunks.placement.PlacementPolicy.Order;
import dev.rota.chunks.placement.PlacementShortage.Reason;
import dev.rota.chunks.values.BlockSegment;
import dev.rota.kernel.engine.ParallelParts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What lies at the edge of the rules, or beyond. */
class ChunksEdgesTest {
  private static final Chunk SMALL = new Chunk("s3://a", "0", 10, 1, null);

  private static ScheduleResult schedule(
      Order order, List<Chunk> chunks, List<PlacementWorker> workers) {
    PlacementPolicy policy = new PlacementPolicy(order, 100, 0.9, 2, false);
    return ChunkScheduler.schedule(ChunkTable.of(chunks), workers, policy);
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void aChunkThatIsLargerThanAnyWorkerIsNamed(Order order) {
    Chunk large = new Chunk("s3://a", "1", 101, 1, null);
    ScheduleResult scheduled = schedule(order, List.of(SMALL, large), Network.workers(9, 100));

    assertThat(scheduled)
        .isInstanceOfSatisfying(
            PlacementShortage.class,
            shortage -> {
              assertThat(shortage.chunk()).isEqualTo(1);
              assertThat(shortage.detail())
                  .isEqualTo("copy 1 of chunk 1 of s3://a, 101 bytes, fits on none of 9 workers");
            });
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void withoutWorkersOrWithoutRoomThereIsNotEnough(Order order) {
    for (List<PlacementWorker> workers :
        List.of(List.<PlacementWorker>of(), Network.workers(3, 0))) {
      assertThat(schedule(order, List.of(SMALL), workers))
          .isInstanceOfSatisfying(
              PlacementShortage.class,
              shortage -> {
                assertThat(shortage.reason()).isEqualTo(Reason.NOT_ENOUGH_CAPACITY);
                assertThat(shortage.detail())
                    .startsWith("10 bytes of chunks, minReplication 2 times, are more than");
              });
      assertThat(schedule(order, List.of(), workers)).isInstanceOf(ChunkAssignment.class);
    }
  }

  @Test
  void aCopyThatFindsNoPlaceTakesNoneFromOneThatFitsExactly() {
    List<PlacementWorker> workers = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      workers.add(new PlacementWorker(Network.peer(i), i == 0 ? 8 : i == 1 ? 3 : 1, null, true));
    }
    List<Chunk> chunks =
        List.of(new Chunk("s3://a", "0", 5, 1, null), new Chunk("s3://a", "1", 3, 1, null));
    PlacementPolicy policy = new PlacementPolicy(Order.HEAD, 100, 1, 1, false);

    assertThat(ChunkScheduler.schedule(ChunkTable.of(chunks), workers, policy))
        .isInstanceOfSatisfying(
            ChunkAssignment.class,
            assignment -> {
              assertThat(assignment.chunks(0)).containsExactly(0, 1);
              assertThat(assignment.chunks(1)).containsExactly(1);
              assertThat(assignment.copies()).isEqualTo(3);
              assertThat(assignment.replication()).containsOnly(entry(1, 1));
            });
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void aChunkThatEveryWorkerHoldsCostsItsCopiesAndNotTheirSquare(Order order) {
    int count = 8_000;
    PlacementPolicy policy = new PlacementPolicy(order, 10, 1, count, false);
    ChunkScheduler scheduler =
        new ChunkScheduler(
            ChunkTable.of(List.of(SMALL)),
            policy,
            ParallelParts.IN_TURN,
            RestrictionCheck.Counting.CHUNKS);

    assertThat(scheduler.schedule(Network.workers(count, 10)))
        .isInstanceOfSatisfying(
            ChunkAssignment.class, assignment -> assertThat(assignment.copies()).isEqualTo(count));
    assertThat(scheduler.passes().get(0).looks()).isBetween((long) count, 100L * count);
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void chunksOfManyCopiesAreWhereEachCopyGoesByItself(Order order) {
    List<PlacementWorker> workers = new ArrayList<>();
    for (int i = 0; i < 130; i++) {
      workers.add(new PlacementWorker(Network.peer(i), i % 3 == 0 ? 19 : 40, null, true));
    }
    List<Chunk> chunks =
        List.of(SMALL, new Chunk("s3://a", "1", 9, 1, null), new Chunk("s3://a", "2", 8, 1, null));
    PlacementPolicy policy = new PlacementPolicy(order, 7, 0.6, 75, false);

    ChunkAssignment assignment =
        (ChunkAssignment) ChunkScheduler.schedule(ChunkTable.of(chunks), workers, policy);

    List<Set<Integer>> plain = PlainPlacement.of(chunks, workers, policy);
    for (int worker = 0; worker < workers.size(); worker++) {
      for (int chunk = 0; chunk < chunks.size(); chunk++) {
        assertThat(Arrays.binarySearch(assignment.chunks(worker), chunk) >= 0)
            .isEqualTo(plain.get(chunk).contains(worker));
      }
    }
    assertThat(assignment.copies()).isGreaterThan(3 * 75);
  }

  @Test
  void noReliableWorkerForbidsTheAssignment() {
    List<PlacementWorker> workers =
        Network.workers(5, 100).stream()
            .map(worker -> new PlacementWorker(worker.id(), worker.capacity(), null, false))
            .toList();

    assertThat(schedule(Order.HEAD, List.of(SMALL), workers)).isInstanceOf(PlacementShortage.class);
  }

  @Test
  void fewerWorkersThanTheFewestCopiesAreEnoughForTheSeedAlone() {
    List<PlacementWorker> one = Network.workers(1, 100);

    assertThat(schedule(Order.SEED, List.of(SMALL), one)).isInstanceOf(ChunkAssignment.class);
    assertThat(schedule(Order.HEAD, List.of(SMALL), one))
        .isInstanceOfSatisfying(
            PlacementShortage.class,
            shortage -> assertThat(shortage.reason()).isEqualTo(Reason.NOT_ENOUGH_CAPACITY));
  }

  @Test
  void theSeedAllowsOneLeastVersionOnly() {
    List<Chunk> chunks =
        List.of(
            new Chunk("s3://a", "0", 10, 1, SoftwareVersion.parse("1.0.0")),
            new Chunk("s3://a", "1", 10, 1, SoftwareVersion.parse("1.0.1")));
    List<PlacementWorker> workers =
        Network.workers(4, 100).stream()
            .map(
                worker ->
                    new PlacementWorker(worker.id(), 100, SoftwareVersion.parse("2.0.0"), true))
            .toList();

    assertThat(schedule(Order.HEAD, chunks, workers)).isInstanceOf(ChunkAssignment.class);
    assertThat(schedule(Order.SEED, chunks, workers))
        .isInstanceOfSatisfying(
            PlacementShortage.class,
            shortage -> {
              assertThat(shortage.reason()).isEqualTo(Reason.VERSION_RESTRICTION);
              assertThat(shortage.detail()).contains("1.0.0, 1.0.1");
            });
  }

  @Test
  void bytesBeyondWhatANumberHoldsAreNotEnoughCapacity() {
    Chunk huge = new Chunk("s3://a", "1", Long.MAX_VALUE, Chunk.WEIGHT_MAX, null);
    List<PlacementWorker> workers = Network.workers(3, Long.MAX_VALUE);

    assertThat(schedule(Order.HEAD, List.of(SMALL, huge), workers))
        .isInstanceOf(PlacementShortage.class);
  }

  @Test
  void datasetsGoByTheirOwnIdsNotByTheTextOfBoth() {
    List<Chunk> chunks = new ArrayList<>();
    for (String dataset : List.of("s3://a-b", "s3://a", "s3://\uD83D\uDE00", "s3://\uFFFD")) {
      chunks.add(new Chunk(dataset, "x", 1, 1, null));
    }
    ChunkTable table = ChunkTable.of(chunks);

    assertThat(List.of(table.chunk(0), table.chunk(1), table.chunk(2), table.chunk(3)))
        .extracting(Chunk::dataset)
        .containsExactly("s3://a", "s3://a-b", "s3://\uFFFD", "s3://\uD83D\uDE00");
  }

  @Test
  void aTableRefusesAChunkTwiceAndOneOutOfOrder() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ChunkTable.of(List.of(SMALL, SMALL)))
        .withMessageContaining("chunk 0 of s3://a is there twice");
    ChunkTable.Builder builder = new ChunkTable.Builder().add(new Chunk("s3://a", "1", 1, 1, null));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.add(SMALL));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.add(new Chunk("s3://A", "1", 1, 1, null)));
    assertThat(builder.add(new Chunk("s3://a", "10", 1, 1, null)).build().size()).isEqualTo(2);
  }

  @Test
  void whatIsOutOfRangeIsRefused() {
    for (double saturation : new double[] {0, -0.1, 1.01, Double.NaN}) {
      refusesPolicy(100, saturation, 1, "saturation is " + saturation);
    }
    refusesPolicy(0, 0.9, 1, "rings is 0");
    refusesPolicy(65_537, 0.9, 1, "rings is 65537");
    refusesPolicy(100, 0.9, 0, "minReplication is 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Chunk("s3://a", "1", -1, 1, null))
        .withMessage("chunk 1 has -1 bytes");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Chunk("s3://a", "1", 1, 65_536, null))
        .withMessageContaining("the weight 65536");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PlacementWorker(Network.peer(1), -1, null, true))
        .withMessageContaining("-1 bytes is negative");
  }

  private static void refusesPolicy(int rings, double saturation, int least, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PlacementPolicy(Order.SEED, rings, saturation, least, false))
        .withMessageStartingWith(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "12D3KooW0", "12D3KooW", "é", "1112", "QmYwAPJzv5CZsnA625s3Xf2"})
  void whatIsNoPeerIdIsRefused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PeerId.parse(text))
        .withMessageContaining("peer id");
  }

  @Test
  void aPeerIdOfAHashIsOneToo() {
    String id = "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG";

    assertThat(PeerId.parse(id)).hasToString(id).isEqualTo(PeerId.parse(id));
    assertThat(PeerId.parse(id).bytes()).hasSize(34).startsWith(0x12, 0x20);
  }

  @Test
  void versionsAreInTheOrderOfSemanticVersioning() {
    List<SoftwareVersion> ascending =
        List.of(
                "1.0.0-alpha",
                "1.0.0-alpha.1",
                "1.0.0-alpha.beta",
                "1.0.0-beta",
                "1.0.0-beta.2",
                "1.0.0-beta.11",
                "1.0.0-rc.1",
                "1.0.0",
                "1.0.1-rc1",
                "1.2.0",
                "1.10.0",
                "2.0.0")
            .stream()
            .map(SoftwareVersion::parse)
            .toList();

    assertThat(ascending).isSorted().doesNotHaveDuplicates();
    assertThat(SoftwareVersion.parse("1.0.0+build.7"))
        .isEqualByComparingTo(SoftwareVersion.parse("1.0.0"));
    assertThat(SoftwareVersion.parse("1.0.0-beta.11")).hasToString("1.0.0-beta.11");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "1.2", "01.2.3", "1.2.3-", "v1.2.3", "1.2.3.4", "1.2.x"})
  void whatIsNoVersionIsRefused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SoftwareVersion.parse(text))
        .withMessageContaining("is no version");
  }

  @Test
  void segmentsCountFromTheLastBlockAndNeverBackwards() {
    List<BlockSegment> segments =
        List.of(
            new BlockSegment(100, 1, null),
            new BlockSegment(-50, 5, null),
            new BlockSegment(-10, 9, null));

    assertThat(BlockSegment.of(segments, 99, 1000)).isEmpty();
    assertThat(BlockSegment.of(segments, 100, 1000)).contains(segments.get(0));
    assertThat(BlockSegment.of(segments, 950, 1000)).contains(segments.get(1));
    assertThat(BlockSegment.of(segments, 990, 1000)).contains(segments.get(2));
    assertThat(BlockSegment.of(segments, 100, 120)).contains(segments.get(1));
    assertThat(BlockSegment.of(segments, 119, 20))
        .as("before block 0 is never")
        .contains(segments.get(0));
    assertThat(BlockSegment.of(List.of(), 0, 0)).contains(BlockSegment.WHOLE);
  }
}
