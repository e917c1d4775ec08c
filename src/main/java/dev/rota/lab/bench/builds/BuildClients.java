package dev.rota.lab.bench.builds;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.rota.protocols.longrunning.Operation;
import dev.rota.protocols.reapi.Digest;
import dev.rota.protocols.reapi.ExecuteRequest;
import dev.rota.protocols.reapi.ExecuteResponse;
import dev.rota.protocols.reapi.ExecutionGrpc;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Clients that have actions executed, each by a stream of its own on a few connections. */
final class BuildClients implements AutoCloseable {
  private static final int CHANNELS = 4;

  /** A front door takes 10 000 calls of a connection at once. */
  private static final int CALLS_PER_CHANNEL = 8_000;

  private final List<ManagedChannel> channels = new ArrayList<>();
  private final List<ExecutionGrpc.ExecutionStub> stubs = new ArrayList<>();
  private final Map<String, ActionRun> runs = new ConcurrentHashMap<>();
  private int next;

  /**
   * Opens connections to schedulers, each of which gets as many actions.
   *
   * @param waiting how many may wait at once
   */
  static BuildClients open(List<Integer> ports, int waiting) throws IOException {
    BuildClients clients = new BuildClients();
    for (int i = 0; i < CHANNELS + waiting / CALLS_PER_CHANNEL; i++) {
      ManagedChannel channel = LocalPort.channel(ports.get(i % ports.size()));
      clients.channels.add(channel);
      clients.stubs.add(ExecutionGrpc.newStub(channel));
    }
    return clients;
  }

  /**
   * Asks for an action.
   *
   * @param nanos when it was due, from which its latency counts
   */
  ActionRun execute(Digest action, long nanos) {
    ActionRun run = new ActionRun(nanos);
    runs.put(action.getHash(), run);
    run.whenOver(() -> runs.remove(action.getHash()));
    next = (next + 1) % stubs.size();
    stubs.get(next).execute(ExecuteRequest.newBuilder().setActionDigest(action).build(), run);
    return run;
  }

  /** A worker holds the lease of an action. One that is told twice counts once. */
  void held(String hash) {
    ActionRun run = runs.get(hash);
    if (run != null && run.heldNanos == 0) {
      run.heldNanos = System.nanoTime();
    }
  }

  @Override
  public void close() {
    channels.forEach(LocalPort::close);
  }

  /** One execution. */
  static final class ActionRun implements StreamObserver<Operation> {
    private final CompletableFuture<Void> queued = new CompletableFuture<>();
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final long startNanos;
    private volatile long heldNanos;

    private ActionRun(long startNanos) {
      this.startNanos = startNanos;
    }

    @Override
    public void onNext(Operation operation) {
      queued.complete(null);
      if (operation.getDone()) {
        finish(operation);
      }
    }

    private void finish(Operation operation) {
      try {
        ExecuteResponse response = operation.getResponse().unpack(ExecuteResponse.class);
        int code = operation.hasError() ? operation.getError().getCode() : 0;
        if (code == 0 && response.getStatus().getCode() == 0 && !response.getCachedResult()) {
          done.complete(null);
        } else {
          done.completeExceptionally(
              new IllegalStateException("an action did not run: " + operation));
        }
      } catch (InvalidProtocolBufferException e) {
        done.completeExceptionally(e);
      }
    }

    @Override
    public void onError(Throwable fault) {
      queued.completeExceptionally(fault);
      done.completeExceptionally(fault);
    }

    @Override
    public void onCompleted() {
      onError(Status.INTERNAL.withDescription("a stream ended before its action").asException());
    }

    /** Runs when it is over, either way. */
    void whenOver(Runnable then) {
      var _ = done.whenComplete((_, _) -> then.run());
    }

    void awaitQueued(long deadlineNanos) throws InterruptedException {
      await(queued, deadlineNanos);
    }

    /** Waits for its end, and returns the nanoseconds from its start until a worker held it. */
    long await(long deadlineNanos) throws InterruptedException {
      await(done, deadlineNanos);
      if (heldNanos == 0) {
        throw new IllegalStateException("an action ended that no worker held");
      }
      return heldNanos - startNanos;
    }

    private static void await(CompletableFuture<Void> what, long deadlineNanos)
        throws InterruptedException {
      try {
        what.get(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
      } catch (ExecutionException e) {
        throw new IllegalStateException("an action did not run", e.getCause());
      } catch (TimeoutException e) {
        throw new IllegalStateException("an action took too long", e);
      }
    }
  }
}
