package dev.rota.chunks.placement;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The vectors for authors of storage workers hold for Rota itself. */
class ChunkDigestVectorsTest {
  private static final Path VECTORS = Path.of("examples/vectors/chunk-digests.json");

  private final JsonNode vectors;

  ChunkDigestVectorsTest() throws IOException {
    vectors = new ObjectMapper().readTree(VECTORS.toFile());
  }

  @Test
  void eachChunkHasItsBytesItsHashAndItsNumber() throws Exception {
    assertThat(vectors.path("chunks")).isNotEmpty();
    for (JsonNode one : vectors.path("chunks")) {
      SizedChunk chunk = chunk(one);
      String text = one.path("dataset").asText() + "/" + one.path("chunk").asText();
      byte[] hashed = (text + ":" + one.path("bytes").asLong()).getBytes(UTF_8);
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(hashed);
      assertThat(HexFormat.of().formatHex(hashed)).isEqualTo(one.path("text").asText());
      assertThat(HexFormat.of().formatHex(hash)).isEqualTo(one.path("sha256").asText());
      assertThat(SetDigest.of(chunk)).hasToString(one.path("number").asText());
    }
  }

  @Test
  void deltasLeadToTheSetAndItsDigest() {
    assertThat(vectors.path("cases")).isNotEmpty();
    for (JsonNode one : vectors.path("cases")) {
      String name = one.path("name").asText();
      SetDigest.Sum sum = new SetDigest.Sum(SetDigest.EMPTY);
      Map<ChunkName, SizedChunk> held = new TreeMap<>();
      for (JsonNode delta : one.path("deltas")) {
        for (JsonNode chunk : delta.path("removed")) {
          SizedChunk gone = held.remove(chunk(chunk).name());
          assertThat(gone).as(name).isEqualTo(chunk(chunk));
          sum.minus(SetDigest.of(gone));
        }
        for (String more : new String[] {"resized", "added"}) {
          for (JsonNode chunk : delta.path(more)) {
            SizedChunk was = held.put(chunk(chunk).name(), chunk(chunk));
            assertThat(was != null).as(name).isEqualTo(more.equals("resized"));
            sum.minus(was == null ? SetDigest.EMPTY : SetDigest.of(was));
            sum.plus(SetDigest.of(chunk(chunk)));
          }
        }
        if (delta.path("part").asInt() == delta.path("parts").asInt() - 1) {
          assertThat(sum.digest()).as(name).hasToString(delta.path("digest").asText());
          assertThat(held).as(name).hasSize(delta.path("chunks").asInt());
        }
      }
      SetDigest.Sum set = new SetDigest.Sum(SetDigest.EMPTY);
      for (JsonNode chunk : one.path("set")) {
        ChunkName named = new ChunkName(chunk.get(0).asText(), chunk.get(1).asText());
        assertThat(held.remove(named)).as(name).isNotNull();
        set.plus(SetDigest.of(SizedChunk.of(named, chunk.get(2).asLong())));
      }
      assertThat(held).as(name).isEmpty();
      assertThat(set.digest()).as(name).hasToString(one.path("digest").asText());
    }
  }

  private static SizedChunk chunk(JsonNode one) {
    ChunkName name = new ChunkName(one.path("dataset").asText(), one.path("chunk").asText());
    return SizedChunk.of(name, one.path("bytes").asLong());
  }
}
