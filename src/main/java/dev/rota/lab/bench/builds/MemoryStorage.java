package dev.rota.lab.bench.builds;

import com.google.protobuf.ByteString;
import dev.rota.protocols.reapi.ActionCacheGrpc.ActionCacheImplBase;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.BatchReadBlobsRequest;
import dev.rota.protocols.reapi.BatchReadBlobsResponse;
import dev.rota.protocols.reapi.BatchUpdateBlobsRequest;
import dev.rota.protocols.reapi.BatchUpdateBlobsResponse;
import dev.rota.protocols.reapi.CacheCapabilities;
import dev.rota.protocols.reapi.CapabilitiesGrpc.CapabilitiesImplBase;
import dev.rota.protocols.reapi.ContentAddressableStorageGrpc.ContentAddressableStorageImplBase;
import dev.rota.protocols.reapi.Digest;
import dev.rota.protocols.reapi.DigestFunction;
import dev.rota.protocols.reapi.FindMissingBlobsRequest;
import dev.rota.protocols.reapi.FindMissingBlobsResponse;
import dev.rota.protocols.reapi.GetActionResultRequest;
import dev.rota.protocols.reapi.GetCapabilitiesRequest;
import dev.rota.protocols.reapi.ServerCapabilities;
import dev.rota.protocols.reapi.UpdateActionResultRequest;
import io.grpc.BindableService;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Small blobs and results of actions in memory, for a measurement: whoever uploads is trusted, and
 * nothing is ever dropped. Both schedulers read the same one, so that a disk is not measured.
 */
final class MemoryStorage {
  private static final int BATCH_BYTES_MAX = 4 << 20;

  private final Map<String, ByteString> blobs = new ConcurrentHashMap<>();
  private final Map<String, ActionResult> results = new ConcurrentHashMap<>();

  List<BindableService> services() {
    return List.of(new BlobCalls(), new ResultCalls(), new CapabilityCalls());
  }

  private static <T> void answer(StreamObserver<T> observer, T answer) {
    observer.onNext(answer);
    observer.onCompleted();
  }

  private final class BlobCalls extends ContentAddressableStorageImplBase {
    @Override
    public void findMissingBlobs(
        FindMissingBlobsRequest request, StreamObserver<FindMissingBlobsResponse> observer) {
      FindMissingBlobsResponse.Builder missing = FindMissingBlobsResponse.newBuilder();
      request.getBlobDigestsList().stream()
          .filter(digest -> digest.getSizeBytes() > 0 && !blobs.containsKey(digest.getHash()))
          .forEach(missing::addMissingBlobDigests);
      answer(observer, missing.build());
    }

    @Override
    public void batchUpdateBlobs(
        BatchUpdateBlobsRequest request, StreamObserver<BatchUpdateBlobsResponse> observer) {
      BatchUpdateBlobsResponse.Builder kept = BatchUpdateBlobsResponse.newBuilder();
      for (BatchUpdateBlobsRequest.Request one : request.getRequestsList()) {
        blobs.put(one.getDigest().getHash(), one.getData());
        kept.addResponsesBuilder().setDigest(one.getDigest());
      }
      answer(observer, kept.build());
    }

    @Override
    public void batchReadBlobs(
        BatchReadBlobsRequest request, StreamObserver<BatchReadBlobsResponse> observer) {
      BatchReadBlobsResponse.Builder read = BatchReadBlobsResponse.newBuilder();
      for (Digest digest : request.getDigestsList()) {
        BatchReadBlobsResponse.Response.Builder one = read.addResponsesBuilder().setDigest(digest);
        ByteString blob = blobs.get(digest.getHash());
        if (blob != null) {
          one.setData(blob);
        } else if (digest.getSizeBytes() > 0) {
          one.getStatusBuilder().setCode(Status.Code.NOT_FOUND.value());
        }
      }
      answer(observer, read.build());
    }
  }

  private final class ResultCalls extends ActionCacheImplBase {
    @Override
    public void getActionResult(
        GetActionResultRequest request, StreamObserver<ActionResult> observer) {
      ActionResult result = results.get(request.getActionDigest().getHash());
      if (result == null) {
        observer.onError(Status.NOT_FOUND.asRuntimeException());
      } else {
        answer(observer, result);
      }
    }

    @Override
    public void updateActionResult(
        UpdateActionResultRequest request, StreamObserver<ActionResult> observer) {
      results.put(request.getActionDigest().getHash(), request.getActionResult());
      answer(observer, request.getActionResult());
    }
  }

  private static final class CapabilityCalls extends CapabilitiesImplBase {
    @Override
    public void getCapabilities(
        GetCapabilitiesRequest request, StreamObserver<ServerCapabilities> observer) {
      CacheCapabilities.Builder cache =
          CacheCapabilities.newBuilder()
              .addDigestFunctions(DigestFunction.Value.SHA256)
              .setMaxBatchTotalSizeBytes(BATCH_BYTES_MAX);
      cache.getActionCacheUpdateCapabilitiesBuilder().setUpdateEnabled(true);
      ServerCapabilities.Builder all = ServerCapabilities.newBuilder().setCacheCapabilities(cache);
      all.getLowApiVersionBuilder().setMajor(2);
      all.getHighApiVersionBuilder().setMajor(2).setMinor(3);
      answer(observer, all.build());
    }
  }
}
