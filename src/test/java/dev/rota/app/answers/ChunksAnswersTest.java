package dev.rota.app.answers;

import static dev.rota.chunks.model.LoneNetwork.DATASET;
import static dev.rota.chunks.model.LoneNetwork.NETWORK;
import static dev.rota.chunks.model.LoneNetwork.listing;
import static dev.rota.chunks.model.LoneNetwork.ping;
import static dev.rota.chunks.model.LoneNetwork.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.ChunksDomain;
import dev.rota.chunks.PlacementOrder;
import dev.rota.chunks.wire.ChunksWire;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three situations of a network with three workers of 1000 bytes, each asked why, when, and what
 * would change it. All but hashes is worked out by hand from the rules of chunks. There is one
 * ring. From 0 on it has worker 1 (2d06…, its id ends with ZzDu), worker 2 (5963…, ZzJK) and worker
 * 0 (dfec…, Zz9V).
 */
final class ChunksAnswersTest {
  private static final int WORKERS = 3;

  @TempDir private Path folder;
  private Scenario network;

  @BeforeEach
  void begin() {
    network = new Scenario(new ChunksDomain(), NETWORK, folder);
  }

  /** Each of two chunks of 500 bytes has three copies: 1000 bytes three times are all there is. */
  private void twoChunks(int minReplication) {
    network.take(
        ChunksWire.POLICIES,
        0,
        policy()
            .setRings(1)
            .setOrder(PlacementOrder.HEAD)
            .setMinReplication(minReplication)
            .setSaturation(1.0)
            .build());
    pings(0);
    list(0, "a", 500);
    list(0, "b", 500);
    network.tick(250);
  }

  private void pings(long atMillis) {
    for (int worker = 0; worker < WORKERS; worker++) {
      network.take(ChunksWire.PINGS, atMillis, ping(worker).setCapacityBytes(1000).build());
    }
  }

  private void list(long atMillis, String chunk, long bytes) {
    network.take(ChunksWire.LISTINGS, atMillis, listing(Map.of(chunk, bytes)));
  }

  private static String id(String chunk) {
    return DATASET + "/" + chunk;
  }

  /**
   * chunks 7: a listing makes a generation due 250 ms later, at 2.250 s. It is in force 60 s behind
   * that. Its 10 bytes take a copy of each chunk: 1010 bytes three times are more than 3000.
   *
   * <p>Until now, 100 ms behind the listing, nothing places it sooner.
   */
  @Test
  void aChunkWaitsForItsGeneration() {
    twoChunks(1);
    list(2_000, "c", 10);
    pings(2_100);

    assertThat(network.why(id("c")))
        .isEqualTo(
            """
            chunks tethys: turn 11 at 1970-01-01T00:00:02.100Z, verified from turn 1
            chunk s3://eth/c
              is listed and has no copy yet: generation 2 is due at 1970-01-01T00:00:02.250Z, in 150 ms (chunks 7)
              turn 8, 1970-01-01T00:00:02Z: a listing adds it with 10 bytes; a generation is due at 1970-01-01T00:00:02.250Z (chunks 1)
            """);
    assertThat(network.forecast(id("c")))
        .isEqualTo(
            """
            chunks tethys: turn 11 at 1970-01-01T00:00:02.100Z, verified from turn 1
            chunk s3://eth/c: is started at 1970-01-01T00:01:02.250Z, in PT1M0.15S, on worker 14PmRnjQi4tjiJzkmo6uoqe3SyVrzsEQhQyqTvEsEk5DaZzDu
              why          generation 2; fetched by 14PmRnjQi4tjiJzkmo6uoqe3SyVrzsEQhQyqTvEsEk5DaZzDu, 14PmRnjQi4tjiJzkmo6uoqe3SyVrzsEQhQyqTvEsEk5DaZzJK (chunks 5)
              turns        1 until then
              assumed      no listing and no policy comes, and no worker joins or leaves
              assumed      workers that are not offline ping in time, and say what they said last
            """);
    assertThat(network.unless(id("c")))
        .isEqualTo(
            """
            unless: chunk s3://eth/c waits since 1970-01-01T00:00:02Z
              with 1 more worker like the first one, it still waits
              with 2 more workers like the first one, it still waits
              with 4 more workers like the first one, it still waits
              no single change places it, of those that were tried: 3
            """);
  }

