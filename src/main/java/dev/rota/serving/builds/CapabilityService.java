package dev.rota.serving.builds;

import dev.rota.protocols.reapi.CacheCapabilities;
import dev.rota.protocols.reapi.CapabilitiesGrpc.CapabilitiesImplBase;
import dev.rota.protocols.reapi.DigestFunction;
import dev.rota.protocols.reapi.GetCapabilitiesRequest;
import dev.rota.protocols.reapi.PriorityCapabilities.PriorityRange;
import dev.rota.protocols.reapi.ServerCapabilities;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;

/** What a client can do here: execute by the grid, and keep blobs as the storage says. */
final class CapabilityService extends CapabilitiesImplBase {
  private static final int MAJOR = 2;
  private static final int MINOR_MAX = 3;

  /** What every client of the field takes, from a storage that does not say. */
  private static final long BATCH_BYTES = 4_000_000;

  private final BuildInstances instances;
  private final BuildStorage storage;

  CapabilityService(BuildInstances instances, BuildStorage storage) {
    this.instances = instances;
    this.storage = storage;
  }

  @Override
  public void getCapabilities(
      GetCapabilitiesRequest request, StreamObserver<ServerCapabilities> observer) {
    CallFaults.answer(
        "GetCapabilities",
        observer,
        () -> {
          String instance = instances.check("instance_name", request.getInstanceName());
          ServerCapabilities.Builder all = ServerCapabilities.newBuilder();
          all.setCacheCapabilities(cache(instance));
          all.getExecutionCapabilitiesBuilder()
              .setDigestFunction(DigestFunction.Value.SHA256)
              .addDigestFunctions(DigestFunction.Value.SHA256)
              .setExecEnabled(true)
              .getExecutionPriorityCapabilitiesBuilder()
              .addPriorities(
                  PriorityRange.newBuilder()
                      .setMinPriority(Integer.MIN_VALUE)
                      .setMaxPriority(Integer.MAX_VALUE));
          all.getLowApiVersionBuilder().setMajor(MAJOR);
          all.getHighApiVersionBuilder().setMajor(MAJOR).setMinor(MINOR_MAX);
          return all.build();
        });
  }

  private CacheCapabilities cache(String instance) {
    CacheCapabilities said;
    try {
      said = storage.capabilities(instance);
    } catch (StatusRuntimeException e) {
      if (e.getStatus().getCode() != Status.Code.UNIMPLEMENTED) {
        throw e;
      }
      said =
          CacheCapabilities.newBuilder()
              .addDigestFunctions(DigestFunction.Value.SHA256)
              .setMaxBatchTotalSizeBytes(BATCH_BYTES)
              .build();
    }
    CacheCapabilities.Builder cache = said.toBuilder();
    // The front door's own calls read blobs as they are.
    cache.clearDigestFunctions().addDigestFunctions(DigestFunction.Value.SHA256);
    return cache.build();
  }
}
