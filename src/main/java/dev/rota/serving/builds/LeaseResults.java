package dev.rota.serving.builds;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rota.base.blobs.BlobClient;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.bots.LeaseReport;
import dev.rota.bots.ReportedState;
import dev.rota.bots.StatusCode;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.Digest;
import dev.rota.protocols.reapi.ExecuteResponse;
import dev.rota.protocols.remoteworkers.Lease;
import dev.rota.protocols.remoteworkers.LeaseState;
import io.grpc.Status;
import java.io.IOException;
import java.nio.ByteBuffer;

/** What workers say came of their leases: into the action cache, and into reports. */
final class LeaseResults {
  private static final int RESULT_BYTES_MAX = 64 << 20;

  private final GridReader lane;
  private final BuildStorage storage;

  LeaseResults(GridReader lane, BuildStorage storage) {
    this.lane = lane;
    this.storage = storage;
  }

  /**
   * The work that a lease is about.
   *
   * @param action its digest, as the job was submitted with it; null: it is none of a front door's
   */
  private record LeasedWork(String instance, BlobDigest action, boolean cacheable) {}

  /**
   * Makes a report of a lease that ended. What succeeded is in the action cache before the grid
   * knows.
   *
   * @param session which says so
   * @return null: the session does not hold it, or not any more
   */
  LeaseReport report(Lease lease, String session) throws IOException {
    LeaseName name = LeaseName.of(lease.getId());
    LeasedWork work = lane.read(state -> work(state.job(name.job()), name, session));
    if (work == null) {
      return null;
    }
    if (lease.getState() == LeaseState.CANCELLED) {
      // The grid did not ask for that: others are to try.
      return new LeaseReport(
          name.job(), ReportedState.COMPLETED, StatusCode.UNAVAILABLE, null, name.attempt(), null);
    }
    BlobClient blobs = storage.blobs(work.instance);
    ExecuteResponse response = response(lease, blobs);
    keep(work, response);
    byte[] result = ReportedResult.pack(response, blobs);
    return new LeaseReport(
        name.job(),
        ReportedState.COMPLETED,
        code(lease),
        response.getResult().getExitCode(),
        name.attempt(),
        ByteBuffer.wrap(result));
  }

  private static LeasedWork work(Job job, LeaseName name, String session) {
    if (job == null
        || !(job.state() instanceof Leased leased)
        || !leased.bot().spec().session().equals(session)
        || job.attempt() != name.attempt()) {
      return null;
    }
    try {
      byte[] payload = job.spec().payload() == null ? null : job.spec().payload().content();
      BlobDigest action = payload == null ? null : BlobDigest.of(Digest.parseFrom(payload));
      return new LeasedWork(job.instance(), action, job.spec().cacheable());
    } catch (InvalidProtocolBufferException | io.grpc.StatusRuntimeException e) {
      return new LeasedWork(job.instance(), null, false);
    }
  }

  private static ExecuteResponse response(Lease lease, BlobClient blobs) throws IOException {
    ExecuteResponse.Builder response = ExecuteResponse.newBuilder();
    if (lease.getStatus().getCode() != Status.Code.OK.value()) {
      response.setStatus(lease.getStatus());
    }
    if (lease.hasResult()) {
      response.setResult(result(lease.getResult(), blobs));
    }
    return response.build();
  }

  private static ActionResult result(Any said, BlobClient blobs) throws IOException {
    try {
      if (said.is(Digest.class)) {
        BlobDigest digest = RequestedAction.named("lease.result", said.unpack(Digest.class));
        return ActionResult.parseFrom(blobs.read(digest, RESULT_BYTES_MAX));
      }
      return said.unpack(ActionResult.class);
    } catch (InvalidProtocolBufferException e) {
      throw RequestedAction.invalid(
          "bot_session.leases.result",
          "its type is '" + said.getTypeUrl() + "'",
          "report an ActionResult, or the Digest of one");
    }
  }

  private void keep(LeasedWork work, ExecuteResponse response) {
    boolean succeeded =
        response.hasResult()
            && response.getStatus().getCode() == Status.Code.OK.value()
            && response.getResult().getExitCode() == 0;
    if (!succeeded || !work.cacheable || work.action == null) {
      return;
    }
    try {
      storage.keep(work.instance, work.action, response.getResult());
    } catch (RuntimeException e) {
      // The build has its result all the same.
      var unused = CallFaults.told("the action cache, for " + work.action, e);
    }
  }

  private static StatusCode code(Lease lease) {
    Status.Code code = Status.fromCodeValue(lease.getStatus().getCode()).getCode();
    return StatusCode.valueOf(code.name());
  }
}
