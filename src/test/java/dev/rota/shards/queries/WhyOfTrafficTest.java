package dev.rota.shards.queries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.domain.Why.Reason;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.shards.ShardsDomain;
import dev.rota.shards.model.CycleWork;
import dev.rota.shards.model.PoolFact.ShardRegistered;
import dev.rota.shards.model.PoolFact.TransactionAccepted;
import dev.rota.shards.model.PoolFact.TransactionLost;
import dev.rota.shards.model.PoolFact.TransactionRefused;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardFact;
import dev.rota.shards.model.ShardFact.BatchRemoved;
import dev.rota.shards.model.ShardFact.BlockMade;
import dev.rota.shards.model.ShardFact.CycleBegun;
import dev.rota.shards.model.ShardFact.LeaseGranted;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.model.WorkerFact;
import dev.rota.shards.model.WorkerFact.SlotFreed;
import dev.rota.shards.model.WorkerFact.WorkerHeard;
import dev.rota.shards.wire.ShardsWire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Whatever happens, everything has its reason, and every decision says it to whom it names. */
class WhyOfTrafficTest {
  private static final Path BOOK = Path.of("docs/rules/shards.md");

  /** What a refusal by T4 says of a transaction without one. */
  private static final String NO_NONCE = "nonce is null";

  private static final int SEEDS = 25;
  private static final int EVENTS = 200;

  /** Of a pool so many transactions are asked for, from either end. */
  private static final int ASKED = 3;

  private final ShardsWhy why = new ShardsWhy();
  private final ShardsWire wire = new ShardsWire();
  private final Set<String> rules = new TreeSet<>();
  private final Set<Reason> told = new HashSet<>();

  @Test
  void everythingHasItsReasonAtAnyTime() throws IOException {
    Traffic traffic = DomainTraffic.of(new ShardsDomain());
    play(traffic.start("mainnet", 1));
    for (long seed = 1; seed <= SEEDS; seed++) {
      play(traffic.hostile("mainnet", seed));
    }

    String book = Files.readString(BOOK);
    assertThat(rules).allMatch(rule -> book.contains("\n### " + rule + " "));
    assertThat(rules)
        .contains("shards D1", "shards D5", "shards F4", "shards F5", "shards F7", "shards L6")
        .contains("shards Q1", "shards S4", "shards W2", "shards W3", "shards W4", "shards X7");
  }

  private void play(Iterator<Traffic.Event> history) {
    AskedPool pool = new AskedPool();
    pool.watch((before, facts) -> () -> decided(before, facts));
    for (int i = 0; i < EVENTS; i++) {
      Traffic.Event event = history.next();
      if (event.record() != null) {
        pool.take(event.atMillis(), wire.read(event.record()));
        live(pool.state())
            .forEach(thing -> check(thing, why.now(thing, pool.state(), pool.now()).orElseThrow()));
      }
    }
    long later = pool.now() + 60_000;
    live(pool.state())
        .forEach(thing -> check(thing, why.now(thing, pool.state(), later).orElseThrow()));
  }

  private void decided(ShardsState before, List<ShardsFact> facts) {
    for (ShardsFact fact : facts) {
      for (Thing thing : named(fact)) {
        List<Reason> reasons = why.decided(thing, before, facts);
        assertThat(reasons).as("%s of %s", thing, fact).isNotEmpty();
        reasons.forEach(reason -> check(thing, reason));
        assertThat(reasons)
            .allSatisfy(
                reason ->
                    assertThat(reason.candidates())
                        .extracting(Candidate::thing)
                        .doesNotHaveDuplicates());
      }
    }
  }

  private void check(Thing thing, Reason reason) {
    if (told.add(reason)) {
      assertThat(reason.what().replace(NO_NONCE, ""))
          .as("%s", thing)
          .isNotBlank()
          .doesNotContain("null");
      rules.add(reason.rule());
      for (Candidate one : reason.candidates()) {
        assertThat(one.why()).as("%s of %s", one.thing(), thing).isNotBlank();
        rules.add(one.rule());
      }
      List<Boolean> chosen = reason.candidates().stream().map(Candidate::chosen).toList();
      assertThat(chosen.lastIndexOf(true))
          .as("the chosen first: %s", reason)
          .isEqualTo((int) chosen.stream().filter(one -> one).count() - 1);
    }
  }

  private static List<Thing> live(ShardsState state) {
    List<Thing> things = new ArrayList<>();
    for (Shard shard : state.allShards()) {
      things.add(ShardsPhrases.shard(shard.name()));
      int size = shard.pool().size();
      List<Thing> pool =
          shard.pool().prefix(size).stream()
              .map(one -> ShardsPhrases.transaction(shard.name(), one.id()))
              .toList();
      things.addAll(pool.subList(0, Math.min(ASKED, size)));
      things.addAll(pool.subList(Math.max(0, size - ASKED), size));
    }
    state.fleet().all().forEach(worker -> things.add(ShardsPhrases.worker(worker.name())));
    return things;
  }

  private static Set<Thing> named(ShardsFact fact) {
    Set<Thing> named = new HashSet<>();
    if (fact instanceof ShardFact f) {
      named.add(ShardsPhrases.shard(f.shard()));
      if (f.worker() != null) {
        named.add(ShardsPhrases.worker(f.worker()));
      }
      named.addAll(
          transactions(f).stream().map(id -> ShardsPhrases.transaction(f.shard(), id)).toList());
    } else if (fact instanceof WorkerFact f && !(f instanceof WorkerHeard beat && !beat.told())) {
      named.add(ShardsPhrases.worker(f.worker()));
      if (f instanceof SlotFreed freed) {
        named.add(ShardsPhrases.shard(freed.shard()));
      }
    } else if (fact instanceof TransactionAccepted f) {
      named.addAll(
          List.of(ShardsPhrases.shard(f.shard()), ShardsPhrases.transaction(f.shard(), f.id())));
    } else if (fact instanceof TransactionRefused f) {
      named.addAll(
          List.of(ShardsPhrases.shard(f.shard()), ShardsPhrases.transaction(f.shard(), f.id())));
    } else if (fact instanceof TransactionLost f) {
      named.addAll(
          List.of(ShardsPhrases.shard(f.shard()), ShardsPhrases.transaction(f.shard(), f.id())));
    } else if (fact instanceof ShardRegistered f) {
      named.add(ShardsPhrases.shard(f.shard()));
    }
    return named;
  }

  private static Set<String> transactions(ShardFact fact) {
    Set<String> ids = new HashSet<>();
    if (fact instanceof BlockMade f) {
      ids.addAll(f.included());
      ids.addAll(f.failed());
    } else if (fact instanceof BatchRemoved f) {
      ids.addAll(f.transactions());
    } else if (fact instanceof LeaseGranted f) {
      ids.addAll(ids(f.work()));
    } else if (fact instanceof CycleBegun f) {
      ids.addAll(ids(f.work()));
    }
    return ids;
  }

  private static Set<String> ids(CycleWork work) {
    return work.transactions().stream().map(ShardFact.Item::id).collect(Collectors.toSet());
  }
}
