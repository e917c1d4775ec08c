package dev.rota.chunks.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.chunks.NetworkOutcome;
import dev.rota.chunks.NetworkStatus;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.model.NetworkFact.Census;
import dev.rota.chunks.model.NetworkFact.GenerationMade;
import dev.rota.chunks.model.NetworkFact.Moved;
import dev.rota.chunks.model.NetworkFact.Part;
import dev.rota.chunks.model.WorkerStatus;
import dev.rota.chunks.placement.HashRings;
import dev.rota.chunks.values.NetworkPolicy;
import dev.rota.kernel.domain.Output;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The outcome of a generation names all workers in one record. It fits, whatever they say. */
final class LargestStatusTest {
  static {
    GeneratedClasses.trust();
  }

  /** As long as the schema of a ping lets it be. */
  private static final String VERSION = "2.8.0-" + "x".repeat(58);

  private static final String REASON = "version " + VERSION + ", at least " + VERSION + " asked";

  @Test
  void theMostWorkersThatANetworkMayHaveFitIntoARecordWithoutTheirReasons() throws IOException {
    NetworkOutcome told = told(HashRings.WORKERS_MAX);

    assertThat(told.toByteBuffer().remaining()).isBetween(10 << 20, 12 << 20);
    assertThat(12 << 20)
        .as("4 MiB are left for datasets")
        .isLessThan(Output.RECORD_BYTES_MAX - (4 << 20) + 1);
    assertThat(workers(told))
        .hasSize(HashRings.WORKERS_MAX)
        .allMatch(one -> one.getReason() == null);
  }

  @Test
  void thirtyThousandWorkersFitWithTheirReasons() throws IOException {
    NetworkOutcome told = told(30_000);

    assertThat(told.toByteBuffer().remaining()).isLessThan(12 << 20);
    assertThat(workers(told)).allMatch(one -> one.getReason().equals(REASON));
  }

  private static List<WorkerState> workers(NetworkOutcome told) {
    return ((NetworkStatus) told.getEvent()).getWorkers();
  }

  private static NetworkOutcome told(int workers) {
    Part part =
        new Part(
            "1".repeat(64),
            WorkerStatus.UNSUPPORTED_VERSION,
            REASON,
            VERSION,
            true,
            Long.MAX_VALUE,
            Long.MAX_VALUE,
            Long.MAX_VALUE,
            Integer.MAX_VALUE);
    List<Part> parts = Collections.nCopies(workers, part);
    GenerationMade made =
        new GenerationMade(
            1,
            true,
            new Moved(0, 0, 0, 0),
            0,
            0,
            new Census(0, List.of(), List.of(), parts, List.of(), 0, List.of()),
            NetworkPolicy.DEFAULT,
            0,
            0);
    return (NetworkOutcome) new ChunksWire().write("lane", made).record();
  }
}
