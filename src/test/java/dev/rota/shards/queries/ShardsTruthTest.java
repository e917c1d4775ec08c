package dev.rota.shards.queries;

import static dev.rota.shards.queries.PoolExperiment.SPARE;
import static dev.rota.shards.queries.PoolExperiment.all;
import static dev.rota.shards.queries.PoolExperiment.dequeued;
import static dev.rota.shards.queries.PoolExperiment.grants;
import static dev.rota.shards.queries.PoolExperiment.works;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.domain.OpaqueBytes;
import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.domain.Why.Reason;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.engine.Stepper;
import dev.rota.kernel.engine.Turn;
import dev.rota.kernel.engine.WatchedEngine;
import dev.rota.kernel.table.Tables;
import dev.rota.kernel.table.TreeRows;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.shards.ShardsDomain;
import dev.rota.shards.model.CycleWork;
import dev.rota.shards.model.EndCause;
import dev.rota.shards.model.PoolFact.PolicySet;
import dev.rota.shards.model.PoolFact.TransactionAccepted;
import dev.rota.shards.model.PoolFact.TransactionLost;
import dev.rota.shards.model.PoolWorker;
import dev.rota.shards.model.PooledTransaction;
import dev.rota.shards.model.SessionEnd;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardFact.BlockMade;
import dev.rota.shards.model.ShardFact.CycleBegun;
import dev.rota.shards.model.ShardFact.LeaseEnded;
import dev.rota.shards.model.ShardFact.LeaseGranted;
import dev.rota.shards.model.ShardFact.Progressed;
import dev.rota.shards.model.ShardFact.ShardPassedOver;
import dev.rota.shards.model.ShardFact.ShardScheduled;
import dev.rota.shards.model.ShardStage;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsInput;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.model.ShardsView;
import dev.rota.shards.model.TransactionLoss;
import dev.rota.shards.model.WorkerFact.SlotFreed;
import dev.rota.shards.model.WorkerFact.WorkerCame;
import dev.rota.shards.model.WorkerFact.WorkerLeft;
import dev.rota.shards.rules.Inputs;
import dev.rota.shards.rules.ShardsEngine;
import dev.rota.shards.wire.ShardsWire;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The law of truth: what is said of a decision is what the rules decided, and whoever takes away
 * just the reason that is told gets the other outcome from the real rules. What is said is read as
 * a user reads it. Facts are noted here, and experiments are made on copies of the pool.
 */
class ShardsTruthTest {
  private static final int SEEDS = 20;
  private static final int EVENTS = 220;

  /** Each kind of claim is tried so often in a history. */
  private static final int TRIED_MAX = 6;

  private static final String TIME = "(\\d{4}-\\S+Z)";

  private final ShardsWhy why = new ShardsWhy();
  private final Map<String, Integer> tried = new TreeMap<>();
  private final Map<String, Integer> triedHere = new HashMap<>();

  // what the facts of a history told
  private final Map<String, Long> queuedSince = new HashMap<>();
  private final Map<String, Long> quantumSince = new HashMap<>();
  private final Map<String, Long> grantedAt = new HashMap<>();
  private final Map<String, String> lastWorker = new HashMap<>();
  private final Map<String, Integer> slots = new HashMap<>();
  private final Map<String, CycleWork> out = new HashMap<>();
  private final Map<String, List<String>> pools = new HashMap<>();

  private TreeRows rows;
  private ShardsState state;
  private Stepper<ShardsState, ShardsInput, ShardsFact> stepper;
  private long nowMillis;
  private long turns;

  @Test
  void whatIsSaidIsWhatTheRulesDecideAndTheReasonIsTheReason() {
    rareScenes();
    Traffic traffic = DomainTraffic.of(new ShardsDomain());
    for (long seed = 1; seed <= SEEDS; seed++) {
      play(traffic.hostile("mainnet", seed));
    }
    play(traffic.start("mainnet", 1));

    assertThat(tried)
        .as("each kind of claim was made, and tried")
        .containsKeys("S4 head", "S4 place", "W2 chosen", "W3 chosen", "W2", "W3", "W4", "L1")
        .containsKeys(
            "F7", "D1", "NO_WORKER", "WORKERS_LEAVING", "SLOTS_PARKED", "STOPPED", "D5", "F4")
        .containsKeys("ALL_SLOTS_BUSY", "first quantum", "quantum end", "lease expiry")
        .containsKeys("session end", "silent", "passed over", "waits at", "alone after", "alone")
        .containsKeys(
            "in execution", "next batch", "maxBatch", "X7", "collected without it", "record size")
        .containsKeys(
            "goes on", "number of the batch", "stays behind", "heard", "lost alone", "last cycle")
        .containsKeys("line of slots", "ended by quantum", "lost with it", "rest of the batch")
        .containsKeys("accepted at", "tail", "lease limit", "session limit", "unheard for");
  }

  private boolean isTried(String claim) {
    tried.merge(claim, 1, Integer::sum);
    return triedHere.merge(claim, 1, Integer::sum) <= TRIED_MAX;
  }

  /** The groups of what is said, or null. */
  private static List<String> said(String text, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    if (!matcher.find()) {
      return null;
    }
    List<String> groups = new ArrayList<>();
    for (int i = 1; i <= matcher.groupCount(); i++) {
      groups.add(matcher.group(i));
    }
    return groups;
  }

  private static long millis(String time) {
    return Instant.parse(time).toEpochMilli();
  }

