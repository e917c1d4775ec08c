package dev.rota.shards.naive;

import dev.rota.shards.Affinity;
import dev.rota.shards.Beats;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.Committed;
import dev.rota.shards.Creation;
import dev.rota.shards.Drain;
import dev.rota.shards.Failed;
import dev.rota.shards.Heartbeat;
import dev.rota.shards.Joined;
import dev.rota.shards.Leaving;
import dev.rota.shards.NonceRule;
import dev.rota.shards.Register;
import dev.rota.shards.Released;
import dev.rota.shards.Resume;
import dev.rota.shards.Schedule;
import dev.rota.shards.ShardPolicy;
import dev.rota.shards.ShardTransaction;
import dev.rota.shards.Shutdown;
import dev.rota.shards.Started;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.naive.NaiveShards.Chain;
import dev.rota.shards.naive.NaiveShards.Due;
import dev.rota.shards.naive.NaiveShards.Executor;
import dev.rota.shards.naive.NaiveShards.Phase;
import dev.rota.shards.naive.NaiveShards.Tx;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;

/**
 * A seeded pool: the seed picks how large it is and how often each kind of thing happens, and then
 * what happens. It sees the pool, as its workers and operators do.
 */
final class NaiveShardsHistory {
  /** Something happens, or a tick that is null. */
  record Event(long at, SpecificRecord record) {}

  /** Two of them are in a batch, three are too many; so few, as they take their time. */
  private static final ByteBuffer BIG_PAYLOAD = ByteBuffer.wrap(new byte[3 << 20]);

  private static final int BIG_EVERY = 100;
  private static final int MEMORY = 12;
  private static final Long NEGATIVE = -1L;
  private static final Long[] LAST = {Long.MAX_VALUE, Long.MAX_VALUE - 1};

  /** The largest limit of a policy, in milliseconds. */
  private static final long DAYS = 36_500L * 24 * 60 * 60 * 1000;

  /** Fields of a policy. */
  private static final int ALL = 10;

  private final Random random;
  private final int shards;
  private final int workers;
  private final int pace;
  private final long unit;
  private final double[] weights;
  private final double switching;
  private final double noise;
  private final double stopping;
  private final double edges;

  /** How often a number is one of the last ones. */
  private final double extremes;

  private final long begin;
  private final Set<String> frozen = new HashSet<>();
  private final List<SpecificRecord> late = new ArrayList<>();
  private final List<SpecificRecord> sent = new ArrayList<>();
  private int ids;
  private final Deque<SpecificRecord> first = new ArrayDeque<>();

  NaiveShardsHistory(long seed) {
    random = new Random(seed * 0x9E3779B97F4A7C15L + 1);
    shards = 1 + random.nextInt(6);
    workers = 1 + random.nextInt(4);
    pace = 1 + random.nextInt(12);
    unit = 10L * any(1, 2, 5, 10, 30);
    weights =
        new double[] {
          0.5 + random.nextDouble() * 2, // a transaction
          0.1, // an environment
          0.2 + rarely(0.6), // a worker joins
          0.2 + rarely(1.0), // it beats
          rarely(0.2), // it leaves
          1.0 + random.nextDouble() * 3, // it reports
          0.0, // a policy
          0.1 + rarely(0.3), // a command
          rarely(0.5), // a tick
          rarely(0.5), // something once more
          rarely(0.4), // something late
        };
    switching = random.nextInt(4) == 0 ? 0 : random.nextDouble() * 0.6;
    weights[6] = switching;
    noise = rarely(0.15);
    stopping = rarely(0.8);
    edges = rarely(0.12);
    extremes = rarely(0.03);
    begin = random.nextInt(10) == 0 ? Long.MAX_VALUE - random.nextInt(300) : 0;
    if (is(0.8)) {
      first.add(policy(ALL));
    }
    if (seed % BIG_EVERY == 0) {
      first.add(ShardPolicy.newBuilder().setPool(NaiveShards.POOL).setMaxBatch(0).build());
      for (int i = 0; i < 3; i++) {
        first.add(transaction("0xa", "big" + i, null, null, BIG_PAYLOAD));
      }
    }
  }

  private double rarely(double most) {
    return random.nextInt(3) == 0 ? 0 : random.nextDouble() * most;
  }

