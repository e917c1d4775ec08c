package dev.rota.serving.builds;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * Bounds the calls that need no role, of one connection and of all together. Each may be held open
 * by whoever reaches the port.
 */
final class ProbeLimit implements ServerInterceptor {
  static final int OF_CONNECTION_MAX = 100;
  private static final int MAX = 10_000;

  private final Map<SocketAddress, Integer> open = new HashMap<>();
  private int all;

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    SocketAddress from = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
    if (!isTaken(from)) {
      call.close(
          Status.RESOURCE_EXHAUSTED.withDescription(
              "%d probes of a connection may be open, and %d of all; end some, or use Check"
                  .formatted(OF_CONNECTION_MAX, MAX)),
          new Metadata());
      return new ServerCall.Listener<>() {};
    }
    return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
      @Override
      public void onCancel() {
        end(from);
        super.onCancel();
      }

      @Override
      public void onComplete() {
        end(from);
        super.onComplete();
      }
    };
  }

  private synchronized boolean isTaken(SocketAddress from) {
    if (all >= MAX || open.getOrDefault(from, 0) >= OF_CONNECTION_MAX) {
      return false;
    }
    all++;
    open.merge(from, 1, Integer::sum);
    return true;
  }

  private synchronized void end(SocketAddress from) {
    all--;
    open.computeIfPresent(from, (_, count) -> count == 1 ? null : count - 1);
  }
}
