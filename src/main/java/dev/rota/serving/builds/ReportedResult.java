package dev.rota.serving.builds;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rota.base.blobs.BlobClient;
import dev.rota.base.blobs.BlobClient.BlobSource;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.Digest;
import dev.rota.protocols.reapi.ExecuteResponse;
import io.grpc.Status;
import java.io.IOException;
import java.util.Map;

/**
 * What came of a lease, as a report's {@code result} carries it to the job's outcome: a message of
 * the type {@link ExecuteResponse} or {@link ActionResult}, or the {@link Digest} of a blob that is
 * an {@link ExecuteResponse}, if it has more bytes than a report may have.
 */
final class ReportedResult {
  /** As the schema of a report says. */
  static final int BYTES_MAX = 16_384;

  private static final int BLOB_BYTES_MAX = 64 << 20;

  private ReportedResult() {}

  /**
   * Returns the bytes for the report. What is too large for it goes to the storage first.
   *
   * @throws io.grpc.StatusRuntimeException the storage does not take it
   */
  static byte[] pack(ExecuteResponse response, BlobClient storage) throws IOException {
    byte[] packed = Any.pack(response).toByteArray();
    if (packed.length <= BYTES_MAX) {
      return packed;
    }
    byte[] content = response.toByteArray();
    BlobDigest digest = BlobDigest.of(content);
    storage.upload(Map.of(digest, BlobSource.of(content)));
    return Any.pack(digest.message()).toByteArray();
  }

  /**
   * Returns what a report carried.
   *
   * @throws io.grpc.StatusRuntimeException INTERNAL: it is none of that
   */
  static ExecuteResponse unpack(byte[] result, BlobClient storage) throws IOException {
    try {
      Any packed = Any.parseFrom(result);
      if (packed.is(ExecuteResponse.class)) {
        return packed.unpack(ExecuteResponse.class);
      }
      if (packed.is(ActionResult.class)) {
        return ExecuteResponse.newBuilder().setResult(packed.unpack(ActionResult.class)).build();
      }
      if (packed.is(Digest.class)) {
        BlobDigest digest = BlobDigest.of(packed.unpack(Digest.class));
        return ExecuteResponse.parseFrom(storage.read(digest, BLOB_BYTES_MAX));
      }
    } catch (InvalidProtocolBufferException _) {
      // It is said below.
    }
    throw Status.INTERNAL
        .withDescription("the bot reported a result of another form: see docs/builds.md")
        .asRuntimeException();
  }
}
