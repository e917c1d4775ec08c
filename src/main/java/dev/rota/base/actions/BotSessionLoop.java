package dev.rota.base.actions;

import dev.rota.base.actions.ActionRunner.ActionOutcome;
import dev.rota.protocols.remoteworkers.BotSession;
import dev.rota.protocols.remoteworkers.BotStatus;
import dev.rota.protocols.remoteworkers.BotsGrpc;
import dev.rota.protocols.remoteworkers.BotsGrpc.BotsFutureStub;
import dev.rota.protocols.remoteworkers.CreateBotSessionRequest;
import dev.rota.protocols.remoteworkers.Device;
import dev.rota.protocols.remoteworkers.Lease;
import dev.rota.protocols.remoteworkers.UpdateBotSessionRequest;
import dev.rota.protocols.remoteworkers.Worker;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
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

  /** A front door that has not noticed yet is told again after so long. */
  private static final long AGAIN_MILLIS = 100;

  /** Two bots of one name would end each other's sessions for ever. */
  private static final Duration SHORT = Duration.ofSeconds(10);

  /** How long what was ended may take to end. Then its thread is left behind. */
  private static final Duration END_MAX = Duration.ofSeconds(5);

  /** Whoever is told one of these at the first session has a mistake to mend. */
  private static final Set<Status.Code> MISTAKES =
      Set.of(
          Status.Code.INVALID_ARGUMENT,
          Status.Code.UNAUTHENTICATED,
          Status.Code.PERMISSION_DENIED,
          Status.Code.UNIMPLEMENTED);

  private final BotIdentity identity;
  private final FrontDoorRing doors;
  private final BotNews news = new BotNews();
  private final HeldLeases leases;
  private final Thread thread;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private volatile boolean isDraining;

  // Of the loop's own thread.
  private BotSession session;
  private boolean hadSession;
  private long sessionBegan;
  private long shortSessions;

  private BotSessionLoop(
      BotIdentity identity, List<? extends Channel> doors, Function<Lease, ActionOutcome> work) {
    this.identity = identity;
    this.doors = new FrontDoorRing(doors);
    this.leases = new HeldLeases(identity.id(), work, news::come);
    this.thread = Thread.ofVirtual().name("bot-" + identity.id()).unstarted(this::run);
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
  void drain() {
    isDraining = true;
    news.come();
  }

  /** Ends what runs. The front door is told, so that it runs elsewhere. */
  void cancel() {
    leases.end();
    news.come();
  }

  /** Waits no more for what does not end. The front door is told, so that it runs elsewhere. */
  void giveUp() {
    leases.giveUp();
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
      var _ = thread.join(END_MAX.multipliedBy(2));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      converse();
      ended.complete(null);
    } catch (InterruptedException closed) {
      ended.complete(null);
    } catch (RuntimeException e) {
      ended.completeExceptionally(e);
    } finally {
      // No action outlives its bot, unless it cannot be ended.
      leases.end();
      leases.awaitEnd(END_MAX);
      leases.giveUp();
    }
  }

  private void converse() throws InterruptedException {
    for (boolean isOver = false; !isOver; ) {
      try {
        isOver = exchange();
        doors.answered();
      } catch (StatusRuntimeException e) {
        failed(e);
      }
    }
  }

  /** Says how things are, and takes what the answer has. Returns true after the last word. */
  private boolean exchange() throws InterruptedException {
    long began = System.nanoTime();
    news.forget();
    boolean isLast = isDraining && leases.isEmpty();
    if (isLast && session == null) {
      return true;
    }
    BotSession answer = session == null ? created() : updated();
    if (answer == null) {
      return false; // there is news
    }
    session = answer;
    boolean isNew = leases.take(answer.getLeasesList(), isDraining);
    boolean isOver = isLast && leases.isEmpty();
    if (!isNew && !isOver) {
      rest(began);
    }
    return isOver;
  }

  private BotsFutureStub stub(long pollMillis) {
    return BotsGrpc.newFutureStub(doors.present())
        .withDeadlineAfter(pollMillis + ANSWER_MILLIS, TimeUnit.MILLISECONDS);
  }

  private BotSession created() throws InterruptedException {
    BotSession made =
        answer(
            stub(0)
                .createBotSession(
                    CreateBotSessionRequest.newBuilder()
                        .setParent(identity.instance())
                        .setBotSession(said(BotSession.newBuilder()))
                        .build()));
    LOG.info("bot {}: session {}", identity.id(), made.getName());
    sessionBegan = System.nanoTime();
    hadSession = true;
    return made;
  }

  /** Returns null if there was news before the answer. */
  private BotSession updated() throws InterruptedException {
    Future<BotSession> call =
        stub(pollMillis())
            .updateBotSession(
                UpdateBotSessionRequest.newBuilder()
                    .setName(session.getName())
                    .setBotSession(said(session.toBuilder()))
                    .build());
    news.mayEnd(call);
    try {
      return answer(call);
    } catch (CancellationException thereIsNews) {
      return null;
    }
  }

  private static BotSession answer(Future<BotSession> call) throws InterruptedException {
    try {
      return call.get();
    } catch (ExecutionException e) {
      throw Status.fromThrowable(e.getCause()).asRuntimeException();
    }
  }

  private BotSession said(BotSession.Builder said) {
    Device.Builder device = Device.newBuilder().setHandle(identity.id());
    identity
        .properties()
        .forEach(
            (key, values) ->
                values.forEach(value -> device.addPropertiesBuilder().setKey(key).setValue(value)));
    return said.setBotId(identity.id())
        .setStatus(isDraining ? BotStatus.BOT_TERMINATING : BotStatus.OK)
        .setWorker(Worker.newBuilder().addDevices(device))
        .clearLeases()
        .addAllLeases(leases.reports())
        .build();
  }

  /** A third of what the session has left, so that one answer may be lost. */
  private long pollMillis() {
    if (isDraining || !session.hasExpireTime()) {
      return POLL_MILLIS_MIN;
    }
    long left = session.getExpireTime().getSeconds() - Instant.now().getEpochSecond();
    return Math.max(POLL_MILLIS_MIN, Math.min(POLL_MILLIS_MAX, left * 1_000 / 3));
  }

  /** Waits for news, as the update should have done. */
  private void rest(long began) throws InterruptedException {
    long millis = leases.hasReports() ? AGAIN_MILLIS : leases.isEmpty() ? IDLE_MILLIS : BUSY_MILLIS;
    news.await(began + TimeUnit.MILLISECONDS.toNanos(Math.min(pollMillis(), millis)));
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
    if (!doors.haveFailed()) {
      LOG.warn("bot {}: no answer, tried again: {}", identity.id(), words(status));
    }
    backOff(doors.next());
  }

  private void backOff(Duration pause) throws InterruptedException {
    if (pause.isPositive()) {
      news.forget();
      news.await(System.nanoTime() + pause.toNanos());
    }
  }

  private void sessionEnded(Status status) throws InterruptedException {
    session = null;
    leases.forget();
    if (isDraining) {
      return;
    }
    LOG.warn("bot {}: its session has ended: {}", identity.id(), status.getDescription());
    boolean isShort = System.nanoTime() - sessionBegan < SHORT.toNanos();
    shortSessions = isShort ? shortSessions + 1 : 0;
    if (shortSessions > 1) {
      LOG.warn("bot {}: {} sessions were short: is there another?", identity.id(), shortSessions);
      backOff(FrontDoorRing.backOff(shortSessions));
    }
    doors.reconnect();
  }

  private static String words(Status status) {
    String cause = status.getCause() == null ? "" : ": " + status.getCause().getMessage();
    return status.getCode() + " " + status.getDescription() + cause;
  }

  /** What a bot has to say before it is asked: it ends a call that waits, or a pause. */
  private static final class BotNews {
    private boolean isThere;
    private Future<?> waiting;

    synchronized void come() {
      isThere = true;
      notifyAll();
      if (waiting != null) {
        waiting.cancel(true);
      }
    }

    /** What has come is said next. */
    synchronized void forget() {
      isThere = false;
      waiting = null;
    }

    /** What comes, or has come since, ends the call. */
    synchronized void mayEnd(Future<?> call) {
      waiting = call;
      if (isThere) {
        call.cancel(true);
      }
    }

    /** Waits until then, or until there is some. */
    synchronized void await(long untilNanos) throws InterruptedException {
      for (long left = untilNanos - System.nanoTime(); left > 0 && !isThere; ) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
        left = untilNanos - System.nanoTime();
      }
    }
  }
}
