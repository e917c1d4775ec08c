package dev.rota.serving.builds;

import com.google.protobuf.Any;
import com.google.protobuf.Struct;
import com.google.protobuf.Timestamp;
import com.google.protobuf.Value;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.base.blobs.StatusDetails;
import dev.rota.bots.values.GrpcStatus;
import dev.rota.protocols.longrunning.Operation;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.DigestFunction;
import dev.rota.protocols.reapi.ExecuteOperationMetadata;
import dev.rota.protocols.reapi.ExecuteResponse;
import dev.rota.protocols.reapi.ExecutedActionMetadata;
import dev.rota.protocols.reapi.ExecutionStage;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** Operations as clients see them. */
final class OperationMessages {
  private static final Status NO_RESULT =
      Status.INTERNAL.withDescription("the job succeeded, and its bot reported no result");

  private final BuildStorage storage;

  OperationMessages(BuildStorage storage) {
    this.storage = storage;
  }

  /**
   * An operation that is not over.
   *
   * @param waits what the grid says of a job that waits, as fields; empty: nothing was asked
   */
  static Operation open(OperationName name, OperationStanding standing, Map<?, ?> waits) {
    return Operation.newBuilder()
        .setName(name.toString())
        .setMetadata(Any.pack(metadata(standing, waits)))
        .build();
  }

  private static ExecuteOperationMetadata metadata(OperationStanding standing, Map<?, ?> waits) {
    ExecuteOperationMetadata.Builder metadata =
        ExecuteOperationMetadata.newBuilder()
            .setStage(standing.stage())
            .setDigestFunction(DigestFunction.Value.SHA256);
    action(standing).ifPresent(digest -> metadata.setActionDigest(digest.message()));
    ExecutedActionMetadata.Builder partial =
        metadata
            .getPartialExecutionMetadataBuilder()
            .setQueuedTimestamp(timestamp(standing.queuedAt()));
    OperationStanding.Run run = standing.run();
    if (run != null) {
      partial.setWorker(run.bot()).setWorkerStartTimestamp(timestamp(run.startedAt()));
    }
    if (!waits.isEmpty()) {
      partial.addAuxiliaryMetadata(Any.pack(struct(waits)));
    }
    return metadata.build();
  }

  private static Struct struct(Map<?, ?> fields) {
    Struct.Builder struct = Struct.newBuilder();
    fields.forEach(
        (name, value) ->
            struct.putFields(
                String.valueOf(name),
                value instanceof Number number
                    ? Value.newBuilder().setNumberValue(number.doubleValue()).build()
                    : Value.newBuilder().setStringValue(String.valueOf(value)).build()));
    return struct.build();
  }

  static Timestamp timestamp(long millis) {
    return Timestamp.newBuilder()
        .setSeconds(Math.floorDiv(millis, 1_000L))
        .setNanos((int) Math.floorMod(millis, 1_000L) * 1_000_000)
        .build();
  }

  /** Other clients of the grid may have named an action in another way. */
  private static Optional<BlobDigest> action(OperationStanding standing) {
    String[] parts = standing.action() == null ? new String[0] : standing.action().split("/", -1);
    try {
      return parts.length == 2
          ? Optional.of(new BlobDigest(parts[0], Long.parseLong(parts[1])))
          : Optional.empty();
    } catch (StatusRuntimeException | NumberFormatException _) {
      return Optional.empty();
    }
  }

  /** An operation whose action was executed before. */
  static Operation cached(OperationName name, BlobDigest action, ActionResult result) {
    ExecuteOperationMetadata metadata =
        ExecuteOperationMetadata.newBuilder()
            .setStage(ExecutionStage.Value.COMPLETED)
            .setActionDigest(action.message())
            .setDigestFunction(DigestFunction.Value.SHA256)
            .build();
    return done(
        name,
        metadata,
        ExecuteResponse.newBuilder().setResult(result).setCachedResult(true).build());
  }

  private static Operation done(
      OperationName name, ExecuteOperationMetadata metadata, ExecuteResponse response) {
    return Operation.newBuilder()
        .setName(name.toString())
        .setMetadata(Any.pack(metadata))
        .setDone(true)
        .setResponse(Any.pack(response))
        .build();
  }

  /** An operation that is over. It may read the storage. */
  Operation over(OperationName name, OperationStanding standing) {
    return done(name, metadata(standing, Map.of()), response(name, standing));
  }

  private ExecuteResponse response(OperationName name, OperationStanding standing) {
    ExecuteResponse said;
    try {
      said = said(standing);
    } catch (IOException | RuntimeException e) {
      return ExecuteResponse.newBuilder()
          .setStatus(StatusDetails.of(CallFaults.told("the result of " + name, e)))
          .build();
    }
    ExecuteResponse.Builder response = said.toBuilder();
    int code = Status.Code.valueOf(standing.ended().code().name()).value();
    if (standing.ended().code() == GrpcStatus.OK) {
      checkSuccess(response);
    } else if (said.getStatus().getCode() != code) {
      response.getStatusBuilder().clear().setCode(code).setMessage(words(standing));
    }
    return response.build();
  }

  /** To the grid it succeeded. Whoever reported it may have said something else to the client. */
  private static void checkSuccess(ExecuteResponse.Builder response) {
    if (!response.hasResult() && response.getStatus().getCode() == Status.Code.OK.value()) {
      response.setStatus(StatusDetails.of(NO_RESULT));
    }
  }

  /** What a job of another instance came to is where that one's blobs are. */
  private ExecuteResponse said(OperationStanding standing) throws IOException {
    if (standing.ended().result() != null) {
      return ReportedResult.unpack(
          standing.ended().result().content(), storage.blobs(standing.instance()));
    }
    if (standing.ended().code() != GrpcStatus.OK) {
      return ExecuteResponse.getDefaultInstance();
    }
    // Nobody reported a result: whoever submitted it said that it is known.
    Optional<BlobDigest> action = action(standing);
    return action
        .flatMap(digest -> storage.result(standing.instance(), digest))
        .map(found -> ExecuteResponse.newBuilder().setResult(found).setCachedResult(true).build())
        .orElseThrow(NO_RESULT::asRuntimeException);
  }

  private static String words(OperationStanding standing) {
    return "the job ended with %s: 'rota why bots %s' says why"
        .formatted(standing.ended().code(), standing.job());
  }
}