  private boolean is(double chance) {
    return random.nextDouble() < chance;
  }

  private <T> T any(List<? extends T> list) {
    return list.get(random.nextInt(list.size()));
  }

  @SafeVarargs
  private <T> T any(T... all) {
    return all[random.nextInt(all.length)];
  }

  Event next(NaiveShards pool) {
    if (!first.isEmpty()) {
      return new Event(begin, first.remove());
    }
    return new Event(at(pool), next(pool, pool.executors.isEmpty() && is(0.3) ? 2 : kind()));
  }

  /** Often the same instant, or one at which something falls due, or the one before or after. */
  private long at(NaiveShards pool) {
    List<Due> dues = pool.dues();
    if (is(edges) && !dues.isEmpty()) {
      return any(dues.subList(0, Math.min(2, dues.size()))).at() + any(-1, 0, 0, 0, 1);
    }
    if (is(0.3)) {
      return Math.max(begin, pool.now) - (is(0.1) ? random.nextInt(50) : 0);
    }
    long pause = is(0.01) ? 20 * unit : random.nextInt(2 * pace + 1);
    return NaiveShards.later(Math.max(begin, pool.now), pause);
  }

  private int kind() {
    double all = 0;
    for (double weight : weights) {
      all += weight;
    }
    double pick = random.nextDouble() * all;
    int kind = 0;
    while (kind < weights.length - 1 && pick >= weights[kind]) {
      pick -= weights[kind++];
    }
    return kind;
  }

  private SpecificRecord next(NaiveShards pool, int kind) {
    SpecificRecord record =
        switch (kind) {
          case 0 -> transaction(pool);
          case 1 -> environment();
          case 2 -> join(pool);
          case 3 -> event(worker(pool), new Heartbeat(), pool);
          case 4 -> event(worker(pool), new Leaving(), pool);
          case 5 -> report(pool);
          case 6 -> policy(is(0.2) ? ALL : 1 + random.nextInt(3));
          case 7 -> command(pool);
          case 8 -> null;
          case 9 -> sent.isEmpty() ? null : any(sent);
          default -> late.isEmpty() ? null : late.remove(random.nextInt(late.size()));
        };
    if (record != null) {
      sent.add(record);
      if (sent.size() > MEMORY) {
        sent.remove(0);
      }
    }
    return record;
  }

  private String shard() {
    return is(noise * 0.3) ? any("", "0xnowhere") : "0x" + (char) ('a' + random.nextInt(shards));
  }

  private String worker(NaiveShards pool) {
    String any = "w" + (1 + random.nextInt(workers));
    return pool.executors.isEmpty() || is(0.15) ? any : any(List.copyOf(pool.executors.keySet()));
  }

  private SpecificRecord transaction(NaiveShards pool) {
    String shard = shard();
    Chain chain = pool.chains.get(shard);
    boolean again = chain != null && !chain.pool.isEmpty() && is(0.04);
    String id = again ? any(chain.pool).id() : is(0.02) ? "t" + random.nextInt(5) : "t" + ids++;
    String sender = is(0.3) ? null : any("alice", "bob");
    Long nonce = is(0.15) ? null : (Long) (long) random.nextInt(4);
    if (sender != null && is(0.7)) {
      nonce = NaiveShardsArrivals.nextNonce(chain, sender);
    }
    if (is(noise * 0.2)) {
      nonce = -1L;
    }
    if (is(extremes)) {
      nonce = any(LAST);
    }
    return transaction(shard, is(noise * 0.1) ? "" : id, sender, nonce, bytes());
  }

  private static SpecificRecord transaction(
      String shard, String id, String sender, Long nonce, ByteBuffer payload) {
    return ShardTransaction.newBuilder()
        .setPool(NaiveShards.POOL)
        .setShard(shard)
        .setId(id)
        .setSender(sender)
        .setNonce(nonce)
        .setPayload(payload)
        .build();
  }

  private ByteBuffer bytes() {
    byte[] bytes = new byte[random.nextInt(4)];
    random.nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }

