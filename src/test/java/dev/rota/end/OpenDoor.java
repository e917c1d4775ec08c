package dev.rota.end;

import static org.awaitility.Awaitility.await;

import dev.rota.protocols.longrunning.GetOperationRequest;
import dev.rota.protocols.longrunning.Operation;
import dev.rota.protocols.longrunning.OperationsGrpc;
import dev.rota.protocols.reapi.ExecuteRequest;
import dev.rota.serving.builds.BuildFrontDoor;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;

/** A front door and a client's channel to it. */
record OpenDoor(BuildFrontDoor door, ManagedChannel channel) implements AutoCloseable {
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
    return OperationsGrpc.newBlockingStub(channel);
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