  private void play(Iterator<Traffic.Event> history) {
    ShardsWire wire = new ShardsWire();
    begin();
    for (int i = 1; i <= EVENTS; i++) {
      Traffic.Event event = history.next();
      if (event.record() != null) {
        take(event.atMillis(), wire.read(event.record()));
      }
    }
  }

  private void begin() {
    List.of(queuedSince, quantumSince, grantedAt, lastWorker, slots, out, pools)
        .forEach(Map::clear);
    triedHere.clear();
    rows = new TreeRows();
    state = new ShardsState(new Tables(rows, 0));
    nowMillis = 0;
    turns = 0;
    WatchedEngine<ShardsView, ShardsInput, ShardsFact> watched =
        new WatchedEngine<>(new ShardsEngine(), (_, facts) -> () -> decided(facts));
    stepper = new Stepper<>(watched, state);
  }

  private void take(long atMillis, ShardsInput input) {
    nowMillis = Math.max(nowMillis, atMillis);
    stepper.take(new Turn<>("pool", ++turns, nowMillis, input));
    askedNow(nowMillis);
    askedNow(nowMillis + 700);
  }

  /** What random histories seldom have. */
  private void rareScenes() {
    begin();
    take(0, Inputs.join("w1", 1, 1));
    take(1, Inputs.tx("A", "a1"));
    take(2, Inputs.tx("B", "b1"));
    take(3, Inputs.leave("w1"));
    take(4, Inputs.done("A", "w1", 1, 1));

    begin();
    take(0, Inputs.join("w1", 1, 1));
    take(1, Inputs.tx("A", "a1"));
    take(2, Inputs.command(new ShardsInput.Register("B", null)));
    take(3, Inputs.command(new ShardsInput.Schedule("B")));
    take(4, Inputs.tx("C", "c1"));
    take(5, Inputs.done("A", "w1", 1, 1));
    take(200, Inputs.done("C", "w1", 1, 1));
    take(201, Inputs.command(new ShardsInput.Drain()));
    take(202, Inputs.command(new ShardsInput.Schedule("B")));

    begin();
    take(0, Inputs.join("w1", 1, 1));
    take(1, Inputs.tx("A", "a1"));
    take(2, Inputs.tx("A", "a2"));
    for (int epoch = 1; epoch <= 3; epoch++) {
      take(2 + epoch, Inputs.done("A", "w1", epoch, 1, 0, List.of()));
    }
    take(6, attempts(2)); // fewer than are lost

    begin();
    OpaqueBytes large = OpaqueBytes.of(new byte[5 << 20]);
    take(0, new ShardsInput.Submit("A", "a1", null, null, large));
    take(1, new ShardsInput.Submit("A", "a2", null, null, large));
    take(2, Inputs.join("w1", 1, 1));
    take(3, Inputs.done("A", "w1", 1, 1));
  }

  private static ShardsInput attempts(int most) {
    return new ShardsInput.Change(Map.of("maxAttempts", most), null, List.of());
  }

  private PoolExperiment experiment() {
    state.save();
    return new PoolExperiment(rows, nowMillis);
  }

  // ---------------------------------------------------------------- what was decided

  private void decided(List<ShardsFact> facts) {
    nowMillis = Math.max(nowMillis, facts.get(0).atMillis());
    for (ShardsFact fact : facts) {
      if (fact instanceof LeaseGranted granted) {
        granted(granted, facts);
        work(granted.work(), facts);
      } else if (fact instanceof CycleBegun cycle) {
        goesOn(cycle, facts);
        work(cycle.work(), facts);
      } else if (fact instanceof Progressed progressed) {
        heard(progressed, facts);
      } else if (fact instanceof TransactionLost lost) {
        lost(lost, facts);
      } else if (fact instanceof LeaseEnded ended) {
        ended(ended, facts);
      } else if (fact instanceof ShardScheduled scheduled) {
        scheduled(scheduled, facts);
      } else if (fact instanceof BlockMade made) {
        made(made, facts);
      } else if (fact instanceof TransactionAccepted accepted) {
        accepted(accepted, facts);
      } else if (fact instanceof WorkerLeft left) {
        left(left, facts);
      } else if (fact instanceof PolicySet set) {
        limits(set, facts);
      }
      note(fact);
    }
  }

  private void note(ShardsFact fact) {
    if (fact instanceof ShardScheduled scheduled) {
      queuedSince.put(scheduled.shard(), scheduled.atMillis());
    } else if (fact instanceof LeaseGranted granted) {
      lastWorker.put(granted.shard(), granted.worker());
      quantumSince.put(granted.shard(), granted.atMillis());
      grantedAt.put(granted.shard(), granted.atMillis());
      out.put(granted.shard(), granted.work());
    } else if (fact instanceof CycleBegun cycle) {
      out.put(cycle.shard(), cycle.work());
    } else if (fact instanceof Progressed progressed) {
      quantumSince.put(progressed.shard(), progressed.since());
    } else if (fact instanceof LeaseEnded ended) {
      out.remove(ended.shard());
    } else if (fact instanceof WorkerCame came) {
      slots.put(came.worker(), came.slots());
    } else if (fact instanceof TransactionAccepted accepted) {
      pools.computeIfAbsent(accepted.shard(), _ -> new ArrayList<>()).add(accepted.id());
    } else if (fact instanceof BlockMade made) {
      pools.get(made.shard()).removeAll(made.included());
    } else if (fact instanceof TransactionLost lost) {
      pools.get(lost.shard()).remove(lost.id());
    }
  }

