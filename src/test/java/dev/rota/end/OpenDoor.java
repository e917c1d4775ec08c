package dev.rota.end;

import static org.awaitility.Awaitility.await;

import dev.rota.protocols.longrunning.GetOperationRequest;
import dev.rota.protocols.longrunning.Operation;
import dev.rota.protocols.longrunning.OperationsGrpc;
import dev.rota.protocols.reapi.ExecuteRequest;
import dev.rota.serving.builds.BuildFrontDoor;
import dev.rota.testing.Patience;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.AbstractStub;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A front door and a client's channel to it. */
record OpenDoor(BuildFrontDoor door, ManagedChannel channel) implements AutoCloseable {
  /** How long a test waits for one answer of a door. What is wrong shows within seconds. */
  static final Duration WAIT_MAX = Duration.ofSeconds(Math.min(60, Patience.MAX.toSeconds()));

  /** A stub whose calls end, each by a deadline of its own. */
  static <S extends AbstractStub<S>> S bounded(S stub) {
    return stub.withInterceptors(
        new ClientInterceptor() {
          @Override
          public <Q, A> ClientCall<Q, A> interceptCall(
              MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
            return next.newCall(
                method, options.withDeadlineAfter(WAIT_MAX.toSeconds(), TimeUnit.SECONDS));
          }
        });
  }

  /** Waits until the door knows its grid. */
  static OpenDoor of(BuildFrontDoor door) {
    await().until(() -> door.trouble() == null);
    return new OpenDoor(door, channelTo(door));
  }

  private static ManagedChannel channelTo(BuildFrontDoor door) {
    return NettyChannelBuilder.forAddress("127.0.0.1", door.port())
        .usePlaintext()
        .maxInboundMessageSize(16 << 20)
        .build();
  }

  /** Another client's channel to the same door. */
  ManagedChannel another() {
    return channelTo(door);
  }

  FakeWorker worker(String family) {
    return worker(family, 1);
  }

  FakeWorker worker(String family, int capacity) {
    return new FakeWorker(channel, GridCluster.INSTANCE, "bot-of-" + family, family, capacity)
        .create();
  }

  OperationReader execute(ExecuteRequest request) {
    return OperationReader.execute(channel, request);
  }

  OperationsGrpc.OperationsBlockingStub operations() {
    return bounded(OperationsGrpc.newBlockingStub(channel));
  }

  Operation get(String name) {
    return operations().getOperation(GetOperationRequest.newBuilder().setName(name).build());
  }

  @Override
  public void close() {
    channel.shutdownNow();
    door.close();
  }
}
