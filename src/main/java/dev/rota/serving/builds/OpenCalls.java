package dev.rota.serving.builds;

import dev.rota.base.blobs.EndableCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The calls that are under way. When the front door ends, each of them is UNAVAILABLE, so that
 * clients and workers go to another one. A server that ends says CANCELLED, and nobody retries what
 * was cancelled.
 */
final class OpenCalls implements ServerInterceptor {
  static final Status ENDED =
      Status.UNAVAILABLE.withDescription("this front door has ended; ask another one");

  /** Clients that wait, and as many other calls as a busy grid has at once. */
  private static final int CALLS_MAX = ExecutionService.STREAMS_MAX + 50_000;

  private final Set<EndableCall<?, ?>> calls = ConcurrentHashMap.newKeySet();
  private volatile boolean ended;

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    EndableCall<Q, A> open = new EndableCall<>(call);
    if (calls.size() >= CALLS_MAX) {
      call.close(
          Status.RESOURCE_EXHAUSTED.withDescription(
              CALLS_MAX + " calls are open at this front door; try again later"),
          new Metadata());
      return new ServerCall.Listener<>() {};
    }
    calls.add(open);
    if (ended) {
      open.end(ENDED);
      calls.remove(open);
      return new ServerCall.Listener<>() {};
    }
    return new SimpleForwardingServerCallListener<>(next.startCall(open, headers)) {
      @Override
      public void onCancel() {
        calls.remove(open);
        super.onCancel();
      }

      @Override
      public void onComplete() {
        calls.remove(open);
        super.onComplete();
      }
    };
  }

  /** Ends all calls. */
  void end() {
    ended = true;
    calls.forEach(call -> call.end(ENDED));
  }
}