  private String decidedOf(Thing thing, List<ShardsFact> facts, String part) {
    return why.decided(thing, state, facts).stream()
        .map(Reason::what)
        .filter(what -> what.contains(part))
        .findFirst()
        .orElseThrow(() -> new AssertionError("nothing says '" + part + "' of " + thing));
  }

  private void granted(LeaseGranted granted, List<ShardsFact> facts) {
    Reason reason = why.decided(ShardsPhrases.shard(granted.shard()), state, facts).get(0);
    List<Candidate> chosen = reason.candidates().stream().filter(Candidate::chosen).toList();
    assertThat(chosen)
        .extracting(Candidate::thing)
        .containsExactly(
            ShardsPhrases.shard(granted.shard()), ShardsPhrases.worker(granted.worker()));
    assertThat(reason.candidates().stream().filter(one -> one.thing().kind().equals("worker")))
        .as("all workers are told")
        .hasSameSizeAs(state.fleet().all());
    List<String> head =
        said(chosen.get(0).why(), "^is at the head of the run queue, since " + TIME);
    assertThat(millis(head.get(0))).isEqualTo(queuedSince.get(granted.shard()));
    isTried("S4 head");
    boolean isLast = chosen.get(1).rule().equals("shards W3");
    isTried(isLast ? "W3 chosen" : "W2 chosen");
    assertThat(state.policy().affine() && granted.worker().equals(lastWorker.get(granted.shard())))
        .as("it is preferred as the last worker")
        .isEqualTo(isLast);
    List<String> work =
        said(reason.what(), "epoch (\\d+), cycle 1 with (\\d+) of (\\d+) pending transactions?$");
    assertThat(work)
        .containsExactly(
            "" + granted.work().epoch(),
            "" + granted.work().count(),
            "" + pools.get(granted.shard()).size());
    if (!experiment().isAtRest()) {
      return;
    }
    LeaseGranted again = grants(experiment().stop().resume()).get(0);
    assertThat(again.worker() + again.shard()).isEqualTo(granted.worker() + granted.shard());
    List<String> order = dequeued(experiment().serveAll());
    for (Candidate one : reason.candidates()) {
      if (!one.chosen() && one.thing().kind().equals("shard")) {
        behind(one, order);
      } else if (!one.chosen()) {
        notGiven(one, granted);
      }
    }
  }

  private void behind(Candidate one, List<String> order) {
    List<String> place = said(one.why(), "^is at place (\\d+) of (\\d+), since " + TIME);
    isTried("S4 place");
    assertThat(order.get(Integer.parseInt(place.get(0)) - 1)).isEqualTo(one.thing().id());
    assertThat(order).hasSize(Integer.parseInt(place.get(1)));
    assertThat(millis(place.get(2))).isEqualTo(queuedSince.get(one.thing().id()));
  }

  /** The worker gets the shard as soon as its reason is taken away, and not before. */
  private void notGiven(Candidate one, LeaseGranted granted) {
    String claim = one.rule().replace("shards ", "");
    if (!isTried(claim)) {
      return;
    }
    String worker = one.thing().id();
    String winner = granted.worker();
    boolean rival = claim.equals("W2") || claim.equals("W3");
    PoolExperiment before = experiment().stop();
    before = rival ? before.alone(worker, winner) : before.alone(worker);
    List<LeaseGranted> unlifted = grants(before.copy().resume());
    if (rival) {
      assertThat(one.why()).contains(winner);
      assertThat(unlifted.get(0).worker()).isEqualTo(winner);
      PoolExperiment slotsOnly = before.copy().policy("affinity", "OFF");
      boolean isOrder = grants(slotsOnly.resume()).get(0).worker().equals(winner);
      assertThat(isOrder || claim.equals("W3")).as(one.why()).isTrue();
      before.leave(winner);
    } else {
      assertThat(unlifted).as("%s gets nothing: %s", worker, one.why()).isEmpty();
      lift(before, worker, one, claim);
    }
    LeaseGranted lifted = grants(before.resume()).get(0);
    assertThat(lifted.worker() + lifted.shard())
        .as("%s: %s", worker, one.why())
        .isEqualTo(worker + granted.shard());
  }

  private void lift(PoolExperiment pool, String worker, Candidate one, String claim) {
    if (claim.equals("W4")) {
      List<String> leases = said(one.why(), "^leaves after (\\d+) leases?, and gets nothing new$");
      assertThat(Integer.parseInt(leases.get(0))).isEqualTo(leasesOf(worker));
      pool.join(worker, 1);
      return;
    }
    assertThat(claim).isIn("L1", "F7");
    takersOf(worker, one.why());
    List<String> slot = said(one.why(), "shard ([^()]+) \\(epoch (\\d+)(, quantum| expired)");
    assertThat(slot.get(2)).isEqualTo(claim.equals("F7") ? " expired" : ", quantum");
    Matcher parked = Pattern.compile("shard ([^()]+) \\(epoch (\\d+) expired").matcher(one.why());
    PoolExperiment all = pool.copy();
    int freed = 0;
    while (parked.find()) {
      long epoch = Long.parseLong(parked.group(2));
      freed += (int) all(all.giveBack(parked.group(1), worker, epoch), SlotFreed.class).count();
    }
    assertThat(freed).as(one.why()).isEqualTo(state.worker(worker).parked().size());
    pool.giveBack(slot.get(0), worker, Long.parseLong(slot.get(1)));
  }

  private long leasesOf(String worker) {
    return out.values().stream().filter(work -> work.worker().equals(worker)).count();
  }

