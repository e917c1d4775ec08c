package dev.rota.lab.storage;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.base.blobs.BlobFolder;
import dev.rota.base.blobs.StatusDetails;
import dev.rota.protocols.reapi.BatchReadBlobsRequest;
import dev.rota.protocols.reapi.BatchReadBlobsResponse;
import dev.rota.protocols.reapi.BatchUpdateBlobsRequest;
import dev.rota.protocols.reapi.BatchUpdateBlobsResponse;
import dev.rota.protocols.reapi.ContentAddressableStorageGrpc.ContentAddressableStorageImplBase;
import dev.rota.protocols.reapi.Digest;
import dev.rota.protocols.reapi.Directory;
import dev.rota.protocols.reapi.DirectoryNode;
import dev.rota.protocols.reapi.FindMissingBlobsRequest;
import dev.rota.protocols.reapi.FindMissingBlobsResponse;
import dev.rota.protocols.reapi.GetTreeRequest;
import dev.rota.protocols.reapi.GetTreeResponse;
import dev.rota.protocols.rpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;

/** The storage's calls for what fits into a message. */
final class BlobService extends ContentAddressableStorageImplBase {
  /** What a batch may have of blobs; clients ask the capabilities for it. */
  static final long BATCH_BYTES_MAX = 4L << 20;

  /** An answer has their digests and statuses, too. */
  static final int BATCH_BLOBS_MAX = 40_000;

  private static final Status OK = StatusDetails.of(io.grpc.Status.OK);

  private final BlobFolder folder;

  BlobService(BlobFolder folder) {
    this.folder = folder;
  }

  private static void checkBatch(int blobs, LongStream sizes) {
    if (blobs > BATCH_BLOBS_MAX) {
      throw StorageCalls.invalid(
          "a batch of " + blobs + " blobs: it may have " + BATCH_BLOBS_MAX + " at most");
    }
    // A size is what a client says: each is cut before they are added.
    long bytes = sizes.map(size -> Math.min(size, BATCH_BYTES_MAX + 1)).sum();
    if (bytes > BATCH_BYTES_MAX) {
      throw StorageCalls.invalid(
          "a batch of more than "
              + BATCH_BYTES_MAX
              + " bytes: ask for fewer blobs at once, and for a larger one as a stream");
    }
  }

  /**
   * A malformed digest is refused with the whole call: the answer has no status of one digest, and
   * neither "missing" nor "here" would be true of it.
   */
  @Override
  public void findMissingBlobs(
      FindMissingBlobsRequest request, StreamObserver<FindMissingBlobsResponse> observer) {
    StorageCalls.answer(
        observer,
        () -> {
          StorageCalls.check(request.getDigestFunction());
          FindMissingBlobsResponse.Builder missing = FindMissingBlobsResponse.newBuilder();
          for (Digest digest : request.getBlobDigestsList()) {
            if (!folder.has(BlobDigest.of(digest))) {
              missing.addMissingBlobDigests(digest);
            }
          }
          return missing.build();
        });
  }

  @Override
  public void batchUpdateBlobs(
      BatchUpdateBlobsRequest request, StreamObserver<BatchUpdateBlobsResponse> observer) {
    StorageCalls.answer(
        observer,
        () -> {
          StorageCalls.check(request.getDigestFunction());
          checkBatch(
              request.getRequestsCount(),
              request.getRequestsList().stream().mapToLong(one -> one.getData().size()));
          BatchUpdateBlobsResponse.Builder responses = BatchUpdateBlobsResponse.newBuilder();
          for (BatchUpdateBlobsRequest.Request one : request.getRequestsList()) {
            responses.addResponsesBuilder().setDigest(one.getDigest()).setStatus(store(one));
          }
          return responses.build();
        });
  }

  private Status store(BatchUpdateBlobsRequest.Request one) {
    try {
      StorageCalls.check(one.getCompressor());
      folder.store(BlobDigest.of(one.getDigest()), one.getData().toByteArray());
      return OK;
    } catch (IOException | RuntimeException e) {
      return StatusDetails.of(StorageCalls.fault(e));
    }
  }

  @Override
  public void batchReadBlobs(
      BatchReadBlobsRequest request, StreamObserver<BatchReadBlobsResponse> observer) {
    StorageCalls.answer(
        observer,
        () -> {
          StorageCalls.check(request.getDigestFunction());
          checkBatch(
              request.getDigestsCount(),
              request.getDigestsList().stream()
                  .filter(BlobDigest::isValid)
                  .mapToLong(Digest::getSizeBytes));
          BatchReadBlobsResponse.Builder responses = BatchReadBlobsResponse.newBuilder();
          for (Digest digest : request.getDigestsList()) {
            read(digest, responses.addResponsesBuilder().setDigest(digest));
          }
          return responses.build();
        });
  }

  private void read(Digest digest, BatchReadBlobsResponse.Response.Builder response) {
    try {
      byte[] content = folder.read(BlobDigest.of(digest));
      if (content == null) {
        throw StorageCalls.absent("the blob " + BlobDigest.of(digest));
      }
      response.setData(UnsafeByteOperations.unsafeWrap(content)).setStatus(OK);
    } catch (IOException | RuntimeException e) {
      response.setStatus(StatusDetails.of(StorageCalls.fault(e)));
    }
  }

  /** Each directory of the tree once; those that are missing are left out, but not the root. */
  @Override
  public void getTree(GetTreeRequest request, StreamObserver<GetTreeResponse> observer) {
    try {
      StorageCalls.check(request.getDigestFunction());
      if (!request.getPageToken().isEmpty()) {
        throw StorageCalls.invalid("the storage sends a tree whole, and gives no page tokens");
      }
      sendTree(BlobDigest.of(request.getRootDigest()), observer);
    } catch (IOException | RuntimeException e) {
      observer.onError(StorageCalls.fault(e));
      return;
    }
    observer.onCompleted();
  }

  private void sendTree(BlobDigest root, StreamObserver<GetTreeResponse> observer)
      throws IOException {
    Set<BlobDigest> seen = new HashSet<>(List.of(root));
    Deque<BlobDigest> next = new ArrayDeque<>(seen);
    GetTreeResponse.Builder page = GetTreeResponse.newBuilder();
    long bytes = 0;
    while (!next.isEmpty()) {
      BlobDigest digest = next.poll();
      byte[] content = folder.read(digest);
      if (content == null && digest.equals(root)) {
        throw StorageCalls.absent("the root " + root);
      }
      if (content == null) {
        continue;
      }
      if (bytes + content.length > BATCH_BYTES_MAX && bytes > 0) {
        observer.onNext(page.build());
        page.clear();
        bytes = 0;
      }
      bytes += content.length;
      Directory directory = directory(digest, content);
      page.addDirectories(directory);
      for (DirectoryNode child : directory.getDirectoriesList()) {
        BlobDigest below = BlobDigest.of(child.getDigest());
        if (seen.add(below)) {
          next.add(below);
        }
      }
    }
    observer.onNext(page.build());
  }

  private static Directory directory(BlobDigest digest, byte[] content) {
    try {
      return Directory.parseFrom(content);
    } catch (InvalidProtocolBufferException e) {
      throw StorageCalls.invalid("the blob " + digest + " is no directory");
    }
  }
}
