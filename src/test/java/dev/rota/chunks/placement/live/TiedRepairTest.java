package dev.rota.chunks.placement.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.PeerId;
import dev.rota.chunks.placement.PlacementMoves;
import dev.rota.chunks.placement.PlacementMoves.Path;
import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.PlacementPolicy.Order;
import dev.rota.chunks.placement.PlacementResult;
import dev.rota.chunks.placement.PlacementShortage;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.placement.RestrictionCheck;
import dev.rota.kernel.engine.ParallelParts;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A repair that meets two workers with one hash begins as a repair and ends as a placement of all.
 * Such workers do not come by chance. Whoever invents peer ids can make them, since SeaHash can be
 * computed backwards.
 */
class TiedRepairTest {
  private static final PlacementPolicy POLICY = new PlacementPolicy(Order.HEAD, 10, 0.99, 2, true);
  private static final long DIFFUSION = 0x6eed0e9da4d94a4fL;
  private static final long THIRD_SEED = 0x6fe2e5aaf078ebc9L;
  private static final long FOURTH_SEED = 0x14f994a4c5259381L;

  private final List<PlacementWorker> workers =
      IntStream.rangeClosed(1, 4).mapToObj(number -> worker(id(number))).toList();
  private final List<PlacementWorker> tied =
      Stream.concat(workers.stream(), Stream.of(worker(twin(id(1))))).toList();
  private final LivePlacement live =
      new LivePlacement(ParallelParts.IN_TURN, RestrictionCheck.Counting.CHUNKS);

  private PlacementResult next(List<PlacementWorker> present, Chunk... changed) {
    return live.next(new PlacementDemand(List.of(changed), List.of(), present, POLICY));
  }

  private Path path(List<PlacementWorker> present, Chunk... changed) {
    return ((PlacementMoves) next(present, changed)).path();
  }

  @Test
  void newChunksKeepTheirSlots() {
    assertThat(path(workers, chunk("a", 10), chunk("b", 10))).isEqualTo(Path.BATCH);
    assertThat(path(workers, chunk("c", 10))).isEqualTo(Path.REPAIR);
    assertThat(path(tied, chunk("x", 10))).isEqualTo(Path.BATCH);
    assertThat(path(workers)).isEqualTo(Path.BATCH);
    assertThat(path(workers, chunk("y", 10))).isEqualTo(Path.REPAIR);
    areThere("a", "b", "c", "x", "y");
  }

  @Test
  void aShortageGivesThemBackOnce() {
    assertThat(path(workers, chunk("a", 10), chunk("b", 10))).isEqualTo(Path.BATCH);
    assertThat(path(workers, chunk("c", 10))).isEqualTo(Path.REPAIR);
    assertThat(next(tied, chunk("w", 60_000), chunk("x", 60_000), chunk("z", 60_000)))
        .isInstanceOf(PlacementShortage.class);
    areThere("a", "b", "c");
    String[] more = {"r", "s", "t", "u", "v", "x", "y"};
    for (String id : more) {
      assertThat(path(workers, chunk(id, 10))).isEqualTo(Path.REPAIR);
    }
    areThere(Stream.concat(Stream.of("a", "b", "c"), Stream.of(more)).toArray(String[]::new));
  }

  private void areThere(String... ids) {
    assertThat(live.size()).isEqualTo(ids.length);
    assertThat(Arrays.stream(ids).mapToInt(id -> live.slot(new ChunkName("s3://a", id))))
        .doesNotHaveDuplicates()
        .allMatch(slot -> slot >= 0);
    for (String id : ids) {
      assertThat(live.chunk(live.slot(new ChunkName("s3://a", id))).id()).isEqualTo(id);
    }
  }

  private static Chunk chunk(String id, long bytes) {
    return new Chunk("s3://a", id, bytes, 1, null);
  }

  private static PlacementWorker worker(byte[] id) {
    return new PlacementWorker(PeerId.parse(base58(id)), 100_000, null, true);
  }

  private static byte[] id(int number) {
    byte[] id = new byte[36];
    id[1] = 34;
    id[34] = (byte) number;
    return id;
  }

  /** Another id with the same hash on each ring: its third and fourth word undo each other. */
  private static byte[] twin(byte[] id) {
    ByteBuffer words = ByteBuffer.wrap(id.clone()).order(ByteOrder.LITTLE_ENDIAN);
    long both = mix(THIRD_SEED ^ words.getLong(16)) ^ mix(FOURTH_SEED ^ words.getLong(24));
    words.putLong(16, 12345);
    words.putLong(24, FOURTH_SEED ^ unmix(both ^ mix(THIRD_SEED ^ words.getLong(16))));
    return words.array();
  }

  private static long mix(long word) {
    long x = word * DIFFUSION;
    x ^= (x >>> 32) >>> (x >>> 60);
    return x * DIFFUSION;
  }

  private static long unmix(long word) {
    long inverse =
        BigInteger.valueOf(DIFFUSION).modInverse(BigInteger.ONE.shiftLeft(64)).longValue();
    long x = word * inverse;
    x ^= (x >>> 32) >>> (x >>> 60);
    return x * inverse;
  }

  private static String base58(byte[] bytes) {
    String digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    List<String> text = new ArrayList<>();
    BigInteger base = BigInteger.valueOf(digits.length());
    for (BigInteger rest = new BigInteger(1, bytes); rest.signum() > 0; rest = rest.divide(base)) {
      text.add(0, digits.substring(rest.mod(base).intValue()).substring(0, 1));
    }
    return "1" + String.join("", text); // one zero byte is before all others
  }
}
