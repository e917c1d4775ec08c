package dev.rota.chunks.placement.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.PlacementPolicy.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A lane of many blocks says what a plain list of the same entries says. */
class WorkerSequenceTest {
  private static final int CHUNKS = 6 * SequenceBlock.SIZE;

  private record Entry(int slot, int tag, int kind) {}

  /** Few are large; these are rejected, so that most blocks are passed over for what they need. */
  private static long bytes(int chunk) {
    return isLarge(chunk) ? 10_000 + chunk * 7 % 5000 : 1 + chunk * 7 % 40;
  }

  private static boolean isLarge(int chunk) {
    return chunk % 40 == 0;
  }

  @Test
  void itIsTheListOfItsEntries() {
    ChunkSlots chunks = new ChunkSlots();
    List<Chunk> all = new ArrayList<>();
    for (int i = 0; i < CHUNKS; i++) {
      all.add(new Chunk("s3://a", "" + i, bytes(i), 1, null));
    }
    PlacementPolicy policy = new PlacementPolicy(Order.HEAD, 10, 1, 2, true);
    chunks.apply(chunks.edits(new PlacementDemand(all, List.of(), List.of(), policy)));
    PlacementOrderKeys keys = new PlacementOrderKeys(chunks, policy);
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      WorkerSequence sequence = new WorkerSequence(keys);
      Map<Long, Entry> list = new TreeMap<>();
      for (int step = 0; step < 3000; step++) {
        change(sequence, list, keys, random, step < 1500);
        if (step % 20 == 0) {
          int upTo = (int) sequence.bytes() + 20_000;
          compare(sequence, list, keys, random.nextInt(upTo), random);
        }
      }
    }
  }

  /** First it mostly grows, then it mostly shrinks. */
  private static void change(
      WorkerSequence sequence,
      Map<Long, Entry> list,
      PlacementOrderKeys keys,
      Random random,
      boolean grows) {
    int slot = random.nextInt(CHUNKS);
    int tag = random.nextInt(3);
    long key = keys.key(slot, tag);
    if (list.containsKey(key)) {
      sequence.remove(slot, tag);
      list.remove(key);
    } else if (grows || random.nextInt(4) == 0) {
      boolean skipped = random.nextInt(8) == 0;
      int kind =
          skipped
              ? WorkerSequence.SKIP
              : isLarge(slot) ? WorkerSequence.REJECT : WorkerSequence.HELD;
      sequence.add(slot, tag, kind);
      list.put(key, new Entry(slot, tag, kind));
    } else {
      sequence.remove(slot, tag);
    }
  }

  private static void compare(
      WorkerSequence sequence,
      Map<Long, Entry> list,
      PlacementOrderKeys keys,
      long capacity,
      Random random) {
    long from = keys.key(random.nextInt(CHUNKS), random.nextInt(3));
    long before = 0;
    long load = 0;
    long violation = WorkerSequence.NONE;
    for (var entry : list.entrySet()) {
      long key = entry.getKey();
      long bytes = keys.bytes(entry.getValue().slot());
      boolean held = entry.getValue().kind() == WorkerSequence.HELD;
      load += held ? bytes : 0;
      before += held && key < from ? bytes : 0;
      boolean fits = entry.getValue().kind() == WorkerSequence.REJECT && load + bytes <= capacity;
      if (key >= from && violation == WorkerSequence.NONE && (held && load > capacity || fits)) {
        violation = key;
      }
    }
    List<Entry> entries = new ArrayList<>();
    sequence.each((slot, tag, kind) -> entries.add(new Entry(slot, tag, kind)));
    assertThat(entries).isEqualTo(List.copyOf(list.values()));
    assertThat(sequence.bytes()).isEqualTo(load);
    assertThat(sequence.load(from)).isEqualTo(before);
    assertThat(sequence.violation(capacity, from)).isEqualTo(violation);
  }
}