  /** How many slots it has, and until when each is taken. */
  private void takersOf(String worker, String told) {
    List<String> all = said(told, "^(?:its slot is|all (\\d+) slots are) taken: ");
    int count = all.get(0) == null ? 1 : Integer.parseInt(all.get(0));
    assertThat(count).isEqualTo(slots.get(worker));
    Matcher takers =
        Pattern.compile(
                "shard ([^()]+) \\(epoch (\\d+), quantum until "
                    + TIME
                    + "( unless its start[^)]*)?\\)")
            .matcher(told);
    while (takers.find()) {
      assertThat(out.get(takers.group(1)).epoch()).isEqualTo(Long.parseLong(takers.group(2)));
      quantumEnds(takers.group(1), millis(takers.group(3)), takers.group(4) != null);
    }
  }

  /** The lease ends by its quantum from then on. */
  private void quantumEnds(String shard, long endMillis, boolean unlessStarted) {
    assertThat(state.shard(shard).lease().awaitsStart()).isEqualTo(unlessStarted);
    if (endMillis <= nowMillis || !isTried("quantum end")) {
      return;
    }
    PoolExperiment pool = experiment().policy("sessionTimeoutMs", 0L, "leaseTimeoutMs", 0L).stop();
    if (!pool.state().worker(out.get(shard).worker()).leaving()) {
      assertThat(all(pool.copy().done(shard, endMillis), LeaseEnded.class).map(LeaseEnded::cause))
          .containsExactly(EndCause.QUANTUM);
      assertThat(
              all(pool.copy().done(shard, endMillis - 1), LeaseEnded.class).map(LeaseEnded::cause))
          .doesNotContain(EndCause.QUANTUM);
      if (unlessStarted && endMillis - 1 > nowMillis) {
        CycleWork work = out.get(shard);
        pool.takeAt(nowMillis + 1, Inputs.began(shard, work.worker(), work.epoch(), 1));
        assertThat(all(pool.done(shard, endMillis), LeaseEnded.class).map(LeaseEnded::cause))
            .doesNotContain(grantedAt.get(shard) <= nowMillis ? EndCause.QUANTUM : null);
      }
    }
  }

  private void ended(LeaseEnded ended, List<ShardsFact> facts) {
    String told = decidedOf(ShardsPhrases.shard(ended.shard()), facts, "the lease of worker");
    assertThat(said(told, "worker (.+) on shard (.+) ends after cycle (\\d+) of epoch (\\d+): "))
        .containsExactly(ended.worker(), ended.shard(), "" + ended.cycle(), "" + ended.epoch());
    List<String> lasted = said(told, "it lasted (\\d+) ms, and its quantum is (\\d+) ms");
    assertThat(lasted != null).isEqualTo(ended.cause() == EndCause.QUANTUM);
    if (lasted != null) {
      isTried("ended by quantum");
      long spent = ended.atMillis() - quantumSince.get(ended.shard());
      assertThat(lasted.get(0)).isEqualTo("" + spent);
      assertThat(Long.parseLong(lasted.get(1))).isLessThanOrEqualTo(spent);
      assertThat(lasted.get(1)).isEqualTo("" + state.shard(ended.shard()).quantum(state.policy()));
    }
    List<String> unheard = said(told, "nothing was heard of it for (\\d+) ms");
    assertThat(unheard != null).isEqualTo(ended.cause() == EndCause.LEASE_EXPIRED);
    if (unheard != null) {
      isTried("unheard for");
      assertThat(unheard.get(0)).isEqualTo("" + state.policy().lease());
    }
    boolean rests =
        all(facts, ShardScheduled.class).noneMatch(one -> one.shard().equals(ended.shard()));
    assertThat(told.contains("by shards P2 it rests")).isEqualTo(rests);
    List<String> alone = said(told, "its first (?:(\\d+) )?transactions? runs? (?:one|alone)");
    assertThat(alone != null).isEqualTo(ended.attempts() > attempts(ended) && ended.suspects() > 0);
    if (alone != null) {
      int first = alone.get(0) == null ? 1 : Integer.parseInt(alone.get(0));
      assertThat(first).isEqualTo(out.get(ended.shard()).count());
    }
  }

  private void goesOn(CycleBegun cycle, List<ShardsFact> facts) {
    String told = decidedOf(ShardsPhrases.shard(cycle.shard()), facts, " goes on with shard ");
    long quantum = state.shard(cycle.shard()).quantum(state.policy());
    long left = quantum - (nowMillis - quantumSince.get(cycle.shard()));
    isTried("goes on");
    assertThat(
            said(
                told,
                "epoch (\\d+), cycle (\\d+) with (\\d+) of (\\d+) pending transactions?, (\\d+) ms of"
                    + " its quantum are left$"))
        .containsExactly(
            "" + cycle.work().epoch(),
            "" + cycle.work().cycle(),
            "" + cycle.work().count(),
            "" + pools.get(cycle.shard()).size(),
            "" + left);
  }

  /** Each of its transactions is in the batch, or behind it. */
  private void work(CycleWork work, List<ShardsFact> facts) {
    List<String> pool = pools.get(work.shard());
    for (int i = 0; i < pool.size(); i = i < 3 || i == pool.size() - 1 ? i + 1 : pool.size() - 1) {
      Thing thing = ShardsPhrases.transaction(work.shard(), pool.get(i));
      String told = decidedOf(thing, facts, "transaction " + pool.get(i));
      if (i < work.count()) {
        isTried("number of the batch");
        assertThat(told)
            .contains(" is number " + (i + 1) + " of the batch: worker " + work.worker());
      } else {
        isTried("stays behind");
        assertThat(told)
            .contains(" stays behind at place " + (i + 1) + " of " + pool.size() + " as ");
        assertThat(told.contains(" as suspects of lost leases"))
            .isEqualTo(state.shard(work.shard()).suspects() > 0);
        List<String> max = said(told, " as maxBatch is (\\d+): ");
        assertThat(max == null ? "" + work.count() : max.get(0)).isEqualTo("" + work.count());
      }
    }
  }

