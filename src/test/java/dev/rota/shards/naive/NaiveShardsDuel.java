package dev.rota.shards.naive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.Query;
import dev.rota.kernel.domain.QueryArguments;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.traffic.Traffic;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.PoolOutcome;
import dev.rota.shards.ShardTransaction;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsInput;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.naive.NaiveShards.Chain;
import dev.rota.shards.naive.NaiveShardsHistory.Event;
import dev.rota.shards.wire.ShardsWire;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/** One history, by the engine, by one that is reopened from its rows now and then, and naively. */
final class NaiveShardsDuel {
  private static final int REOPENED_EVERY = 10;
  private static final int SHOWN_MAX = 25;

  /** More than are ever pending. */
  private static final long LIMIT = 10_000;

  /** Records whose name is part of what they say. */
  private static final Set<String> NAMED = named();

  private final Map<String, Query<ShardsState>> queries;
  private final long seed;
  private final NaiveShardsHistory history;
  private final NaiveShards naive = new NaiveShards();
  private final LanesInMemory engine;
  private final LanesInMemory reopened;
  private final Random random;
  private final List<Event> events = new ArrayList<>();
  private final Map<String, Integer> seen = new TreeMap<>();

  NaiveShardsDuel(DomainCard<ShardsState, ShardsInput, ShardsFact> domain, long seed) {
    this.queries = domain.queries();
    this.seed = seed;
    this.history = new NaiveShardsHistory(seed);
    this.engine = new LanesInMemory(domain);
    this.reopened = new LanesInMemory(domain);
    this.random = new Random(~seed);
  }

