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
import dev.rota.protocols.reapi.FindMissingBlobsRequest;
import dev.rota.protocols.reapi.FindMissingBlobsResponse;
import dev.rota.protocols.reapi.GetTreeRequest;
import dev.rota.protocols.reapi.GetTreeResponse;
import dev.rota.protocols.rpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.stream.LongStream;

/** The storage's calls for what fits into a message. */
final class BlobService extends ContentAddressableStorageImplBase {
  /** What a batch may have of blobs; clients ask the capabilities for it. */
  static final long BATCH_BYTES_MAX = 4L << 20;

  /** An answer has their digests and statuses, too. */
  static final int BATCH_BLOBS_MAX = 40_000;

  private static final Status OK = StatusDetails.of(io.grpc.Status.OK);

  /** Each has the names of its directories in memory. */
  static final int TREES_MAX = 8;

  private final BlobFolder folder;
  private final Semaphore trees = new Semaphore(TREES_MAX);

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
      BlobDigest root = BlobDigest.of(request.getRootDigest());
      if (!trees.tryAcquire()) {
        throw StorageCalls.busy(TREES_MAX + " trees are being sent");
      }
      new TreeSending(root, (ServerCallStreamObserver<GetTreeResponse>) observer).begin();
    } catch (RuntimeException e) {
      observer.onError(StorageCalls.fault(e));
    }
  }

  /** Sends a tree, page by page, as fast as the client takes it. */
  private final class TreeSending {
    private final BlobDigest root;
    private final ServerCallStreamObserver<GetTreeResponse> observer;
    private final DirectoryWalk walk;
    private GetTreeResponse.Builder page = GetTreeResponse.newBuilder();
    private long bytes;
    private boolean ended;

    TreeSending(BlobDigest root, ServerCallStreamObserver<GetTreeResponse> observer) {
      this.root = root;
      this.observer = observer;
      this.walk = new DirectoryWalk(folder, root, BATCH_BYTES_MAX);
    }

    void begin() {
      observer.setOnCancelHandler(this::end);
      observer.setOnReadyHandler(this::send);
      send();
    }

    private void send() {
      try {
        while (!ended && observer.isReady()) {
          sendPage();
        }
      } catch (IOException | RuntimeException e) {
        end();
        observer.onError(StorageCalls.fault(e));
      }
    }

    private void sendPage() throws IOException {
      for (BlobDigest next = walk.next(); next != null; next = walk.next()) {
        byte[] content = walk.read(next, _ -> {});
        if (content == null && next.equals(root)) {
          throw StorageCalls.absent("the root " + root);
        }
        if (content == null) {
          continue;
        }
        boolean full = bytes > 0 && bytes + content.length > BATCH_BYTES_MAX;
        if (full) {
          sendPage(directory(next, content), content.length);
          return;
        }
        page.addDirectories(directory(next, content));
        bytes += content.length;
      }
      end();
      observer.onNext(page.build());
      observer.onCompleted();
    }

    /** The next page begins with a directory for which this one has no room. */
    private void sendPage(Directory first, long size) {
      GetTreeResponse full = page.build();
      page = GetTreeResponse.newBuilder().addDirectories(first);
      bytes = size;
      observer.onNext(full);
    }

    private void end() {
      if (!ended) {
        ended = true;
        trees.release();
      }
    }
  }

  private static Directory directory(BlobDigest digest, byte[] content) {
    try {
      return Directory.parseFrom(content);
    } catch (InvalidProtocolBufferException _) {
      throw StorageCalls.invalid("the blob " + digest + " is no Directory");
    }
  }
}
