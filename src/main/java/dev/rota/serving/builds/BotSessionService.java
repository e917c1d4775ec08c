package dev.rota.serving.builds;

import dev.rota.bots.LeaseReport;
import dev.rota.bots.ReportedState;
import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.BotRefused;
import dev.rota.bots.model.BotsFact.BotRegistered;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.values.RefusalReason;
import dev.rota.protocols.remoteworkers.BotSession;
import dev.rota.protocols.remoteworkers.BotsGrpc.BotsImplBase;
import dev.rota.protocols.remoteworkers.CreateBotSessionRequest;
import dev.rota.protocols.remoteworkers.Lease;
import dev.rota.protocols.remoteworkers.LeaseState;
import dev.rota.protocols.remoteworkers.UpdateBotSessionRequest;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Workers become bots of the grid. An update is a heartbeat; its answer has their leases. */
final class BotSessionService extends BotsImplBase {
  private static final String EVERYBODY = "*";

  /** A bot renews its session so often, as parts of what it has. */
  private static final int RENEWALS = 3;

  /** An answer needs a moment to reach the bot before its deadline. */
  private static final long ANSWER_MILLIS = 500;

  private static final long WAIT_MAX_MILLIS = 30_000;

  private final GridLane lane;
  private final BuildInstances instances;
  private final LeaseResults results;
  private final Executor workers;
  private final ScheduledExecutorService timer;
  private final BotPolls polls;
  private final RecentBeats beats = new RecentBeats();

  BotSessionService(
      GridLane lane,
      BuildInstances instances,
      BuildStorage storage,
      Executor workers,
      ScheduledExecutorService timer) {
    this.lane = lane;
    this.instances = instances;
    this.results = new LeaseResults(lane, storage);
    this.workers = workers;
    this.timer = timer;
    this.polls = new BotPolls(lane);
  }

  /** A bot serves one instance, or with a star everybody. */
  private String instance(String field, String name) {
    return name.equals(EVERYBODY) ? name : instances.check(field, name);
  }

  @Override
  public void createBotSession(
      CreateBotSessionRequest request, StreamObserver<BotSession> observer) {
    String call = "CreateBotSession " + request.getBotSession().getBotId();
    CallFaults.answer(
        call,
        observer,
        () -> {
          String instance = instance("parent", request.getParent());
          lane.check();
          BotSession said = request.getBotSession().toBuilder().clearLeases().build();
          BotReport report = BotReport.of(said);
          var unused =
              lane.tell(report.registering(lane.grid(), instance))
                  .whenCompleteAsync(
                      (facts, fault) ->
                          CallFaults.answer(
                              call,
                              observer,
                              () -> {
                                check(facts, fault);
                                String session = session(facts);
                                SessionName name = new SessionName(instance, session);
                                answer(observer, report, name, said);
                              }),
                      workers);
        });
  }

  private static String session(List<BotsFact> facts) {
    for (BotsFact fact : facts) {
      if (fact instanceof BotRegistered registered) {
        return registered.bot().session();
      }
    }
    throw new IllegalStateException("a bot that registers is registered, or refused");
  }

  /** Fails if the grid refused the heartbeat. Refused reports of leases are old news. */
  private static void check(List<BotsFact> facts, Throwable fault) {
    if (fault != null) {
      throw CallFaults.of(fault);
    }
    for (BotsFact fact : facts) {
      if (fact instanceof BotRefused refused) {
        // Of a heartbeat that names its session, it says that the bot is not registered.
        boolean lost =
            refused.session() != null && refused.reason() == RefusalReason.INVALID_ARGUMENT;
        throw CallFaults.refused(
            lost ? RefusalReason.SESSION_MISMATCH : refused.reason(), refused.detail());
      }
    }
  }

  @Override
  public void updateBotSession(
      UpdateBotSessionRequest request, StreamObserver<BotSession> observer) {
    String call = "UpdateBotSession " + request.getName();
    CallFaults.answer(
        call,
        observer,
        () -> {
          BotSession said = request.getBotSession();
          BotReport report = BotReport.of(said);
          SessionName name = SessionName.of(request.getName(), report.bot());
          String unused = instance("name", name.instance());
          update(call, (ServerCallStreamObserver<BotSession>) observer, report, name, said);
        });
  }

  private void update(
      String call,
      ServerCallStreamObserver<BotSession> observer,
      BotReport report,
      SessionName name,
      BotSession said)
      throws IOException {
    boolean leaving = BotReport.isLeaving(said);
    List<LeaseReport> completed = completed(said);
    if (completed.isEmpty() && !leaving) {
      renew(report, name, said);
      answerOrWait(call, observer, report, name, said);
      return;
    }
    List<LeaseReport> all = new ArrayList<>(running(said));
    all.addAll(completed);
    beats.note(name.session());
    var unused =
        lane.tell(report.beat(lane.grid(), name, all, leaving))
            .whenCompleteAsync(
                (facts, fault) ->
                    CallFaults.answer(
                        call,
                        observer,
                        () -> {
                          check(facts, fault);
                          if (leaving) {
                            observer.onNext(said.toBuilder().clearLeases().build());
                            observer.onCompleted();
                          } else {
                            answer(observer, report, name, said);
                          }
                        }),
                workers);
  }

  private List<LeaseReport> completed(BotSession said) throws IOException {
    List<LeaseReport> reports = new ArrayList<>();
    for (Lease lease : said.getLeasesList()) {
      if (lease.getState() == LeaseState.COMPLETED || lease.getState() == LeaseState.CANCELLED) {
        LeaseReport report = results.report(lease);
        if (report != null) {
          reports.add(report);
        }
      }
    }
    return reports;
  }

