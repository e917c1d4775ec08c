package dev.rota.chunks.placement;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.samples.ChunkForm;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Names of all forms, and sizes and datasets beyond what most have, beside the chunks themselves.
 */
class NamedChunksTest {
  private static final int CHUNKS = 6_000;

  private final SplittableRandom random = new SplittableRandom(3);

  private String id() {
    String id =
        ChunkForm.id(random.nextInt(9), random.nextInt(99), random.nextInt(), random.nextInt());
    return switch (random.nextInt(8)) {
      case 0 -> id.substring(0, 1 + random.nextInt(id.length()));
      case 1 -> id.substring(0, 33);
      case 2 -> id + "é".repeat(random.nextInt(900));
      case 3 -> {
        int at = random.nextInt(id.length());
        yield id.substring(0, at) + (char) random.nextInt(128) + id.substring(at + 1);
      }
      default -> id;
    };
  }

  private long bytes() {
    return random.nextInt(5) == 0
        ? random.nextLong() >>> 1 + random.nextInt(63)
        : ChunkForm.bytes(random);
  }

  private List<Chunk> chunks(int datasets) {
    return IntStream.range(0, CHUNKS)
        .mapToObj(_ -> new Chunk("s3://" + random.nextInt(datasets), id(), bytes(), 1, null))
        .toList();
  }

  private static int[] entries(NamedChunks named, List<Chunk> chunks) {
    return chunks.stream().mapToInt(named::add).toArray();
  }

  @Test
  void chunksAreAsTheyCame() {
    for (int datasets : new int[] {3, 5_000}) {
      List<Chunk> chunks = chunks(datasets);
      NamedChunks named = new NamedChunks();
      int[] entries = entries(named, chunks);
      NamedChunks others = new NamedChunks();
      List<SizedChunk> read = new ArrayList<>();
      named.list(entries).iterator().forEachRemaining(read::add);
      long text = 0;
      for (int at = 0; at < entries.length; at++) {
        Chunk chunk = chunks.get(at);
        ChunkName name = ChunkName.of(chunk);
        assertThat(named.name(entries[at])).isEqualTo(name);
        assertThat(named.bytes(entries[at])).isEqualTo(chunk.bytes());
        assertThat(read.get(at)).isEqualTo(SizedChunk.of(name, chunk.bytes()));
        int other = others.add(named, entries[at]);
        assertThat(others.chunk(other)).isEqualTo(read.get(at));
        text += (name.dataset() + name.id()).getBytes(UTF_8).length;
      }
      assertThat(named.list(entries).textBytes()).isEqualTo(text);
    }
  }

  @Test
  void namesAreInTheOrderOfTheirTexts() {
    List<Chunk> chunks = chunks(2);
    NamedChunks named = new NamedChunks();
    int[] entries = entries(named, chunks);
    for (int at = 1; at < entries.length; at++) {
      for (int other : new int[] {at, at - 1, random.nextInt(at)}) {
        int order = Integer.signum(ChunkTable.ORDER.compare(chunks.get(at), chunks.get(other)));
        assertThat(Integer.signum(named.compare(entries[at], entries[other]))).isEqualTo(order);
        NamedChunks.Wanted wanted = NamedChunks.Wanted.of(ChunkName.of(chunks.get(other)));
        assertThat(Integer.signum(named.compare(entries[at], wanted))).isEqualTo(order);
      }
    }
  }
}
