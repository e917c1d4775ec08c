package dev.rota.bots.queries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.bots.AssignerKind;
import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.Cohort;
import dev.rota.bots.Dispatch;
import dev.rota.bots.JobEvent;
import dev.rota.bots.LeaseReport;
import dev.rota.bots.Quota;
import dev.rota.bots.ReportedState;
import dev.rota.bots.Submitted;
import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.Awoken;
import dev.rota.bots.model.BotsFact.Drawn;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsFact.Paused;
import dev.rota.bots.model.BotsInput;
import dev.rota.bots.model.BotsInput.Heartbeat;
import dev.rota.bots.model.BotsInput.Report;
import dev.rota.bots.model.BotsInput.Reported;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.JobFact.JobBackedOff;
import dev.rota.bots.model.JobFact.JobRetried;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.rules.BotsEngine;
import dev.rota.bots.values.GrpcStatus;
import dev.rota.bots.values.LeaseEnd;
import dev.rota.bots.wire.BotsWire;
import dev.rota.kernel.domain.QueryArguments;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Stepper;
import dev.rota.kernel.engine.Turn;
import dev.rota.kernel.table.Tables;
import dev.rota.kernel.table.TreeRows;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/**
 * Over histories of all kinds: what the queries next and eviction say comes is what comes when
 * nothing else happens, and nothing comes of which they say nothing.
 */
class AnswersComeTrueLawsTest {
  private static final int SEEDS = 90;
  private static final int TURNS = 18;
  private static final int EVERY = 3;

  /** Deadlines that a history goes on for. An answer looks further. */
  private static final int DEADLINES = 200;

  static {
    GeneratedClasses.trust();
  }

  private record Taken(long atMillis, BotsInput input) {}

  /** How many answers of each kind have been held to what came. */
  private final Map<String, Integer> held = new TreeMap<>();