  private SpecificRecord environment() {
    return BlockEnvironment.newBuilder()
        .setPool(NaiveShards.POOL)
        .setNumber(is(noise * 0.5) ? -1 : number(1000))
        .setTimestamp(number(1000))
        .setL1GasPriceWei(number(3))
        .setL1GasPriceFri(number(3))
        .setSequencerAddress("0x" + random.nextInt(3))
        .setProtocolVersion(any("", "0.13"))
        .build();
  }

  private long number(int most) {
    return is(extremes) ? any(LAST) : random.nextInt(most);
  }

  private SpecificRecord join(NaiveShards pool) {
    String worker = "w" + (1 + random.nextInt(workers));
    Executor old = pool.executors.get(worker);
    long incarnation = old == null ? 1 + random.nextInt(3) : old.incarnation + any(0, 0, 1, 1, -1);
    if (is(extremes)) {
      incarnation = any(-1L, Long.MAX_VALUE, Long.MAX_VALUE - 1);
    }
    int slots = is(noise) ? any(0, -1, 1001, 1000) : 1 + random.nextInt(3);
    frozen.remove(worker);
    String name = is(noise * 0.2) ? "" : worker;
    return new WorkerEvent(NaiveShards.POOL, name, incarnation, new Joined(slots));
  }

  private SpecificRecord event(String worker, Object event, NaiveShards pool) {
    Executor executor = pool.executors.get(worker);
    long incarnation = executor == null ? 1 : executor.incarnation;
    if (is(0.08)) {
      incarnation += any(-1, 1);
    }
    SpecificRecord record = new WorkerEvent(NaiveShards.POOL, worker, incarnation, event);
    if (frozen.contains(worker)) {
      late.add(record);
      if (is(0.05)) {
        frozen.remove(worker);
      }
      return null;
    }
    if (is(0.02)) {
      frozen.add(worker);
    }
    return record;
  }

  private SpecificRecord report(NaiveShards pool) {
    List<Chain> leases = pool.leases();
    if (leases.isEmpty() && is(0.8)) {
      return pool.waiting.isEmpty() ? join(pool) : transaction(pool);
    }
    if (leases.isEmpty() || is(0.03)) {
      List<Chain> all = List.copyOf(pool.chains.values());
      return all.isEmpty() ? null : stray(any(all), pool);
    }
    Chain chain = any(leases);
    String worker = chain.hold.worker;
    long epoch = chain.epoch;
    long cycle = chain.hold.cycle;
    if (is(extremes)) {
      epoch = any(Long.MAX_VALUE, Long.MIN_VALUE, epoch);
      cycle = any(Long.MAX_VALUE, Long.MIN_VALUE, cycle);
    } else if (is(0.06)) {
      switch (random.nextInt(4)) {
        case 0 -> worker = worker(pool);
        case 1 -> epoch += any(-1, 1);
        case 2 -> cycle += any(-1, 1);
        default -> {
          epoch -= 1;
          cycle += 1;
        }
      }
    }
    return event(worker, said(chain, epoch, cycle), pool);
  }

  /** About a shard that may have no lease, or another. */
  private SpecificRecord stray(Chain chain, NaiveShards pool) {
    String worker = chain.lastWorker == null || is(0.2) ? worker(pool) : chain.lastWorker;
    String shard = is(0.1) ? "0xnowhere" : chain.name;
    long epoch = chain.epoch + any(-1, 0, 0, 0, 1);
    long cycle = any(0, 1, 1, 2, 3);
    Object said =
        any(
            new Started(shard, epoch, cycle),
            Committed.newBuilder().setShard(shard).setEpoch(epoch).setCycle(cycle).build(),
            new Failed(shard, epoch, cycle, "late"),
            new Released(shard, epoch, cycle));
    return event(worker, said, pool);
  }

  private Object said(Chain chain, long epoch, long cycle) {
    double pick = random.nextDouble();
    if (pick < 0.2) {
      return new Started(chain.name, epoch, cycle);
    }
    if (pick < 0.27) {
      return new Failed(chain.name, epoch, cycle, any("", "boom"));
    }
    if (pick < 0.35) {
      return new Released(chain.name, epoch, cycle);
    }
    int count = chain.hold.count;
    Integer executed = any(null, null, count, random.nextInt(count + 1), random.nextInt(count + 1));
    if (is(0.03)) {
      executed = any(-1, 0, count + 1, Integer.MAX_VALUE, Integer.MIN_VALUE);
    }
    List<String> failed = failed(chain, executed == null ? count : executed);
    return Committed.newBuilder()
        .setShard(chain.name)
        .setEpoch(epoch)
        .setCycle(cycle)
        .setExecuted(executed)
        .setFailed(failed)
        .setReasons(failed.isEmpty() || is(0.5) ? Map.of() : Map.of(failed.get(0), "no funds"))
        .setStateRoot(is(0.2) ? null : "root-" + random.nextInt(100))
        .setStateDiff(is(0.5) ? null : bytes())
        .setReceipts(is(0.5) ? null : bytes())
        .build();
  }

