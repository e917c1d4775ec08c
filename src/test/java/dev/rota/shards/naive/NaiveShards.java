package dev.rota.shards.naive;

import dev.rota.shards.Affinity;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.ShardPolicy;
import dev.rota.shards.ShardTransaction;
import dev.rota.shards.WorkerEvent;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The rules once more, as the specification words them: lists and scans, nothing clever, nothing
 * shared with the engine but the records. Ids in brackets are the specification's rules.
 *
 * <p>What it leaves open is as the engine has it: numbers begin at 1, a full pool is said before a
 * nonce, leaving before the quantum; leaving is a sign of life, and a slot whose lease was revoked
 * waits again; a time-out that changes begins anew for everybody.
 */
final class NaiveShards {
  static final String POOL = "naive";
  static final long NEVER = Long.MAX_VALUE;
  static final long BATCH_BYTES = 8L << 20;

  /** Deadlines of one instant: whoever is dead has no lease that could expire. */
  static final List<String> KINDS = List.of("session", "lease", "stop");

  /** [2] */
  enum State {
    IDLE,
    PENDING,
    RUNNING
  }

  /** [9] */
  enum Phase {
    OPEN,
    DRAINING,
    DRAINED,
    STOPPED
  }

  record Tx(String id, String sender, Long nonce, ByteBuffer payload, long seq, long at) {}

  /** A lease whose slot waits for a word from a thread that hangs. */
  record Parked(String shard, long epoch) {}

  record Due(long at, String kind, String id) {}

  /** [1] "one contract address = one independent little chain" */
  static final class Chain {
    final String name;
    State state = State.IDLE;
    long queuedAt;
    long epoch;
    long height;
    String stateRoot;
    Long ownQuantum;
    final List<Tx> pool = new ArrayList<>();
    long nextSeq = 1;
    Hold hold;
    long settledEpoch;
    long settledCycle;
    String lastWorker;
    int lost;
    int alone;
    final Map<String, Long> included = new TreeMap<>();

    Chain(String name) {
      this.name = name;
    }
  }

  /** [1] a lease, and its cycle in force. */
  static final class Hold {
    final long grant;
    final String worker;
    final long grantedAt;
    long cycle;
    int count;
    long since;
    long heard;
    long version;
    boolean started;

    Hold(long grant, String worker, long now) {
      this.grant = grant;
      this.worker = worker;
      this.grantedAt = now;
      this.since = now;
      this.heard = now;
    }
  }

  static final class Executor {
    final String name;
    final long incarnation;
    final int slots;
    long seen;
    boolean leaving;
    final List<Parked> parked = new ArrayList<>();

    Executor(String name, long incarnation, int slots) {
      this.name = name;
      this.incarnation = incarnation;
      this.slots = slots;
    }
  }

  long now;
  Phase phase = Phase.OPEN;
  boolean terminated;
  long stopAt = NEVER;
  NaiveShardsPolicy policy = new NaiveShardsPolicy();
  long version;
  Map<String, Object> environment = NaiveShardsArrivals.genesis();
  long grants;
  long ended;
  long byQuantum;
  final Map<String, Chain> chains = new TreeMap<>();
  final Map<String, Executor> executors = new TreeMap<>();
  final List<String> queue = new ArrayList<>();
  final List<String> waiting = new ArrayList<>();
  final NaiveShardsTold told = new NaiveShardsTold(this);

  /** How often a rule was met that no outcome names. */
  final Map<String, Integer> met = new TreeMap<>();

  /** Everything that a record, or a tick that is null, makes of it [C1, C2]. */
  List<Map<String, Object>> take(long at, Object record) {
    told.lines.clear();
    long until = Math.max(now, at);
    met("C2 the clock went back", at < now);
    for (Due due = first(); due != null && due.at <= until; due = first()) {
      now = Math.max(now, due.at);
      fire(due);
      goOn();
    }
    now = until;
    if (record instanceof ShardTransaction tx) {
      new NaiveShardsArrivals(this).submit(tx);
    } else if (record instanceof BlockEnvironment update) {
      new NaiveShardsArrivals(this).update(update);
    } else if (record instanceof WorkerEvent event) {
      new NaiveShardsWorkers(this).take(event);
    } else if (record instanceof ShardPolicy change) {
      policy.take(this, change);
    }
    goOn();
    return List.copyOf(told.lines);
  }

  void met(String what, boolean really) {
    if (really) {
      met.merge(what, 1, Integer::sum);
    }
  }

  // [C1]
  List<Due> dues() {
    List<Due> dues = new ArrayList<>();
    for (Executor executor : executors.values()) {
      dues.add(new Due(sessionEnds(executor), "session", executor.name));
    }
    for (Chain chain : leases()) {
      dues.add(new Due(leaseEnds(chain), "lease", chain.name));
    }
    dues.add(new Due(stopAt, "stop", ""));
    dues.removeIf(due -> due.at == NEVER);
    dues.sort(
        Comparator.comparingLong(Due::at)
            .thenComparing(due -> KINDS.indexOf(due.kind))
            .thenComparing(Due::id));
    return dues;
  }

  long sessionEnds(Executor executor) {
    return policy.session == 0 ? NEVER : later(executor.seen, policy.session); // [F4]
  }

  long leaseEnds(Chain chain) {
    return policy.lease == 0 ? NEVER : later(chain.hold.heard, policy.lease); // [F7]
  }

  static Long told(long at) {
    return at == NEVER ? null : (Long) at;
  }

  /** Where time ends, nothing falls due any more. */
  static long later(long at, long millis) {
    return at > NEVER - millis ? NEVER : at + millis;
  }

  private Due first() {
    List<Due> dues = dues();
    return dues.isEmpty() ? null : dues.get(0);
  }