  private void heard(Progressed progressed, List<ShardsFact> facts) {
    String told =
        decidedOf(ShardsPhrases.shard(progressed.shard()), facts, " counts: its lease lasts ");
    List<String> until = said(told, "its lease lasts (.*), its session (.*?)(; by shards Q3.*)?$");
    isTried("heard");
    limit(" lasts " + until.get(0), state.policy().lease());
    limit(" lasts " + until.get(1), state.policy().session());
    assertThat(until.get(2) != null)
        .isEqualTo(progressed.started() && !state.shard(progressed.shard()).lease().started());
  }

  private void lost(TransactionLost lost, List<ShardsFact> facts) {
    Thing thing = ShardsPhrases.transaction(lost.shard(), lost.id());
    String told = decidedOf(thing, facts, " without a block, ");
    isTried(lost.loss() == TransactionLoss.POISON ? "lost alone" : "lost");
    assertThat(told)
        .contains(" in cycle " + lost.cycle() + " of epoch " + lost.epoch() + ": ")
        .contains(
            switch (lost.loss()) {
              case FAILED -> ", it failed in";
              case BATCH_FAILED -> ", its batch failed in";
              case POISON -> ", as poison in";
            });
  }

  private int attempts(LeaseEnded ended) {
    return state.shard(ended.shard()).attempts();
  }

  private void scheduled(ShardScheduled scheduled, List<ShardsFact> facts) {
    String told = decidedOf(ShardsPhrases.shard(scheduled.shard()), facts, "to the tail");
    List<String> place = said(told, " goes( back)? to the tail of the run queue, place (\\d+)$");
    isTried("tail");
    List<String> earlier =
        all(facts.subList(0, facts.indexOf(scheduled)), ShardScheduled.class)
            .map(ShardScheduled::shard)
            .toList();
    assertThat(Integer.parseInt(place.get(1))).isEqualTo(state.queue().size() + earlier.size() + 1);
    assertThat(place.get(0) != null).isEqualTo(state.shard(scheduled.shard()).lease() != null);
  }

  private void made(BlockMade made, List<ShardsFact> facts) {
    String told = decidedOf(ShardsPhrases.shard(made.shard()), facts, "made block");
    List<String> block =
        said(
            told,
            "made block (\\d+) of (\\d+) transactions? in cycle (\\d+) of epoch (\\d+) of shard"
                + ".*?(?:, (\\d+) failed)?(?:; by shards X3 the rest of the batch, (\\d+), stays"
                + " pending)?$");
    int rest = out.get(made.shard()).count() - made.included().size() - made.failed().size();
    assertThat(block)
        .containsExactly(
            "" + made.number(),
            "" + made.included().size(),
            "" + made.cycle(),
            "" + made.epoch(),
            made.failed().isEmpty() ? null : "" + made.failed().size(),
            rest == 0 ? null : "" + rest);
    isTried(rest == 0 ? "whole batch" : "rest of the batch");
  }

  private void accepted(TransactionAccepted accepted, List<ShardsFact> facts) {
    Thing thing = ShardsPhrases.transaction(accepted.shard(), accepted.id());
    String told = decidedOf(thing, facts, "is accepted as number");
    int place = pools.getOrDefault(accepted.shard(), List.of()).size() + 1;
    isTried("accepted at");
    assertThat(told)
        .contains("as number " + accepted.seq() + " of shard " + accepted.shard())
        .contains(", place " + place + " of its pool");
    assertThat(told.contains("by shards S1 it makes the shard"))
        .isEqualTo(state.shard(accepted.shard()) == null);
  }

  private void left(WorkerLeft left, List<ShardsFact> facts) {
    String told = decidedOf(ShardsPhrases.worker(left.worker()), facts, " is gone: ");
    List<String> lost = said(told, "; (\\d+) leases? lost with it$");
    long leases = all(facts, LeaseEnded.class).count();
    assertThat(told).contains("of incarnation " + left.incarnation() + " is gone");
    assertThat(lost == null ? 0 : Long.parseLong(lost.get(0))).isEqualTo(leases);
    isTried(leases == 0 ? "gone" : "lost with it");
    assertThat(told.contains("silent")).isEqualTo(left.farewell() == SessionEnd.SESSION);
    assertThat(told.contains("higher incarnation"))
        .isEqualTo(left.farewell() == SessionEnd.SUPERSEDED);
  }

  private void limits(PolicySet set, List<ShardsFact> facts) {
    if (set.policy().lease() != state.policy().lease() && !out.isEmpty()) {
      String shard = out.keySet().iterator().next();
      String told = decidedOf(ShardsPhrases.shard(shard), facts, "leaseTimeoutMs is ");
      limit(told, "leaseTimeoutMs", set.policy().lease());
      isTried("lease limit");
    }
    if (set.policy().session() != state.policy().session() && state.hasWorker()) {
      String worker = state.fleet().all().get(0).name();
      String told = decidedOf(ShardsPhrases.worker(worker), facts, "sessionTimeoutMs is ");
      limit(told, "sessionTimeoutMs", set.policy().session());
      isTried("session limit");
    }
  }

