package dev.rota.lab.bench.builds;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rota.base.blobs.BlobClient;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.protocols.longrunning.Operation;
import dev.rota.protocols.reapi.Action;
import dev.rota.protocols.reapi.ActionCacheGrpc;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.ExecuteOperationMetadata;
import dev.rota.protocols.reapi.ExecuteRequest;
import dev.rota.protocols.reapi.ExecuteResponse;
import dev.rota.protocols.reapi.ExecutionGrpc.ExecutionImplBase;
import dev.rota.protocols.reapi.ExecutionStage;
import dev.rota.protocols.reapi.GetActionResultRequest;
import dev.rota.protocols.reapi.UpdateActionResultRequest;
import dev.rota.protocols.remoteworkers.BotSession;
import dev.rota.protocols.remoteworkers.BotStatus;
import dev.rota.protocols.remoteworkers.BotsGrpc.BotsImplBase;
import dev.rota.protocols.remoteworkers.CreateBotSessionRequest;
import dev.rota.protocols.remoteworkers.Device;
import dev.rota.protocols.remoteworkers.Lease;
import dev.rota.protocols.remoteworkers.LeaseState;
import dev.rota.protocols.remoteworkers.UpdateBotSessionRequest;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The baseline: a scheduler as others of the field are, all in memory. Of a platform's actions that
 * wait, the first one of the best priority goes to the worker that has waited longest. It reads an
 * action and asks for its result as a front door does. It writes no log, loses all when it ends and
 * never notices that a worker has died. So it has the least to do.
 */
final class MemoryScheduler implements AutoCloseable {
  private static final long ACTION_BYTES_MAX = 1 << 20;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** An answer that comes at the deadline is too late. */
  private static final long MARGIN_MILLIS = 1_000;