  private List<String> failed(Chain chain, int executed) {
    List<String> failed = new ArrayList<>();
    for (Tx tx : chain.pool.subList(0, Math.max(0, Math.min(executed, chain.hold.count)))) {
      if (is(0.15)) {
        failed.add(random.nextInt(failed.size() + 1), tx.id());
      }
    }
    if (is(0.03)) {
      failed.add(any("t-none", any(chain.pool).id()));
    }
    return failed;
  }

  private SpecificRecord policy(int fields) {
    ShardPolicy.Builder policy = ShardPolicy.newBuilder().setPool(NaiveShards.POOL);
    for (int i = 0; i < fields; i++) {
      set(policy, fields == ALL ? i : random.nextInt(ALL));
    }
    return policy.build();
  }

  private void set(ShardPolicy.Builder policy, int field) {
    boolean bad = is(noise * 0.2);
    switch (field) {
      case 0 ->
          policy.setQuantumMs(
              bad
                  ? any(-1L, Long.MAX_VALUE)
                  : is(extremes) ? DAYS : any(0L, 1L, unit / 2, unit, 2 * unit, 100L));
      case 1 -> policy.setMaxBatch(bad ? -1 : any(0, 0, 1, 2, 3, 1000, Integer.MAX_VALUE));
      case 2 -> policy.setSessionTimeoutMs(bad ? any(-1L, Long.MAX_VALUE) : (Long) timeOut());
      case 3 -> policy.setLeaseTimeoutMs(bad ? any(-1L, Long.MAX_VALUE) : (Long) timeOut());
      case 4 -> policy.setMaxAttempts(bad ? -1 : any(0, 1, 1, 2, 3, Integer.MAX_VALUE));
      case 5 -> policy.setMaxPending(bad ? -1 : any(0, 0, 1, 3, 8, Integer.MAX_VALUE));
      case 6 ->
          policy.setCreation(
              bad ? Creation.UNKNOWN : any(Creation.LAZY, Creation.LAZY, Creation.REGISTERED));
      case 7 -> policy.setNonces(bad ? NonceRule.UNKNOWN : any(NonceRule.OFF, NonceRule.STRICT));
      case 8 -> policy.setAffinity(bad ? Affinity.UNKNOWN : any(Affinity.OFF, Affinity.LAST));
      default -> policy.setBeats(bad ? Beats.UNKNOWN : any(Beats.ANSWERED, Beats.CHANGES));
    }
  }

  /** Few of them, so that several end at one instant. */
  private long timeOut() {
    return is(extremes) ? DAYS : any(0L, 1L, unit, unit, 2 * unit, 3 * unit, 5 * unit);
  }

  private SpecificRecord command(NaiveShards pool) {
    Object control;
    if (pool.phase != Phase.OPEN && is(0.25)) {
      control = new Resume();
    } else if (is(stopping)) {
      Long timeOut = is(0.3) ? null : is(noise * 0.2) ? NEGATIVE : (Long) timeOut();
      if (is(0.3) && !pool.dues().isEmpty()) {
        timeOut = pool.dues().get(0).at() - pool.now;
      }
      control = any(new Shutdown(timeOut), new Shutdown(timeOut), new Drain(), new Resume());
    } else {
      Long own = is(noise * 0.2) ? NEGATIVE : any(null, 0L, unit, 3 * unit);
      control = any(new Register(shard(), own), new Schedule(shard()));
    }
    ShardPolicy.Builder policy = ShardPolicy.newBuilder().setPool(NaiveShards.POOL);
    if (is(0.1)) {
      set(policy, random.nextInt(ALL));
    }
    return policy.setControl(control).build();
  }
}
