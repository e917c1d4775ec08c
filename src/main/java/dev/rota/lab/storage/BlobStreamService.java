package dev.rota.lab.storage;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.base.blobs.BlobFolder;
import dev.rota.protocols.bytestream.ByteStreamGrpc.ByteStreamImplBase;
import dev.rota.protocols.bytestream.QueryWriteStatusRequest;
import dev.rota.protocols.bytestream.QueryWriteStatusResponse;
import dev.rota.protocols.bytestream.ReadRequest;
import dev.rota.protocols.bytestream.ReadResponse;
import dev.rota.protocols.bytestream.WriteRequest;
import dev.rota.protocols.bytestream.WriteResponse;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.concurrent.Semaphore;

/** The storage's calls for blobs of any size: of each, one chunk is in memory. */
final class BlobStreamService extends ByteStreamImplBase {
  private static final int CHUNK_BYTES = 1 << 16;

  /** Each has a file open, and a chunk that the client has not taken yet. */
  static final int READS_MAX = 1_000;

  private final Semaphore reads = new Semaphore(READS_MAX);

  private final BlobFolder folder;
  private final PartialUploads uploads;

  BlobStreamService(BlobFolder folder, PartialUploads uploads) {
    this.folder = folder;
    this.uploads = uploads;
  }

  @Override
  public void read(ReadRequest request, StreamObserver<ReadResponse> observer) {
    try {
      BlobDigest digest = BlobResource.read(request.getResourceName());
      BlobReading reading =
          new BlobReading(
              digest, opened(digest), (ServerCallStreamObserver<ReadResponse>) observer);
      reading.begin(request.getReadOffset(), request.getReadLimit());
    } catch (IOException | RuntimeException e) {
      observer.onError(StorageCalls.fault(e));
    }
  }

  private InputStream opened(BlobDigest digest) throws IOException {
    if (!reads.tryAcquire()) {
      throw StorageCalls.busy(READS_MAX + " blobs are being read");
    }
    InputStream in = null;
    try {
      in = folder.open(digest);
    } finally {
      if (in == null) {
        reads.release();
      }
    }
    if (in == null) {
      throw StorageCalls.absent("the blob " + digest);
    }
    return in;
  }

  /** Sends a blob as fast as the client takes it. */
  private final class BlobReading {
    private final BlobDigest digest;
    private final InputStream in;
    private final ServerCallStreamObserver<ReadResponse> observer;

    /** Of a whole blob. The last chunk of a damaged one is not sent. */
    private MessageDigest hasher;

    private long rest;
    private boolean ended;

    BlobReading(
        BlobDigest digest, InputStream in, ServerCallStreamObserver<ReadResponse> observer) {
      this.digest = digest;
      this.in = in;
      this.observer = observer;
    }

    void begin(long offset, long limit) throws IOException {
      observer.setOnCancelHandler(this::close);
      observer.setOnReadyHandler(this::send);
      if (offset < 0 || offset > digest.size() || limit < 0) {
        close();
        throw (limit < 0 ? Status.INVALID_ARGUMENT : Status.OUT_OF_RANGE)
            .withDescription("offset " + offset + " and limit " + limit + " of " + digest)
            .asRuntimeException();
      }
      try {
        in.skipNBytes(offset);
      } catch (IOException e) {
        close();
        throw e;
      }
      rest = digest.size() - offset;
      if (limit > 0) {
        rest = Math.min(rest, limit);
      }
      hasher = rest == digest.size() ? BlobDigest.hasher() : null;
      send();
    }

    private void send() {
      try {
        while (!ended && rest > 0 && observer.isReady()) {
          byte[] chunk = in.readNBytes((int) Math.min(rest, CHUNK_BYTES));
          rest -= chunk.length;
          check(chunk);
          observer.onNext(
              ReadResponse.newBuilder().setData(UnsafeByteOperations.unsafeWrap(chunk)).build());
        }
        if (!ended && rest == 0) {
          close();
          observer.onCompleted();
        }
      } catch (IOException | RuntimeException e) {
        close();
        observer.onError(StorageCalls.fault(e));
      }
    }

    private void check(byte[] chunk) throws IOException {
      if (hasher != null) {
        hasher.update(chunk);
      }
      if (chunk.length == 0 || (rest == 0 && hasher != null && !digest.isOf(hasher))) {
        folder.drop(digest);
        throw Status.DATA_LOSS
            .withDescription("the blob " + digest + " was damaged; it is dropped")
            .asRuntimeException();
      }
    }

    private void close() {
      if (ended) {
        return;
      }
      ended = true;
      reads.release();
      try {
        in.close();
      } catch (IOException e) {
        throw new AssertionError("a file that was read can be closed", e);
      }
    }
  }

  @Override
  public StreamObserver<WriteRequest> write(StreamObserver<WriteResponse> observer) {
    return new BlobWriting(observer);
  }

  /** Takes a blob. */
  private final class BlobWriting implements StreamObserver<WriteRequest> {
    private final StreamObserver<WriteResponse> observer;
    private String resource;
    private BlobDigest digest;
    private long committed;
    private boolean ended;

    BlobWriting(StreamObserver<WriteResponse> observer) {
      this.observer = observer;
    }

    @Override
    public void onNext(WriteRequest request) {
      if (ended) {
        return;
      }
      try {
        take(request);
      } catch (IOException | RuntimeException e) {
        ended = true;
        observer.onError(StorageCalls.fault(e));
      }
    }

    private void take(WriteRequest request) throws IOException {
      if (resource == null) {
        resource = request.getResourceName();
        digest = BlobResource.written(resource);
        uploads.begin(this, resource, request.getWriteOffset() == 0);
      } else if (!request.getResourceName().isEmpty()
          && !request.getResourceName().equals(resource)) {
        throw StorageCalls.invalid("a stream writes one resource");
      }
      if (folder.has(digest)) {
        uploads.forget(resource);
        answer(digest.size());
        return;
      }
      ByteString data = request.getData();
      committed =
          uploads.write(
              this,
              resource,
              request.getWriteOffset(),
              data.toByteArray(),
              request.getFinishWrite());
      if (request.getFinishWrite()) {
        answer(committed);
      }
    }

    private void answer(long size) {
      ended = true;
      observer.onNext(WriteResponse.newBuilder().setCommittedSize(size).build());
      observer.onCompleted();
    }

    /** The client may come back and go on. */
    @Override
    public void onError(Throwable gone) {
      ended = true;
    }

    @Override
    public void onCompleted() {
      if (ended) {
        return;
      }
      if (resource == null) {
        ended = true;
        observer.onError(StorageCalls.invalid("the stream has written no resource"));
        return;
      }
      answer(committed);
    }
  }

  @Override
  public void queryWriteStatus(
      QueryWriteStatusRequest request, StreamObserver<QueryWriteStatusResponse> observer) {
    StorageCalls.answer(
        observer,
        () -> {
          String resource = request.getResourceName();
          BlobDigest digest = BlobResource.written(resource);
          boolean complete = folder.has(digest);
          return QueryWriteStatusResponse.newBuilder()
              .setComplete(complete)
              .setCommittedSize(complete ? digest.size() : uploads.committed(resource))
              .build();
        });
  }
}
