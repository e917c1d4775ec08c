package dev.rota.base.blobs;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.rota.protocols.bytestream.ByteStreamGrpc;
import dev.rota.protocols.bytestream.ReadRequest;
import dev.rota.protocols.bytestream.ReadResponse;
import dev.rota.protocols.bytestream.WriteRequest;
import dev.rota.protocols.bytestream.WriteResponse;
import dev.rota.protocols.reapi.BatchReadBlobsRequest;
import dev.rota.protocols.reapi.BatchReadBlobsResponse;
import dev.rota.protocols.reapi.BatchUpdateBlobsRequest;
import dev.rota.protocols.reapi.BatchUpdateBlobsResponse;
import dev.rota.protocols.reapi.ContentAddressableStorageGrpc;
import dev.rota.protocols.reapi.Digest;
import dev.rota.protocols.reapi.DigestFunction;
import dev.rota.protocols.reapi.FindMissingBlobsRequest;
import io.grpc.Channel;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.AbstractStub;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * A client of a storage. Small blobs go together in one message, large ones as streams. Nothing is
 * tried again: errors are {@link StatusRuntimeException}s, and whoever asked decides.
 *
 * <p>What comes is compared with its digest, so that no storage can pass off other bytes.
 */
public final class BlobClient {
  /** A message of the field has 4 MiB at most; beside blobs it has their digests. */
  private static final long BATCH_BYTES = 2 << 20;

  private static final long READ_WITH_BYTES = 64 << 10;
  private static final int BATCH_BLOBS = 2_000;
  private static final int DIGEST_BYTES = 100;
  private static final int CHUNK_BYTES = 1 << 16;

  /** A stream may take as long as a message, and this for each second more. */
  private static final long BYTES_PER_SECOND = 1 << 20;

  private final ContentAddressableStorageGrpc.ContentAddressableStorageBlockingStub storage;
  private final ByteStreamGrpc.ByteStreamBlockingStub reader;
  private final ByteStreamGrpc.ByteStreamStub writer;
  private final String instance;
  private final Duration limit;

  /** Where the bytes of a blob are, which may be read more than once. */
  @FunctionalInterface
  public interface BlobSource {
    InputStream open() throws IOException;

    static BlobSource of(byte[] content) {
      return () -> new ByteArrayInputStream(content);
    }
  }

  /**
   * Makes a client; it neither opens nor closes the channel.
   *
   * @param instance as the storage knows it; it may be empty
   * @param limit how long a message may take
   */
  public BlobClient(Channel channel, String instance, Duration limit) {
    this.storage = ContentAddressableStorageGrpc.newBlockingStub(channel);
    this.reader = ByteStreamGrpc.newBlockingStub(channel);
    this.writer = ByteStreamGrpc.newStub(channel);
    this.instance = instance;
    this.limit = limit;
  }

  private <T extends AbstractStub<T>> T limited(T stub, long bytes) {
    long millis = limit.toMillis() + bytes * 1_000 / BYTES_PER_SECOND;
    return stub.withDeadlineAfter(millis, TimeUnit.MILLISECONDS);
  }

  /** Returns which of the blobs the storage lacks. */
  public Set<BlobDigest> missing(Collection<BlobDigest> blobs) {
    Set<BlobDigest> missing = new HashSet<>();
    List<Digest> asked = new ArrayList<>();
    Set<BlobDigest> named = new HashSet<>(blobs);
    named.remove(BlobDigest.EMPTY);
    for (Iterator<BlobDigest> rest = named.iterator(); rest.hasNext(); ) {
      asked.add(rest.next().message());
      if (asked.size() == BATCH_BLOBS || !rest.hasNext()) {
        FindMissingBlobsRequest request =
            FindMissingBlobsRequest.newBuilder()
                .setInstanceName(instance)
                .setDigestFunction(DigestFunction.Value.SHA256)
                .addAllBlobDigests(asked)
                .build();
        limited(storage, 0)
            .findMissingBlobs(request)
            .getMissingBlobDigestsList()
            .forEach(digest -> missing.add(BlobDigest.of(digest)));
        asked.clear();
      }
    }
    return missing;
  }

  /**
   * Reads a blob into memory.
   *
   * @throws StatusRuntimeException FAILED_PRECONDITION with the blob as a detail: the storage lacks
   *     it; RESOURCE_EXHAUSTED: it is larger than the caller wants to hold
   */
  public byte[] read(BlobDigest digest, long bytesMax) throws IOException {
    if (digest.size() > bytesMax) {
      throw Status.RESOURCE_EXHAUSTED
          .withDescription("the blob " + digest + " has more than " + bytesMax + " bytes")
          .asRuntimeException();
    }
    if (isSmall(digest)) {
      return read(List.of(digest)).get(digest).toByteArray();
    }
    // It grows with what comes: a digest may say any size.
    ByteArrayOutputStream received = new ByteArrayOutputStream(CHUNK_BYTES);
    stream(
        digest,
        chunk -> {
          checkSize(digest, (long) received.size() + chunk.size());
          chunk.writeTo(received);
        });
    byte[] content = received.toByteArray();
    if (!BlobDigest.of(content).equals(digest)) {
      throw damaged(digest);
    }
    return content;
  }

