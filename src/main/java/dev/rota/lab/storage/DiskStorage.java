package dev.rota.lab.storage;

import dev.rota.base.blobs.BlobDigest;
import dev.rota.base.blobs.BlobFolder;
import dev.rota.protocols.reapi.ActionCacheGrpc.ActionCacheImplBase;
import dev.rota.protocols.reapi.ActionCacheUpdateCapabilities;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.CacheCapabilities;
import dev.rota.protocols.reapi.CapabilitiesGrpc.CapabilitiesImplBase;
import dev.rota.protocols.reapi.DigestFunction;
import dev.rota.protocols.reapi.GetActionResultRequest;
import dev.rota.protocols.reapi.GetCapabilitiesRequest;
import dev.rota.protocols.reapi.ServerCapabilities;
import dev.rota.protocols.reapi.SymlinkAbsolutePathStrategy;
import dev.rota.protocols.reapi.UpdateActionResultRequest;
import io.grpc.BindableService;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The storage: its services are to be added to a gRPC server. Threads may block in them. */
final class DiskStorage implements AutoCloseable {
  private static final int UPLOADS_MAX = 1_000;

  private final BlobFolder blobs;
  private final ResultFolder results;
  private final PartialUploads uploads;
  private final long bytesMax;

  private DiskStorage(BlobFolder blobs, ResultFolder results, long bytesMax) {
    this.blobs = blobs;
    this.results = results;
    this.uploads = new PartialUploads(blobs, UPLOADS_MAX, bytesMax);
    this.bytesMax = bytesMax;
  }

  /**
   * Opens a storage with what is in the folder, which is created if missing.
   *
   * @param bytesMax of blobs; beyond it, the least recently used are dropped
   * @throws IOException if the folder cannot be used, or another process uses it
   */
  static DiskStorage open(Path dir, long bytesMax) throws IOException {
    BlobFolder blobs = BlobFolder.open(dir, bytesMax);
    return new DiskStorage(blobs, new ResultFolder(dir.resolve("results"), blobs), bytesMax);
  }

  /** Returns the storage, its streams and the action cache. */
  List<BindableService> services() {
    return List.of(
        new BlobService(blobs), new BlobStreamService(blobs, uploads), new ResultService());
  }

  /** Returns the service that clients ask first, for a server that has nothing but the storage. */
  BindableService capabilitiesService() {
    return new CapabilitiesImplBase() {
      @Override
      public void getCapabilities(
          GetCapabilitiesRequest request, StreamObserver<ServerCapabilities> observer) {
        ServerCapabilities.Builder all = ServerCapabilities.newBuilder();
        all.setCacheCapabilities(capabilities());
        all.getLowApiVersionBuilder().setMajor(2);
        all.getHighApiVersionBuilder().setMajor(2).setMinor(3);
        observer.onNext(all.build());
        observer.onCompleted();
      }
    };
  }

  /** Returns what the storage can do, as clients ask it. */
  CacheCapabilities capabilities() {
    return CacheCapabilities.newBuilder()
        .addDigestFunctions(DigestFunction.Value.SHA256)
        .setActionCacheUpdateCapabilities(
            ActionCacheUpdateCapabilities.newBuilder().setUpdateEnabled(true))
        .setMaxBatchTotalSizeBytes(BlobService.BATCH_BYTES_MAX)
        .setMaxCasBlobSizeBytes(bytesMax)
        .setSymlinkAbsolutePathStrategy(SymlinkAbsolutePathStrategy.Value.DISALLOWED)
        .build();
  }

  @Override
  public void close() throws IOException {
    blobs.close();
  }

  /** The action cache. */
  private final class ResultService extends ActionCacheImplBase {
    @Override
    public void getActionResult(
        GetActionResultRequest request, StreamObserver<ActionResult> observer) {
      StorageCalls.answer(
          observer,
          () -> {
            StorageCalls.check(request.getDigestFunction());
            BlobDigest action = BlobDigest.of(request.getActionDigest());
            return results
                .get(action)
                .orElseThrow(() -> StorageCalls.absent("a result of the action " + action));
          });
    }

    @Override
    public void updateActionResult(
        UpdateActionResultRequest request, StreamObserver<ActionResult> observer) {
      StorageCalls.answer(
          observer,
          () -> {
            StorageCalls.check(request.getDigestFunction());
            results.put(BlobDigest.of(request.getActionDigest()), request.getActionResult());
            return request.getActionResult();
          });
    }
  }
}
