package dev.rota.client;

import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotOutcome;
import dev.rota.bots.BotStatus;
import dev.rota.bots.GridOutcome;
import dev.rota.bots.Lease;
import dev.rota.bots.LeaseReport;
import dev.rota.bots.LeaseState;
import dev.rota.bots.ReportedState;
import dev.rota.bots.StatusCode;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A build bot of the domain {@code bots}. It registers, takes leases, runs their jobs, reports, and
 * beats three times as often as its session needs.
 *
 * <p>Each start is a new session. What a bot of that name held before, such as one that was killed,
 * is tried again at once, as the job's next attempt. A report of an earlier attempt is refused. So
 * a job may be run twice, and has one result.
 *
 * <p>A bot that was silent for too long is lost: its jobs are interrupted, and it registers again.
 * A bot whose name another process takes ends with {@link ClientFailure}.
 */
public final class Bot implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Bot.class);

  /** How long running jobs may take when the bot stops. */
  private static final Duration FINISH_MAX = Duration.ofSeconds(30);

  private static final Duration LEAVE_MAX = FINISH_MAX.multipliedBy(2);
  private static final Duration HALT_MAX = Duration.ofSeconds(5);
  private static final long BEAT_MILLIS_MIN = 100;
  private static final long BEAT_MILLIS_MAX = 20_000;

  /** Until the grid has answered. */
  private static final long BEAT_MILLIS_FIRST = 5_000;

  /** Beats until a session would end. */
  private static final int RENEWALS = 3;

  private final BotOffer offer;
  private final JobRunner runner;
  private final TopicClient topics;
  private final ClientLoop loop;
  private final ExecutorService threads = Executors.newCachedThreadPool(Bot::thread);

  /** What jobs ended with. Their threads add to it. */
  private final Queue<Ended> ended = new ConcurrentLinkedQueue<>();

  private record Ended(Lease lease, JobResult result) {}

  /** A lease by its job and attempt: the next attempt may come while this one still ends. */
  private record Attempt(String job, int number) {
    static Attempt of(Lease lease) {
      return new Attempt(lease.getJob(), lease.getAttempt());
    }
  }

  private Bot(TopicAccess access, BotOffer offer, JobRunner runner) {
    this.offer = offer;
    this.runner = runner;
    this.topics = new TopicClient(access, "bot " + offer.name(), offer.grid()::equals);
    this.loop = new ClientLoop("bot " + offer.name(), topics, new Session(), LEAVE_MAX);
  }

  /**
   * Starts the bot. The topics must exist. An engine need not run yet.
   *
   * @throws org.apache.kafka.common.KafkaException if no broker answers, or a topic is missing
   */
  public static Bot start(TopicAccess access, BotOffer offer, JobRunner runner) {
    Bot bot = new Bot(access, offer, runner);
    try {
      bot.topics.assign(
          List.of(),
          List.of(
              bot.topics.of(TopicNames.BOTS_ASSIGNMENTS, offer.grid()),
              bot.topics.of(TopicNames.BOTS_OUTCOMES, offer.grid())));
    } catch (RuntimeException e) {
      bot.topics.close();
      throw e;
    }
    bot.loop.start();
    return bot;
  }

  /**
   * Completes when the bot has ended: exceptionally, if it was not closed. {@link ClientFailure}:
   * the grid refuses it, or another process has its name.
   */
  public CompletableFuture<Void> ended() {
    return loop.ended().copy();
  }

  private static Thread thread(Runnable task) {
    return ClientLoop.daemon(task, "bot-job");
  }

  /** In the thread of a job. */
  private void run(Lease lease) {
    JobResult result;
    try {
      result = Objects.requireNonNull(runner.run(lease), "the runner returned no result");
    } catch (InterruptedException e) {
      return; // the lease is over
    } catch (Throwable e) { // a job's failure is its own
      LOG.warn("bot {}: job {} could not be run", offer.name(), lease.getJob(), e);
      result = JobResult.failed(StatusCode.INTERNAL);
    }
    ended.add(new Ended(lease, result));
  }

  private static LeaseReport report(Ended one) {
    byte[] result = one.result().result();
    return new LeaseReport(
        one.lease().getJob(),
        ReportedState.COMPLETED,
        one.result().code(),
        one.result().exitCode(),
        one.lease().getAttempt(),
        result == null ? null : ByteBuffer.wrap(result));
  }

  /** The present session, or the way to it. Only the client's thread uses it. */
  private final class Session implements ClientLoop.Role {
    /** Jobs that run, and those that have ended and whose end is not decided yet. */
    private final Map<Attempt, Future<?>> running = new HashMap<>();

    /** Two topics have no order: a lease may be read before its session is known. */
    private final List<Lease> early = new ArrayList<>();

    /** Null: none is live. */
    private String session;

    /** The offset of the heartbeat that registers; negative: none is sent. */
    private long registration = -1;

    private long beatMillis = BEAT_MILLIS_FIRST;
    private long beatenNanos = System.nanoTime();
    private boolean leaving;
    private long leavingNanos;
    private boolean closing;
    private boolean gone;

    @Override
    public void hear(ConsumerRecord<byte[], byte[]> record, Object value) {
      if (value instanceof Lease lease && lease.getBot().equals(offer.name())) {
        hear(lease);
      } else if (value instanceof GridOutcome outcome
          && outcome.getEvent() instanceof BotOutcome mine
          && mine.getBot().equals(offer.name())) {
        hear(mine, outcome.getAt(), TopicClient.offset(TopicClient.source(record)));
      }
    }

    private void hear(Lease lease) {
      if (lease.getState() != LeaseState.ACTIVE) {
        stop(Attempt.of(lease));
      } else if (session == null) {
        early.add(lease);
      } else if (isOfThisSession(lease)) {
        begin(lease);
      }
    }

    private void begin(Lease lease) {
      running.computeIfAbsent(Attempt.of(lease), unused -> threads.submit(() -> run(lease)));
    }

    private void stop(Attempt attempt) {
      early.removeIf(lease -> Attempt.of(lease).equals(attempt));
      Future<?> job = running.remove(attempt);
      if (job != null) {
        job.cancel(true);
      }
    }

    private void hear(BotOutcome outcome, long atMillis, long source) {
      switch (outcome.getOutcome()) {
        case REGISTERED -> registered(outcome, source);
        case REFUSED -> refused(outcome, source);
        case REPLACED -> {
          if (isMine(outcome)) {
            throw replaced();
          }
        }
        case LOST, SESSION_CLOSED -> {
          if (isMine(outcome)) {
            LOG.warn(
                "bot {}: session {} is over, {}: {}",
                offer.name(),
                session,
                outcome.getOutcome(),
                outcome.getDetail());
            lose();
          }
        }
        case CLOSED -> gone |= closing && (session == null || isMine(outcome));
        default -> {}
      }
      if (outcome.getExpiresAt() != null && (session == null || isMine(outcome))) {
        long renewal = (outcome.getExpiresAt() - atMillis) / RENEWALS;
        beatMillis = Math.max(BEAT_MILLIS_MIN, Math.min(BEAT_MILLIS_MAX, renewal));
      }
    }

    private boolean isMine(BotOutcome outcome) {
      return session != null && session.equals(outcome.getSession());
    }

    private void registered(BotOutcome outcome, long source) {
      if (source == registration) {
        session = outcome.getSession();
        LOG.info("bot {}: registered as session {}", offer.name(), session);
        List<Lease> known = List.copyOf(early);
        early.clear();
        known.stream().filter(this::isOfThisSession).forEach(this::begin);
      }
    }

    /** One of an earlier session is over. Rules before 4 do not name it. */
    private boolean isOfThisSession(Lease lease) {
      return lease.getSession() == null || lease.getSession().equals(session);
    }

    private void refused(BotOutcome outcome, long source) {
      if (source == registration) {
        throw new ClientFailure(
            "bot %s is refused by grid %s: %s, %s"
                .formatted(offer.name(), offer.grid(), outcome.getReason(), outcome.getDetail()));
      }
      if (isMine(outcome)) {
        LOG.warn("bot {}: a heartbeat is refused: {}", offer.name(), outcome.getDetail());
        lose();
      }
      gone |= closing;
    }

    private ClientFailure replaced() {
      lose();
      return new ClientFailure(
          "another process has registered as bot %s of grid %s: give each a name of its own"
              .formatted(offer.name(), offer.grid()));
    }

    /** The grid gives its jobs to others. */
    private void lose() {
      session = null;
      registration = -1;
      halt();
      ended.clear();
      gone |= leaving;
    }

    private void halt() {
      running.values().forEach(job -> job.cancel(true));
      running.clear();
    }

    @Override
    public void work() {
      long now = System.nanoTime();
      if (leaving) {
        part(now);
      } else if (registration < 0) {
        register(now);
      }
      boolean news = session != null && !ended.isEmpty();
      if (!closing
          && !gone
          && (news || now - beatenNanos >= TimeUnit.MILLISECONDS.toNanos(beatMillis))) {
        beatenNanos = now;
        say(beat());
      }
    }

    private void register(long now) {
      BotHeartbeat first = beat().setRegistering(true).build();
      registration =
          TopicClient.offset(topics.sendNow(TopicNames.BOT_HEARTBEATS, offer.grid(), first));
      beatenNanos = now;
    }

    /**
     * Closes the session once nothing runs, or it takes too long: then the grid queues it again.
     */
    private void part(long now) {
      boolean late = now - leavingNanos > FINISH_MAX.toNanos();
      if (closing || gone || !late && !running.isEmpty()) {
        return;
      }
      closing = true;
      say(beat().setClosing(true));
    }

    private BotHeartbeat.Builder beat() {
      return BotHeartbeat.newBuilder()
          .setGrid(offer.grid())
          .setBot(offer.name())
          .setSession(session)
          .setInstance(offer.instance())
          .setStatus(leaving ? BotStatus.BOT_TERMINATING : BotStatus.OK)
          .setCapacity(offer.capacity())
          .setPriority(offer.priority())
          .setProperties(offer.properties());
    }

    /** Reports what has ended. What cannot be sent is reported again. */
    private void say(BotHeartbeat.Builder beat) {
      List<Ended> said = new ArrayList<>();
      if (session != null) {
        for (Ended one = ended.poll(); one != null; one = ended.poll()) {
          if (running.containsKey(Attempt.of(one.lease()))) {
            said.add(one);
          }
        }
      }
      topics.send(
          TopicNames.BOT_HEARTBEATS,
          offer.grid(),
          beat.setLeases(said.stream().map(Bot::report).toList()).build(),
          () -> ended.addAll(said));
    }

    /** From now on it gets no new lease. */
    @Override
    public void leave() {
      leaving = true;
      leavingNanos = System.nanoTime();
      gone = registration < 0;
      if (!gone) {
        say(beat());
      }
    }

    @Override
    public boolean isGone() {
      return gone;
    }
  }

  /**
   * Stops the bot: it gets no new lease, finishes its jobs and closes its session. A job that runs
   * on for 30 s is interrupted, and queued again by the grid.
   */
  @Override
  public void close() {
    boolean over = loop.stop();
    threads.shutdownNow();
    try {
      if (!threads.awaitTermination(HALT_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("bot {}: a job ignores its interruption and is abandoned", offer.name());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (over) {
      topics.close();
    }
  }
}
