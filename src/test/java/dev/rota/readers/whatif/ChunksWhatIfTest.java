package dev.rota.readers.whatif;

import dev.rota.base.samples.SamplePeerIds;
import dev.rota.chunks.ChunkListing;
import dev.rota.chunks.ChunksDomain;
import dev.rota.chunks.ListedChunk;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.wire.ChunksWire;
import dev.rota.kernel.domain.FleetChange;
import dev.rota.testing.Book;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Worked out by hand: rules 4 and 5 of the chunks. */
final class ChunksWhatIfTest {
  static final long TIGHT_MILLIS = 2_260;
  static final String NETWORK = "n";

  /**
   * Three workers of 100 bytes each, and a chunk of 90: 297 bytes count, so it has three copies.
   */
  private static Book book() {
    Book book = new Book(new ChunksDomain());
    for (int worker = 0; worker < 3; worker++) {
      ping(book, worker, worker);
    }
    list(book, "c", 10);
    book.tick(NETWORK, 1_000);
    return book;
  }

  /** The same, and another chunk of 90 bytes: 297 bytes do not hold two copies of both. */
  static Book tight() {
    Book book = book();
    list(book, "c1", 2_010);
    book.tick(NETWORK, 2_260); // refused
    ping(book, 0, 3_000);
    return book;
  }

  private static void ping(Book book, int worker, long atMillis) {
    WorkerPing ping =
        WorkerPing.newBuilder()
            .setNetwork(NETWORK)
            .setWorker(SamplePeerIds.name(worker))
            .setCapacityBytes(100L)
            .build();
    book.take(ChunksWire.PINGS, NETWORK, atMillis, ping);
  }

  private static void list(Book book, String chunk, long atMillis) {
    ChunkListing listing =
        ChunkListing.newBuilder()
            .setNetwork(NETWORK)
            .setDataset("s3://d")
            .setAdded(List.of(new ListedChunk(chunk, 90L)))
            .build();
    book.take(ChunksWire.LISTINGS, NETWORK, atMillis, listing);
  }

  private static Figured ask(String policy, FleetChange... fleet) {
    return new Figured(Asked.of(new ChunksDomain(), book(), NETWORK, policy, fleet));
  }

  @Test
  void aLittleLessSaturationIsACopyLess() {
    // 0.9 of 300 bytes are 270: three copies exactly. 0.89 are 267: two.
    ask("{saturation: 0.9}").has("bytes moved", 270, 270);
    ask("{saturation: 0.89}")
        .has("bytes moved", 270, 180)
        .has("copies moved", 3, 2)
        .has("copies of a chunk, by generation, mean", 3, 2);
  }

  @Test
  void aMinimumThatDoesNotFitIsRefused() {
    // 0.99 of 270 bytes are 267, and three copies need 270.
    ask("{capacityBytesMax: 90, minReplication: 3}")
        .has("generations", 1, 0)
        .has("generations refused", 0, 1)
        .has("bytes moved", 270, 0);
  }

  @Test
  void aChunkThatFitsOnNoWorkerIsNotListed() {
    ask("{capacityBytesMax: 80}").has("chunks refused", 0, 1).has("bytes moved", 270, 0);
  }

  @Test
  void aWorkerLessHoldsACopyLess() {
    ask("{}", new FleetChange(false, "worker", SamplePeerIds.name(1), null))
        .has("bytes moved", 270, 180);
  }

  @Test
  void addedWorkersHoldACopyEach() {
    ask("{}", new FleetChange(true, "workers", "2", null)).has("bytes moved", 270, 450);
  }
}
