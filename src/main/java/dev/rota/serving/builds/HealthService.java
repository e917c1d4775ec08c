package dev.rota.serving.builds;

import dev.rota.protocols.health.HealthCheckRequest;
import dev.rota.protocols.health.HealthCheckResponse;
import dev.rota.protocols.health.HealthCheckResponse.ServingStatus;
import dev.rota.protocols.health.HealthGrpc.HealthImplBase;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Says whether calls are answered now: the grid's ledger is read to its end, and verified. {@link
 * ProbeLimit} bounds who watches.
 */
final class HealthService extends HealthImplBase {
  private static final long LOOK_MILLIS = 500;

  private final GridLane lane;
  private final Set<String> services;
  private final Map<ServerCallStreamObserver<HealthCheckResponse>, ServingStatus> watches =
      new ConcurrentHashMap<>();
  private boolean looking;
  private final ScheduledExecutorService timer;

  /**
   * A service.
   *
   * @param services those that may be asked about; the empty name means the server
   */
  HealthService(GridLane lane, Set<String> services, ScheduledExecutorService timer) {
    this.lane = lane;
    this.services = services;
    this.timer = timer;
  }

  private ServingStatus status(String service) {
    if (!service.isEmpty() && !services.contains(service)) {
      return ServingStatus.SERVICE_UNKNOWN;
    }
    return lane.trouble() == null ? ServingStatus.SERVING : ServingStatus.NOT_SERVING;
  }

  private static HealthCheckResponse response(ServingStatus status) {
    return HealthCheckResponse.newBuilder().setStatus(status).build();
  }

  @Override
  public void check(HealthCheckRequest request, StreamObserver<HealthCheckResponse> observer) {
    ServingStatus status = status(request.getService());
    if (status == ServingStatus.SERVICE_UNKNOWN) {
      observer.onError(
          Status.NOT_FOUND
              .withDescription("service: '%s' is not here".formatted(request.getService()))
              .asRuntimeException());
      return;
    }
    observer.onNext(response(status));
    observer.onCompleted();
  }

  @Override
  public void watch(HealthCheckRequest request, StreamObserver<HealthCheckResponse> observer) {
    ServingStatus status = status(request.getService());
    observer.onNext(response(status));
    if (status == ServingStatus.SERVICE_UNKNOWN) {
      return; // it stays so
    }
    var client = (ServerCallStreamObserver<HealthCheckResponse>) observer;
    client.setOnCancelHandler(() -> watches.remove(client));
    watches.put(client, status);
    look();
  }

  /** Nobody looks while nobody watches. */
  private synchronized void look() {
    if (!looking) {
      looking = true;
      var _ =
          timer.scheduleWithFixedDelay(this::tell, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void tell() {
    if (watches.isEmpty()) {
      return;
    }
    ServingStatus now = status("");
    watches.replaceAll(
        (client, before) -> {
          if (before != now) {
            client.onNext(response(now));
          }
          return now;
        });
  }
}
