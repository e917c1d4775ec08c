package dev.rota.chunks.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.Network;
import dev.rota.chunks.placement.PeerId;
import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.SetDigest;
import dev.rota.chunks.placement.SizedChunk;
import dev.rota.chunks.rules.Renewed;
import dev.rota.chunks.values.Edition;
import dev.rota.chunks.values.Policy;
import dev.rota.chunks.values.Telling;
import dev.rota.chunks.values.UptimeTerms;
import dev.rota.chunks.values.Window;
import dev.rota.engine.Parts;
import dev.rota.table.Codec;
import dev.rota.table.FieldReader;
import dev.rota.table.FieldWriter;
import dev.rota.table.Tables;
import dev.rota.table.TreeRows;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A lane that rules 1 wrote is opened by these: what its rows do not tell is as it was then. */
class OlderRowsTest {
  private static final PeerId WORKER = Network.peer(1);
  private static final SizedChunk CHUNK = SizedChunk.of(new ChunkName("s3://a", "c"), 5);

  private final Tables tables = new Tables(new TreeRows(), 0);

  @Test
  void whatIsMissingIsReckonedAndTheSettingsAreTheDefaults() {
    tables.open(1, Codec.NOTHING, written(OlderRowsTest::policy)).put(true, true);
    tables.open(2, Codec.NOTHING, written(OlderRowsTest::policy)).put(true, true);
    tables.open(3, Codec.NOTHING, written(OlderRowsTest::standing)).put(true, true);
    tables
        .open(4, ChunksCodecs.CHUNK_NAME, ChunksCodecs.CHUNK)
        .put(CHUNK.name(), new ChunkRow(0, CHUNK.bytes(), ChunkRow.NONE, 0, ChunkRow.KEPT));
    tables.open(5, Codec.TEXT, written(OlderRowsTest::worker)).put(WORKER.toString(), true);

    ChunksState state = new ChunksState(tables, Parts.IN_TURN, Edition.THREE);
    assertThat(state.policy()).isEqualTo(expected());
    assertThat(state.standing()).isEqualTo(new CurrentGeneration(3, Window.CLOSED, null, 0, 0));
    Node node = state.nodes().get(WORKER.toString());
    assertThat(node.held().digest()).isEqualTo(SetDigest.of(CHUNK));
    assertThat(node.shown()).as("its next ping writes its snapshot").isNull();
    assertThat(Renewed.of(state, node.name(), 0))
        .hasSize(1)
        .first()
        .isInstanceOfSatisfying(
            NetworkFact.SnapshotKept.class,
            kept -> assertThat(kept.set().added()).isEqualTo(List.of(CHUNK)));
    state.save();
    assertThat(new ChunksState(tables, Parts.IN_TURN, Edition.THREE).nodes().get(node.name()))
        .isEqualTo(node);
  }

  private static Policy expected() {
    return new Policy(
        new PlacementPolicy(PlacementPolicy.Order.SEED, 10, 0.9, 1, true),
        new TreeMap<>(),
        new TreeMap<>(),
        600_000,
        86_400_000,
        0,
        null,
        2,
        250,
        60_000,
        600_000,
        0,
        Telling.DEFAULT.every(7),
        UptimeTerms.DEFAULT);
  }

  private interface Fields {
    void write(FieldWriter out);
  }

  private static Codec<Boolean> written(Fields fields) {
    return Codec.of((value, out) -> fields.write(out), (FieldReader in) -> true);
  }

  private static void policy(FieldWriter out) {
    out.text("SEED").number(10);
    out.sortedLong(Double.doubleToLongBits(0.9));
    out.number(1).flag(true).number(0).number(0);
    out.number(600_000).number(86_400_000).number(0).text(null);
    out.number(2).number(250).number(60_000).number(7);
  }

  private static void standing(FieldWriter out) {
    out.number(3).text(null).flag(false).flag(false).flag(false);
  }

  /** It pinged, and holds the chunk with a digest that knows no sizes. */
  private static void worker(FieldWriter out) {
    out.flag(true).number(0).number(1000).text("2.8.0").flag(false).flag(false).flag(false);
    out.text("ONLINE").text(null);
    out.flag(true).number(1000).text("2.8.0").flag(true).number(1).number(5);
    out.sortedLong(77).sortedLong(77);
  }
}
