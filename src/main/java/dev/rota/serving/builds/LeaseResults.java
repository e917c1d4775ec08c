package dev.rota.serving.builds;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rota.base.blobs.BlobClient;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.base.blobs.StatusDetails;
import dev.rota.bots.LeaseReport;
import dev.rota.bots.ReportedState;
import dev.rota.bots.StatusCode;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.Digest;
import dev.rota.protocols.reapi.ExecuteResponse;
import dev.rota.protocols.reapi.OutputDirectory;
import dev.rota.protocols.reapi.OutputFile;
import dev.rota.protocols.remoteworkers.Lease;
import dev.rota.protocols.remoteworkers.LeaseState;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What workers say came of their leases: into the action cache, and into reports. */
final class LeaseResults {
  private static final int RESULT_BYTES_MAX = 64 << 20;

  /** The storage will answer again, or another front door. */
  private static final Set<Status.Code> PASSING =
      Set.of(Status.Code.UNAVAILABLE, Status.Code.CANCELLED);

  private static final int WORDS_MAX = 1_000;
  private static final String REPORT = "report an ActionResult, or the Digest of one";

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
   * What the leases of a bot came to.
   *
   * @param untold why others are not among them, and are to be reported again; null: all are
   */
  record LeaseReports(List<LeaseReport> told, StatusRuntimeException untold) {}

  /**
   * Makes a report of each lease that ended, and that the session holds. What succeeded is in the
   * action cache before the grid knows. One that cannot be used has failed, and no other with it.
   *
   * @param session which says so
   */
  LeaseReports reports(Collection<Lease> ended, String session) {
    List<LeaseReport> told = new ArrayList<>();
    StatusRuntimeException untold = null;
    Set<LeaseName> seen = new HashSet<>();
    for (Lease lease : ended) {
      LeaseName name = LeaseName.of(lease.getId());
      LeasedWork work =
          name == null || !seen.add(name)
              ? null
              : lane.read(state -> work(state.job(name.job()), name, session));
      if (work != null) {
        try {
          told.add(report(lease, name, work));
        } catch (IOException | StatusRuntimeException e) {
          StatusRuntimeException fault = CallFaults.of(e);
          if (PASSING.contains(fault.getStatus().getCode())) {
            untold = fault;
          } else {
            told.add(unusable(name, fault));
          }
        }
      }
    }
    return new LeaseReports(told, untold);
  }

  /** Others are to try. The client is told why if they fail, too. */
  private static LeaseReport unusable(LeaseName name, StatusRuntimeException fault) {
    String words = CallFaults.told("the result of lease " + name, fault).getMessage();
    dev.rota.protocols.rpc.Status status =
        StatusDetails.of(
            Status.INTERNAL.withDescription("the bot's result cannot be used: " + shown(words)));
    byte[] result = Any.pack(ExecuteResponse.newBuilder().setStatus(status).build()).toByteArray();
    return new LeaseReport(
        name.job(),
        ReportedState.COMPLETED,
        StatusCode.INTERNAL,
        null,
        name.attempt(),
        ByteBuffer.wrap(result));
  }

  private static String shown(String words) {
    return words.length() > WORDS_MAX ? words.substring(0, WORDS_MAX) + "…" : words;
  }

  private LeaseReport report(Lease lease, LeaseName name, LeasedWork work) throws IOException {
    if (lease.getState() == LeaseState.CANCELLED) {
      // The grid did not ask for that: others are to try.
      return LeaseReport.newBuilder()
          .setJob(name.job())
          .setState(ReportedState.COMPLETED)
          .setCode(StatusCode.UNAVAILABLE)
          .setAttempt(name.attempt())
          .build();
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
    } catch (InvalidProtocolBufferException | io.grpc.StatusRuntimeException _) {
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
    } else if (!response.hasStatus()) {
      throw RequestedAction.invalid(
          "bot_session.leases.result", "it is empty, and the lease's status is OK", REPORT);
    }
    return response.build();
  }

  private static ActionResult result(Any said, BlobClient blobs) throws IOException {
    try {
      if (said.is(Digest.class)) {
        BlobDigest digest = named("", said.unpack(Digest.class));
        return checked(ActionResult.parseFrom(blobs.read(digest, RESULT_BYTES_MAX)));
      }
      return checked(said.unpack(ActionResult.class));
    } catch (InvalidProtocolBufferException _) {
      throw RequestedAction.invalid(
          "bot_session.leases.result", "its type is '" + shown(said.getTypeUrl()) + "'", REPORT);
    }
  }

  /** Whoever is told it, by the grid or by the action cache, reads what it names. */
  private static ActionResult checked(ActionResult result) {
    for (OutputFile file : result.getOutputFilesList()) {
      var _ = named(".output_files.digest", file.getDigest());
    }
    for (OutputDirectory folder : result.getOutputDirectoriesList()) {
      if (folder.hasTreeDigest() || !folder.hasRootDirectoryDigest()) {
        var _ = named(".output_directories.tree_digest", folder.getTreeDigest());
      }
      if (folder.hasRootDirectoryDigest()) {
        var _ = named(".output_directories.root_directory_digest", folder.getRootDirectoryDigest());
      }
    }
    if (result.hasStdoutDigest()) {
      var _ = named(".stdout_digest", result.getStdoutDigest());
    }
    if (result.hasStderrDigest()) {
      var _ = named(".stderr_digest", result.getStderrDigest());
    }
    return result;
  }

  private static BlobDigest named(String field, Digest digest) {
    return RequestedAction.named("bot_session.leases.result" + field, digest);
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
      var _ = CallFaults.told("the action cache, for " + work.action, e);
    }
  }

  private static StatusCode code(Lease lease) {
    Status.Code code = Status.fromCodeValue(lease.getStatus().getCode()).getCode();
    return StatusCode.valueOf(code.name());
  }
}
