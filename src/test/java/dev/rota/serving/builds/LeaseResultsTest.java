package dev.rota.serving.builds;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.bots.LeaseReport;
import dev.rota.bots.ReportedState;
import dev.rota.bots.StatusCode;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.remoteworkers.Lease;
import dev.rota.protocols.remoteworkers.LeaseState;
import dev.rota.testing.StoragePort;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a worker says came of its lease is reported, and what succeeded is in the action cache. */
class LeaseResultsTest {
  @TempDir private Path dir;

  private final GridInMemory grid = new GridInMemory();
  private StoragePort port;
  private BuildStorage storage;
  private LeaseResults results;
  private String session;

  @BeforeEach
  void open() throws IOException {
    port = StoragePort.open(dir, 1 << 20);
    storage = new BuildStorage(StorageAccess.of(port.address()));
    results = new LeaseResults(grid, storage);
    session = grid.beat("w", 2);
  }

  @AfterEach
  void close() throws IOException {
    storage.close();
    port.close();
  }

  private static Lease lease(String job, int attempt, Status.Code status, int exit) {
    Lease.Builder lease =
        Lease.newBuilder()
            .setId(new LeaseName(job, attempt).toString())
            .setState(LeaseState.COMPLETED)
            .setResult(Any.pack(ActionResult.newBuilder().setExitCode(exit).build()));
    lease.getStatusBuilder().setCode(status.value());
    return lease.build();
  }

  /** Begins an action, and returns its digest. */
  private BlobDigest begin(String job, boolean doNotCache) {
    BlobDigest action = BlobDigest.of(job.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    grid.execute(job, action, doNotCache);
    return action;
  }

  /** Returns the report of a lease; null: there is none. */
  private LeaseReport reported(Lease lease, String by) {
    List<LeaseReport> told = results.reports(List.of(lease), by).told();
    return told.isEmpty() ? null : told.get(0);
  }

  private boolean isCached(BlobDigest action) {
    return storage.result(GridInMemory.INSTANCE, action).isPresent();
  }

  @Test
  void onlyWhatSucceededIsInTheActionCache() throws IOException {
    BlobDigest failed = begin("failed", false);
    LeaseReport report = reported(lease("failed", 1, Status.Code.OK, 1), session);
    assertThat(isCached(failed)).isFalse();
    assertThat(report.getExitCode()).isEqualTo(1);
    assertThat(report.getCode()).isEqualTo(StatusCode.OK);

    BlobDigest late = begin("late", false);
    report = reported(lease("late", 1, Status.Code.DEADLINE_EXCEEDED, 0), session);
    assertThat(isCached(late)).isFalse();
    assertThat(report.getCode()).isEqualTo(StatusCode.DEADLINE_EXCEEDED);
  }

  @Test
  void whatSucceededIsCachedUnlessItIsNotToBe() throws IOException {
    BlobDigest good = begin("good", false);
    BlobDigest once = begin("once", true);
    LeaseReport report = reported(lease("good", 1, Status.Code.OK, 0), session);
    assertThat(isCached(good)).isTrue();
    assertThat(report.getState()).isEqualTo(ReportedState.COMPLETED);
    assertThat(report.getAttempt()).isEqualTo(1);
    assertThat(ReportedResult.unpack(report.getResult().array(), port.client()).hasResult())
        .isTrue();
    assertThat(reported(lease("once", 1, Status.Code.OK, 0), session)).isNotNull();
    assertThat(isCached(once)).isFalse();
  }

  /** The attempt that runs now may come to something else. */
  @Test
  void whatAnOlderAttemptSaysIsNeitherReportedNorCached() throws IOException {
    BlobDigest action = begin("again", false);
    grid.beat("w", 2, GridInMemory.completed("again", StatusCode.INTERNAL));
    assertThat(grid.job("again").attempt()).isEqualTo(2);
    assertThat(reported(lease("again", 1, Status.Code.OK, 0), session)).isNull();
    assertThat(reported(lease("again", 3, Status.Code.OK, 0), session)).isNull();
    assertThat(isCached(action)).isFalse();
    LeaseReport report = reported(lease("again", 2, Status.Code.OK, 0), session);
    assertThat(report.getAttempt()).isEqualTo(2);
    assertThat(isCached(action)).isTrue();
  }

  @Test
  void whatAnotherSessionSaysIsNeitherReportedNorCached() throws IOException {
    BlobDigest action = begin("held", false);
    String other = grid.beat("x", 1);
    for (String stranger : new String[] {other, session + "0", ""}) {
      assertThat(reported(lease("held", 1, Status.Code.OK, 0), stranger)).isNull();
    }
    assertThat(reported(lease("nobody's", 1, Status.Code.OK, 0), session)).isNull();
    assertThat(isCached(action)).isFalse();
  }

  @Test
  void whatAWorkerGivesBackIsTriedElsewhere() throws IOException {
    BlobDigest action = begin("given", false);
    Lease back =
        lease("given", 1, Status.Code.OK, 0).toBuilder().setState(LeaseState.CANCELLED).build();
    assertThat(reported(back, session).getCode()).isEqualTo(StatusCode.UNAVAILABLE);
    assertThat(isCached(action)).isFalse();
  }
}
