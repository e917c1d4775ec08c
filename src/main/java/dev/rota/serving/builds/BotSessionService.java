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
import dev.rota.serving.builds.LeaseResults.LeaseReports;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/** Workers become bots of the grid. An update is a heartbeat; its answer has their leases. */
final class BotSessionService extends BotsImplBase {
  private static final String EVERYBODY = "*";

  /** A bot renews its session so often, as parts of what it has. */
  private static final int RENEWALS = 3;

  /** An answer needs a moment to reach the bot before its deadline. */
  private static final long ANSWER_MILLIS = 500;

  private static final long WAIT_MAX_MILLIS = 30_000;

  /** A producer sends 1 MiB at most, unless its settings say otherwise. */
  private static final int PORTION_BYTES_MAX = 512 << 10;

  private static final int PORTION_LEASES_MAX = 4_000;
  private static final int CHARACTER_BYTES_MAX = 3;

  private final GridLane lane;
  private final BuildInstances instances;
  private final LeaseResults results;
  private final SessionKey sessions;
  private final Executor workers;
  private final Executor waiters;
  private final ScheduledExecutorService timer;
  private final BotPolls polls;
  private final RecentBeats beats = new RecentBeats();

  /**
   * A service.
   *
   * @param workers do what does not wait: each bot is to be heard in time
   * @param waiters do what may wait for the storage
   */
  BotSessionService(
      GridLane lane,
      BuildInstances instances,
      BuildStorage storage,
      SessionKey sessions,
      Executor workers,
      Executor waiters,
      ScheduledExecutorService timer) {
    this.lane = lane;
    this.instances = instances;
    this.results = new LeaseResults(lane, storage);
    this.sessions = sessions;
    this.workers = workers;
    this.waiters = waiters;
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
                                answer(
                                    observer,
                                    report,
                                    sessions.name(lane.grid(), instance, session),
                                    said);
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
    // Not by its name, which is a secret.
    String call = "UpdateBotSession " + request.getBotSession().getBotId();
    CallFaults.answer(
        call,
        observer,
        () -> {
          BotSession said = request.getBotSession();
          BotReport report = BotReport.of(said);
          SessionName name = sessions.read(lane.grid(), request.getName(), report.bot());
          String unused = instance("name", name.instance());
          BotUpdate update =
              new BotUpdate(
                  call, (ServerCallStreamObserver<BotSession>) observer, report, name, said);
          if (lane.read(update::isKnown)) {
            update.take();
          } else {
            update.tell(running(said), false, update::take);
          }
        });
  }

  private static boolean isCompleted(Lease lease) {
    return lease.getState() == LeaseState.COMPLETED || lease.getState() == LeaseState.CANCELLED;
  }

  private static List<LeaseReport> running(BotSession said) {
    List<LeaseReport> reports = new ArrayList<>();
    for (String id : BotReport.named(said, LeaseState.ACTIVE, LeaseState.PENDING)) {
      LeaseName lease = LeaseName.of(id);
      if (lease != null) {
        reports.add(
            new LeaseReport(lease.job(), ReportedState.ACTIVE, null, null, lease.attempt(), null));
      }
    }
    return reports;
  }