  /** Gives how often each kind of thing was compared. */
  Map<String, Integer> play(int steps) {
    try {
      for (int i = 0; i < steps; i++) {
        Event event = history.next(naive);
        events.add(event);
        step(event);
      }
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          "repeat: ./mvnw test -Dtest=ShardsOracleTest -Drota.seed="
              + seed
              + "\ndiffers after "
              + lines(),
          e);
    }
    naive.met.forEach((what, times) -> seen.merge(what, times, Integer::sum));
    return seen;
  }

  private String lines() {
    StringBuilder lines = new StringBuilder(events.size() + " events, the last of them:\n");
    for (Event event : events.subList(Math.max(0, events.size() - SHOWN_MAX), events.size())) {
      lines.append("  ").append(event.at()).append(' ').append(event.record()).append('\n');
    }
    return lines.toString();
  }

  private void step(Event event) {
    List<Map<String, Object>> expected = naive.take(event.at(), event.record());
    DecidedTurn decided = take(engine, event);
    same("told", told(decided), plain(expected));
    expected.forEach(this::count);
    compareAnswers("", engine);
    if (!Arrays.equals(take(reopened, event).toBytes(), decided.toBytes())) {
      throw new AssertionError("reopened: another entry of the ledger");
    }
    if (random.nextInt(REOPENED_EVERY) == 0) {
      reopened.restart();
      compareAnswers("reopened: ", reopened);
      seen.merge("reopened", 1, Integer::sum);
    }
  }

  private static DecidedTurn take(LanesInMemory bench, Event event) {
    return event.record() == null
        ? bench.tick(NaiveShards.POOL, event.at())
        : bench.take(NaiveShards.POOL, new Traffic.Event(topic(event), event.at(), event.record()));
  }

  private static String topic(Event event) {
    if (event.record() instanceof ShardTransaction) {
      return ShardsWire.TRANSACTIONS;
    }
    if (event.record() instanceof BlockEnvironment) {
      return ShardsWire.ENVIRONMENTS;
    }
    return event.record() instanceof WorkerEvent ? ShardsWire.WORKERS : ShardsWire.POLICIES;
  }

  private void compareAnswers(String which, LanesInMemory bench) {
    ShardsState state = (ShardsState) bench.lane(NaiveShards.POOL).state();
    compare(which, state, "check", Map.of(), NaiveShardsView.check(naive));
    compare(
        which, state, "queue", Map.of("at", naive.now), NaiveShardsView.queue(naive, naive.now));
    for (Chain chain : naive.chains.values()) {
      compare(
          which,
          state,
          "pool",
          Map.of("shard", chain.name, "limit", LIMIT),
          NaiveShardsView.pending(chain));
    }
  }

  private void compare(
      String which, ShardsState state, String query, Map<String, Object> args, Object expected) {
    Object answer = queries.get(query).answer(state, new QueryArguments(new HashMap<>(args)));
    same(which + query + " " + args, plain(answer), plain(expected));
    seen.merge("query " + which + query, 1, Integer::sum);
  }

  /** Names the first place that is not so. */
  private static void same(String place, Object actual, Object expected) {
    if (Objects.equals(actual, expected)) {
      return;
    }
    if (actual instanceof Map<?, ?> map && expected instanceof Map<?, ?> other) {
      Set<Object> names = new TreeSet<>(map.keySet());
      names.addAll(other.keySet());
      names.forEach(name -> same(place + "/" + name, map.get(name), other.get(name)));
    } else if (actual instanceof List<?> list && expected instanceof List<?> other) {
      for (int i = 0; i < Math.max(list.size(), other.size()); i++) {
        same(place + "/" + i, at(list, i), at(other, i));
      }
    }
    throw new AssertionError(place + ": the engine has " + actual + ", the naive one " + expected);
  }

  private static Object at(List<?> list, int index) {
    return index < list.size() ? list.get(index) : null;
  }

  private void count(Map<String, Object> line) {
    Map<?, ?> of = (Map<?, ?>) line.getOrDefault("event", line);
    StringBuilder what = new StringBuilder((String) of.get("is"));
    for (String name : List.of("outcome", "report", "reason")) {
      what.append(of.get(name) == null ? "" : " " + of.get(name));
    }
    if (of.get("endOfLease") instanceof Map<?, ?> end) {
      what.append(" end ").append(end.get("reason"));
    }
    seen.merge(what.toString(), 1, Integer::sum);
  }

  private static Object told(DecidedTurn decided) {
    List<Object> told = new ArrayList<>();
    for (Output published : decided.published()) {
      assertThat(published.record()).as("no dead letter").isNotNull();
      told.add(plain(published.record()));
    }
    return told;
  }

  /** Maps without nulls, lists, texts, truths and longs, whatever it was made of. */
  private static Object plain(Object value) {
    if (value instanceof SpecificRecord record) {
      return plainRecord(record);
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> copy = new HashMap<>();
      map.forEach((key, each) -> put(copy, (String) key, each));
      return copy;
    }
    if (value instanceof List<?> list) {
      List<Object> copy = new ArrayList<>(list.size());
      list.forEach(each -> copy.add(plain(each)));
      return copy;
    }
    if (value instanceof Integer || value instanceof Short) {
      return ((Number) value).longValue();
    }
    return value instanceof Enum<?> || value instanceof CharSequence ? value.toString() : value;
  }

  /** Errors are handed on as they were reported; of other words for people, that there are some. */
  private static Map<String, Object> plainRecord(SpecificRecord record) {
    Map<String, Object> map = new HashMap<>();
    for (Schema.Field field : record.getSchema().getFields()) {
      put(map, field.name(), record.get(field.pos()));
    }
    if (!List.of("FAILED", "BATCH_FAILED").contains(map.getOrDefault("outcome", ""))) {
      map.computeIfPresent("detail", (_, _) -> NaiveShardsTold.WORDS);
    }
    String name = record.getSchema().getName();
    if (NAMED.contains(name)) {
      map.put("is", name);
    }
    return map;
  }

  private static void put(Map<String, Object> map, String name, Object value) {
    if (value != null) {
      map.put(name, plain(value));
    }
  }

  private static Set<String> named() {
    Set<String> named = new TreeSet<>(Set.of("PoolOutcome", "ShardAssignment"));
    Schema events = PoolOutcome.getClassSchema().getField("event").schema();
    events.getTypes().forEach(branch -> named.add(branch.getName()));
    return named;
  }
}
