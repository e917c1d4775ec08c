package dev.rota.serving.builds;

import dev.rota.base.blobs.BlobDigest;
import dev.rota.bots.Cancelled;
import dev.rota.bots.JobEvent;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.JobFact.JobRefused;
import dev.rota.bots.values.RefusalReason;
import dev.rota.protocols.longrunning.Operation;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.DigestFunction;
import dev.rota.protocols.reapi.ExecuteRequest;
import dev.rota.protocols.reapi.ExecutionGrpc.ExecutionImplBase;
import dev.rota.protocols.reapi.WaitExecutionRequest;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Actions become jobs of the grid, and their clients hear what becomes of those. */
final class ExecutionService extends ExecutionImplBase {
  /** Each has a stream of gRPC in memory. */
  static final int STREAMS_MAX = 200_000;

  private final GridLane lane;
  private final BuildInstances instances;
  private final BuildStorage storage;
  private final OperationMessages messages;
  private final OperationWatchers watchers;
  private final Executor workers;
  private final Executor waiters;
  private final ScheduledExecutorService timer;
  private final Duration abandonedAfter;
  private final AtomicInteger streams = new AtomicInteger();
  private volatile boolean closing;

  /**
   * A service.
   *
   * @param workers of a bounded number; they do what may ask the storage
   * @param waiters do what waits for the grid, each in a thread of its own
   * @param abandonedAfter null: never
   */
  ExecutionService(
      GridLane lane,
      BuildInstances instances,
      BuildStorage storage,
      OperationWatchers watchers,
      Executor workers,
      Executor waiters,
      ScheduledExecutorService timer,
      Duration abandonedAfter) {
    this.lane = lane;
    this.instances = instances;
    this.storage = storage;
    this.messages = new OperationMessages(storage);
    this.watchers = watchers;
    this.workers = workers;
    this.waiters = waiters;
    this.timer = timer;
    this.abandonedAfter = abandonedAfter;
  }

  /** What answers by the stream, unless it fails. */
  @FunctionalInterface
  private interface CallWork {
    void run() throws Exception;
  }

  @Override
  public void execute(ExecuteRequest request, StreamObserver<Operation> observer) {
    OperationName name = new OperationName(request.getInstanceName(), UUID.randomUUID().toString());
    OperationStream stream = stream(name, observer);
    begin(stream, "Execute " + name, () -> execute(request, stream));
  }

  private OperationStream stream(OperationName name, StreamObserver<Operation> observer) {
    streams.incrementAndGet();
    return new OperationStream(
        name, (ServerCallStreamObserver<Operation>) observer, messages, workers, this::ended);
  }

  private void begin(OperationStream stream, String call, CallWork work) {
    work(
        stream,
        call,
        () -> {
          if (streams.get() > STREAMS_MAX) {
            throw Status.RESOURCE_EXHAUSTED
                .withDescription(
                    "%d clients wait at this front door; try again later".formatted(STREAMS_MAX))
                .asRuntimeException();
          }
          work.run();
        });
  }

  private static void work(OperationStream stream, String call, CallWork work) {
    try {
      work.run();
    } catch (Exception e) {
      stream.fail(CallFaults.told(call, e));
    }
  }

  private void execute(ExecuteRequest request, OperationStream stream) throws IOException {
    String instance = instances.check("instance_name", request.getInstanceName());
    check(request.getDigestFunction());
    lane.check();
    BlobDigest digest = RequestedAction.named("action_digest", request.getActionDigest());
    if (!request.getSkipCacheLookup()) {
      Optional<ActionResult> known = storage.result(instance, digest);
      if (known.isPresent()) {
        stream.answer(OperationMessages.cached(stream.name(), digest, known.get()));
        return;
      }
    }
    RequestedAction action = RequestedAction.read(digest, storage.blobs(instance));
    if (closing) {
      throw OpenCalls.ENDED.asRuntimeException(); // the client has heard it already
    }
    JobEvent submitted =
        action.submitted(
            lane.grid(), instance, stream.operation(), request.getExecutionPolicy().getPriority());
    // Before it is sent: nobody need look then whether the grid has it already.
    watchers.expect(stream);
    var _ = lane.send(submitted).whenComplete((facts, fault) -> taken(stream, facts, fault));
  }

  private static void check(DigestFunction.Value function) {
    if (function != DigestFunction.Value.UNKNOWN && function != DigestFunction.Value.SHA256) {
      throw RequestedAction.invalid(
          "digest_function", "it is " + function, "use SHA256, the only one here");
    }
  }

  /** It is called by the thread that follows. */
  private void taken(OperationStream stream, List<BotsFact> facts, Throwable fault) {
    boolean gone = stream.isEnded();
    if (gone) {
      var _ = watchers.remove(stream); // its client may have gone before it was expected
    }
    if (fault != null) {
      fail(stream, fault);
      return;
    }
    for (BotsFact fact : facts) {
      if (fact instanceof JobRefused refused) {
        refused(stream, refused);
        return;
      }
    }
    if (gone) {
      abandon(stream);
    }
  }

  private void refused(OperationStream stream, JobRefused refused) {
    if (refused.reason() == RefusalReason.DUPLICATE) {
      waiters.execute(() -> work(stream, "Execute " + stream.name(), () -> watch(stream)));
    } else {
      fail(stream, CallFaults.refused(refused.reason(), refused.detail()));
    }
  }

  private void fail(OperationStream stream, Throwable fault) {
    workers.execute(() -> stream.fail(CallFaults.told("Execute " + stream.name(), fault)));
  }

  /** The client may be gone by now, and then its operation is abandoned from its beginning. */
  private void watch(OperationStream stream) {
    watchers.add(stream);
    if (stream.isEnded()) {
      left(stream);
    }
  }

  @Override
  public void waitExecution(WaitExecutionRequest request, StreamObserver<Operation> observer) {
    OperationName name;
    try {
      name = OperationName.asked(request.getName(), instances);
    } catch (RuntimeException e) {
      observer.onError(CallFaults.told("WaitExecution", e));
      return;
    }
    OperationStream stream = stream(name, observer);
    begin(stream, "WaitExecution " + name, () -> watch(stream));
  }

  private void ended(OperationStream stream) {
    streams.decrementAndGet();
    left(stream);
  }

  private void left(OperationStream stream) {
    if (watchers.remove(stream)) {
      abandon(stream);
    }
  }

  /** One who was answered to the end has not abandoned anything. */
  private void abandon(OperationStream stream) {
    boolean over = stream.last() != null && stream.last().isOver();
    if (!over && abandonedAfter != null && !closing) {
      var _ =
          timer.schedule(
              () -> cancel(stream.operation()), abandonedAfter.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** Whoever has come back in the meantime keeps it. */
  private void cancel(String operation) {
    if (closing || watchers.isWatched(operation)) {
      return;
    }
    workers.execute(
        () -> {
          var _ = lane.tell(new JobEvent(lane.grid(), new Cancelled(operation)));
        });
  }

  /** From now on, a client that goes has not abandoned its operation: this front door has. */
  void close() {
    closing = true;
  }
}
