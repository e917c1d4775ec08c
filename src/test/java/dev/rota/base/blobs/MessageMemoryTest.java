package dev.rota.base.blobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
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
import dev.rota.protocols.reapi.ContentAddressableStorageGrpc.ContentAddressableStorageImplBase;
import dev.rota.protocols.reapi.FindMissingBlobsRequest;
import dev.rota.protocols.reapi.FindMissingBlobsResponse;
import dev.rota.testing.Patience;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Clients whose calls hold messages, on a server that has room for a few. */
@ExtendWith(Patience.class)
final class MessageMemoryTest {
  private static final int MIB = 1 << 20;
  private static final int ROOM = 4 * MIB;
  private static final int CALLS = 16;
  private static final ByteString LARGE = ByteString.copyFrom(new byte[MIB]);
  private static final ByteString CHUNK = ByteString.copyFrom(new byte[MIB / 8]);

  private Server server;
  private ManagedChannel channel;
  private final BlockingQueue<Status> ended = new LinkedBlockingQueue<>();
  private final Semaphore late = new Semaphore(0);

  /** Answers with a large message. */
  private final class LargeBlobs extends ContentAddressableStorageImplBase {
    /** Answers when the client has gone. */
    @Override
    public void findMissingBlobs(
        FindMissingBlobsRequest request, StreamObserver<FindMissingBlobsResponse> observer) {
      var client = (ServerCallStreamObserver<FindMissingBlobsResponse>) observer;
      client.setOnCancelHandler(
          () -> {
            FindMissingBlobsResponse.Builder answer = FindMissingBlobsResponse.newBuilder();
            answer.addMissingBlobDigestsBuilder().setHashBytes(LARGE);
            client.onNext(answer.build());
            client.onCompleted();
            late.release();
          });
      late.release();
    }

    @Override
    public void batchReadBlobs(
        BatchReadBlobsRequest request, StreamObserver<BatchReadBlobsResponse> observer) {
      BatchReadBlobsResponse.Builder answer = BatchReadBlobsResponse.newBuilder();
      answer.addResponsesBuilder().setData(LARGE);
      observer.onNext(answer.build());
      observer.onCompleted();
    }

    @Override
    public void batchUpdateBlobs(
        BatchUpdateBlobsRequest request, StreamObserver<BatchUpdateBlobsResponse> observer) {
      observer.onNext(BatchUpdateBlobsResponse.getDefaultInstance());
      observer.onCompleted();
    }
  }

  /** Sends and takes streams of many chunks. */
  private static final class LongStreams extends ByteStreamGrpc.ByteStreamImplBase {
    @Override
    public void read(ReadRequest request, StreamObserver<ReadResponse> observer) {
      var client = (ServerCallStreamObserver<ReadResponse>) observer;
      int[] rest = {(int) request.getReadLimit()};
      client.setOnReadyHandler(
          () -> {
            while (rest[0] > 0 && client.isReady()) {
              client.onNext(ReadResponse.newBuilder().setData(CHUNK).build());
              if (--rest[0] == 0) {
                client.onCompleted();
              }
            }
          });
    }

    @Override
    public StreamObserver<WriteRequest> write(StreamObserver<WriteResponse> observer) {
      return new StreamObserver<>() {
        private long size;

        @Override
        public void onNext(WriteRequest request) {
          size += request.getData().size();
        }

        @Override
        public void onError(Throwable gone) {}

        @Override
        public void onCompleted() {
          observer.onNext(WriteResponse.newBuilder().setCommittedSize(size).build());
          observer.onCompleted();
        }
      };
    }
  }

  @BeforeEach
  void open() throws IOException {
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(new LargeBlobs())
            .addService(new LongStreams());
    MessageMemory.bound(builder, ROOM);
    server = builder.build().start();
    channel = NettyChannelBuilder.forAddress("127.0.0.1", server.getPort()).usePlaintext().build();
  }

  @AfterEach
  void close() {
    channel.shutdownNow();
    server.shutdownNow();
  }

