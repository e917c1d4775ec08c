package dev.rota.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.domain.Domain;
import dev.rota.settings.Settings;
import dev.rota.sqd.ChunkLine;

/** A network on a cluster: its chunks are listed, batch by batch, and the generation waited for. */
final class LiveNetwork implements AutoCloseable {
  /** Chunks of a listing. */
  static final int BATCH_MAX = 10_000;

  /** Of a listing, so that its record stays far below what a topic takes. */
  private static final int LISTING_BYTES_MAX = 1 << 19;

  /** What a chunk takes besides its name. */
  private static final int CHUNK_BYTES = 8;

  private final Listings listings = new Listings();
  private final LiveLane lane;
  private final int batch;
  private final int rate;
  private ArrayNode added = JsonNodeFactory.instance.arrayNode();
  private String dataset = "";
  private int bytes;

  /**
   * Connects; fails within seconds when that is not possible.
   *
   * @param batch chunks of a listing, at most
   * @param rate chunks per second; 0: as fast as they are taken
   */
  LiveNetwork(
      Root root, Settings settings, Domain<?, ?, ?> domain, String network, int batch, int rate) {
    this.lane = LiveLane.open(root, settings, domain, network, listings);
    this.batch = batch;
    this.rate = rate;
  }

  /** Sends it with others of its dataset, or keeps it for later ones. */
  void send(ChunkLine chunk) {
    int size = chunk.chunk().getBytes(UTF_8).length + CHUNK_BYTES;
    if (!dataset.equals(chunk.dataset()) || bytes + size > LISTING_BYTES_MAX) {
      flush();
      dataset = chunk.dataset();
    }
    added.addObject().put("chunk", chunk.chunk()).put("bytes", chunk.bytes());
    bytes += size;
    if (added.size() >= batch) {
      flush();
    }
  }

  private void flush() {
    if (added.isEmpty()) {
      return;
    }
    lane.pace(listings.chunks(), rate);
    ObjectNode listing = lane.value().put("dataset", dataset).set("added", added);
    listings.sent(dataset, added.size(), lane.send("chunk-listings", listing));
    added = JsonNodeFactory.instance.arrayNode();
    bytes = 0;
    lane.peek();
  }

  /** Waits until every listing has its answer, and the generation that has them is there. */
  Listings settle() {
    flush();
    lane.settle();
    return listings;
  }

  @Override
  public void close() {
    lane.close();
  }
}