  /**
   * The nasty one, chunks 4: these bytes are over the cliff. In generation 2 each chunk has two
   * copies, and the third one of a, on worker 2, is dropped. It has copies, so it waits for
   * nothing.
   */
  @Test
  void aFewBytesOverACliffOfTheReplicationFactor() {
    twoChunks(1);
    list(2_000, "c", 10);
    network.tick(2_250);

    assertThat(network.why(id("a")))
        .isEqualTo(
            """
            chunks tethys: turn 9 at 1970-01-01T00:00:02.250Z, verified from turn 1
            chunk s3://eth/a
              has 2 copies in generation 2; weight 1 has the factor 2 (chunks 5)
                * worker 14PmRnjQi4tjiJzkmo6uoqe3SyVrzsEQhQyqTvEsEk5DaZz9V: copy 1 starts on ring 0 at b4422fdb3209cd4e: worker 1 from there is the first that may hold it (chunks 5)
                * worker 14PmRnjQi4tjiJzkmo6uoqe3SyVrzsEQhQyqTvEsEk5DaZzDu: copy 2 starts on ring 0 at f756bbffb044a8ab: worker 1 from there is the first that may hold it (chunks 5)
              turn 5, 1970-01-01T00:00:00Z: a listing adds it with 500 bytes; a generation is due at 1970-01-01T00:00:00.250Z (chunks 1)
              turn 7, 1970-01-01T00:00:00.250Z: generation 1; fetched by 14PmRnjQi4tjiJzkmo6uoqe3SyVrzsEQhQyqTvEsEk5DaZz9V, 14PmRnjQi4tjiJzkmo6uoqe3SyVrzsEQhQyqTvEsEk5DaZzDu, 14PmRnjQi4tjiJzkmo6uoqe3SyVrzsEQhQyqTvEsEk5DaZzJK (chunks 5)
                * worker 14PmRnjQi4tjiJzkmo6uoqe3SyVrzsEQhQyqTvEsEk5DaZz9V: copy 1 starts on ring 0 at b4422fdb3209cd4e: worker 1 from there is the first that may hold it (chunks 5)
                * worker 14PmRnjQi4tjiJzkmo6uoqe3SyVrzsEQhQyqTvEsEk5DaZzDu: copy 2 starts on ring 0 at f756bbffb044a8ab: worker 1 from there is the first that may hold it (chunks 5)
                * worker 14PmRnjQi4tjiJzkmo6uoqe3SyVrzsEQhQyqTvEsEk5DaZzJK: copy 3 starts on ring 0 at faf89b2ccd2d4207: worker 2 from there is the first that may hold it (chunks 5)
                - worker 14PmRnjQi4tjiJzkmo6uoqe3SyVrzsEQhQyqTvEsEk5DaZzDu: copy 3 passes it: it holds copy 2 of the chunk (chunks 5)
              turn 9, 1970-01-01T00:00:02.250Z: generation 2; dropped by 14PmRnjQi4tjiJzkmo6uoqe3SyVrzsEQhQyqTvEsEk5DaZzJK; 2 copies as before; weight 1 has the factor 2, 3 before (chunks 4)
                * worker 14PmRnjQi4tjiJzkmo6uoqe3SyVrzsEQhQyqTvEsEk5DaZz9V: copy 1 starts on ring 0 at b4422fdb3209cd4e: worker 1 from there is the first that may hold it (chunks 5)
                * worker 14PmRnjQi4tjiJzkmo6uoqe3SyVrzsEQhQyqTvEsEk5DaZzDu: copy 2 starts on ring 0 at f756bbffb044a8ab: worker 1 from there is the first that may hold it (chunks 5)
                - worker 14PmRnjQi4tjiJzkmo6uoqe3SyVrzsEQhQyqTvEsEk5DaZzJK: drops its copy: weight 1 has the factor 2, 3 before (chunks 4)
            """);
    assertThat(network.forecast(id("a")))
        .isEqualTo(
            """
            chunks tethys: turn 9 at 1970-01-01T00:00:02.250Z, verified from turn 1
            chunk s3://eth/a: has copies in generation 2
            """);
    assertThat(network.unless(id("a")))
        .isEqualTo(
            """
            unless: chunk s3://eth/a does not wait
            """);
  }