  private <Q, A> ClientCall<Q, A> begun(MethodDescriptor<Q, A> method, Q message) {
    ClientCall<Q, A> call = channel.newCall(method, CallOptions.DEFAULT);
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onClose(Status status, Metadata trailers) {
            ended.add(status);
          }
        },
        new Metadata());
    call.sendMessage(message);
    return call;
  }

  private void refused(int calls) throws InterruptedException {
    for (int i = 0; i < calls; i++) {
      assertThat(nextEnd()).as("%d calls are over", i).isEqualTo(Status.Code.UNAVAILABLE);
    }
  }

  private Status.Code nextEnd() throws InterruptedException {
    Status next = ended.poll(Patience.MAX.toSeconds(), TimeUnit.SECONDS);
    return next == null ? null : next.getCode();
  }

  private static BatchUpdateBlobsRequest update() {
    BatchUpdateBlobsRequest.Builder request = BatchUpdateBlobsRequest.newBuilder();
    request.addRequestsBuilder().setData(LARGE);
    return request.build();
  }

  private ContentAddressableStorageGrpc.ContentAddressableStorageBlockingStub storage() {
    return ContentAddressableStorageGrpc.newBlockingStub(channel);
  }

  private static Status.Code code(Runnable call) {
    try {
      call.run();
      return Status.Code.OK;
    } catch (StatusRuntimeException e) {
      return e.getStatus().getCode();
    }
  }

  /** What the others held is free when the server has heard that they are over. */
  private void hasRoomAgain() {
    await().until(() -> code(() -> storage().batchUpdateBlobs(update())) == Status.Code.OK);
  }

  @Test
  void questionsThatDoNotEndHoldSoMuchTogether() throws InterruptedException {
    List<ClientCall<?, ?>> calls = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      calls.add(begun(ContentAddressableStorageGrpc.getBatchUpdateBlobsMethod(), update()));
    }
    refused(CALLS - ROOM / MIB);
    assertThat(code(() -> storage().batchUpdateBlobs(BatchUpdateBlobsRequest.getDefaultInstance())))
        .as("what is small has room")
        .isEqualTo(Status.Code.OK);
    calls.forEach(call -> call.cancel("enough", null));
    hasRoomAgain();
  }

  @Test
  void answersThatNobodyTakesHoldSoMuchTogether() throws InterruptedException {
    List<ClientCall<?, ?>> calls = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      ClientCall<?, ?> call =
          begun(
              ContentAddressableStorageGrpc.getBatchReadBlobsMethod(),
              BatchReadBlobsRequest.getDefaultInstance());
      call.halfClose();
      calls.add(call);
    }
    refused(CALLS / 2);
    calls.forEach(call -> call.cancel("enough", null));
    hasRoomAgain();
  }

  @Test
  void answersThatNobodyHearsHoldNothing() throws InterruptedException {
    for (int i = 0; i < CALLS; i++) {
      ClientCall<?, ?> call =
          begun(
              ContentAddressableStorageGrpc.getFindMissingBlobsMethod(),
              FindMissingBlobsRequest.getDefaultInstance());
      call.halfClose();
      late.acquire();
      call.cancel("enough", null);
      late.acquire();
    }
    assertThat(code(() -> storage().batchUpdateBlobs(update()))).isEqualTo(Status.Code.OK);
  }

  @Test
  void aStreamThatIsTakenMayBeAsLongAsItLikes() {
    int chunks = 20 * ROOM / CHUNK.size();
    Iterator<ReadResponse> read =
        ByteStreamGrpc.newBlockingStub(channel)
            .read(ReadRequest.newBuilder().setReadLimit(chunks).build());
    long size = 0;
    while (read.hasNext()) {
      size += read.next().getData().size();
    }
    assertThat(size).isEqualTo(20L * ROOM);

    CompletableFuture<Long> written = new CompletableFuture<>();
    StreamObserver<WriteRequest> writing =
        ByteStreamGrpc.newStub(channel)
            .write(
                new StreamObserver<>() {
                  @Override
                  public void onNext(WriteResponse response) {
                    written.complete(response.getCommittedSize());
                  }

                  @Override
                  public void onError(Throwable fault) {
                    written.completeExceptionally(fault);
                  }

                  @Override
                  public void onCompleted() {}
                });
    for (int i = 0; i < chunks; i++) {
      writing.onNext(WriteRequest.newBuilder().setData(CHUNK).build());
    }
    writing.onCompleted();
    assertThat(written.join()).isEqualTo(20L * ROOM);
  }
}