  private final ManagedChannel channel;
  private final BlobClient blobs;
  private final ActionCacheGrpc.ActionCacheBlockingStub results;
  private final ActionCacheGrpc.ActionCacheFutureStub newResults;
  private final ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1);
  private final LocalPort port;

  private final Map<Map<String, String>, PlatformQueue> platforms = new HashMap<>();
  private final Map<String, WorkerSession> sessions = new HashMap<>();
  private long numbers;

  private MemoryScheduler(ManagedChannel channel) throws IOException {
    this.channel = channel;
    this.blobs = new BlobClient(channel, "", LIMIT);
    this.results = ActionCacheGrpc.newBlockingStub(channel);
    this.newResults = ActionCacheGrpc.newFutureStub(channel);
    clock.setRemoveOnCancelPolicy(true);
    this.port = LocalPort.open(List.of(new ExecutionCalls(), new BotCalls()));
  }

  /** Opens it on a free port. */
  static MemoryScheduler open(int storage) throws IOException {
    return new MemoryScheduler(LocalPort.channel(storage));
  }

  int port() {
    return port.number();
  }

  @Override
  public void close() {
    port.close();
    clock.shutdownNow();
    LocalPort.close(channel);
  }

  private synchronized long newNumber() {
    return ++numbers;
  }

  private PlatformQueue queue(Map<String, String> platform) {
    return platforms.computeIfAbsent(platform, _ -> new PlatformQueue());
  }

  private final class ExecutionCalls extends ExecutionImplBase {
    @Override
    public void execute(ExecuteRequest request, StreamObserver<Operation> observer) {
      try {
        BlobDigest digest = BlobDigest.of(request.getActionDigest());
        Action action = Action.parseFrom(blobs.read(digest, ACTION_BYTES_MAX));
        var client = (ServerCallStreamObserver<Operation>) observer;
        client.setOnCancelHandler(() -> {}); // nobody listens then
        submit(new PendingAction(newNumber(), request, action, client));
      } catch (StatusRuntimeException e) {
        observer.onError(e);
      } catch (IOException e) {
        observer.onError(Status.INTERNAL.withCause(e).asRuntimeException());
      }
    }

    private void submit(PendingAction pending) {
      ActionResult known = pending.request().getSkipCacheLookup() ? null : known(pending);
      if (known != null) {
        pending.done(ExecuteResponse.newBuilder().setResult(known).setCachedResult(true).build());
        return;
      }
      pending.tell(ExecutionStage.Value.QUEUED);
      synchronized (MemoryScheduler.this) {
        queue(platform(pending.action())).add(pending);
      }
    }

    private ActionResult known(PendingAction pending) {
      try {
        return results.getActionResult(
            GetActionResultRequest.newBuilder()
                .setActionDigest(pending.request().getActionDigest())
                .build());
      } catch (StatusRuntimeException e) {
        if (e.getStatus().getCode() == Status.Code.NOT_FOUND) {
          return null;
        }
        throw e;
      }
    }
  }

  private static Map<String, String> platform(Action action) {
    Map<String, String> platform = new TreeMap<>();
    action
        .getPlatform()
        .getPropertiesList()
        .forEach(property -> platform.put(property.getName(), property.getValue()));
    return platform;
  }

  private static Map<String, String> platform(BotSession session) {
    Map<String, String> platform = new TreeMap<>();
    session.getWorker().getDevicesList().stream()
        .flatMap(device -> device.getPropertiesList().stream())
        .forEach((Device.Property one) -> platform.put(one.getKey(), one.getValue()));
    return platform;
  }

  private final class BotCalls extends BotsImplBase {
    @Override
    public void createBotSession(
        CreateBotSessionRequest request, StreamObserver<BotSession> observer) {
      BotSession session =
          request.getBotSession().toBuilder()
              .setName(request.getParent() + "/session-" + newNumber())
              .build();
      synchronized (MemoryScheduler.this) {
        sessions.put(session.getName(), new WorkerSession(session, queue(platform(session))));
      }
      observer.onNext(session);
      observer.onCompleted();
    }

    @Override
    public void updateBotSession(
        UpdateBotSessionRequest request, StreamObserver<BotSession> observer) {
      var call = (ServerCallStreamObserver<BotSession>) observer;
      synchronized (MemoryScheduler.this) {
        call.setOnCancelHandler(() -> {}); // a lease that does not arrive is in the next answer
        WorkerSession worker = sessions.get(request.getName());
        if (worker == null) {
          observer.onError(Status.NOT_FOUND.asRuntimeException());
          return;
        }
        worker.update(request.getBotSession(), call);
      }
    }
  }

  /** An action for which a client waits. */
  private record PendingAction(
      long number,
      ExecuteRequest request,
      Action action,
      ServerCallStreamObserver<Operation> client) {
    String name() {
      return "operation-" + number;
    }

    private Operation.Builder operation(ExecutionStage.Value stage) {
      return Operation.newBuilder()
          .setName(name())
          .setMetadata(
              Any.pack(
                  ExecuteOperationMetadata.newBuilder()
                      .setStage(stage)
                      .setActionDigest(request.getActionDigest())
                      .build()));
    }

    void tell(ExecutionStage.Value stage) {
      client.onNext(operation(stage).build());
    }

    void done(ExecuteResponse response) {
      client.onNext(
          operation(ExecutionStage.Value.COMPLETED)
              .setDone(true)
              .setResponse(Any.pack(response))
              .build());
      client.onCompleted();
    }
  }

  /** The actions of one platform that wait, or the workers of it that do. */
  private static final class PlatformQueue {
    private final TreeSet<PendingAction> waiting =
        new TreeSet<>(
            Comparator.comparingInt(
                    (PendingAction one) -> one.request().getExecutionPolicy().getPriority())
                .thenComparingLong(PendingAction::number));
    private final Set<WorkerSession> idle = new LinkedHashSet<>();

    void add(PendingAction action) {
      waiting.add(action);
      Iterator<WorkerSession> first = idle.iterator();
      if (first.hasNext()) {
        WorkerSession worker = first.next();
        worker.take();
        worker.answer();
      }
    }
  }

  /** A worker, and its call that waits for work. The scheduler's lock guards it. */
  private final class WorkerSession {
    private final BotSession session;
    private final PlatformQueue queue;
    private final int capacity;
    private final Map<String, PendingAction> leases = new LinkedHashMap<>();
    private ServerCallStreamObserver<BotSession> waiting;
    private ScheduledFuture<?> late;
    private boolean ended;

    WorkerSession(BotSession session, PlatformQueue queue) {
      this.session = session;
      this.queue = queue;
      this.capacity =
          session.getWorker().getConfigsList().stream()
              .filter(config -> config.getKey().equals("capacity"))
              .mapToInt(config -> Integer.parseInt(config.getValue()))
              .findFirst()
              .orElse(1);
    }

    void update(BotSession said, ServerCallStreamObserver<BotSession> call) {
      answer(); // an earlier call gives way
      Set<String> told = new HashSet<>();
      for (Lease lease : said.getLeasesList()) {
        told.add(lease.getId());
        if (lease.getState() == LeaseState.COMPLETED) {
          finish(lease);
        }
      }
      if (said.getStatus() == BotStatus.BOT_TERMINATING) {
        end();
      }
      take();
      waiting = call;
      if (told.containsAll(leases.keySet()) && !ended) {
        await(call);
      } else {
        answer();
      }
    }

    private void await(ServerCallStreamObserver<BotSession> call) {
      if (leases.size() < capacity) {
        queue.idle.add(this);
      }
      Deadline deadline = Context.current().getDeadline();
      long millis =
          deadline == null
              ? LIMIT.toMillis()
              : Math.max(0, deadline.timeRemaining(TimeUnit.MILLISECONDS) - MARGIN_MILLIS);
      late = clock.schedule(() -> giveUp(call), millis, TimeUnit.MILLISECONDS);
      call.setOnCancelHandler(() -> giveUp(call));
    }

    private void giveUp(ServerCallStreamObserver<BotSession> call) {
      synchronized (MemoryScheduler.this) {
        if (waiting == call) {
          answer();
        }
      }
    }

    void take() {
      while (leases.size() < capacity && !queue.waiting.isEmpty() && !ended) {
        PendingAction next = queue.waiting.pollFirst();
        leases.put(next.name(), next);
        next.tell(ExecutionStage.Value.EXECUTING);
      }
    }

    void answer() {
      queue.idle.remove(this);
      if (late != null) {
        late.cancel(false);
        late = null;
      }
      if (waiting == null) {
        return;
      }
      ServerCallStreamObserver<BotSession> call = waiting;
      waiting = null;
      BotSession.Builder answer = session.toBuilder();
      leases.values().forEach(one -> answer.addLeases(lease(one)));
      call.onNext(answer.build());
      call.onCompleted();
    }

    private Lease lease(PendingAction action) {
      return Lease.newBuilder()
          .setId(action.name())
          .setState(LeaseState.PENDING)
          .setPayload(Any.pack(action.action()))
          .build();
    }

    private void finish(Lease lease) {
      PendingAction over = leases.remove(lease.getId());
      if (over == null) {
        return;
      }
      try {
        ActionResult result = lease.getResult().unpack(ActionResult.class);
        if (result.getExitCode() == 0 && !over.action().getDoNotCache()) {
          var _ =
              newResults.updateActionResult(
                  UpdateActionResultRequest.newBuilder()
                      .setActionDigest(over.request().getActionDigest())
                      .setActionResult(result)
                      .build());
        }
        over.done(ExecuteResponse.newBuilder().setResult(result).build());
      } catch (InvalidProtocolBufferException e) {
        over.client().onError(Status.INTERNAL.withCause(e).asRuntimeException());
      }
    }

    /** What it holds goes to others. */
    private void end() {
      ended = true;
      sessions.remove(session.getName());
      leases.values().forEach(queue::add);
      leases.clear();
    }
  }
}
