package dev.rota.lab.bench.builds;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.protocols.reapi.Action;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.Digest;
import dev.rota.protocols.remoteworkers.BotSession;
import dev.rota.protocols.remoteworkers.BotStatus;
import dev.rota.protocols.remoteworkers.BotsGrpc;
import dev.rota.protocols.remoteworkers.CreateBotSessionRequest;
import dev.rota.protocols.remoteworkers.Device;
import dev.rota.protocols.remoteworkers.Lease;
import dev.rota.protocols.remoteworkers.LeaseState;
import dev.rota.protocols.remoteworkers.UpdateBotSessionRequest;
import dev.rota.protocols.remoteworkers.Worker;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Workers of one platform that take leases and do nothing, for as long as an action is to last. No
 * worker has a thread: a few connections carry the calls of all, in which they wait for work.
 */
final class BuildWorkers implements AutoCloseable {
  private static final int CHANNELS = 4;
  private static final int CALL_SECONDS = 30;
  private static final int OPEN_SECONDS = 120;
  private static final int END_SECONDS = 20;
  private static final int AGAIN_MILLIS = 100;
  private static final Any DONE = Any.pack(ActionResult.getDefaultInstance());

  private final List<ManagedChannel> channels = new ArrayList<>();
  private final List<IdleWorker> workers = new ArrayList<>();
  private final ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1);
  private final AtomicLong faults = new AtomicLong();
  private final Map<String, String> platform;
  private final Duration each;
  private final int capacity;
  private final Consumer<String> held;
  private final CountDownLatch opened;
  private final CountDownLatch ended;

  private BuildWorkers(
      Map<String, String> platform, int count, Duration each, int capacity, Consumer<String> held) {
    this.platform = platform;
    this.each = each;
    this.capacity = capacity;
    this.held = held;
    this.opened = new CountDownLatch(count);
    this.ended = new CountDownLatch(count);
  }

  /**
   * Opens a session for each worker, in turns at these ports, and returns once each waits for work.
   *
   * @param each how long an action lasts
   * @param capacity leases that a worker holds, of which it runs one at a time
   * @param held is told of each lease, by the hash of its action, when a worker has it
   */
  static BuildWorkers open(
      List<Integer> ports,
      Map<String, String> platform,
      int count,
      Duration each,
      int capacity,
      Consumer<String> held)
      throws IOException, InterruptedException {
    BuildWorkers fleet = new BuildWorkers(platform, count, each, capacity, held);
    for (int i = 0; i < Math.min(count, CHANNELS); i++) {
      fleet.channels.add(LocalPort.channel(ports.get(i % ports.size())));
    }
    for (int i = 0; i < count; i++) {
      ManagedChannel channel = fleet.channels.get(i % fleet.channels.size());
      fleet.workers.add(
          fleet
          .new IdleWorker(
              String.join("-", platform.values()) + "-" + i, BotsGrpc.newStub(channel)));
    }
    fleet.workers.forEach(IdleWorker::create);
    if (!fleet.opened.await(OPEN_SECONDS, TimeUnit.SECONDS)) {
      long missing = fleet.opened.getCount();
      fleet.close();
      throw new IllegalStateException(missing + " of " + count + " workers did not get a session");
    }
    return fleet;
  }

  /** Calls that failed, other than those that waited in vain. */
  long faults() {
    return faults.get();
  }

  /** Says for each worker that it ends. */
  @Override
  public void close() {
    workers.forEach(IdleWorker::end);
    try {
      if (!ended.await(END_SECONDS, TimeUnit.SECONDS)) {
        faults.addAndGet(ended.getCount());
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    clock.shutdownNow();
    channels.forEach(LocalPort::close);
  }

  private static String action(Lease lease) {
    try {
      Any payload = lease.getPayload();
      return payload.is(Digest.class)
          ? payload.unpack(Digest.class).getHash()
          : BlobDigest.of(payload.unpack(Action.class).toByteArray()).hash();
    } catch (InvalidProtocolBufferException e) {
      throw Status.INTERNAL
          .withDescription("a lease has neither an action nor a digest: " + lease)
          .withCause(e)
          .asRuntimeException();
    }
  }

  /** One worker. Its calls and the clock come on several threads, so its methods take turns. */
  private final class IdleWorker {
    private final String name;
    private final BotsGrpc.BotsStub stub;

    /** What it says of its leases. */
    private final Map<String, Lease> leases = new LinkedHashMap<>();

    private BotSession session;
    private SessionCall call;
    private String running;
    private boolean ending;

    IdleWorker(String name, BotsGrpc.BotsStub stub) {
      this.name = name;
      this.stub = stub;
    }

    synchronized void create() {
      if (ending) {
        return;
      }
      Device.Builder device = Device.newBuilder().setHandle(name);
      platform.forEach((key, value) -> device.addPropertiesBuilder().setKey(key).setValue(value));
      Worker.Builder worker = Worker.newBuilder().addDevices(device);
      worker.addConfigsBuilder().setKey("capacity").setValue(Integer.toString(capacity));
      session =
          BotSession.newBuilder().setBotId(name).setStatus(BotStatus.OK).setWorker(worker).build();
      leases.clear();
      running = null;
      SessionCall next = newCall(Set.of());
      stub.withDeadlineAfter(CALL_SECONDS, TimeUnit.SECONDS)
          .createBotSession(
              CreateBotSessionRequest.newBuilder().setBotSession(session).build(), next);
    }

    /** Says how the leases are, and waits for others. An earlier call that waits is given up. */
    private void update() {
      SessionCall before = call;
      SessionCall next =
          newCall(
              leases.values().stream()
                  .filter(lease -> lease.getState() == LeaseState.COMPLETED)
                  .map(Lease::getId)
                  .collect(Collectors.toSet()));
      if (before != null) {
        before.stream.cancel("there is news", null);
      }
      BotSession said = session.toBuilder().clearLeases().addAllLeases(leases.values()).build();
      stub.withDeadlineAfter(CALL_SECONDS, TimeUnit.SECONDS)
          .updateBotSession(
              UpdateBotSessionRequest.newBuilder()
                  .setName(said.getName())
                  .setBotSession(said)
                  .build(),
              next);
    }

    private SessionCall newCall(Set<String> reported) {
      call = new SessionCall(this, reported);
      return call;
    }

    synchronized void end() {
      ending = true;
      if (session == null || session.getName().isEmpty()) {
        ended.countDown();
        return;
      }
      session = session.toBuilder().setStatus(BotStatus.BOT_TERMINATING).build();
      update();
    }

    private synchronized void answered(SessionCall of, BotSession answer) {
      if (of != call || ending) {
        return;
      }
      if (session.getName().isEmpty()) {
        opened.countDown();
      }
      session = session.toBuilder().setName(answer.getName()).build();
      of.reported.forEach(leases::remove);
      Map<String, Lease> theirs = new LinkedHashMap<>();
      for (Lease lease : answer.getLeasesList()) {
        if (lease.getState() != LeaseState.CANCELLED && lease.getState() != LeaseState.COMPLETED) {
          theirs.put(lease.getId(), lease);
        }
      }
      leases.keySet().retainAll(theirs.keySet());
      for (Lease lease : theirs.values()) {
        Lease active = Lease.newBuilder().setId(lease.getId()).setState(LeaseState.ACTIVE).build();
        if (leases.putIfAbsent(lease.getId(), active) == null) {
          held.accept(action(lease));
        }
      }
    }

    private synchronized void over(SessionCall of, Status status) {
      if (of != call) {
        return;
      }
      call = null;
      if (ending) {
        ended.countDown();
      } else if (status.isOk()) {
        work();
      } else if (status.getCode() == Status.Code.DEADLINE_EXCEEDED) {
        update();
      } else {
        faults.incrementAndGet();
        Runnable again =
            status.getCode() == Status.Code.NOT_FOUND || session.getName().isEmpty()
                ? this::create
                : this::again;
        var _ = clock.schedule(again, AGAIN_MILLIS, TimeUnit.MILLISECONDS);
      }
    }

    private synchronized void again() {
      if (!ending) {
        update();
      }
    }

    private void work() {
      if (each.isZero()) {
        leases.replaceAll((_, lease) -> completed(lease));
      } else {
        run();
      }
      // A worker that holds all that it can, and has nothing to say, has nothing to ask.
      if (each.isZero() || leases.size() < capacity) {
        update();
      }
    }

    private void run() {
      if (running == null) {
        leases.values().stream()
            .filter(lease -> lease.getState() == LeaseState.ACTIVE)
            .findFirst()
            .ifPresent(
                lease -> {
                  running = lease.getId();
                  var _ =
                      clock.schedule(
                          () -> finish(lease.getId()), each.toNanos(), TimeUnit.NANOSECONDS);
                });
      }
    }

    private synchronized void finish(String id) {
      if (!ending && id.equals(running)) {
        running = null;
        leases.computeIfPresent(id, (_, lease) -> completed(lease));
        run();
        update();
      }
    }

    private static Lease completed(Lease lease) {
      return lease.toBuilder().setState(LeaseState.COMPLETED).setResult(DONE).build();
    }
  }

  /** A call of a worker. What comes once it has made another one does not count. */
  private static final class SessionCall implements ClientResponseObserver<Object, BotSession> {
    private final IdleWorker worker;
    private final Set<String> reported;
    private ClientCallStreamObserver<?> stream;

    SessionCall(IdleWorker worker, Set<String> reported) {
      this.worker = worker;
      this.reported = reported;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<Object> started) {
      stream = started;
    }

    @Override
    public void onNext(BotSession answer) {
      worker.answered(this, answer);
    }

    @Override
    public void onError(Throwable fault) {
      worker.over(this, Status.fromThrowable(fault));
    }

    @Override
    public void onCompleted() {
      worker.over(this, Status.OK);
    }
  }
}
