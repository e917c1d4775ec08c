package dev.rota.chunks.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.samples.ChunkForm;
import dev.rota.chunks.ChunksDomain;
import dev.rota.chunks.model.ChunksInput.Added;
import dev.rota.chunks.model.ChunksInput.Listing;
import dev.rota.chunks.model.ChunksInput.Piece;
import dev.rota.chunks.model.ChunksInput.Ping;
import dev.rota.chunks.model.ListingFact.ListingComplete;
import dev.rota.kernel.engine.Stepper;
import dev.rota.kernel.engine.Turn;
import dev.rota.kernel.table.KeySpan;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.Rows;
import dev.rota.kernel.table.Tables;
import dev.rota.kernel.table.TreeRows;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** However much a listing changes, a turn writes little: what is left is swept, turn by turn. */
class SweepTest {
  private static final int CHUNKS = 20_000;
  private static final int BATCH = 500;

  /** What a turn may write: its own part, the rows that it sweeps, and a few of the network. */
  private static final int WRITES_MAX = BATCH + InventoryRows.SWEPT_MAX + 10;

  private final ChunksDomain domain = new ChunksDomain();
  private final Counted rows = new Counted();
  private Tables tables = new Tables(rows, 0);
  private Stepper<ChunksState, ChunksInput, ChunksFact> lane =
      new Stepper<>(domain.engine(), domain.open(tables));
  private long nowMillis;
  private int listings;

  /** Rows in memory that count what is written. */
  private static final class Counted implements Rows {
    private final TreeRows rows = new TreeRows();
    private int writes;
    private int reads;

    @Override
    public byte[] get(byte[] key) {
      reads++;
      return rows.get(key);
    }

    @Override
    public void put(byte[] key, byte[] value) {
      writes++;
      rows.put(key, value);
    }

    @Override
    public void remove(byte[] key) {
      writes++;
      rows.remove(key);
    }

    @Override
    public List<Row> page(KeySpan span, int limit) {
      return rows.page(span, limit);
    }
  }

  private List<ChunksFact> decide(ChunksInput input) {
    rows.writes = 0;
    rows.reads = 0;
    List<ChunksFact> facts = lane.take(new Turn<>("", 0, nowMillis, input));
    lane.state().save();
    tables.keep();
    assertThat(rows.writes).isLessThanOrEqualTo(WRITES_MAX);
    return facts;
  }

  private List<ChunksFact> ping() {
    nowMillis += 1000;
    return decide(new Ping(LoneNetwork.peer(0), 1L << 40, null, null, null, false, false));
  }

  private void reopen() {
    tables = new Tables(rows, tables.digest());
    lane = new Stepper<>(domain.engine(), domain.open(tables));
  }

  /** All chunks that are named, in as many records as it takes; the last one's answer. */
  private ListingTally list(boolean whole, long bytes, IntPredicate named) {
    String id = "l" + listings++;
    int parts = CHUNKS / BATCH;
    List<ChunksFact> facts = List.of();
    for (int part = 0; part < parts; part++) {
      List<Added> added = new ArrayList<>();
      for (int i = part * BATCH; i < (part + 1) * BATCH; i++) {
        if (named.test(i)) {
          added.add(new Added("c" + i, bytes));
        }
      }
      Piece piece = new Piece(id, part, parts, false);
      facts = decide(new Listing("d", added, List.of(), whole, piece));
      if (part == parts / 2) {
        reopen();
      }
    }
    ListingComplete complete =
        facts.stream()
            .filter(ListingComplete.class::isInstance)
            .map(ListingComplete.class::cast)
            .findFirst()
            .orElseThrow();
    return complete.told().tally();
  }

  private int count() {
    int[] count = new int[1];
    lane.state().inventory().eachListed("d", (_, _) -> count[0]++);
    return count[0];
  }

  private void sweepAll() {
    int turns = 0;
    while (!lane.state().isSwept()) {
      ping();
      assertThat(++turns).isLessThan(4 * CHUNKS / InventoryRows.SWEPT_MAX + 4);
    }
  }

  @Test
  void aListingOfManyChunksIsNeverWrittenInOneTurn() {
    ping();
    assertThat(list(false, 5, _ -> true).added()).isEqualTo(CHUNKS);
    assertThat(count()).isEqualTo(CHUNKS);
    ping();
    assertThat(lane.state().live().size()).as("placed before all is swept").isEqualTo(CHUNKS);

    ListingTally tally = list(true, 5, i -> i % 2 == 0);
    assertThat(tally.removed()).isEqualTo(CHUNKS / 2);
    assertThat(tally.unchanged()).isEqualTo(CHUNKS / 2);
    assertThat(count()).isEqualTo(CHUNKS / 2);
    ping();
    assertThat(lane.state().live().size()).isEqualTo(CHUNKS / 2);
    sweepAll();
    assertThat(count()).isEqualTo(CHUNKS / 2);
    reopen();
    assertThat(lane.state().live().size()).isEqualTo(CHUNKS / 2);
  }

  /** Its blocks are in no list, so none of its rows can be saved: a look would go to the disk. */
  @Test
  void aNewChunksRowIsNotLookedFor() {
    ping();
    List<Added> added = new ArrayList<>();
    for (long block = 0; block < BATCH; block++) {
      added.add(new Added(ChunkForm.id(0, block, block, 7), 5));
    }
    decide(new Listing("d", added, List.of(), true, new Piece("l", 0, 2, false)));
    assertThat(rows.writes).isGreaterThanOrEqualTo(BATCH);
    assertThat(rows.reads).as("those of network and listing").isLessThan(10);
    Added more = new Added(ChunkForm.id(0, BATCH, BATCH, 7), 5);
    decide(new Listing("d", List.of(more), List.of(), true, new Piece("l", 1, 2, false)));
    reopen();
    assertThat(count()).isEqualTo(BATCH + 1);
    decide(new Listing("d", List.of(), List.of(more.chunk()), false, Piece.ALL));
    assertThat(tables.digest()).as("rows were read again").isEqualTo(new Tables(rows, 0).sum());
  }

  @Test
  void oneRecordThatReplacesManyChunksIsNotWrittenInOneTurnEither() {
    ping();
    list(false, 5, _ -> true);
    ping();
    decide(new Listing("d", List.of(new Added("c7", 5)), List.of(), true, Piece.ALL));
    assertThat(count()).isEqualTo(1);
    ping();
    assertThat(lane.state().live().size()).isEqualTo(1);
    sweepAll();
    decide(new Listing("d", List.of(), List.of("c7"), false, Piece.ALL));
    ping();
    ping();
    sweepAll();
    assertThat(rows.rows.size()).as("standing, worker, listing").isLessThanOrEqualTo(3);
  }

  @Test
  void whatAListingLeavesThatIsGivenUpIsSweptToo() {
    ping();
    decide(new Listing("d", List.of(new Added("kept", 5)), List.of(), false, Piece.ALL));
    ping();
    for (int part = 0; part < 20; part++) {
      List<Added> added = new ArrayList<>();
      for (int i = 0; i < BATCH; i++) {
        added.add(new Added("c" + part + "." + i, 5));
      }
      decide(new Listing("d", added, List.of(), part % 2 == 0, new Piece("g", part, null, false)));
    }
    int before = rows.rows.size();
    decide(new Listing("", List.of(), List.of(), false, new Piece("g", 0, null, true)));
    sweepAll();
    assertThat(before).isGreaterThan(10 * BATCH);
    assertThat(rows.rows.size()).isLessThanOrEqualTo(4);
    assertThat(count()).isEqualTo(1);
  }
}
