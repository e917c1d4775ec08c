package dev.rota.base.blobs;

import com.google.protobuf.Any;
import dev.rota.protocols.rpc.PreconditionFailure;
import dev.rota.protocols.rpc.Status;
import io.grpc.Metadata;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.ProtoUtils;
import java.util.Collection;

/** Statuses with details: gRPC has them in a trailer, results and operations as a message. */
public final class StatusDetails {
  private static final Metadata.Key<Status> TRAILER =
      Metadata.Key.of(
          "grpc-status-details-bin", ProtoUtils.metadataMarshaller(Status.getDefaultInstance()));

  /** A client uploads what is named. Of a million it must name the rest in another round. */
  private static final int NAMED_MAX = 1_000;

  private StatusDetails() {}

  /** Returns FAILED_PRECONDITION with a detail per blob, by which a client knows what to upload. */
  public static StatusRuntimeException missing(Collection<BlobDigest> blobs) {
    PreconditionFailure.Builder failure = PreconditionFailure.newBuilder();
    blobs.stream()
        .limit(NAMED_MAX)
        .forEach(
            blob -> failure.addViolationsBuilder().setType("MISSING").setSubject("blobs/" + blob));
    String first = blobs.iterator().next().toString();
    return exception(
        Status.newBuilder()
            .setCode(io.grpc.Status.Code.FAILED_PRECONDITION.value())
            .setMessage(
                blobs.size() == 1
                    ? "the blob " + first + " is not in the storage"
                    : blobs.size() + " blobs are not in the storage, such as " + first)
            .addDetails(Any.pack(failure.build()))
            .build());
  }

  public static StatusRuntimeException exception(Status status) {
    Metadata trailers = new Metadata();
    trailers.put(TRAILER, status);
    return io.grpc.Status.fromCodeValue(status.getCode())
        .withDescription(status.getMessage())
        .asRuntimeException(trailers);
  }

  public static Status of(StatusRuntimeException fault) {
    Metadata trailers = fault.getTrailers();
    Status detailed = trailers == null ? null : trailers.get(TRAILER);
    return detailed == null ? of(fault.getStatus()) : detailed;
  }

  public static Status of(io.grpc.Status status) {
    Status.Builder message = Status.newBuilder().setCode(status.getCode().value());
    if (status.getDescription() != null) {
      message.setMessage(status.getDescription());
    }
    return message.build();
  }
}
