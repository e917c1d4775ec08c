package dev.rota.bots.naive;

import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotOutcome;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.BotsDomain;
import dev.rota.bots.GridOutcome;
import dev.rota.bots.JobOutcome;
import dev.rota.bots.PolicyOutcome;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.wire.BotsWire;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.Query;
import dev.rota.kernel.domain.QueryArguments;
import dev.rota.kernel.engine.Invariant;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.traffic.Traffic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;

/**
 * One grid three times: the engine, the engine reopened from its rows now and then, and the naive
 * side. After every turn they have said the same, and hold the same.
 */
final class NaiveDuel {
  private static final BotsDomain DOMAIN = new BotsDomain();
  private static final Map<String, Query<BotsState>> QUERIES = DOMAIN.queries();
  private static final int SELDOM = 8;

  private final LanesInMemory live = new LanesInMemory(DOMAIN);
  private final LanesInMemory reopened = new LanesInMemory(DOMAIN);
  private final NaiveBots naive = new NaiveBots();
  private final UnaryOperator<SpecificRecord> blinkers;
  private final UnaryOperator<SpecificRecord> mistaken;
  private final NaiveTally tally;
  private final long seed;

  /** Of the turn: what is left out before it changes nothing of it. */
  private Random random;

  /**
   * A grid that has had nothing.
   *
   * @param blinkers what the naive side sees of a record
   * @param mistaken what the engine sees of it that is reopened
   */
  NaiveDuel(
      long seed,
      UnaryOperator<SpecificRecord> blinkers,
      UnaryOperator<SpecificRecord> mistaken,
      NaiveTally tally) {
    this.blinkers = blinkers;
    this.mistaken = mistaken;
    this.tally = tally;
    this.seed = seed;
  }

  NaiveGrid grid() {
    return naive.grid;
  }

  /** Takes it on all sides, and says how they differ; null: they do not. */
  String turn(NaiveHistory.Event event) {
    random = new Random(~seed + 31 * event.atMillis());
    DecidedTurn decided = take(live, event);
    List<SpecificRecord> expected = naive.take(event.atMillis(), event.seen(blinkers).record());
    if (!decided.faults().isEmpty()) {
      return "the rules failed: " + decided.faults().get(0).cause();
    }
    String difference = told(decided.published(), expected);
    difference = difference == null ? held() : difference;
    difference = difference == null ? answered() : difference;
    tally.turn(event, grid(), expected);
    return difference == null ? reopened(event, decided) : difference;
  }

  private static DecidedTurn take(LanesInMemory bench, NaiveHistory.Event event) {
    SpecificRecord record = event.record();
    return record == null
        ? bench.tick(NaiveGrid.NAME, event.atMillis())
        : bench.take(NaiveGrid.NAME, new Traffic.Event(topic(record), event.atMillis(), record));
  }

  private static String topic(SpecificRecord record) {
    if (record instanceof BotPolicy) {
      return BotsWire.POLICIES;
    }
    return record instanceof BotHeartbeat ? BotsWire.HEARTBEATS : BotsWire.JOBS;
  }

  private static String told(List<Output> published, List<SpecificRecord> expected) {
    for (int i = 0; i < Math.max(published.size(), expected.size()); i++) {
      SpecificRecord is = i < published.size() ? plain(published.get(i).record()) : null;
      SpecificRecord should = i < expected.size() ? expected.get(i) : null;
      if (!Objects.equals(is, should)) {
        return "record " + i + " is\n    " + is + "\n  and should be\n    " + should;
      }
      if (!published.get(i).rule().startsWith("bots ")) {
        return "record " + i + " names the rule '" + published.get(i).rule() + "'";
      }
    }
    return null;
  }

  /** Without what is for people, which the naive side has no words for. */
  private static SpecificRecord plain(SpecificRecord record) {
    if (!(record instanceof GridOutcome outcome)) {
      return record;
    }
    Object event = outcome.getEvent();
    if (event instanceof JobOutcome job) {
      event = JobOutcome.newBuilder(job).setDetail(null).build();
    } else if (event instanceof BotOutcome bot) {
      event = BotOutcome.newBuilder(bot).setDetail(null).build();
    } else {
      event = PolicyOutcome.newBuilder((PolicyOutcome) event).setDetail(null).build();
    }
    return new GridOutcome(outcome.getGrid(), outcome.getAt(), event);
  }

