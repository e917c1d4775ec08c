package dev.rota.shards.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.shards.model.CycleWork;
import dev.rota.shards.model.LonePool;
import dev.rota.shards.model.ShardFact;
import dev.rota.shards.model.ShardFact.CycleBegun;
import dev.rota.shards.model.ShardFact.LeaseGranted;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsInput;
import dev.rota.shards.model.ShardsInput.Change;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * I15: without faults, the same worker runs the same batch of the same shard from the same instant
 * on as in a pool of threads that share a queue, each of which stays with its shard for a quantum.
 */
class ThreadsOracleTest {
  private static final int RUNS = 300;
  private static final int TRANSACTIONS = 150;
  private static final long QUANTUM = 100;

  /** Something that happens: a transaction comes, or a thread is done with its cycle. */
  private record Happening(long at, long number, String shard, String id, int thread)
      implements Comparable<Happening> {
    @Override
    public int compareTo(Happening other) {
      return at != other.at ? Long.compare(at, other.at) : Long.compare(number, other.number);
    }
  }

  /** The threads. Nothing here knows the rules. */
  private static final class Threads {
    private final PriorityQueue<Happening> coming = new PriorityQueue<>();
    private final Map<String, ArrayDeque<String>> pools = new TreeMap<>();
    private final ArrayDeque<String> queue = new ArrayDeque<>();
    private final ArrayDeque<Integer> waiting = new ArrayDeque<>();
    private final Map<String, Integer> blocks = new TreeMap<>();
    private final TreeMap<String, Boolean> idle = new TreeMap<>();
    private final Map<Integer, Integer> batches = new TreeMap<>();
    private final Map<Integer, Long> since = new TreeMap<>();
    private final List<String> log = new ArrayList<>();
    private long numbers;

    void come(long at, String shard, String id) {
      coming.add(new Happening(at, numbers++, shard, id, -1));
    }

    /** What happens next, or null; it has happened then. */
    Happening next() {
      Happening next = coming.poll();
      if (next != null && next.thread < 0) {
        pools.computeIfAbsent(next.shard, _ -> new ArrayDeque<>()).add(next.id);
        if (idle.getOrDefault(next.shard, true)) {
          idle.put(next.shard, false);
          queue.add(next.shard);
        }
      } else if (next != null) {
        done(next);
      }
      while (next != null && !queue.isEmpty() && !waiting.isEmpty()) {
        int thread = waiting.remove();
        since.put(thread, next.at);
        cycle(thread, queue.remove(), next.at);
      }
      return next;
    }

    private void done(Happening done) {
      ArrayDeque<String> pool = pools.get(done.shard);
      for (int i = 0; i < batches.get(done.thread); i++) {
        pool.remove();
      }
      blocks.merge(done.shard, 1, Integer::sum);
      if (done.at - since.get(done.thread) < QUANTUM && !pool.isEmpty()) {
        cycle(done.thread, done.shard, done.at);
        return;
      }
      waiting.add(done.thread);
      idle.put(done.shard, pool.isEmpty());
      if (!pool.isEmpty()) {
        queue.add(done.shard);
      }
    }

    private void cycle(int thread, String shard, long at) {
      List<String> batch = new ArrayList<>(pools.get(shard));
      batches.put(thread, batch.size());
      int block = blocks.getOrDefault(shard, 0) + 1;
      log.add(at + " w" + thread + " " + shard + " " + block + " " + batch);
      long takes = 1 + Math.floorMod((shard + batch).hashCode(), 70L);
      coming.add(new Happening(at + takes, numbers++, shard, null, thread));
    }
  }

  private static void note(
      List<ShardsFact> facts, List<String> log, Map<String, CycleWork> running) {
    for (ShardsFact fact : facts) {
      CycleWork work = null;
      if (fact instanceof LeaseGranted granted) {
        work = granted.work();
      } else if (fact instanceof CycleBegun begun) {
        work = begun.work();
      }
      if (work != null) {
        running.put(work.shard(), work);
        List<String> batch = work.transactions().stream().map(ShardFact.Item::id).toList();
        log.add(
            fact.atMillis()
                + " "
                + work.worker()
                + " "
                + work.shard()
                + " "
                + work.block()
                + " "
                + batch);
      }
    }
  }

  private static int run(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Threads threads = new Threads();
    LonePool pool = new LonePool();
    Map<String, Object> unlimited =
        Map.of(
            "quantumMs",
            QUANTUM,
            "maxBatch",
            0,
            "sessionTimeoutMs",
            0L,
            "leaseTimeoutMs",
            0L,
            "maxAttempts",
            0);
    pool.take(0, new Change(unlimited, null, List.of()));
    for (int worker = 0; worker < 1 + random.nextInt(4); worker++) {
      threads.waiting.add(worker);
      pool.take(0, Inputs.join("w" + worker, 1, 1));
    }
    int shards = 1 + random.nextInt(8);
    long at = 0;
    for (int i = 0; i < TRANSACTIONS; i++) {
      at += random.nextInt(20);
      threads.come(at, "shard-" + random.nextInt(1 + random.nextInt(shards)), "t" + i);
    }
    List<String> log = new ArrayList<>();
    Map<String, CycleWork> running = new TreeMap<>();
    for (Happening next = threads.next(); next != null; next = threads.next()) {
      CycleWork work = running.get(next.shard);
      ShardsInput input =
          next.thread < 0
              ? Inputs.tx(next.shard, next.id)
              : Inputs.done(next.shard, "w" + next.thread, work.epoch(), work.cycle());
      note(pool.take(next.at, input), log, running);
      assertThat(log).as("seed %d at %d", seed, next.at).isEqualTo(threads.log);
    }
    return log.size();
  }

  @Test
  void thePoolDoesWhatThreadsDo() {
    int cycles = 0;
    for (long seed = 1; seed <= RUNS; seed++) {
      cycles += run(seed);
    }
    System.out.println("shards beside threads: " + RUNS + " runs, " + cycles + " cycles equal");
    assertThat(cycles).isGreaterThan(RUNS * 20);
  }
}
