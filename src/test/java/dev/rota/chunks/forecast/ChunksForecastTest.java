package dev.rota.chunks.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.ChunksDomain;
import dev.rota.chunks.model.ChunksInput.Added;
import dev.rota.chunks.model.ChunksInput.Listing;
import dev.rota.chunks.model.ChunksInput.Piece;
import dev.rota.chunks.model.ChunksInput.Ping;
import dev.rota.chunks.model.LoneNetwork;
import dev.rota.readers.forecast.ForecastAccuracy;
import dev.rota.testing.Foreseeing;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Forecasts that are worked out by hand, under the default policy. Times are ms after 1970. */
final class ChunksForecastTest {
  private static final String DATASET = "s3://a";
  private static final int WORKERS = 20;

  private final Foreseeing network = new Foreseeing(new ChunksDomain(), 3_600_000);

  private void pings(long atMillis, long capacity) {
    for (int worker = 0; worker < WORKERS; worker++) {
      network.take(
          atMillis, new Ping(LoneNetwork.peer(worker), capacity, null, null, null, false, false));
    }
  }

  private void list(long atMillis, String chunk, long bytes) {
    network.take(
        atMillis,
        new Listing(DATASET, List.of(new Added(chunk, bytes)), List.of(), false, Piece.ALL));
  }

  /**
   * chunks 7, the nasty one: the second listing puts the generation off, to 250 ms behind it. It is
   * in force 60 s behind that. Nothing but time passes until then.
   */
  @Test
  void aChunkWaitsForTheWindowOfItsGeneration() {
    pings(1_000, LoneNetwork.GIB);
    list(10_000, "c1", 1000);
    list(10_200, "c2", 1000);

    assertThat(network.told("chunk", "s3://a/c1")).startsWith("STARTS 1970-01-01T00:01:10.450Z on");
    assertThat(network.told("chunk", "s3://a/c1")).endsWith(" by chunks 5");
    assertThat(network.of("chunk", "s3://a/c1").turns()).isOne();
    assertThat(network.next(9)).hasSize(2).allMatch(line -> line.contains("00:01:10.450Z"));

    // A network without a chunk made no generation of its workers alone.
    network.pass(11_000);
    assertThat(network.told("chunk", "s3://a/c1")).isEqualTo("STARTED has copies in generation 1");
    assertThat(network.next(9)).isEmpty();
    list(20_000, "c3", 1000);
    assertThat(network.next(9))
        .as("copies of the others are no new chunks")
        .hasSize(1)
        .first()
        .asString()
        .startsWith("chunk s3://a/c3 1970-01-01T00:01:20.250Z on worker ");
  }

  /** chunks 2 and 4: those who ping stay, however long it takes; who has no room cannot place. */
  @Test
  void aChunkForWhichThereIsNoRoomWaits() {
    pings(1_000, 1_000);
    list(10_000, "c1", 900);
    list(10_100, "c2", 900);
    for (int i = 3; i < 40; i++) {
      list(10_100, "c" + i, 900);
    }

    assertThat(network.of("chunk", "s3://a/c1").outcome()).hasToString("WAITS");
    assertThat(network.of("chunk", "s3://a/c1").reason().what()).contains("was refused");
  }

  /** The law: what is listed last in its window is in force when it was forecast. */
  @Test
  void whereNothingElseIsListedEachForecastIsExact() {
    for (int round = 1; round <= 20; round++) {
      long at = 100_000L * round;
      pings(at, LoneNetwork.GIB);
      list(at + 5_000, "c" + round, 1000);
      network.record();
      network.pass(at + 6_000);
    }
    ForecastAccuracy judged = network.judged();

    assertThat(judged.exact()).isEqualTo(20);
    assertThat(judged.placed()).isEqualTo(20);
    assertThat(judged.made()).isEqualTo(20);
  }
}
