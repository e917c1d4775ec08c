package dev.rota.lab.verbs.imports;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.rota.lab.sqd.ChunkLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Chunks of a list, each with others of its dataset: as many as a record has, in whatever order the
 * list has them.
 */
final class ChunkBatches {
  /** The limit of a record's size, far below a topic's limit. */
  private static final int RECORD_BYTES_MAX = 1 << 19;

  /** The size of a chunk besides its name. */
  private static final int CHUNK_BYTES = 8;

  /** Chunks of one dataset that are sent as one record. */
  static final class Batch {
    private final String dataset;
    private final ArrayNode added = JsonNodeFactory.instance.arrayNode();
    private int bytes;

    private Batch(String dataset) {
      this.dataset = dataset;
    }

    String dataset() {
      return dataset;
    }

    /** Returns the chunks as a record has them. */
    ArrayNode added() {
      return added;
    }
  }

  private final int chunksMax;
  private final int keptMax;
  private final Map<String, Batch> open = new LinkedHashMap<>();
  private int kept;

  /**
   * Creates batches.
   *
   * @param chunksMax of a batch
   * @param keptMax of all open batches; the largest one is sent where it is exceeded
   */
  ChunkBatches(int chunksMax, int keptMax) {
    this.chunksMax = chunksMax;
    this.keptMax = keptMax;
  }

  /** Adds a chunk. Returns the batches that are to be sent now; others are still open then. */
  List<Batch> add(ChunkLine chunk) {
    List<Batch> full = new ArrayList<>();
    Batch own = open.get(chunk.dataset());
    int size = chunk.chunk().getBytes(UTF_8).length + CHUNK_BYTES;
    if (own != null && (own.added.size() >= chunksMax || own.bytes + size > RECORD_BYTES_MAX)) {
      full.add(close(own));
      own = null;
    }
    if (own == null) {
      own = new Batch(chunk.dataset());
      open.put(chunk.dataset(), own);
    }
    own.added.addObject().put("chunk", chunk.chunk()).put("bytes", chunk.bytes());
    own.bytes += size;
    kept++;
    if (kept > keptMax && open.size() > 1) {
      full.add(
          close(
              open.values().stream()
                  .max(Comparator.comparingInt((Batch one) -> one.added.size()))
                  .orElseThrow()));
    }
    return full;
  }

  private Batch close(Batch batch) {
    open.remove(batch.dataset);
    kept -= batch.added.size();
    return batch;
  }

  /** Returns the open batches: at least one if a chunk was added. */
  List<Batch> rest() {
    return List.copyOf(open.values());
  }
}