  private void limit(String told, String field, long millis) {
    assertThat(told).startsWith(field + " is " + millis + " now: ");
    limit(told, millis);
  }

  private void limit(String told, long millis) {
    List<String> until = said(told, " lasts until " + TIME + "$");
    if (millis == 0) {
      assertThat(told).endsWith("without a limit");
    } else {
      assertThat(millis(until.get(0))).isEqualTo(nowMillis + millis);
    }
  }

  // ---------------------------------------------------------------- how it is now

  private void askedNow(long atMillis) {
    for (PoolWorker worker : state.fleet().all()) {
      Reason reason = why.now(ShardsPhrases.worker(worker.name()), state, atMillis).orElseThrow();
      worker(worker, reason, atMillis);
    }
    for (Shard shard : state.allShards()) {
      Reason reason = why.now(ShardsPhrases.shard(shard.name()), state, atMillis).orElseThrow();
      if (shard.stage() == ShardStage.PENDING) {
        waits(shard, reason, atMillis);
      } else if (shard.stage() == ShardStage.RUNNING && atMillis == nowMillis) {
        runs(shard, reason.what());
      }
      if (atMillis == nowMillis) {
        losses(shard, reason.what());
        for (PooledTransaction one : shard.pool().prefix(Math.min(4, shard.pool().size()))) {
          transaction(shard, one.id());
        }
      }
    }
  }

  private void worker(PoolWorker worker, Reason reason, long atMillis) {
    List<String> silent = said(reason.what(), "silent, and its session ended at " + TIME);
    if (silent != null && isTried("silent")) {
      WorkerLeft left = goneBy(worker, atMillis);
      assertThat(left.atMillis()).isEqualTo(millis(silent.get(0)));
    }
    List<String> session = said(reason.what(), "; its session lasts until " + TIME);
    if (session != null && millis(session.get(0)) > nowMillis && isTried("session end")) {
      assertThat(goneBy(worker, millis(session.get(0)))).isNotNull();
      assertThat(goneBy(worker, millis(session.get(0)) - 1)).isNull();
    }
    List<String> line =
        said(
            reason.what(),
            ", (\\d+) of (\\d+) slots? (?:is|are) free, the first at place (\\d+) of (\\d+) by");
    if (line != null && isTried("line of slots")) {
      assertThat(Integer.parseInt(line.get(1))).isEqualTo(slots.get(worker.name()));
      line(worker.name(), line);
    }
  }

  private WorkerLeft goneBy(PoolWorker worker, long atMillis) {
    return all(experiment().takeAt(atMillis, null), WorkerLeft.class)
        .filter(left -> left.worker().equals(worker.name()))
        .filter(left -> left.farewell() == SessionEnd.SESSION)
        .findFirst()
        .orElse(null);
  }

  /** New shards come until all slots are taken. */
  private void line(String worker, List<String> line) {
    PoolExperiment pool = experiment().policy("affinity", "OFF");
    List<ShardsFact> facts = new ArrayList<>(pool.resume());
    int all = Integer.parseInt(line.get(3));
    for (int i = 0; i <= all; i++) {
      String shard = "new shard " + i;
      pool.take(Inputs.command(new ShardsInput.Register(shard, null)));
      String sender = pool.state().policy().strict() ? "new sender" : null;
      facts.addAll(pool.take(new ShardsInput.Submit(shard, "new", sender, 0L, OpaqueBytes.NONE)));
    }
    List<String> takers = grants(facts).stream().map(LeaseGranted::worker).toList();
    assertThat(takers).hasSize(all);
    assertThat(takers.indexOf(worker) + 1).isEqualTo(Integer.parseInt(line.get(2)));
    assertThat(takers.stream().filter(worker::equals)).hasSize(Integer.parseInt(line.get(0)));
  }

  private void waits(Shard shard, Reason reason, long atMillis) {
    String told = reason.what();
    List<String> place =
        said(
            told,
            "^waits because (.*); the shard is at place (\\d+) of (\\d+) in the run queue(?:, behind (.*?))?, since "
                + TIME);
    assertThat(millis(place.get(4))).isEqualTo(queuedSince.get(shard.name()));
    if (isTried(told.contains("passed over") ? "passes" : "waits at")) {
      List<ShardsFact> served = experiment().serveAll();
      List<String> order = dequeued(served);
      int at = Integer.parseInt(place.get(1));
      assertThat(order.get(at - 1)).isEqualTo(shard.name());
      assertThat(order).hasSize(Integer.parseInt(place.get(2)));
      assertThat(place.get(3) == null ? "" : place.get(3))
          .startsWith(String.join(", ", order.subList(0, Math.min(5, at - 1))));
      boolean passed =
          all(served, ShardPassedOver.class).anyMatch(one -> one.shard().equals(shard.name()));
      assertThat(told.contains("it is passed over then")).isEqualTo(passed);
      isTried(passed ? "passed over" : "served");
    }
    String head = state.queue().first().name();
    if (atMillis == nowMillis) {
      assertThat(dequeued(experiment().take(new ShardsInput.Beat("nobody", 1)))).isEmpty();
      cause(place.get(0), head);
    }
    for (Candidate one : reason.candidates()) {
      PoolWorker worker = state.worker(one.thing().id());
      if (one.rule().equals("shards F4") && isTried("F4")) {
        List<String> silent = said(one.why(), "its session ended at " + TIME);
        assertThat(goneBy(worker, atMillis).atMillis()).isEqualTo(millis(silent.get(0)));
      } else if (one.thing().kind().equals("worker") && worker != null) {
        serves(one);
      }
    }
  }