  /**
   * chunks 4, the last cliff: three copies of each chunk have to be, and 1010 bytes three times do
   * not fit into 3000. Generation 2 is refused, and the next change tries it again. None comes. The
   * others have their copies of generation 1, and wait for nothing.
   *
   * <p>With a fourth worker the bytes fit, and the copies do not (chunks 5): of four workers, two
   * have a copy of both a and b, and are full, so that c finds two workers at most. With five it
   * finds three in the generation of 2.250 s.
   */
  @Test
  void aChunkForWhichThereIsNoGeneration() {
    twoChunks(3);
    list(2_000, "c", 10);
    network.tick(2_250);
    pings(3_000);

    assertThat(network.why(id("c")))
        .isEqualTo(
            """
            chunks tethys: turn 12 at 1970-01-01T00:00:03Z, verified from turn 1
            chunk s3://eth/c
              is listed and has no copy yet: generation 2 was refused, and the next change tries it again: 1010 bytes of chunks, minReplication 3 times, are more than the 3000 bytes that 3 workers have to give: saturation times their capacity (chunks 7)
                - worker 14PmRnjQi4tjiJzkmo6uoqe3SyVrzsEQhQyqTvEsEk5DaZz9V: 1000 of 1000 bytes are taken in generation 1, and the chunk has 10 (chunks 5)
                - worker 14PmRnjQi4tjiJzkmo6uoqe3SyVrzsEQhQyqTvEsEk5DaZzDu: 1000 of 1000 bytes are taken in generation 1, and the chunk has 10 (chunks 5)
                - worker 14PmRnjQi4tjiJzkmo6uoqe3SyVrzsEQhQyqTvEsEk5DaZzJK: 1000 of 1000 bytes are taken in generation 1, and the chunk has 10 (chunks 5)
              turn 8, 1970-01-01T00:00:02Z: a listing adds it with 10 bytes; a generation is due at 1970-01-01T00:00:02.250Z (chunks 1)
              turn 9, 1970-01-01T00:00:02.250Z: generation 2 is refused, so it waits, NOT_ENOUGH_CAPACITY: 1010 bytes of chunks, minReplication 3 times, are more than the 3000 bytes that 3 workers have to give: saturation times their capacity (chunks 4)
                - worker 14PmRnjQi4tjiJzkmo6uoqe3SyVrzsEQhQyqTvEsEk5DaZz9V: 1000 of 1000 bytes are taken in generation 1, and the chunk has 10 (chunks 5)
                - worker 14PmRnjQi4tjiJzkmo6uoqe3SyVrzsEQhQyqTvEsEk5DaZzDu: 1000 of 1000 bytes are taken in generation 1, and the chunk has 10 (chunks 5)
                - worker 14PmRnjQi4tjiJzkmo6uoqe3SyVrzsEQhQyqTvEsEk5DaZzJK: 1000 of 1000 bytes are taken in generation 1, and the chunk has 10 (chunks 5)
            """);
    assertThat(network.forecast(id("c")))
        .isEqualTo(
            """
            chunks tethys: turn 12 at 1970-01-01T00:00:03Z, verified from turn 1
            chunk s3://eth/c: is not started within the horizon
              why not      is listed and has no copy yet: generation 2 was refused, and the next change tries it again: 1010 bytes of chunks, minReplication 3 times, are more than the 3000 bytes that 3 workers have to give: saturation times their capacity (chunks 7)
              turns        18 until then
              assumed      no listing and no policy comes, and no worker joins or leaves
              assumed      workers that are not offline ping in time, and say what they said last
              assumed      no generation is made, as no change waits for one
            """);
    assertThat(network.unless(id("c")))
        .isEqualTo(
            """
            unless: chunk s3://eth/c waits since 1970-01-01T00:00:02Z
              with 1 more worker like the first one, it still waits
              with 2 more workers like the first one, it is placed at 1970-01-01T00:00:02.250Z
                rota whatif chunks --key tethys --since 1970-01-01T00:00:02Z --add workers:2
            """);
    assertThat(network.unless(id("a")))
        .isEqualTo(
            """
            unless: chunk s3://eth/a does not wait
            """);
  }
}
