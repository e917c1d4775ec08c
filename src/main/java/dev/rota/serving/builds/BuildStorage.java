package dev.rota.serving.builds;

import dev.rota.base.blobs.BlobClient;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.base.blobs.BuildChannel;
import dev.rota.protocols.reapi.ActionCacheGrpc;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.CacheCapabilities;
import dev.rota.protocols.reapi.CapabilitiesGrpc;
import dev.rota.protocols.reapi.DigestFunction;
import dev.rota.protocols.reapi.GetActionResultRequest;
import dev.rota.protocols.reapi.GetCapabilitiesRequest;
import dev.rota.protocols.reapi.UpdateActionResultRequest;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The storage and the action cache that builds use. The front door keeps no blobs itself. */
final class BuildStorage implements AutoCloseable {
  /** Of one call. A client has to get an answer while it still waits. */
  private static final Duration CALL_MAX = Duration.ofSeconds(20);

  /** What storages of the field take in one message, and what is beside the blobs. */
  static final int MESSAGE_BYTES_MAX = 8 << 20;

  private static final StorageWords WORDS = new StorageWords();

  private final ManagedChannel blobs;
  private final ManagedChannel results;

  /**
   * Connects when it is first asked.
   *
   * @throws IOException if TLS cannot be used
   */
  BuildStorage(StorageAccess access) throws IOException {
    blobs = BuildChannel.open(access.storage(), access.security());
    results =
        access.actionCache() == null
            ? blobs
            : BuildChannel.open(access.actionCache(), access.security());
  }

  /** Tries now to connect, where it waits to try again: it would wait for minutes at last. */
  void reconnect() {
    blobs.resetConnectBackoff();
    results.resetConnectBackoff();
  }

  /** A client for blobs. */
  BlobClient blobs(String instance) {
    return new BlobClient(ClientInterceptors.intercept(blobs, WORDS), instance, CALL_MAX);
  }

  /** Where calls about blobs go to. */
  ManagedChannel blobChannel() {
    return blobs;
  }

  /** Where calls about results go to. */
  ManagedChannel resultChannel() {
    return results;
  }

  /** The result of an action, if it is known. One that the storage cannot give is made again. */
  Optional<ActionResult> result(String instance, BlobDigest action) {
    try {
      return Optional.of(
          cache()
              .getActionResult(
                  GetActionResultRequest.newBuilder()
                      .setInstanceName(instance)
                      .setActionDigest(action.message())
                      .setDigestFunction(DigestFunction.Value.SHA256)
                      .build()));
    } catch (StatusRuntimeException e) {
      return switch (e.getStatus().getCode()) {
        case NOT_FOUND -> Optional.empty();
        case INVALID_ARGUMENT, FAILED_PRECONDITION, OUT_OF_RANGE, RESOURCE_EXHAUSTED, DATA_LOSS -> {
          var _ = CallFaults.told("the cached result of " + action + ", a miss", e);
          yield Optional.empty();
        }
        default -> throw e;
      };
    }
  }

  void keep(String instance, BlobDigest action, ActionResult result) {
    var _ =
        cache()
            .updateActionResult(
                UpdateActionResultRequest.newBuilder()
                    .setInstanceName(instance)
                    .setActionDigest(action.message())
                    .setActionResult(result)
                    .setDigestFunction(DigestFunction.Value.SHA256)
                    .build());
  }

  private ActionCacheGrpc.ActionCacheBlockingStub cache() {
    return ActionCacheGrpc.newBlockingStub(ClientInterceptors.intercept(results, WORDS))
        .withDeadlineAfter(CALL_MAX.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** What the storage says of itself. */
  CacheCapabilities capabilities(String instance) {
    return CapabilitiesGrpc.newBlockingStub(blobs)
        .withDeadlineAfter(CALL_MAX.toMillis(), TimeUnit.MILLISECONDS)
        .getCapabilities(GetCapabilitiesRequest.newBuilder().setInstanceName(instance).build())
        .getCacheCapabilities();
  }

  /** What the storage says to the front door is not what the front door says to its client. */
  private static final class StorageWords implements ClientInterceptor {
    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(
        MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
      return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
        @Override
        public void start(Listener<A> listener, Metadata headers) {
          super.start(
              new SimpleForwardingClientCallListener<>(listener) {
                @Override
                public void onClose(Status status, Metadata trailers) {
                  super.onClose(told(status), trailers);
                }
              },
              headers);
        }
      };
    }

    private static Status told(Status status) {
      return switch (status.getCode()) {
        case UNAVAILABLE, DEADLINE_EXCEEDED ->
            Status.UNAVAILABLE
                .withDescription("the storage does not answer: " + status.getDescription())
                .withCause(status.getCause());
        case UNAUTHENTICATED, PERMISSION_DENIED, UNIMPLEMENTED ->
            Status.INTERNAL.withDescription(
                "the storage refuses the front door: %s %s"
                    .formatted(status.getCode(), status.getDescription()));
        default -> status;
      };
    }
  }

  @Override
  public void close() {
    blobs.shutdownNow();
    results.shutdownNow();
  }
}
