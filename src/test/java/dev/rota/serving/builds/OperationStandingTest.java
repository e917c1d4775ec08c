package dev.rota.serving.builds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.blobs.BlobDigest;
import dev.rota.bots.StatusCode;
import dev.rota.bots.values.GrpcStatus;
import dev.rota.protocols.reapi.ExecutionStage;
import org.junit.jupiter.api.Test;

/** What a client is told of its operation is how the grid has it. */
class OperationStandingTest {
  private final GridInMemory grid = new GridInMemory();

  private OperationStanding standing(String operation) {
    return OperationStanding.of(grid.job(operation), operation);
  }

  private void executing(String operation) {
    assertThat(standing(operation).stage()).isEqualTo(ExecutionStage.Value.EXECUTING);
    assertThat(standing(operation).isOver()).isFalse();
    assertThat(standing(operation).ended()).isNull();
  }

  private void over(String operation, GrpcStatus code) {
    OperationStanding standing = standing(operation);
    assertThat(standing.isOver()).isTrue();
    assertThat(standing.ended().code()).isEqualTo(code);
    assertThat(standing.run()).isNull();
  }

  @Test
  void whoCancelsASharedJobIsToldSoAndTheOthersThatItRuns() {
    grid.beat("w", 1);
    grid.execute("first", BlobDigest.EMPTY, false);
    grid.execute("second", BlobDigest.EMPTY, false);
    grid.execute("third", BlobDigest.EMPTY, false);
    assertThat(grid.job("second")).isSameAs(grid.job("first"));

    grid.cancel("second");
    over("second", GrpcStatus.CANCELLED);
    executing("first");
    executing("third");
    grid.cancel("first");
    over("first", GrpcStatus.CANCELLED);
    executing("third");

    grid.beat("w", 1, GridInMemory.completed("first", StatusCode.OK));
    over("first", GrpcStatus.CANCELLED);
    over("second", GrpcStatus.CANCELLED);
    over("third", GrpcStatus.OK);
  }

  @Test
  void aJobWaitsRunsAndEnds() {
    grid.execute("one", BlobDigest.EMPTY, true);
    assertThat(standing("one").stage()).isEqualTo(ExecutionStage.Value.QUEUED);
    assertThat(standing("one").run()).isNull();
    assertThat(standing("one").action()).isEqualTo(BlobDigest.EMPTY.toString());
    long queued = grid.now();
    grid.wait(5_000);
    grid.beat("w", 1);
    executing("one");
    assertThat(standing("one").run().bot()).isEqualTo("w");
    assertThat(standing("one").run().startedAt()).isEqualTo(grid.now());
    assertThat(standing("one").queuedAt()).isEqualTo(queued);
    grid.beat("w", 1, GridInMemory.completed("one", StatusCode.DEADLINE_EXCEEDED));
    over("one", GrpcStatus.DEADLINE_EXCEEDED);
  }
}