  /**
   * Reads a blob into memory, and checks that another one is there. One message does both, if they
   * are small: to send a few bytes more costs less than to ask twice.
   *
   * @throws StatusRuntimeException as of {@link #read}; the details have all that is missing
   */
  public byte[] readWith(BlobDigest other, BlobDigest digest, long bytesMax) throws IOException {
    if (other.size() <= READ_WITH_BYTES - digest.size()) {
      Set<BlobDigest> both = new LinkedHashSet<>(List.of(digest, other));
      both.remove(BlobDigest.EMPTY);
      Map<BlobDigest, ByteString> read = read(List.copyOf(both));
      return read.getOrDefault(digest, ByteString.EMPTY).toByteArray();
    }
    Set<BlobDigest> missing = missing(List.of(digest, other));
    if (!missing.isEmpty()) {
      throw StatusDetails.missing(missing);
    }
    return read(digest, bytesMax);
  }

  /** Fetches blobs into a folder. */
  public void fetch(Collection<BlobDigest> blobs, BlobFolder folder) throws IOException {
    List<BlobDigest> batch = new ArrayList<>();
    long bytes = 0;
    for (BlobDigest blob : blobs) {
      if (!isSmall(blob)) {
        fetch(blob, folder);
        continue;
      }
      if (bytes + blob.size() + DIGEST_BYTES > BATCH_BYTES || batch.size() == BATCH_BLOBS) {
        store(read(batch), folder);
        batch.clear();
        bytes = 0;
      }
      batch.add(blob);
      bytes += blob.size() + DIGEST_BYTES;
    }
    store(read(batch), folder);
  }

  private static void store(Map<BlobDigest, ByteString> blobs, BlobFolder folder)
      throws IOException {
    for (Map.Entry<BlobDigest, ByteString> blob : blobs.entrySet()) {
      folder.store(blob.getKey(), blob.getValue().toByteArray());
    }
  }

  private void fetch(BlobDigest digest, BlobFolder folder) throws IOException {
    try (BlobFolder.IncomingBlob incoming = folder.receive(digest)) {
      stream(
          digest,
          chunk -> {
            checkSize(digest, incoming.size() + chunk.size());
            incoming.write(chunk.toByteArray(), 0, chunk.size());
          });
      checkSize(digest, incoming.size());
      incoming.keep();
    }
  }

  private static boolean isSmall(BlobDigest digest) {
    return digest.size() + DIGEST_BYTES <= BATCH_BYTES;
  }

  private static void checkSize(BlobDigest digest, long size) {
    if (size > digest.size()) {
      throw damaged(digest);
    }
  }

  private static StatusRuntimeException damaged(BlobDigest digest) {
    return Status.DATA_LOSS
        .withDescription("the storage has other bytes under the name of the blob " + digest)
        .asRuntimeException();
  }

  /** Reads what fits into one message. */
  private Map<BlobDigest, ByteString> read(List<BlobDigest> batch) {
    if (batch.isEmpty()) {
      return Map.of();
    }
    if (batch.equals(List.of(BlobDigest.EMPTY))) {
      return Map.of(BlobDigest.EMPTY, ByteString.EMPTY);
    }
    BatchReadBlobsRequest.Builder request =
        BatchReadBlobsRequest.newBuilder()
            .setInstanceName(instance)
            .setDigestFunction(DigestFunction.Value.SHA256);
    batch.forEach(blob -> request.addDigests(blob.message()));
    Map<BlobDigest, ByteString> read = new LinkedHashMap<>();
    for (BatchReadBlobsResponse.Response one :
        limited(storage, BATCH_BYTES).batchReadBlobs(request.build()).getResponsesList()) {
      int code = one.getStatus().getCode();
      BlobDigest digest = BlobDigest.of(one.getDigest());
      if (code == Status.Code.OK.value()) {
        if (!BlobDigest.of(one.getData().toByteArray()).equals(digest)) {
          throw damaged(digest);
        }
        read.put(digest, one.getData());
      } else if (code != Status.Code.NOT_FOUND.value()) {
        throw StatusDetails.exception(one.getStatus());
      }
    }
    List<BlobDigest> missing = new ArrayList<>(batch);
    missing.removeAll(read.keySet());
    if (!missing.isEmpty()) {
      throw StatusDetails.missing(missing);
    }
    return read;
  }

  private interface ChunkReader {
    void read(ByteString chunk) throws IOException;
  }

  private void stream(BlobDigest digest, ChunkReader chunks) throws IOException {
    ReadRequest request =
        ReadRequest.newBuilder().setResourceName(prefix() + "blobs/" + digest).build();
    // Whoever stops to read must say so, else the storage waits.
    Context.CancellableContext call = Context.current().withCancellation();
    Context before = call.attach();
    try {
      Iterator<ReadResponse> responses = limited(reader, digest.size()).read(request);
      while (responses.hasNext()) {
        chunks.read(responses.next().getData());
      }
    } catch (StatusRuntimeException e) {
      throw e.getStatus().getCode() == Status.Code.NOT_FOUND
          ? StatusDetails.missing(List.of(digest))
          : e;
    } finally {
      call.detach(before);
      call.cancel(null);
    }
  }

