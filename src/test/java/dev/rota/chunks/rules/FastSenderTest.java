package dev.rota.chunks.rules;

import static dev.rota.chunks.model.LoneNetwork.NETWORK;
import static dev.rota.chunks.model.LoneNetwork.peer;
import static dev.rota.chunks.model.LoneNetwork.ping;
import static dev.rota.chunks.model.LoneNetwork.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.chunks.ChunksDomain;
import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.wire.ChunksWire;
import dev.rota.kernel.ledger.InputCodec;
import dev.rota.kernel.ledger.InputPosition;
import dev.rota.kernel.ledger.Lane;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.PartitionReplay;
import dev.rota.kernel.ledger.ReplayVerdict;
import dev.rota.kernel.table.Sha256;
import dev.rota.kernel.table.TreeRows;
import dev.rota.testing.Pages;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** A ping from a clock that is ahead, on a network whose time is ahead of the present as well. */
class FastSenderTest {
  private static final long MINUTE = 60_000;

  private final ChunksDomain domain = new ChunksDomain();
  private final InputCodec codec = new InputCodec(domain);
  private final Lane lane = new LaneStore(domain, new TreeRows()).lane(NETWORK);
  private final Pages pages = new Pages(1);
  private final PartitionReplay replay = new PartitionReplay(domain);
  private long offset;

  @Test
  void itCountsAsOfTheTurnAndAReplayKnowsThat() {
    GeneratedClasses.trust();
    take(ChunksWire.POLICIES, 0, 0, policy().setRings(10).build());
    take(ChunksWire.PINGS, 2 * MINUTE, 2 * MINUTE, ping(0).build());

    take(ChunksWire.PINGS, 3 * MINUTE, MINUTE, ping(1).build());

    assertThat(lane.cursor().atMillis()).isEqualTo(2 * MINUTE);
    assertThat(((ChunksState) lane.state()).nodes().get(peer(1)).heard().atMillis())
        .isEqualTo(2 * MINUTE);
  }

  /** Whatever is decided is replayed identically: the ledger does not know what the time was. */
  private void take(String topic, long stampMillis, long nowMillis, SpecificRecord record) {
    InputPosition source =
        new InputPosition(topic, 0, offset++, stampMillis, new byte[Sha256.BYTES]);
    pages.add(lane.take(codec.take(source, record), nowMillis));
    List<byte[]> all = pages.all();
    List<ReplayVerdict> verdicts = new ArrayList<>();
    replay.page(all.get(all.size() - 1), verdicts::add);
    assertThat(verdicts).hasSize(1).allMatch(ReplayVerdict.Same.class::isInstance);
  }
}