  private void fire(Due due) {
    for (Due other : dues()) {
      boolean isTie = other.at == due.at && !other.equals(due);
      met("C1 of one instant: " + due.kind + ", " + other.kind, isTie);
    }
    switch (due.kind) {
      case "session" ->
          new NaiveShardsWorkers(this).gone(executors.get(due.id), "SESSION", "WORKER_LOST");
      case "lease" -> {
        // [F7]
        Chain chain = chains.get(due.id);
        Executor hung = executors.get(chain.hold.worker);
        met("F7 of one that leaves", hung.leaving);
        if (!hung.leaving) {
          hung.parked.add(new Parked(chain.name, chain.epoch));
        }
        lose(chain);
        end(chain, "LEASE_EXPIRED", false);
      }
      default -> {
        // [D4]
        stopAt = NEVER;
        leases().forEach(chain -> end(chain, "SHUTDOWN", true));
      }
    }
  }

  /** In grant order. */
  List<Chain> leases() {
    return chains.values().stream()
        .filter(chain -> chain.hold != null)
        .sorted(Comparator.comparingLong((Chain chain) -> chain.hold.grant))
        .toList();
  }

  // [S3]
  void schedule(Chain chain) {
    met("S3 pending or running", chain.state != State.IDLE);
    met("S3 with an empty pool", chain.state == State.IDLE && chain.pool.isEmpty());
    met("D2 while nobody serves", chain.state == State.IDLE && !isServing());
    if (chain.state == State.IDLE) {
      chain.state = State.PENDING;
      chain.queuedAt = now;
      queue.add(chain.name);
    }
  }

  /** Dispatch until nobody waits or nothing does [R3], and see whether all is over [9]. */
  private void goOn() {
    while (isServing() && !queue.isEmpty() && !waiting.isEmpty()) {
      grant(chains.get(queue.remove(0)));
    }
    if (phase == Phase.DRAINING && queue.isEmpty() && leases().isEmpty()) {
      phase = Phase.DRAINED;
    }
    if (!isServing() && leases().isEmpty() && !terminated) {
      terminated = true;
      stopAt = NEVER;
      told.outcome("Terminated");
    }
  }

  boolean isServing() {
    return phase == Phase.OPEN || phase == Phase.DRAINING;
  }

  private void grant(Chain chain) {
    if (chain.pool.isEmpty()) {
      met("L4 passed over", true);
      chain.state = State.IDLE; // [L4]
      return;
    }
    boolean back = policy.affinity == Affinity.LAST && waiting.contains(chain.lastWorker); // [W3]
    met("W3 the last worker, out of turn", back && !waiting.get(0).equals(chain.lastWorker));
    met(
        "W3 it does not wait",
        policy.affinity == Affinity.LAST && chain.lastWorker != null && !back);
    String worker = back ? chain.lastWorker : waiting.get(0); // [W2]
    waiting.remove(worker);
    chain.state = State.RUNNING;
    chain.epoch++; // [F1]
    chain.lastWorker = worker;
    chain.hold = new Hold(++grants, worker, now);
    cycle(chain);
  }

  /** The next cycle: collect, under the environment of this moment [L2, E1]. */
  void cycle(Chain chain) {
    chain.hold.cycle++;
    chain.hold.count = collect(chain);
    chain.hold.version = version;
    boolean isPart = chain.alone == 0 && chain.hold.count < chain.pool.size();
    met("L6 by count", isPart && chain.hold.count == policy.maxBatch);
    met("L6 by bytes", isPart && chain.hold.count != policy.maxBatch);
    met("X7 alone of several", chain.alone > 0 && chain.pool.size() > 1);
    met("X7 alone though nothing is taken out", chain.alone > 0 && policy.maxAttempts == 0);
    met("D3 goes on while stopped", phase == Phase.STOPPED && chain.hold.cycle > 1);
    told.assignment(chain);
  }

  private int collect(Chain chain) {
    int most = chain.alone > 0 ? 1 : policy.maxBatch > 0 ? policy.maxBatch : Integer.MAX_VALUE;
    int count = 0;
    long bytes = 0;
    for (Tx tx : chain.pool) {
      bytes += tx.payload.remaining();
      if (count == most || (count > 0 && bytes > BATCH_BYTES)) {
        break;
      }
      count++;
    }
    return count;
  }

  long quantum(Chain chain) {
    return chain.ownQuantum == null ? policy.quantum : chain.ownQuantum; // [Q4]
  }

  /** [X7] a lease is lost; in the end the one that falls alone is taken out. */
  void lose(Chain chain) {
    if (policy.maxAttempts > 0 && chain.alone > 0) {
      Tx poison = chain.pool.remove(0);
      chain.alone--;
      chain.lost = 0;
      told.failed(chain, poison, "POISON", NaiveShardsTold.WORDS);
      return;
    }
    chain.lost++;
    boolean suspicious = policy.maxAttempts > 0 && chain.lost >= policy.maxAttempts;
    chain.alone = suspicious ? chain.hold.count : 0;
  }

  /** [P1, P2] post-processing, and what becomes of the slot. */
  void end(Chain chain, String reason, boolean freed) {
    told.end(chain, reason);
    ended++;
    byQuantum += reason.equals("QUANTUM") ? 1 : 0;
    Executor executor = executors.get(chain.hold.worker);
    chain.hold = null;
    chain.state = State.IDLE;
    if (!chain.pool.isEmpty()) {
      schedule(chain);
    }
    if (executor == null) {
      return;
    }
    if (executor.leaving) {
      new NaiveShardsWorkers(this).leaveIfDone(executor);
    } else if (freed) {
      waiting.add(executor.name);
    }
  }
}