  private static List<LeaseReport> running(BotSession said) {
    List<LeaseReport> reports = new ArrayList<>();
    for (String id : BotReport.named(said, LeaseState.ACTIVE, LeaseState.PENDING)) {
      LeaseName lease = LeaseName.of(id);
      reports.add(
          new LeaseReport(lease.job(), ReportedState.ACTIVE, null, null, lease.attempt(), null));
    }
    return reports;
  }

  /** Nobody waits for a heartbeat that says nothing but that the bot is there. */
  private void renew(BotReport report, SessionName name, BotSession said) {
    boolean due =
        lane.read(
            state -> {
              Bot bot = live(state, report, name);
              return !report.isKnown(bot)
                  || beats.isDue(name.session(), bot.keepalive() / RENEWALS);
            });
    if (due) {
      beats.note(name.session());
      var unused = lane.tell(report.beat(lane.grid(), name, running(said), false));
    }
  }

  private static Bot live(BotsState state, BotReport report, SessionName name) {
    Bot bot = state.bot(report.bot());
    if (bot == null || !bot.spec().session().equals(name.session())) {
      throw over(name);
    }
    return bot;
  }

  private static StatusRuntimeException over(SessionName name) {
    return Status.NOT_FOUND
        .withDescription("name: the session '%s' is over; make a new one".formatted(name))
        .asRuntimeException();
  }

  private void answer(
      StreamObserver<BotSession> observer, BotReport report, SessionName name, BotSession said) {
    BotStanding standing = lane.read(state -> BotStanding.of(state, report, name.session(), said));
    send(observer, standing, name, said);
  }

  private static void send(
      StreamObserver<BotSession> observer,
      BotStanding standing,
      SessionName name,
      BotSession said) {
    if (standing == null) {
      throw over(name);
    }
    observer.onNext(standing.answer(name, said));
    observer.onCompleted();
  }

  /** A bot that has nothing to do waits for work, as long as its session and its patience last. */
  private void answerOrWait(
      String call,
      ServerCallStreamObserver<BotSession> observer,
      BotReport report,
      SessionName name,
      BotSession said) {
    WaitingBot waiting = new WaitingBot(call, observer, report, name, said);
    observer.setOnCancelHandler(waiting::leave);
    BotStanding now = lane.read(waiting::begin);
    if (now != null) {
      waiting.waitFor(millis(now));
    }
  }

  private static long millis(BotStanding standing) {
    long millis = Math.min(WAIT_MAX_MILLIS, standing.keepaliveMillis() / RENEWALS);
    Deadline deadline = Context.current().getDeadline();
    if (deadline != null) {
      long left = deadline.timeRemaining(TimeUnit.MILLISECONDS);
      millis = Math.min(millis, left - Math.min(ANSWER_MILLIS, left / 2));
    }
    return Math.max(0, millis);
  }

  /** An update that is answered once: when there is something to do, or after a while. */
  private final class WaitingBot {
    private final String call;
    private final StreamObserver<BotSession> observer;
    private final BotReport report;
    private final SessionName name;
    private final BotSession said;
    private final BotPolls.BotPoll poll;
    private final AtomicBoolean answered = new AtomicBoolean();

    WaitingBot(
        String call,
        StreamObserver<BotSession> observer,
        BotReport report,
        SessionName name,
        BotSession said) {
      this.call = call;
      this.observer = observer;
      this.report = report;
      this.name = name;
      this.said = said;
      this.poll = new BotPolls.BotPoll(report.bot(), this::look);
    }

    /** Returns how it stands if it has to wait; null: it is answered. */
    BotStanding begin(BotsState state) {
      BotStanding now = BotStanding.of(state, report, name.session(), said);
      if (now == null || now.isNews() || !now.idle()) {
        answer(now);
        return null;
      }
      polls.add(poll);
      return now;
    }

    private boolean look(BotsState state) {
      BotStanding now = BotStanding.of(state, report, name.session(), said);
      if (now != null && !now.isNews()) {
        return false;
      }
      answer(now);
      return true;
    }

    private void answer(BotStanding standing) {
      if (answered.compareAndSet(false, true)) {
        workers.execute(
            () -> CallFaults.answer(call, observer, () -> send(observer, standing, name, said)));
      }
    }

    void waitFor(long millis) {
      Future<?> unused = timer.schedule(this::end, millis, TimeUnit.MILLISECONDS);
    }

    private void end() {
      polls.remove(poll);
      if (!answered.get()) {
        workers.execute(
            () ->
                CallFaults.answer(
                    call,
                    observer,
                    () -> {
                      BotStanding now =
                          lane.read(state -> BotStanding.of(state, report, name.session(), said));
                      if (answered.compareAndSet(false, true)) {
                        send(observer, now, name, said);
                      }
                    }));
      }
    }

    void leave() {
      polls.remove(poll);
      answered.set(true);
    }
  }

  /**
   * When this front door last sent a heartbeat of each session, as far as it remembers. One that it
   * does not remember is due: too many heartbeats harm nobody.
   */
  private static final class RecentBeats {
    private static final int SESSIONS_MAX = 100_000;

    private final Map<String, Long> nanos =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > SESSIONS_MAX;
          }
        };

    synchronized void note(String session) {
      nanos.put(session, System.nanoTime());
    }

    synchronized boolean isDue(String session, long everyMillis) {
      Long last = nanos.get(session);
      return last == null || System.nanoTime() - last >= everyMillis * 1_000_000;
    }
  }
}
