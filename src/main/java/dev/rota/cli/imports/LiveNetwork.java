package dev.rota.cli.imports;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.cli.console.Root;
import dev.rota.domain.Domain;
import dev.rota.settings.Settings;
import dev.rota.sqd.ChunkLine;

/**
 * A network on a cluster: its chunks are listed, all of them as one listing of as many records as
 * it takes, and the generation is waited for.
 */
final class LiveNetwork implements AutoCloseable {
  /** Chunks of a record. */
  static final int BATCH_MAX = 10_000;

  /** Of a record, so that it stays far below what a topic takes. */
  private static final int RECORD_BYTES_MAX = 1 << 19;

  /** What a chunk takes besides its name. */
  private static final int CHUNK_BYTES = 8;

  private final Listings listings = new Listings();
  private final LiveLane lane;
  private final String listing = "import-" + System.currentTimeMillis();
  private final boolean replace;
  private final int batch;
  private final int rate;
  private int part;
  private ArrayNode added = JsonNodeFactory.instance.arrayNode();
  private String dataset = "";
  private int bytes;

  /**
   * Connects; fails within seconds when that is not possible.
   *
   * @param replace what the datasets had before goes
   * @param batch chunks of a record, at most
   * @param rate chunks per second; 0: as fast as they are taken
   */
  LiveNetwork(
      Root root,
      Settings settings,
      Domain<?, ?, ?> domain,
      String network,
      boolean replace,
      int batch,
      int rate) {
    this.replace = replace;
    this.lane = LiveLane.open(root, settings, domain, network, listings);
    this.batch = batch;
    this.rate = rate;
  }

  /** Sends it with others of its dataset, or keeps it for later ones. */
  void send(ChunkLine chunk) {
    int size = chunk.chunk().getBytes(UTF_8).length + CHUNK_BYTES;
    boolean full = added.size() >= batch || bytes + size > RECORD_BYTES_MAX;
    if (full || !dataset.equals(chunk.dataset())) {
      flush(false);
      dataset = chunk.dataset();
    }
    added.addObject().put("chunk", chunk.chunk()).put("bytes", chunk.bytes());
    bytes += size;
  }

  /** The last record says how many there are; one that is all of the listing needs no id. */
  private void flush(boolean last) {
    if (added.isEmpty()) {
      return;
    }
    lane.pace(listings.chunks(), rate);
    ObjectNode record = lane.value().put("dataset", dataset).put("replace", replace);
    if (part > 0 || !last) {
      record.put("listing", listing).put("part", part++);
    }
    if (part > 0 && last) {
      record.put("parts", part);
    }
    record.set("added", added);
    listings.sent(dataset, added.size(), lane.send("chunk-listings", record));
    added = JsonNodeFactory.instance.arrayNode();
    bytes = 0;
    lane.peek();
  }

  /** Waits until the listing is complete, and the generation that has it is there. */
  Listings settle() {
    flush(true);
    lane.settle();
    return listings;
  }

  @Override
  public void close() {
    lane.close();
  }
}
