package dev.rota.serving.builds;

import dev.rota.base.blobs.MessageMemory;
import dev.rota.protocols.longrunning.OperationsGrpc;
import dev.rota.protocols.reapi.CapabilitiesGrpc;
import dev.rota.protocols.reapi.ExecutionGrpc;
import dev.rota.protocols.remoteworkers.BotsGrpc;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallExecutorSupplier;
import io.grpc.ServerInterceptors;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** A front door of a grid, on a port of gRPC. */
public final class BuildFrontDoor implements AutoCloseable {
  /** They wait for the storage, and for nothing else. */
  private static final int WORKERS = 32;

  /**
   * Of clients, at a time. Each bot waits for all of them, and so does whoever follows the grid.
   */
  private static final int QUESTIONS = 32;

  /** A storage that comes back is used again after that long. */
  private static final long RECONNECT_SECONDS = 2;

  private static final Set<String> SERVICES =
      Set.of(
          ExecutionGrpc.SERVICE_NAME,
          CapabilitiesGrpc.SERVICE_NAME,
          OperationsGrpc.SERVICE_NAME,
          BotsGrpc.SERVICE_NAME);

  private static final int CALLS_PER_CONNECTION_MAX = 10_000;
  private static final int HEAD_BYTES_MAX = 16 << 10;
  private static final long CLOSE_SECONDS = 2;

  /** A client behind a firewall that forgets silent connections asks whether it is still there. */
  private static final long PING_SECONDS_MIN = 10;

  /** A client whose machine is gone says nothing: it is asked. */
  private static final long SILENCE_SECONDS_MAX = 60;

  private final GridLane lane;
  private final BuildStorage storage;
  private final ExecutionService execution;
  private final ExecutorService workers = Executors.newFixedThreadPool(WORKERS, named("builds"));

  /** Ten thousand clients may wait here for a storage that does not answer, and nobody else. */
  private final ExecutorService executions =
      Executors.newFixedThreadPool(WORKERS, named("builds-executions"));

  /** Each call that waits for the grid has a thread of its own, which asks no storage. */
  private final ExecutorService waiters =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("builds-call-", 0).factory());

  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(named("builds-timer"));
  private final OpenCalls calls = new OpenCalls();
  private final Server server;

  private BuildFrontDoor(FrontDoorOptions options, GridLane lane, BuildStorage storage)
      throws IOException {
    this.lane = lane;
    this.storage = storage;
    BuildInstances instances = new BuildInstances(options.instances());
    GridReader grid = lane.atOnce(QUESTIONS);
    OperationWatchers watchers = new OperationWatchers(grid, timer);
    execution =
        new ExecutionService(
            lane, instances, storage, watchers, workers, waiters, timer, options.abandonedAfter());
    NettyServerBuilder builder =
        port(options.access())
            .addService(execution)
            .addService(new CapabilityService(instances, storage))
            .addService(new OperationService(lane, grid, instances, storage, watchers, workers))
            .addService(
                new BotSessionService(
                    lane, instances, new LeaseResults(grid, storage), options.access().sessions()))
            .addService(
                ServerInterceptors.intercept(
                    new HealthService(lane, SERVICES, timer), new ProbeLimit()))
            .fallbackHandlerRegistry(new CallRelay(storage));
    MessageMemory.bound(builder);
    builder.intercept(calls).intercept(new RoleCheck(options.access().roles()));
    server = builder.build().start();
    var _ =
        timer.scheduleWithFixedDelay(
            storage::reconnect, RECONNECT_SECONDS, RECONNECT_SECONDS, TimeUnit.SECONDS);
  }

  /** A port with its limits, and without services. */
  private NettyServerBuilder port(DoorAccess access) throws IOException {
    return NettyServerBuilder.forAddress(access.at(), DoorCertificate.of(access.tls(), timer))
        .executor(waiters)
        .callExecutor(new CallWorkers())
        .maxConcurrentCallsPerConnection(CALLS_PER_CONNECTION_MAX)
        .maxInboundMessageSize(BuildStorage.MESSAGE_BYTES_MAX)
        .maxInboundMetadataSize(HEAD_BYTES_MAX)
        .keepAliveTime(SILENCE_SECONDS_MAX, TimeUnit.SECONDS)
        .permitKeepAliveTime(PING_SECONDS_MIN, TimeUnit.SECONDS)
        .permitKeepAliveWithoutCalls(true);
  }

  /** Who takes a call. */
  private final class CallWorkers implements ServerCallExecutorSupplier {
    @Override
    public <Q, A> Executor getExecutor(ServerCall<Q, A> call, Metadata headers) {
      return switch (call.getMethodDescriptor().getServiceName()) {
        case ExecutionGrpc.SERVICE_NAME -> executions;
        case BotsGrpc.SERVICE_NAME, OperationsGrpc.SERVICE_NAME -> waiters;
        case null, default -> workers;
      };
    }
  }

  /**
   * Opens the port, and serves until closed. The grid's topics must exist.
   *
   * @throws IOException if the port is taken, or a file cannot be read
   * @throws dev.rota.road.topics.UnfitCluster if a topic is missing
   */
  public static BuildFrontDoor open(FrontDoorOptions options, GridAccess grid) throws IOException {
    BuildStorage storage = new BuildStorage(options.storage());
    GridLane lane = new GridLane(options.grid(), grid);
    try {
      return new BuildFrontDoor(options, lane, storage);
    } catch (IOException | RuntimeException e) {
      storage.close();
      lane.close();
      throw e;
    }
  }

  private static ThreadFactory named(String name) {
    return Thread.ofPlatform().daemon().name(name).factory();
  }

  /** The port that it listens on. */
  public int port() {
    return server.getPort();
  }

  /** Why nothing can be answered now; null: it can. */
  public String trouble() {
    return lane.trouble();
  }

  /** Ends all calls. Clients come back to another front door, and workers too. */
  @Override
  public void close() {
    execution.close();
    server.shutdown();
    calls.end();
    try {
      var _ = server.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    server.shutdownNow();
    timer.shutdownNow();
    waiters.shutdownNow();
    executions.shutdownNow();
    workers.shutdownNow();
    storage.close();
    lane.close();
  }
}
