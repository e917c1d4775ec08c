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
import dev.rota.serving.builds.BotPolls.BotPoll;
import dev.rota.serving.builds.LeaseResults.LeaseReports;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

  /** So many bots ask the grid at a time, beside others: each is to be heard in time. */
  private static final int QUESTIONS = 4;

  /** So many use the storage at a time: what came of a lease may be large. */
  private static final int STORING = 32;

  private final GridLane lane;
  private final GridReader grid;
  private final BuildInstances instances;
  private final LeaseResults results;
  private final SessionKey sessions;
  private final Semaphore storing = new Semaphore(STORING);
  private final BotPolls polls;
  private final RecentBeats beats = new RecentBeats();

  /** A service. Each call has a thread of its own, which may wait. */
  BotSessionService(
      GridLane lane, BuildInstances instances, LeaseResults results, SessionKey sessions) {
    this.lane = lane;
    this.grid = lane.atOnce(QUESTIONS);
    this.instances = instances;
    this.results = results;
    this.sessions = sessions;
    this.polls = new BotPolls(lane);
  }

  /** A bot serves one instance, or with a star everybody. */
  private String instance(String field, String name) {
    return name.equals(EVERYBODY) ? name : instances.check(field, name);
  }

  @Override
  public void createBotSession(
      CreateBotSessionRequest request, StreamObserver<BotSession> observer) {
    CallFaults.answer(
        "CreateBotSession " + request.getBotSession().getBotId(), observer, () -> created(request));
  }

  private BotSession created(CreateBotSessionRequest request)
      throws InterruptedException, ExecutionException {
    String instance = instance("parent", request.getParent());
    lane.check();
    BotSession said = request.getBotSession().toBuilder().clearLeases().build();
    BotReport report = BotReport.of(said);
    List<BotsFact> facts = lane.tell(report.registering(lane.grid(), instance)).get();
    check(facts);
    return new BotUpdate(report, sessions.name(lane.grid(), instance, session(facts)), said).now();
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
  private static void check(List<BotsFact> facts) {
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
    CallFaults.answer(
        "UpdateBotSession " + request.getBotSession().getBotId(), observer, () -> updated(request));
  }

  private BotSession updated(UpdateBotSessionRequest request)
      throws InterruptedException, ExecutionException {
    BotSession said = request.getBotSession();
    BotReport report = BotReport.of(said);
    SessionName name = sessions.read(lane.grid(), request.getName(), report.bot());
    var _ = instance("name", name.instance());
    return new BotUpdate(report, name, said).answer();
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

  /** What a bot says in its session, and what it is told. */
  private final class BotUpdate {
    private final BotReport report;
    private final SessionName name;
    private final BotSession said;

    BotUpdate(BotReport report, SessionName name, BotSession said) {
      this.report = report;
      this.name = name;
      this.said = said;
    }

    /** Takes what the bot says. One that has nothing to do waits for work. */
    BotSession answer() throws InterruptedException, ExecutionException {
      if (!grid.read(this::isKnown)) {
        tell(running(said), false);
      }
      LeaseReports completed = completed();
      if (completed.untold() != null) {
        // The bot says it again. All else is taken once.
        if (!completed.told().isEmpty()) {
          tell(completed.told(), false);
        }
        throw completed.untold();
      }
      if (BotReport.isLeaving(said)) {
        tell(completed.told(), true);
        return said.toBuilder().clearLeases().build();
      }
      if (completed.told().isEmpty()) {
        renew();
        return answer(awaited());
      }
      List<LeaseReport> all = new ArrayList<>(running(said));
      all.addAll(completed.told());
      tell(all, false);
      return now();
    }

    /** Answers how it stands. */
    BotSession now() {
      return answer(grid.read(this::standing));
    }

    private BotSession answer(BotStanding standing) {
      if (standing == null) {
        throw Status.NOT_FOUND
            .withDescription(
                "name: the session '%s' is over; make a new one".formatted(name.session()))
            .asRuntimeException();
      }
      return standing.answer(name, said);
    }

    private BotStanding standing(BotsState state) {
      return BotStanding.of(state, report, name.session(), said);
    }

    /**
     * Returns true if the grid knows the session and all leases that the bot names. If not, either
     * they are over, or another front door has read further: a heartbeat tells.
     */
    private boolean isKnown(BotsState state) {
      BotStanding now = standing(state);
      return now != null
          && now.ids()
              .containsAll(
                  said.getLeasesList().stream().map(Lease::getId).collect(Collectors.toSet()));
    }

    /** Sends a heartbeat, or several if it is large, and waits until the grid has taken all. */
    private void tell(List<LeaseReport> leases, boolean closing)
        throws InterruptedException, ExecutionException {
      beats.note(name.session());
      List<CompletableFuture<List<BotsFact>>> told = new ArrayList<>();
      for (Iterator<List<LeaseReport>> rest = portions(leases).iterator(); rest.hasNext(); ) {
        List<LeaseReport> some = rest.next();
        told.add(lane.tell(report.beat(lane.grid(), name, some, closing && !rest.hasNext())));
      }
      List<BotsFact> last = List.of();
      for (CompletableFuture<List<BotsFact>> one : told) {
        last = one.get();
      }
      check(last);
    }

    /**
     * What came of its leases passes through the storage. That goes on if the bot cancels its call.
     */
    private LeaseReports completed() throws InterruptedException {
      List<Lease> ended =
          said.getLeasesList().stream().filter(BotSessionService::isCompleted).toList();
      if (ended.isEmpty()) {
        return new LeaseReports(List.of(), null);
      }
      storing.acquire();
      Context call = Context.ROOT.attach();
      try {
        return results.reports(ended, name.session());
      } finally {
        Context.ROOT.detach(call);
        storing.release();
      }
    }

    /** Nobody waits for a heartbeat that says nothing but that the bot is there. */
    private void renew() {
      boolean due =
          grid.read(
              state -> {
                Bot bot = state.bot(report.bot());
                return bot != null
                    && (!report.isKnown(bot)
                        || beats.isDue(name.session(), bot.keepalive() / RENEWALS));
              });
      if (due) {
        beats.note(name.session());
        var _ = lane.tell(report.beat(lane.grid(), name, running(said), false));
      }
    }

    /** Returns how it stands once that is news, or once the bot has waited long enough. */
    private BotStanding awaited() throws InterruptedException, ExecutionException {
      CompletableFuture<BotStanding> news = new CompletableFuture<>();
      BotPoll poll = new BotPoll(report.bot(), state -> isAnswered(standing(state), news));
      try {
        BotStanding begun = grid.read(state -> begin(state, poll));
        if (!mayWait(begun)) {
          return begun;
        }
        Context.current().addListener(_ -> news.cancel(false), Runnable::run);
        return news.get(millis(begun), TimeUnit.MILLISECONDS);
      } catch (TimeoutException nothingNew) {
        return grid.read(this::standing);
      } finally {
        polls.remove(poll);
      }
    }

    /** No change is missed between this look and the next. */
    private BotStanding begin(BotsState state, BotPoll poll) {
      BotStanding now = standing(state);
      if (mayWait(now)) {
        polls.add(poll);
      }
      return now;
    }

    private static boolean mayWait(BotStanding now) {
      return now != null && !now.isNews() && now.idle();
    }

    private static boolean isAnswered(BotStanding now, CompletableFuture<BotStanding> news) {
      return (now == null || now.isNews()) && news.complete(now);
    }

    private long millis(BotStanding now) {
      long millis = Math.min(WAIT_MAX_MILLIS, now.keepaliveMillis() / RENEWALS);
      Deadline deadline = Context.current().getDeadline();
      if (deadline != null) {
        long left = deadline.timeRemaining(TimeUnit.MILLISECONDS);
        millis = Math.min(millis, left - Math.min(ANSWER_MILLIS, left / 2));
      }
      return Math.max(0, millis);
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