  @Test
  void whatIsSaidToComeComes() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      List<Taken> history = history(seed);
      for (int turns = EVERY; turns <= history.size(); turns += EVERY) {
        List<Taken> past = history.subList(0, turns);
        BotsState now = new Grid(past).state;
        holdEviction(seed, past, now);
        for (Bot bot : now.allBots()) {
          holdNext(seed, past, now, bot);
        }
      }
    }
    assertThat(held)
        .containsKeys(
            "next, free, ON_INTERVAL",
            "next, full, ON_EVENT",
            "next, full, ON_INTERVAL",
            "eviction, ON_EVENT",
            "eviction, ON_INTERVAL");
  }

  /** Two instances share three bots. All else varies. */
  private static List<Taken> history(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Taken> history = new ArrayList<>();
    history.add(taken(0, policy(random)));
    for (int bot = 0; bot < 3; bot++) {
      history.add(taken(1, beat("w" + bot, random).build()));
    }
    Grid grid = new Grid(history);
    for (int turn = 0; turn < TURNS; turn++) {
      long atMillis = grid.nowMillis + random.nextInt(3000);
      List<Leased> leases = new ArrayList<>();
      grid.state.leases().forEach(leases::add);
      Taken next =
          leases.isEmpty() || random.nextInt(4) > 0
              ? taken(atMillis, job("j" + turn, random))
              : taken(atMillis, completed(leases.get(random.nextInt(leases.size()))));
      grid.take(next);
      history.add(next);
    }
    return history;
  }

  private static Taken taken(long atMillis, SpecificRecord record) {
    return new Taken(atMillis, new BotsWire().read(record));
  }

  private static BotPolicy policy(SplittableRandom random) {
    return BotPolicy.newBuilder()
        .setGrid("builds")
        .setAssigner(random.nextInt(4) > 0 ? AssignerKind.COHORT : AssignerKind.PRIORITY_AGE)
        .setDispatch(random.nextBoolean() ? Dispatch.ON_INTERVAL : Dispatch.ON_EVENT)
        .setCohorts(List.of(new Cohort("c", List.of("linux"))))
        .setQuotas(
            List.of(
                new Quota("c", "A", 0, 3 + random.nextInt(3)),
                new Quota("c", "B", random.nextInt(3), 2 + random.nextInt(2))))
        .setIntervalMs(1 + random.nextInt(2000))
        .setJitterMs(random.nextInt(500))
        .setPriorityPercentage(50 * random.nextInt(3))
        .setPreemptionDelayMs(random.nextInt(10_000))
        .setMinimumRunTimeMs(random.nextInt(10_000))
        .setParkedJobsBackOff(random.nextBoolean())
        .setSeed(random.nextInt())
        .build();
  }

  private static BotHeartbeat.Builder beat(String bot, SplittableRandom random) {
    return BotHeartbeat.newBuilder()
        .setGrid("builds")
        .setBot(bot)
        .setCapacity(random.nextInt(4) > 0 ? 1 : 2)
        .setPriority(random.nextInt(2))
        .setProperties(Map.of("OSFamily", List.of("linux")));
  }

  private static BotHeartbeat completed(Leased lease) {
    Bot bot = lease.bot();
    List<LeaseReport> reports = new ArrayList<>();
    for (Leased one : bot.held().values()) {
      ReportedState as = one.equals(lease) ? ReportedState.COMPLETED : ReportedState.ACTIVE;
      reports.add(new LeaseReport(one.job().name(), as, null, null, one.job().attempt(), null));
    }
    return BotHeartbeat.newBuilder()
        .setGrid("builds")
        .setBot(bot.name())
        .setSession(bot.spec().session())
        .setCapacity(bot.profile().capacity())
        .setPriority(bot.profile().priority())
        .setProperties(Map.of("OSFamily", List.of("linux")))
        .setLeases(reports)
        .build();
  }

  private static JobEvent job(String name, SplittableRandom random) {
    return new JobEvent(
        "builds",
        Submitted.newBuilder()
            .setJob(name)
            .setInstance(random.nextInt(3) > 0 ? "A" : "B")
            .setPriority(random.nextInt(3))
            .setProperties(Map.of("OSFamily", List.of("linux")))
            .build());
  }

  private void holdEviction(long seed, List<Taken> past, BotsState now) {
    Object said = BotsQueries.all().get("eviction").answer(now, new QueryArguments(Map.of()));
    Predicate<BotsFact> evicts =
        fact -> fact instanceof LeaseEnded ended && ended.ending() == LeaseEnd.EVICTED;
    List<BotsFact> came = new Grid(past).goOn(evicts);
    if (came != null) {
      hold("eviction, ", seed, past, said, eviction(came));
    }
  }

  private static Map<String, Object> eviction(List<BotsFact> facts) {
    if (facts.isEmpty()) {
      return null;
    }
    LeaseEnded ended = (LeaseEnded) facts.get(0);
    LeaseStarted takes = (LeaseStarted) facts.get(1);
    return Map.of(
        "at", ended.atMillis(),
        "job", takes.job().name(),
        "victim", ended.job().name(),
        "bot", ended.bot(),
        "cohort", ended.cohort());
  }

  private void holdNext(long seed, List<Taken> past, BotsState now, Bot bot) {
    Map<?, ?> said =
        (Map<?, ?>)
            BotsQueries.all()
                .get("next")
                .answer(now, new QueryArguments(Map.of("bot", bot.name())));
    Predicate<BotsFact> gets =
        fact -> fact instanceof LeaseStarted lease && lease.bot().equals(bot.name());
    Grid grid = new Grid(past);
    List<BotsFact> atOnce = bot.isFree() ? List.of() : grid.completesItsOldest(bot);
    List<BotsFact> came = from(atOnce, gets);
    if (came.isEmpty()) {
      came = grid.goOn(gets);
    }
    if (came == null) {
      return;
    }
    Map<String, Object> next = new TreeMap<>();
    if (!came.isEmpty()) {
      LeaseStarted lease = (LeaseStarted) came.get(0);
      next.put("job", lease.job().name());
      next.put("reason", lease.reason().name());
      if (atOnce.isEmpty() || from(atOnce, gets).isEmpty()) {
        next.put("iteration_at", lease.atMillis());
      }
    }
    Map<String, Object> answer = new TreeMap<>();
    for (String name : List.of("job", "reason", "iteration_at")) {
      if (said.get(name) != null) {
        answer.put(name, said.get(name));
      }
    }
    String kind = bot.isFree() ? "next, free, " : "next, full, ";
    hold(kind, seed, past, answer.isEmpty() ? null : answer, next.isEmpty() ? null : next);
  }

  private void hold(String kind, long seed, List<Taken> past, Object said, Object came) {
    String dispatch = new Grid(past).state.policy().onEvent() ? "ON_EVENT" : "ON_INTERVAL";
    assertThat(said)
        .as("%s%s: seed %s, turn %s", kind, dispatch, seed, past.size())
        .isEqualTo(came);
    if (said != null) {
      held.merge(kind + dispatch, 1, Integer::sum);
    }
  }

  private static List<BotsFact> from(List<BotsFact> facts, Predicate<BotsFact> sought) {
    for (int i = 0; i < facts.size(); i++) {
      if (sought.test(facts.get(i))) {
        return facts.subList(i, facts.size());
      }
    }
    return List.of();
  }

  /** A grid that has taken these turns. */
  private static final class Grid {
    private final BotsState state = new BotsState(new Tables(new TreeRows(), 0));
    private final Stepper<BotsState, BotsInput, BotsFact> stepper =
        new Stepper<>(new BotsEngine(), state);
    private long nowMillis;

    Grid(List<Taken> turns) {
      turns.forEach(this::take);
    }

    private List<BotsFact> take(Taken turn) {
      nowMillis = turn.atMillis;
      return stepper.take(new Turn<>("builds", 1, nowMillis, turn.input));
    }

    /** The bot reports the end of its oldest leases, until it has a free slot. */
    List<BotsFact> completesItsOldest(Bot bot) {
      List<Leased> oldest =
          bot.held().values().stream()
              .sorted(Comparator.comparingLong(Leased::startedAt))
              .collect(Collectors.toList());
      int ended = oldest.size() - bot.profile().capacity() + 1;
      List<Report> reports = new ArrayList<>();
      for (Leased lease : oldest) {
        Reported as = reports.size() < ended ? Reported.COMPLETED : Reported.ACTIVE;
        reports.add(new Report(lease.job().name(), as, GrpcStatus.OK, 0, lease.job().attempt()));
      }
      return take(new Taken(nowMillis, Heartbeat.of(bot, reports)));
    }

    /**
     * Returns the facts from the first that is sought; none if none comes. Null: something else
     * happens before, such as the loss of a bot.
     */
    List<BotsFact> goOn(Predicate<BotsFact> sought) {
      for (int i = 0; i < DEADLINES; i++) {
        Deadline due = stepper.due(Engine.NEVER);
        if (due == null) {
          return List.of();
        }
        List<BotsFact> facts = stepper.fire(due);
        List<BotsFact> from = from(facts, sought);
        if (facts.subList(0, facts.size() - from.size()).stream().anyMatch(Grid::isOther)) {
          return null;
        }
        if (!from.isEmpty()) {
          return from;
        }
      }
      return null;
    }

    /** True of what no assigner decides. */
    private static boolean isOther(BotsFact fact) {
      boolean assigns =
          fact instanceof LeaseStarted
              || fact instanceof JobBackedOff
              || fact instanceof JobRetried
              || fact instanceof Drawn
              || fact instanceof Paused
              || fact instanceof Awoken
              || (fact instanceof LeaseEnded ended && ended.ending() == LeaseEnd.EVICTED);
      return !assigns;
    }
  }
}
