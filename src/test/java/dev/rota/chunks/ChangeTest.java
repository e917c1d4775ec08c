package dev.rota.chunks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.PlacementPolicy.Order;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** From one assignment to the next, while chunks and workers come and go. */
class ChangeTest {
  private static final PlacementPolicy POLICY = new PlacementPolicy(Order.HEAD, 50, 0.9, 1, true);

  private static ChunkTable table(int... numbers) {
    List<Chunk> chunks = new ArrayList<>();
    for (int number : numbers) {
      String dataset = List.of("s3://a", "s3://a-b", "s3://b").get(number % 3);
      chunks.add(new Chunk(dataset, "chunk " + number, 10 + number % 7, 1, null));
    }
    return ChunkTable.of(chunks);
  }

  private static Set<String> names(ChunkTable table, int[] positions) {
    Set<String> names = new TreeSet<>();
    for (int position : positions) {
      names.add(table.chunk(position).dataset() + "/" + table.chunk(position).id());
    }
    assertThat(names).hasSameSizeAs(positions);
    return names;
  }

  @Test
  void chunksAreFoundAgainWhereverTheyAre() {
    ChunkTable before = table(3, 6, 9, 1, 4, 2);
    ChunkTable after = table(0, 6, 7, 9, 2, 5);

    assertThat(before.positionsIn(after)).containsExactly(-1, 1, 2, -1, -1, 4);
    assertThat(before.positionsIn(before)).containsExactly(0, 1, 2, 3, 4, 5);
    assertThat(before.positionsIn(table())).containsOnly(-1);
    assertThat(table().positionsIn(before)).isEmpty();
  }

  @Test
  void whatStaysIsNoChange() {
    int[] same = {0, 1, 2};

    assertThat(Change.between(same, same, same).isNothing()).isTrue();
    assertThat(Change.between(same, same, new int[] {-1, 0, 1}).removed()).containsExactly(0);
    assertThat(Change.between(same, same, new int[] {-1, 0, 1}).added()).containsExactly(2);
    assertThat(Change.between(same, new int[0], same).added()).isEmpty();
  }

  /** Whoever keeps what was, drops and fetches, has what is; and nothing goes to and fro. */
  @Test
  void foldedChangesAreTheAssignment() {
    Random random = new Random(4);
    List<Integer> there = new ArrayList<>(List.of(1, 2, 3));
    ChunkTable before = table(1, 2, 3);
    Assignment was = schedule(before, 8);
    long fetched = 0;
    for (int step = 0; step < 300; step++) {
      if (random.nextInt(3) > 0 || there.isEmpty()) {
        there.add(100 + step);
      } else {
        there.remove(random.nextInt(there.size()));
      }
      ChunkTable after = table(there.stream().mapToInt(Integer::intValue).toArray());
      Assignment is = schedule(after, 6 + random.nextInt(3));
      fetched += fold(before, was, after, is);
      before = after;
      was = is;
    }
    assertThat(fetched).isPositive();
  }

  private static Assignment schedule(ChunkTable table, int workers) {
    long capacity = 10_000 / workers;
    return (Assignment) Scheduler.schedule(table, Network.workers(workers, capacity), POLICY);
  }

  private static long fold(ChunkTable before, Assignment was, ChunkTable after, Assignment is) {
    int[] positions = before.positionsIn(after);
    long fetched = 0;
    for (int worker = 0; worker < is.workers(); worker++) {
      int[] held = worker < was.workers() ? was.chunks(worker) : new int[0];
      Change change = Change.between(held, is.chunks(worker), positions);
      Set<String> folded = names(before, held);
      Set<String> added = names(after, change.added());
      Set<String> removed = names(before, change.removed());
      assertThat(folded).containsAll(removed);
      assertThat(added).noneMatch(folded::contains);
      folded.removeAll(removed);
      folded.addAll(added);
      assertThat(folded).isEqualTo(names(after, is.chunks(worker)));
      assertThat(change.addedBytes(after))
          .isEqualTo(Arrays.stream(change.added()).mapToLong(after::bytes).sum());
      fetched += change.addedBytes(after);
    }
    return fetched;
  }
}
