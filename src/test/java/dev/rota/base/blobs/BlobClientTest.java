package dev.rota.base.blobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.rota.base.blobs.BlobClient.BlobSource;
import dev.rota.base.http.LoopbackAddress;
import dev.rota.protocols.bytestream.ByteStreamGrpc.ByteStreamImplBase;
import dev.rota.protocols.bytestream.ReadRequest;
import dev.rota.protocols.bytestream.ReadResponse;
import dev.rota.protocols.bytestream.WriteRequest;
import dev.rota.protocols.bytestream.WriteResponse;
import dev.rota.protocols.reapi.BatchReadBlobsRequest;
import dev.rota.protocols.reapi.BatchReadBlobsResponse;
import dev.rota.protocols.reapi.ContentAddressableStorageGrpc.ContentAddressableStorageImplBase;
import dev.rota.protocols.reapi.FindMissingBlobsRequest;
import dev.rota.protocols.reapi.FindMissingBlobsResponse;
import dev.rota.testing.StoragePort;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No storage can pass off other bytes than those that were asked for. */
class BlobClientTest {
  private static final int LARGE = 3 << 20;

  @TempDir private Path dir;

  private Server server;
  private ManagedChannel channel;
  private BlobClient client;

  /** What the storage has under any name. */
  private byte[] has = {};

  /** How many bytes it says that it has stored. */
  private long stored;

  /** It has and takes what the test says. */
  private final class LyingStorage extends ContentAddressableStorageImplBase {
    @Override
    public void findMissingBlobs(
        FindMissingBlobsRequest request, StreamObserver<FindMissingBlobsResponse> observer) {
      observer.onNext(
          FindMissingBlobsResponse.newBuilder()
              .addAllMissingBlobDigests(request.getBlobDigestsList())
              .build());
      observer.onCompleted();
    }

    @Override
    public void batchReadBlobs(
        BatchReadBlobsRequest request, StreamObserver<BatchReadBlobsResponse> observer) {
      BatchReadBlobsResponse.Builder response = BatchReadBlobsResponse.newBuilder();
      request
          .getDigestsList()
          .forEach(
              one ->
                  response.addResponsesBuilder().setDigest(one).setData(ByteString.copyFrom(has)));
      observer.onNext(response.build());
      observer.onCompleted();
    }
  }

  private final class LyingStreams extends ByteStreamImplBase {
    @Override
    public void read(ReadRequest request, StreamObserver<ReadResponse> observer) {
      for (int at = 0; at < has.length; at += 1 << 20) {
        int length = Math.min(has.length - at, 1 << 20);
        observer.onNext(
            ReadResponse.newBuilder().setData(ByteString.copyFrom(has, at, length)).build());
      }
      observer.onCompleted();
    }

    @Override
    public StreamObserver<WriteRequest> write(StreamObserver<WriteResponse> observer) {
      return new StreamObserver<>() {
        @Override
        public void onNext(WriteRequest request) {
          if (request.getFinishWrite()) {
            observer.onNext(WriteResponse.newBuilder().setCommittedSize(stored).build());
            observer.onCompleted();
          }
        }

        @Override
        public void onError(Throwable fault) {
          // The client has gone.
        }

        @Override
        public void onCompleted() {
          // It was answered when it had said all.
        }
      };
    }
  }

  @BeforeEach
  void open() throws IOException {
    server =
        NettyServerBuilder.forAddress(LoopbackAddress.at(0))
            .addService(new LyingStorage())
            .addService(new LyingStreams())
            .build()
            .start();
    channel = NettyChannelBuilder.forAddress("127.0.0.1", server.getPort()).usePlaintext().build();
    client = new BlobClient(channel, "", Duration.ofMinutes(5));
  }

  @AfterEach
  void close() {
    channel.shutdownNow();
    server.shutdownNow();
  }

  private static byte[] large() {
    byte[] content = new byte[LARGE];
    Arrays.fill(content, (byte) 7);
    return content;
  }

  private static byte[] changed(byte[] content) {
    byte[] other = content.clone();
    other[content.length - 1] ^= 1;
    return other;
  }

  private void refused(BlobDigest digest) throws IOException {
    assertThatThrownBy(() -> client.read(digest, LARGE)).hasMessageContaining("DATA_LOSS");
    try (BlobFolder folder = BlobFolder.open(dir.resolve(digest.hash()), 1L << 30)) {
      assertThatThrownBy(() -> client.fetch(List.of(digest), folder))
          .isInstanceOf(RuntimeException.class);
      assertThat(folder.has(digest)).isFalse();
    }
  }

  @Test
  void otherBytesThanThoseThatWereAskedForAreRefused() throws IOException {
    for (byte[] content : new byte[][] {"small".getBytes(UTF_8), large()}) {
      BlobDigest digest = BlobDigest.of(content);
      has = content;
      assertThat(client.read(digest, LARGE)).isEqualTo(content);
      has = changed(content);
      refused(digest);
      has = Arrays.copyOf(content, content.length - 1);
      refused(digest);
      has = Arrays.copyOf(content, content.length + 1);
      refused(digest);
    }
  }

  @Test
  void aBlobThatWasNotStoredWholeIsAFailure() throws IOException {
    byte[] content = large();
    Map<BlobDigest, BlobSource> blobs = Map.of(BlobDigest.of(content), BlobSource.of(content));
    stored = LARGE;
    client.upload(blobs);
    for (long other : new long[] {LARGE - 1, 0, LARGE + 1}) {
      stored = other;
      assertThatThrownBy(() -> client.upload(blobs))
          .hasMessageContaining("INTERNAL: the storage took " + other + " bytes of the blob");
    }
  }

  @Test
  void noMoreIsReadThanABlobHas() throws IOException {
    try (StoragePort port = StoragePort.open(dir, 1L << 30)) {
      for (int size : new int[] {10, 3 << 20}) {
        byte[] content = new byte[size];
        BlobDigest digest = BlobDigest.of(content);
        BlobSource endless =
            () -> new SequenceInputStream(new ByteArrayInputStream(content), zeros());
        port.client().upload(Map.of(digest, endless));
        assertThat(port.client().missing(List.of(digest))).isEmpty();
      }
    }
  }

  private static InputStream zeros() {
    return new InputStream() {
      @Override
      public int read() {
        return 0;
      }
    };
  }

  @Test
  void aFileThatShrinksIsToldAsSuch() throws IOException {
    try (StoragePort port = StoragePort.open(dir, 1L << 30)) {
      for (int size : new int[] {10, 3 << 20}) {
        BlobDigest digest = BlobDigest.of(new byte[size]);
        assertThatThrownBy(
                () -> port.client().upload(Map.of(digest, BlobSource.of(new byte[size - 1]))))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("has changed while it was stored, the blob " + digest);
      }
    }
  }
}