  /** Leases of a heartbeat, so that no record is too large. There is one portion at least. */
  static List<List<LeaseReport>> portions(List<LeaseReport> leases) {
    List<List<LeaseReport>> portions = new ArrayList<>(List.of(new ArrayList<>()));
    int bytes = 0;
    for (LeaseReport lease : leases) {
      int more =
          CHARACTER_BYTES_MAX * lease.getJob().length()
              + (lease.getResult() == null ? 0 : lease.getResult().remaining());
      List<LeaseReport> last = portions.get(portions.size() - 1);
      if (bytes + more > PORTION_BYTES_MAX || last.size() == PORTION_LEASES_MAX) {
        last = new ArrayList<>();
        portions.add(last);
        bytes = 0;
      }
      last.add(lease);
      bytes += more;
    }
    return portions;
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
      throw Status.NOT_FOUND
          .withDescription(
              "name: the session '%s' is over; make a new one".formatted(name.session()))
          .asRuntimeException();
    }
    observer.onNext(standing.answer(name, said));
    observer.onCompleted();
  }

  /**
   * An update. A bot that has nothing to do waits for work, as long as its session and its patience
   * last; it is answered once.
   */
  private final class BotUpdate {
    private final String call;
    private final StreamObserver<BotSession> observer;
    private final BotReport report;
    private final SessionName name;
    private final BotSession said;
    private final BotPolls.BotPoll poll;
    private final AtomicBoolean answered = new AtomicBoolean();
    private final Deadline deadline = Context.current().getDeadline();

    /** It must be made in the call's own thread. */
    BotUpdate(
        String call,
        ServerCallStreamObserver<BotSession> observer,
        BotReport report,
        SessionName name,
        BotSession said) {
      this.call = call;
      this.observer = observer;
      this.report = report;
      this.name = name;
      this.said = said;
      this.poll = new BotPolls.BotPoll(report.bot(), this::look);
      observer.setOnCancelHandler(this::leave);
    }

    private BotStanding standing(BotsState state) {
      return BotStanding.of(state, report, name.session(), said);
    }

    /**
     * Returns true if the grid knows the session and all leases that the bot names. If not, either
     * they are over, or another front door has read further: a heartbeat tells.
     */
    boolean isKnown(BotsState state) {
      BotStanding now = standing(state);
      return now != null
          && now.ids()
              .containsAll(
                  said.getLeasesList().stream().map(Lease::getId).collect(Collectors.toSet()));
    }

    /** Sends a heartbeat, or several if it is large, and goes on when the grid has taken all. */
    void tell(List<LeaseReport> leases, boolean closing, CallFaults.CallWork then) {
      beats.note(name.session());
      List<List<LeaseReport>> portions = portions(leases);
      int last = portions.size() - 1;
      List<CompletableFuture<List<BotsFact>>> before = new ArrayList<>();
      portions
          .subList(0, last)
          .forEach(some -> before.add(lane.tell(report.beat(lane.grid(), name, some, false))));
      CompletableFuture<List<BotsFact>> whole =
          lane.tell(report.beat(lane.grid(), name, portions.get(last), closing));
      var unused =
          CompletableFuture.allOf(before.toArray(CompletableFuture[]::new))
              .thenCombine(whole, (none, facts) -> facts)
              .whenCompleteAsync(
                  (facts, fault) ->
                      CallFaults.answer(
                          call,
                          observer,
                          () -> {
                            check(facts, fault);
                            then.run();
                          }),
                  workers);
    }

    /** Takes what the bot says. What came of its leases passes through the storage. */
    void take() {
      if (said.getLeasesList().stream().anyMatch(BotSessionService::isCompleted)) {
        List<Lease> ended =
            said.getLeasesList().stream().filter(BotSessionService::isCompleted).toList();
        waiters.execute(
            () ->
                CallFaults.answer(
                    call, observer, () -> take(results.reports(ended, name.session()))));
      } else {
        take(new LeaseReports(List.of(), null));
      }
    }

    /** The bot says again what the storage could not take. All else is taken once. */
    private void take(LeaseReports completed) {
      if (completed.untold() != null && completed.told().isEmpty()) {
        throw completed.untold();
      }
      if (completed.untold() != null) {
        tell(
            completed.told(),
            false,
            () -> {
              throw completed.untold();
            });
      } else if (BotReport.isLeaving(said)) {
        tell(
            completed.told(),
            true,
            () -> {
              observer.onNext(said.toBuilder().clearLeases().build());
              observer.onCompleted();
            });
      } else if (completed.told().isEmpty()) {
        renew();
        BotStanding now = lane.read(this::begin);
        if (now != null) {
          Future<?> unused = timer.schedule(this::end, millis(now), TimeUnit.MILLISECONDS);
        }
      } else {
        List<LeaseReport> all = new ArrayList<>(running(said));
        all.addAll(completed.told());
        tell(all, false, () -> BotSessionService.this.answer(observer, report, name, said));
      }
    }

    /** Nobody waits for a heartbeat that says nothing but that the bot is there. */
    private void renew() {
      boolean due =
          lane.read(
              state -> {
                Bot bot = state.bot(report.bot());
                return bot != null
                    && (!report.isKnown(bot)
                        || beats.isDue(name.session(), bot.keepalive() / RENEWALS));
              });
      if (due) {
        beats.note(name.session());
        var unused = lane.tell(report.beat(lane.grid(), name, running(said), false));
      }
    }

    private long millis(BotStanding now) {
      long millis = Math.min(WAIT_MAX_MILLIS, now.keepaliveMillis() / RENEWALS);
      if (deadline != null) {
        long left = deadline.timeRemaining(TimeUnit.MILLISECONDS);
        millis = Math.min(millis, left - Math.min(ANSWER_MILLIS, left / 2));
      }
      return Math.max(0, millis);
    }

    /** Returns how it stands if it has to wait; null: it is answered. */
    private BotStanding begin(BotsState state) {
      BotStanding now = standing(state);
      if (now == null || now.isNews() || !now.idle()) {
        answer(now);
        return null;
      }
      if (!answered.get()) {
        polls.add(poll);
      }
      return now;
    }

    private boolean look(BotsState state) {
      BotStanding now = standing(state);
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

    private void end() {
      polls.remove(poll);
      if (answered.compareAndSet(false, true)) {
        workers.execute(
            () ->
                CallFaults.answer(
                    call,
                    observer,
                    () -> BotSessionService.this.answer(observer, report, name, said)));
      }
    }

    private void leave() {
      answered.set(true);
      polls.remove(poll);
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