  private String prefix() {
    return instance.isEmpty() ? "" : instance + "/";
  }

  /** Stores those of the blobs that the storage lacks. */
  public void upload(Map<BlobDigest, BlobSource> blobs) throws IOException {
    BatchUpdateBlobsRequest.Builder batch = newBatch();
    long bytes = 0;
    for (BlobDigest digest : missing(blobs.keySet())) {
      BlobSource source = blobs.get(digest);
      if (source == null) {
        continue;
      }
      if (!isSmall(digest)) {
        write(digest, source);
        continue;
      }
      if (bytes + digest.size() + DIGEST_BYTES > BATCH_BYTES
          || batch.getRequestsCount() == BATCH_BLOBS) {
        update(batch.build());
        batch = newBatch();
        bytes = 0;
      }
      bytes += digest.size() + DIGEST_BYTES;
      try (InputStream in = source.open()) {
        batch.addRequestsBuilder().setDigest(digest.message()).setData(next(in, digest, 0));
      }
    }
    if (batch.getRequestsCount() > 0) {
      update(batch.build());
    }
  }

  /** Reads on, but not beyond the blob's size: a file may have grown or shrunk since then. */
  private static ByteString next(InputStream in, BlobDigest digest, long from) throws IOException {
    long rest = digest.size() - from;
    int most = (int) (isSmall(digest) ? rest : Math.min(rest, CHUNK_BYTES));
    byte[] bytes = in.readNBytes(most);
    if (bytes.length < most) {
      throw new IOException("a file has changed while it was stored, the blob " + digest);
    }
    return UnsafeByteOperations.unsafeWrap(bytes);
  }

  private BatchUpdateBlobsRequest.Builder newBatch() {
    return BatchUpdateBlobsRequest.newBuilder()
        .setInstanceName(instance)
        .setDigestFunction(DigestFunction.Value.SHA256);
  }

  private void update(BatchUpdateBlobsRequest batch) {
    for (BatchUpdateBlobsResponse.Response one :
        limited(storage, BATCH_BYTES).batchUpdateBlobs(batch).getResponsesList()) {
      if (one.getStatus().getCode() != Status.Code.OK.value()) {
        throw StatusDetails.exception(one.getStatus());
      }
    }
  }

  private void write(BlobDigest digest, BlobSource source) throws IOException {
    String resource = prefix() + "uploads/" + UUID.randomUUID() + "/blobs/" + digest;
    try (InputStream in = source.open()) {
      BlobUpload upload = new BlobUpload(resource, digest, in);
      limited(writer, digest.size()).write(upload);
      upload.await();
    }
  }

  /** Sends a file as fast as the storage takes it. The storage may answer early if it has it. */
  private static final class BlobUpload
      implements ClientResponseObserver<WriteRequest, WriteResponse> {
    private final String resource;
    private final BlobDigest digest;
    private final InputStream in;
    private final CompletableFuture<Long> committed = new CompletableFuture<>();
    private ClientCallStreamObserver<WriteRequest> requests;
    private long sent;
    private boolean finished;

    BlobUpload(String resource, BlobDigest digest, InputStream in) {
      this.resource = resource;
      this.digest = digest;
      this.in = in;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<WriteRequest> stream) {
      requests = stream;
      stream.setOnReadyHandler(this::send);
    }

    private void send() {
      if (finished) {
        return;
      }
      try {
        while (!finished && !committed.isDone() && requests.isReady()) {
          ByteString chunk = next(in, digest, sent);
          finished = sent + chunk.size() == digest.size();
          WriteRequest.Builder request =
              WriteRequest.newBuilder()
                  .setWriteOffset(sent)
                  .setData(chunk)
                  .setFinishWrite(finished);
          requests.onNext(sent == 0 ? request.setResourceName(resource).build() : request.build());
          sent += chunk.size();
        }
        if (finished) {
          requests.onCompleted();
        }
      } catch (IOException e) {
        requests.cancel("the blob cannot be read", e);
        committed.completeExceptionally(e);
      }
    }

    @Override
    public void onNext(WriteResponse response) {
      committed.complete(response.getCommittedSize());
    }

    @Override
    public void onError(Throwable fault) {
      committed.completeExceptionally(fault);
    }

    @Override
    public void onCompleted() {
      committed.completeExceptionally(
          Status.INTERNAL.withDescription("the storage did not answer").asRuntimeException());
    }

    void await() throws IOException {
      try {
        long size = committed.get();
        if (size != digest.size()) {
          throw Status.INTERNAL
              .withDescription("the storage took " + size + " bytes of the blob " + digest)
              .asRuntimeException();
        }
      } catch (InterruptedException e) {
        requests.cancel("interrupted", e);
        Thread.currentThread().interrupt();
        throw Status.CANCELLED.withDescription("interrupted").withCause(e).asRuntimeException();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof IOException fault) {
          throw fault;
        }
        throw (StatusRuntimeException) e.getCause();
      }
    }
  }
}
