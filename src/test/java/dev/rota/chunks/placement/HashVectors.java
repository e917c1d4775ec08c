package dev.rota.chunks.placement;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.chunks.rules.ChunksConformanceTest.Vector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Hashes of texts, of workers on rings, of copies; and whole rings. */
public final class HashVectors {
  private HashVectors() {}

  public static List<Vector> of(JsonNode file) {
    List<Vector> vectors = new ArrayList<>();
    for (JsonNode row : file.path("seahash")) {
      vectors.add(new Vector("seahash " + row.path("hex").asText(), () -> text(row)));
    }
    for (JsonNode row : file.path("worker_ring_hash")) {
      vectors.add(new Vector("worker on ring " + row.path("ring"), () -> worker(row)));
    }
    for (JsonNode row : file.path("chunk_hash")) {
      vectors.add(new Vector("copy " + row.path("tag") + " of a chunk", () -> copy(row)));
    }
    for (JsonNode row : file.path("ring_order")) {
      vectors.add(new Vector("ring " + row.path("ring"), () -> ring(row)));
    }
    return vectors;
  }

  private static void text(JsonNode row) {
    byte[] text = HexFormat.of().parseHex(row.path("hex").asText());
    long hash = Long.parseUnsignedLong(row.path("hash").asText(), 16);

    assertThat(new SeaHash(text, text.length).hash())
        .isEqualTo(hash)
        .isEqualTo(Long.parseUnsignedLong(row.path("u64").asText()));
    if (text.length >= 2) {
      int before = text.length - 2;
      int twoBytes = text[before] & 0xff | (text[before + 1] & 0xff) << Byte.SIZE;
      assertThat(new SeaHash(text, before).with(twoBytes)).isEqualTo(hash);
    }
  }

  private static void worker(JsonNode row) {
    byte[] id = PeerId.parse(row.path("peer_id").asText()).bytes();
    assertThat(HexFormat.of().formatHex(id)).isEqualTo(row.path("peer_bytes").asText());

    byte[] text = Arrays.copyOf(id, id.length + 1);
    text[id.length] = ':';
    assertThat(hex(new SeaHash(text, text.length).with(row.path("ring").asInt())))
        .isEqualTo(row.path("hash").asText());
  }

  private static void copy(JsonNode row) {
    Chunk chunk =
        new Chunk(row.path("dataset").asText(), row.path("chunk_id").asText(), 1, 1, null);
    ChunkTable table = ChunkTable.of(List.of(chunk));
    long hash = table.texts().at(0).with(row.path("tag").asInt());

    assertThat(hex(hash)).isEqualTo(row.path("hash").asText());
    assertThat(Long.remainderUnsigned(hash, 6000)).isEqualTo(row.path("ring").asLong());
    byte[] text = (chunk.dataset() + "/" + chunk.id() + ":").getBytes(UTF_8);
    assertThat(row.path("input").asText()).startsWith(HexFormat.of().formatHex(text));
  }

  private static void ring(JsonNode row) {
    List<PlacementWorker> workers = new ArrayList<>();
    row.path("workers")
        .forEach(id -> workers.add(new PlacementWorker(PeerId.parse(id.asText()), 0, null, true)));
    int ring = row.path("ring").asInt();
    HashRings rings = new HashRings(workers, ring + 1);
    rings.new Hand().take(ring);

    List<Integer> order = new ArrayList<>();
    for (int rank = 0; rank < workers.size(); rank++) {
      order.add(rings.worker(ring, 0, rank));
    }
    List<Integer> expected = new ArrayList<>();
    row.path("sorted").forEach(entry -> expected.add(entry.path("worker").asInt()));
    assertThat(order).isEqualTo(expected).isNotEmpty();
  }

  private static String hex(long hash) {
    return HexFormat.of().toHexDigits(hash);
  }
}
