package dev.rota.chunks.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.AvroBytes;
import dev.rota.chunks.ChunksDomain;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.engine.ParallelParts;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic.Large;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A generation that several threads tell and encode is that of one thread, bit for bit. */
class SideBySideTest {
  private static final String LANE = "tethys";
  private static final int PERCENT = 2;

  /** Backwards as well, so that no part relies on one before it. */
  private static final ParallelParts THREADS =
      (count, part) ->
          IntStream.range(0, count).parallel().forEach(number -> part.accept(count - 1 - number));

  @Test
  void aLargeGenerationIsThatOfOneThread() {
    List<DecidedTurn> alone = played(new ChunksDomain());
    List<DecidedTurn> together = played(new ChunksDomain(THREADS));

    assertThat(together).hasSameSizeAs(alone);
    for (int turn = 0; turn < alone.size(); turn++) {
      assertThat(together.get(turn).toBytes()).isEqualTo(alone.get(turn).toBytes());
    }
    DecidedTurn generation = together.get(together.size() - 1);
    long copies = 0;
    for (Output output : generation.published()) {
      assertThat(output.payload()).isEqualTo(new AvroBytes().encode(output.record()));
      copies += output.record() instanceof WorkerAssignment one ? one.getAdded().size() : 0;
    }
    assertThat(copies).as("so many that threads share them").isGreaterThan(100_000);
  }

  private static List<DecidedTurn> played(ChunksDomain domain) {
    LanesInMemory lanes = new LanesInMemory(domain);
    Large large = DomainTraffic.of(domain).large(LANE, 7, PERCENT);
    List<DecidedTurn> turns = new ArrayList<>();
    large.events().forEachRemaining(event -> turns.addAll(lanes.turns(LANE, event)));
    long due = lanes.lane(LANE).nextDeadline();
    turns.add(lanes.tick(LANE, due));
    return turns;
  }
}
