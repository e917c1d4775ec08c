package dev.rota.base.actions;

import com.google.protobuf.Any;
import dev.rota.base.actions.ActionRunner.ActionOutcome;
import dev.rota.base.blobs.StatusDetails;
import dev.rota.protocols.remoteworkers.BotSession;
import dev.rota.protocols.remoteworkers.BotStatus;
import dev.rota.protocols.remoteworkers.BotsGrpc;
import dev.rota.protocols.remoteworkers.BotsGrpc.BotsFutureStub;
import dev.rota.protocols.remoteworkers.CreateBotSessionRequest;
import dev.rota.protocols.remoteworkers.Device;
import dev.rota.protocols.remoteworkers.Lease;
import dev.rota.protocols.remoteworkers.LeaseState;
import dev.rota.protocols.remoteworkers.UpdateBotSessionRequest;
import dev.rota.protocols.remoteworkers.Worker;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bot of the Remote Workers API. It holds a session, runs the leases that the front door gives to
 * it, and says what came of them.
 *
 * <p>What it says is the whole truth each time: all leases that it has, and which of them are
 * completed. So an update that is lost, or that nobody answers, is said again, to whichever front
 * door is there. A lease is forgotten once an answer does not name it any more.
 */
final class BotSessionLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BotSessionLoop.class);

  /** How long an update may wait for work. The session must not end meanwhile. */
  private static final long POLL_MILLIS_MAX = 10_000;

  private static final long POLL_MILLIS_MIN = 500;

  /** A front door that has nothing to say answers before the poll is over, but may be late. */
  private static final long ANSWER_MILLIS = 10_000;

  /** Not every front door lets an update wait, and not while something runs. */
  private static final long IDLE_MILLIS = 1_000;

  private static final long BUSY_MILLIS = 2_000;

  /** Two bots of one name would end each other's sessions for ever. */
  private static final long SHORT_MILLIS = 10_000;

  private static final long BACK_OFF_MILLIS_MIN = 100;
  private static final long BACK_OFF_MILLIS_MAX = 10_000;

  /** How long what was ended may take to end. Then its thread is left behind. */
  private static final long END_MILLIS = 5_000;

  /** Whoever is told one of these at the first session has a mistake to mend. */
  private static final Set<Status.Code> MISTAKES =
      Set.of(
          Status.Code.INVALID_ARGUMENT,
          Status.Code.UNAUTHENTICATED,
          Status.Code.PERMISSION_DENIED,
          Status.Code.UNIMPLEMENTED);

  private final BotIdentity identity;
  private final List<? extends Channel> doors;
  private final Function<Lease, ActionOutcome> work;
  private final Thread thread;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  /** By the leases' names. */
  private final Map<String, LeaseTask> tasks = new LinkedHashMap<>();

  /** All that run, also those that the front door has taken away and that still end. */
  private final Set<LeaseTask> running = new HashSet<>();

  private BotSession session;
  private Future<BotSession> call;
  private boolean isNews;
  private boolean isDraining;
  private boolean isSaidGoodbye;

  // Of the loop's own thread.
  private int door;
  private long failures;
  private boolean hadSession;
  private long sessionBegan;
  private long shortSessions;

  private BotSessionLoop(
      BotIdentity identity, List<? extends Channel> doors, Function<Lease, ActionOutcome> work) {
    this.identity = identity;
    this.doors = doors;
    this.work = work;
    this.thread = new Thread(this::run, "bot-" + identity.id());
    thread.setDaemon(true);
  }

  /**
   * Starts a bot.
   *
   * @param doors the first is asked first; when one does not answer, the next
   * @param work runs a lease; an interrupt ends it
   */
  static BotSessionLoop start(
      BotIdentity identity, List<? extends Channel> doors, Function<Lease, ActionOutcome> work) {
    BotSessionLoop loop = new BotSessionLoop(identity, doors, work);
    loop.thread.start();
    return loop;
  }

  /** Completes when the bot has ended; with a fault if the front door refuses its kind. */
  CompletableFuture<Void> ended() {
    return ended;
  }

  /** Takes no more leases. What runs goes on; then the session ends. */
  synchronized void drain() {
    isDraining = true;
    tell();
  }

  /** Ends what runs. The front door is told, so that it runs elsewhere. */
  synchronized void cancel() {
    tasks.values().forEach(task -> task.end(gone()));
    tell();
  }

  /** Waits no more for what does not end. The front door is told, so that it runs elsewhere. */
  synchronized void giveUp() {
    for (LeaseTask task : tasks.values()) {
      if (task.outcome == null) {
        LOG.warn("bot {}: {} does not end and is left behind", identity.id(), task.getName());
        running.remove(task);
        task.complete(new ActionOutcome(StatusDetails.of(gone()), null));
      }
    }
  }

  private static Status gone() {
    return Status.UNAVAILABLE.withDescription("the bot ended before the action did");
  }

  /** Begins to end at once, without a word to anybody. */
  void end() {
    drain();
    thread.interrupt();
  }

  /** Ends at once, without a word to anybody; what does not end is left behind. */
  @Override
  public void close() {
    end();
    try {
      thread.join(2 * END_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (!isSaidGoodbye) {
        try {
          exchange();
          failures = 0;
        } catch (StatusRuntimeException e) {
          failed(e);
        }
      }
      ended.complete(null);
    } catch (InterruptedException closed) {
      ended.complete(null);
    } catch (RuntimeException e) {
      ended.completeExceptionally(e);
    } finally {
      endTasks();
    }
  }

  /** No action outlives its bot, unless it cannot be ended. */
  private void endTasks() {
    cancel();
    List<LeaseTask> rest;
    synchronized (this) {
      rest = List.copyOf(running);
    }
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(END_MILLIS);
    for (LeaseTask task : rest) {
      for (long left = 1; task.isAlive() && left > 0; left = until - System.nanoTime()) {
        try {
          TimeUnit.NANOSECONDS.timedJoin(task, until - System.nanoTime());
        } catch (InterruptedException again) {
          // Who interrupts wants this thread to end, as it does here.
        }
      }
    }
    giveUp();
  }

  /** Says how things are, and takes what the answer has. */
  private void exchange() throws InterruptedException {
    long began = System.nanoTime();
    boolean isLast;
    Future<BotSession> asked;
    synchronized (this) {
      isNews = false;
      isLast = isDraining && tasks.isEmpty();
      if (isLast && session == null) {
        isSaidGoodbye = true;
        return;
      }
      asked = session == null ? create() : update();
      call = asked;
    }
    BotSession answer;
    try {
      answer = asked.get();
    } catch (CancellationException thereIsNews) {
      return;
    } catch (ExecutionException e) {
      throw Status.fromThrowable(e.getCause()).asRuntimeException();
    }
    synchronized (this) {
      call = null;
      if (session == null) {
        LOG.info("bot {}: session {}", identity.id(), answer.getName());
        sessionBegan = System.nanoTime();
      }
      session = answer;
      hadSession = true;
      boolean isNew = take(answer);
      isSaidGoodbye = isLast && tasks.isEmpty();
      if (!isNew && !isSaidGoodbye) {
        rest(began);
      }
    }
  }

  private BotsFutureStub stub(long pollMillis) {
    return BotsGrpc.newFutureStub(doors.get(door))
        .withDeadlineAfter(pollMillis + ANSWER_MILLIS, TimeUnit.MILLISECONDS);
  }

  private Future<BotSession> create() {
    return stub(0)
        .createBotSession(
            CreateBotSessionRequest.newBuilder()
                .setParent(identity.instance())
                .setBotSession(said(BotSession.newBuilder()))
                .build());
  }

  private Future<BotSession> update() {
    return stub(pollMillis())
        .updateBotSession(
            UpdateBotSessionRequest.newBuilder()
                .setName(session.getName())
                .setBotSession(said(session.toBuilder()))
                .build());
  }

  private BotSession said(BotSession.Builder said) {
    Device.Builder device = Device.newBuilder().setHandle(identity.id());
    identity
        .properties()
        .forEach(
            (key, values) ->
                values.forEach(value -> device.addPropertiesBuilder().setKey(key).setValue(value)));
    said.setBotId(identity.id())
        .setStatus(isDraining ? BotStatus.BOT_TERMINATING : BotStatus.OK)
        .setWorker(Worker.newBuilder().addDevices(device))
        .clearLeases();
    tasks.values().forEach(task -> said.addLeases(task.report()));
    return said.build();
  }

  /** A third of what the session has left, so that one answer may be lost. */
  private long pollMillis() {
    if (isDraining || !session.hasExpireTime()) {
      return POLL_MILLIS_MIN;
    }
    long left = session.getExpireTime().getSeconds() - Instant.now().getEpochSecond();
    return Math.max(POLL_MILLIS_MIN, Math.min(POLL_MILLIS_MAX, left * 1_000 / 3));
  }

  /** Returns whether there was anything new in it. */
  private boolean take(BotSession answer) {
    Set<String> named = new HashSet<>();
    boolean isNew = false;
    for (Lease lease : answer.getLeasesList()) {
      boolean isWanted =
          lease.getState() == LeaseState.PENDING || lease.getState() == LeaseState.ACTIVE;
      LeaseTask task = tasks.get(lease.getId());
      if (isWanted && (task == null || task.isAnother(lease))) {
        start(lease);
        isNew = true;
      }
      if (isWanted || lease.getState() == LeaseState.COMPLETED) {
        named.add(lease.getId());
      }
    }
    for (LeaseTask task : List.copyOf(tasks.values())) {
      if (!named.contains(task.lease.getId())) {
        tasks.remove(task.lease.getId());
        task.end(Status.CANCELLED);
        isNew = true;
      }
    }
    return isNew;
  }

  private void start(Lease lease) {
    LeaseTask task = new LeaseTask(lease);
    tasks.put(lease.getId(), task);
    if (isDraining) {
      task.complete(new ActionOutcome(StatusDetails.of(gone()), null));
    } else {
      running.add(task);
      task.start();
    }
  }

  /** Waits for news, as the update should have done. */
  private void rest(long began) throws InterruptedException {
    long millis = tasks.isEmpty() ? IDLE_MILLIS : BUSY_MILLIS;
    if (tasks.values().stream().anyMatch(task -> task.outcome != null)) {
      // The front door has not noticed yet.
      millis = BACK_OFF_MILLIS_MIN;
    }
    pause(began + TimeUnit.MILLISECONDS.toNanos(Math.min(pollMillis(), millis)));
  }

  /** Waits until then, or until there is news. */
  private synchronized void pause(long until) throws InterruptedException {
    for (long left = until - System.nanoTime(); left > 0 && !isNews; ) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      left = until - System.nanoTime();
    }
  }

  /** Has the next update said now. */
  private synchronized void tell() {
    isNews = true;
    notifyAll();
    if (call != null && session != null) {
      call.cancel(true);
    }
  }

  private void failed(StatusRuntimeException fault) throws InterruptedException {
    Status status = fault.getStatus();
    if (!hadSession && MISTAKES.contains(status.getCode())) {
      throw fault;
    }
    if (status.getCode() == Status.Code.NOT_FOUND && session != null) {
      sessionEnded(status);
      return;
    }
    if (failures == 0) {
      LOG.warn("bot {}: no answer, tried again: {}", identity.id(), words(status));
    }
    door = (door + 1) % doors.size();
    // All of them are tried before it waits.
    long round = failures++ / doors.size();
    if (door == 0 || failures > doors.size()) {
      backOff(round);
    }
  }

  private void backOff(long round) throws InterruptedException {
    long most = Math.min(BACK_OFF_MILLIS_MAX, BACK_OFF_MILLIS_MIN << Math.min(round, 10));
    long millis = ThreadLocalRandom.current().nextLong(most / 2, most + 1);
    synchronized (this) {
      call = null;
      isNews = false;
    }
    pause(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private void sessionEnded(Status status) throws InterruptedException {
    synchronized (this) {
      call = null;
      session = null;
      tasks.values().forEach(task -> task.end(Status.CANCELLED));
      tasks.clear();
      if (isDraining) {
        return;
      }
    }
    LOG.warn("bot {}: its session has ended: {}", identity.id(), status.getDescription());
    long lived = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sessionBegan);
    shortSessions = lived < SHORT_MILLIS ? shortSessions + 1 : 0;
    if (shortSessions > 1) {
      LOG.warn("bot {}: {} sessions were short: is there another?", identity.id(), shortSessions);
      backOff(shortSessions);
    }
    if (doors.get(door) instanceof ManagedChannel channel) {
      // It would wait by itself too, for minutes at last.
      channel.resetConnectBackoff();
    }
  }

  private static String words(Status status) {
    String cause = status.getCause() == null ? "" : ": " + status.getCause().getMessage();
    return status.getCode() + " " + status.getDescription() + cause;
  }

  /** A lease on its way. What runs it is a thread, and what it says is under the loop's lock. */
  private final class LeaseTask extends Thread {
    private final Lease lease;
    private ActionOutcome outcome;
    private Status cause;

    LeaseTask(Lease lease) {
      super("lease-" + lease.getId());
      setDaemon(true);
      this.lease = lease;
    }

    @Override
    public void run() {
      ActionOutcome came;
      try {
        came = work.apply(lease);
      } catch (Throwable e) { // else the lease would never end
        LOG.error("bot {}: lease {} has failed", identity.id(), lease.getId(), e);
        came = new ActionOutcome(StatusDetails.of(Status.INTERNAL.withCause(e)), null);
      }
      complete(came);
    }

    private void complete(ActionOutcome came) {
      synchronized (BotSessionLoop.this) {
        running.remove(this);
        if (outcome == null) {
          outcome =
              cause == null ? came : new ActionOutcome(StatusDetails.of(cause), came.result());
          tell();
        }
      }
    }

    /** Ends it, unless it has ended. */
    void end(Status why) {
      synchronized (BotSessionLoop.this) {
        if (outcome == null) {
          cause = why;
          interrupt();
        }
      }
    }

    /** The same job may come again, once it has been reported. */
    boolean isAnother(Lease offered) {
      return outcome != null && offered.getState() == LeaseState.PENDING;
    }

    Lease report() {
      Lease.Builder report = lease.toBuilder().setState(LeaseState.ACTIVE);
      if (outcome != null) {
        report.setState(LeaseState.COMPLETED).setStatus(outcome.status());
        if (outcome.result() != null) {
          report.setResult(Any.pack(outcome.result()));
        }
      }
      return report.build();
    }
  }
}