  /** Who waits, who holds what, who has used how much of their quotas. */
  String held() {
    Map<String, Object> should = NaiveView.check(grid());
    Map<?, ?> is = (Map<?, ?>) ask("check", Map.of());
    ((Map<?, ?>) is.get("bots")).values().forEach(bot -> ((Map<?, ?>) bot).remove("n_platforms"));
    return difference("", is, should);
  }

  private static String difference(String path, Object is, Object should) {
    if (isLike(is, should)) {
      return null;
    }
    if (is instanceof Map<?, ?> one && should instanceof Map<?, ?> other) {
      for (Object key : one.keySet()) {
        String difference = difference(path + "/" + key, one.get(key), other.get(key));
        if (difference != null) {
          return difference;
        }
      }
    }
    return path + " is " + is + " and should be " + should;
  }

  /** A number of 32 bits is like the same one of 64. */
  private static boolean isLike(Object is, Object should) {
    if (is instanceof Map<?, ?> one && should instanceof Map<?, ?> other) {
      for (Object key : one.keySet()) {
        if (!other.containsKey(key) || !isLike(one.get(key), other.get(key))) {
          return false;
        }
      }
      return one.size() == other.size();
    }
    if (is instanceof List<?> one && should instanceof List<?> other) {
      Iterator<?> others = other.iterator();
      return one.size() == other.size()
          && one.stream().allMatch(each -> isLike(each, others.next()));
    }
    return Objects.equals(is instanceof Integer number ? Long.valueOf(number) : is, should);
  }

  /** Questions about something of what there is, or nothing that there is. */
  private String answered() {
    List<NaiveJob> jobs = grid().jobs;
    boolean none = jobs.isEmpty() || random.nextInt(20) == 0;
    NaiveJob about = none ? null : jobs.get(random.nextInt(jobs.size()));
    String job = none ? "none" : about.name();
    String bot = NaiveHistory.bot(random.nextInt(6));
    String cohort = List.of("l", "m", "n", "all").get(random.nextInt(4));
    int limit = random.nextBoolean() ? 300 : 1 + random.nextInt(4);
    return Stream.of(
            differs(
                "position",
                Map.of("operation", job, "limit", limit),
                NaiveView.position(grid(), job, limit)),
            differs("score", Map.of("job", job, "bot", bot), NaiveView.score(grid(), job, bot)),
            differs("cohort_metrics", Map.of("cohort", cohort), NaiveView.cohort(grid(), cohort)),
            difference("waiting " + limit, listed(limit), NaiveView.waiting(grid(), limit)),
            waits(about))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private String differs(String query, Map<String, Object> args, Object should) {
    return difference(query + " " + args, ask(query, args), should);
  }

  /** The names and positions of those that wait. */
  private List<Object> listed(int limit) {
    List<Object> listed = new ArrayList<>();
    for (Object one : (List<?>) ask("waiting", Map.of("limit", limit))) {
      Map<?, ?> job = (Map<?, ?>) one;
      listed.add(Map.of("job", job.get("job"), "position", job.get("position")));
    }
    return listed;
  }

  private String waits(NaiveJob job) {
    if (job == null) {
      return null;
    }
    String said = (String) ((Map<?, ?>) ask("waiting", Map.of("job", job.name()))).get("reason");
    tally.waits(said);
    return difference("waiting of " + job.name(), said, NaiveView.waiting(grid(), job, said));
  }

  private Object ask(String query, Map<String, Object> args) {
    BotsState state = (BotsState) live.lane(NaiveGrid.NAME).state();
    return QUERIES.get(query).answer(state, new QueryArguments(args));
  }

  private String reopened(NaiveHistory.Event event, DecidedTurn decided) {
    NaiveHistory.Event seen = event.seen(mistaken);
    if (!Arrays.equals(decided.toBytes(), take(reopened, seen).toBytes())) {
      return "reopened from its rows, the engine decides otherwise";
    }
    if (random.nextInt(SELDOM) > 0) {
      return null;
    }
    reopened.restart();
    tally.reopened();
    for (Invariant<BotsState> one : DOMAIN.invariants()) {
      String broken =
          one.broken().apply((BotsState) live.lane(NaiveGrid.NAME).state()).orElse(null);
      if (broken != null) {
        return one.name() + ": " + broken;
      }
    }
    return null;
  }
}