  private void serves(Candidate one) {
    String claim = one.rule().replace("shards ", "");
    String worker = one.thing().id();
    if (claim.equals("F4") || !isTried(claim)) {
      return;
    }
    PoolExperiment pool = experiment().stop().alone(worker);
    if (claim.startsWith("D")) {
      List<String> free = said(one.why(), "^has (\\d+) free slots?, but the pool");
      assertThat(Integer.parseInt(free.get(0))).isEqualTo(state.worker(worker).waiting().size());
      assertThat(claim).isEqualTo(one.why().contains("is shut down") ? "D1" : "D5");
    } else {
      assertThat(grants(pool.copy().resume())).as(one.why()).isEmpty();
      lift(pool, worker, one, claim);
    }
    assertThat(dequeued(pool.resume())).as("%s %s", worker, one.why()).isNotEmpty();
  }

  /** The head is dequeued as soon as the cause is gone. */
  private void cause(String told, String head) {
    PoolExperiment pool = experiment();
    if (told.startsWith("the pool ")) {
      isTried("STOPPED");
      assertThat(dequeued(pool.copy().join(SPARE, 1).take(new ShardsInput.Beat("nobody", 1))))
          .isEmpty();
      pool.join(SPARE, 1);
      assertThat(dequeued(pool.resume()).get(0)).isEqualTo(head);
    } else if (told.equals("no worker is in the pool") || told.equals("every worker leaves")) {
      isTried(told.startsWith("no") ? "NO_WORKER" : "WORKERS_LEAVING");
      assertThat(state.hasWorker()).isEqualTo(told.startsWith("every"));
      assertThat(dequeued(pool.take(Inputs.join(SPARE, 1, 1))).get(0)).isEqualTo(head);
    } else {
      List<String> all = said(told, "^(?:the only slot is|all (\\d+) slots are) (taken|parked)");
      int staying =
          state.fleet().all().stream()
              .filter(one -> !one.leaving())
              .mapToInt(one -> slots.get(one.name()))
              .sum();
      assertThat(all.get(0) == null ? 1 : Integer.parseInt(all.get(0))).isEqualTo(staying);
      if (all.get(1).equals("parked")) {
        isTried("SLOTS_PARKED");
        assertThat(out.values()).allMatch(work -> state.worker(work.worker()).leaving());
      } else {
        isTried("ALL_SLOTS_BUSY");
        firstQuantum(told, head);
      }
    }
  }

  private void firstQuantum(String told, String head) {
    List<String> first =
        said(
            told,
            "the first quantum, that of shard (.+) on worker (.+), (?:ends at|is over since) "
                + TIME
                + "( unless)?");
    String shard = first.get(0);
    long end = millis(first.get(2));
    assertThat(out.get(shard).worker()).isEqualTo(first.get(1));
    quantumEnds(shard, end, first.get(3) != null);
    if (!isTried("first quantum")) {
      return;
    }
    PoolExperiment pool = experiment();
    long epoch = out.get(shard).epoch();
    assertThat(dequeued(pool.giveBack(shard, first.get(1), epoch)).get(0)).isEqualTo(head);
    for (CycleWork other : out.values()) {
      boolean counts = !state.worker(other.worker()).leaving();
      if (counts && end - 1 >= nowMillis && !other.shard().equals(shard)) {
        PoolExperiment earlier =
            experiment().policy("sessionTimeoutMs", 0L, "leaseTimeoutMs", 0L).stop();
        assertThat(
                all(earlier.done(other.shard(), end - 1), LeaseEnded.class).map(LeaseEnded::cause))
            .as("the quantum of %s ends no earlier than that of %s", other.shard(), shard)
            .doesNotContain(EndCause.QUANTUM);
      }
    }
  }

  private void runs(Shard shard, String told) {
    String name = shard.name();
    CycleWork work = out.get(name);
    List<String> run =
        said(
            told,
            "^runs on worker (.+) since "
                + TIME
                + ": epoch (\\d+), cycle (\\d+) with (\\d+) of (\\d+) pending");
    assertThat(millis(run.get(1))).isEqualTo(grantedAt.get(name));
    run.remove(1);
    assertThat(run)
        .containsExactly(
            work.worker(),
            "" + work.epoch(),
            "" + work.cycle(),
            "" + work.count(),
            "" + pools.get(name).size());
    List<String> end = said(told, "its quantum (ends at|is over since) " + TIME + "( unless)?");
    long quantumEnd = millis(end.get(1));
    assertThat(end.get(0).equals("ends at")).isEqualTo(nowMillis < quantumEnd);
    quantumEnds(name, quantumEnd, end.get(2) != null);
    boolean isLast = told.contains("so it ends with this cycle by shards Q2");
    assertThat(isLast).isEqualTo(nowMillis >= quantumEnd && end.get(2) == null);
    if (isTried(isLast ? "last cycle" : "not the last cycle") && end.get(2) == null) {
      List<ShardsFact> done = experiment().done(name, nowMillis);
      assertThat(all(done, LeaseEnded.class).anyMatch(one -> one.cause() == EndCause.QUANTUM))
          .isEqualTo(isLast && !state.worker(work.worker()).leaving());
    }
    List<String> expiry = said(told, "without a report it expires at " + TIME);
    if (expiry == null) {
      assertThat(told).contains("it never expires");
    } else if (isTried("lease expiry")) {
      PoolExperiment pool = experiment().policy("sessionTimeoutMs", 0L).stop();
      long at = millis(expiry.get(0));
      assertThat(expired(pool.copy().takeAt(at, null), name)).isTrue();
      assertThat(expired(pool.copy().takeAt(at - 1, null), name)).isFalse();
    }
  }

  private static boolean expired(List<ShardsFact> facts, String shard) {
    return all(facts, LeaseEnded.class)
        .anyMatch(one -> one.shard().equals(shard) && one.cause() == EndCause.LEASE_EXPIRED);
  }

  /** X7: what is told of lost leases comes true if more are lost, or when cycles end. */
  private void losses(Shard shard, String told) {
    List<String> lost =
        said(told, "; (\\d+) leases?(?: in a row)? (?:is|are) lost, after (\\d+) its batch is run");
    List<String> alone = said(told, "; by shards X7 its first (?:(\\d+) )?transactions? runs? ");
    if (lost != null && isTried("alone after")) {
      int more = Integer.parseInt(lost.get(1)) - Integer.parseInt(lost.get(0));
      PoolExperiment pool = served();
      assertThat(more).as(told).isPositive();
      for (int i = 1; i <= Math.min(more, 8); i++) {
        LeaseEnded end = all(pool.giveBack(shard.name()), LeaseEnded.class).findFirst().get();
        assertThat(end.suspects() > 0)
            .as("%s, loss %s: %s", shard.name(), i, told)
            .isEqualTo(i == more);
      }
    }
    if (alone != null && isTried("alone")) {
      int suspects = alone.get(0) == null ? 1 : Integer.parseInt(alone.get(0));
      PoolExperiment pool = served().policy("maxBatch", 0);
      for (int i = 1; i <= Math.min(suspects, 20); i++) {
        assertThat(pool.state().shard(shard.name()).lease().count()).as(told).isEqualTo(1);
        pool.done(shard.name(), pool.now());
      }
      Shard after = pool.state().shard(shard.name());
      if (suspects <= 20 && after.pool().size() > 1 && after.lease() != null) {
        assertThat(after.lease().count()).as(told).isGreaterThan(1);
      }
    }
  }

  /** It has a slot, and always gets one again. */
  private PoolExperiment served() {
    PoolExperiment pool = experiment().policy("sessionTimeoutMs", 0L, "leaseTimeoutMs", 0L);
    pool.stop();
    pool.join(SPARE, 100);
    pool.resume();
    return pool;
  }

  private void transaction(Shard shard, String id) {
    Thing thing = ShardsPhrases.transaction(shard.name(), id);
    String told = why.now(thing, state, nowMillis).orElseThrow().what();
    int place = pools.get(shard.name()).indexOf(id) + 1;
    List<String> number = said(told, "^is in execution as number (\\d+) of its batch");
    if (number != null) {
      isTried("in execution");
      assertThat(out.get(shard.name()).transactions().get(Integer.parseInt(number.get(0)) - 1).id())
          .isEqualTo(id);
      return;
    }
    List<String> waits =
        said(
            told,
            "^waits (for another cycle|with its shard .*?) at place (\\d+) of (\\d+), (.*?): (?:its|the) shard ");
    assertThat(waits.subList(1, 3))
        .containsExactly("" + place, "" + pools.get(shard.name()).size());
    String reason = waits.get(3);
    if (reason.equals("in the next batch") && isTried("next batch")) {
      assertThat(isInNextBatch(shard, id, null, null)).as(told).isTrue();
    } else if (reason.startsWith("as the batch that is out was collected without it")) {
      isTried("collected without it");
      assertThat(out.get(shard.name()).transactions()).noneMatch(item -> item.id().equals(id));
    } else if (reason.contains("maxBatch is") && isTried("maxBatch")) {
      assertThat(reason).endsWith("maxBatch is " + state.policy().maxBatch());
      assertThat(isInNextBatch(shard, id, place, 0)).as("maxBatch %s: %s", place, told).isTrue();
      assertThat(isInNextBatch(shard, id, place - 1, 0)).as(told).isFalse();
    } else if (reason.contains("its bytes fill a record") && isTried("record size")) {
      assertThat(isInNextBatch(shard, id, 0, 0)).as(told).isFalse();
      assertThat(isInNextBatch(shard, id, place, 0)).as(told).isFalse();
      assertThat(nextBatch(shard, served().done(shard.name(), nowMillis))).contains(id);
    } else if (reason.contains("suspects of lost leases") && isTried("X7")) {
      assertThat(isInNextBatch(shard, id, place, null)).as("whatever maxBatch: %s", told).isFalse();
      PoolExperiment pool = served().policy("maxBatch", place, "maxAttempts", 0);
      if (shard.stage() == ShardStage.RUNNING) {
        assertThat(nextBatch(shard, pool.giveBack(shard.name()))).as(told).contains(id);
      }
    }
  }

  /** The batch that is collected next with this policy. */
  private boolean isInNextBatch(Shard shard, String id, Integer maxBatch, Integer attempts) {
    PoolExperiment pool =
        experiment()
            .policy(
                "sessionTimeoutMs",
                0L,
                "leaseTimeoutMs",
                0L,
                "maxBatch",
                maxBatch,
                "maxAttempts",
                attempts)
            .revoke();
    return nextBatch(shard, pool.serveAll()).contains(id);
  }

  private static List<String> nextBatch(Shard shard, List<ShardsFact> facts) {
    return works(facts).stream()
        .filter(work -> work.shard().equals(shard.name()))
        .findFirst()
        .map(work -> work.transactions().stream().map(item -> item.id()).toList())
        .orElse(List.of());
  }
}
