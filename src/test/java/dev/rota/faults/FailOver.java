package dev.rota.faults;

import static java.util.stream.Collectors.joining;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * What happens from the kill of an engine until the other's decisions are visible. A step has
 * happened once it has on each partition of the killed one.
 */
final class FailOver implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(5);
  private static final Duration MAX = Duration.ofSeconds(60);

  private final Arena arena;
  private final String victim;
  private final EngineProcess heir;
  private final Set<Integer> share;
  private final KafkaConsumer<byte[], byte[]> written;
  private final Map<Step, Long> seen = new EnumMap<>(Step.class);
  private final Set<Integer> decided = new HashSet<>();
  private long killedMillis;
  private long missedNanos;

  /** In the order in which they happen, as a rule. */
  enum Step {
    MISSED("the group misses it"),
    ASSIGNED("the other engine is assigned its partitions"),
    FENCED("its open transactions are being ended"),
    RESTORING("the restore of rows has begun"),
    RESTORED("rows are restored"),
    OPEN("the ledger's tail is replayed"),
    DECIDED("a turn is decided and written"),
    VISIBLE("a turn is committed and visible");

    private final String words;

    Step(String words) {
      this.words = words;
    }
  }

  /** Looks at an engine that is about to be killed. */
  FailOver(Arena arena, int victim) throws Exception {
    this.arena = arena;
    this.victim = arena.engine(victim).name();
    this.heir = arena.engine(1 - victim);
    this.share = arena.shareOf(victim);
    var bytes = new ByteArrayDeserializer();
    this.written = new KafkaConsumer<>(arena.kafka(), bytes, bytes);
    List<TopicPartition> all =
        Observer.topics(Arena.CORES.name()).stream()
            .flatMap(topic -> share.stream().map(i -> new TopicPartition(topic, i)))
            .toList();
    written.assign(all);
    written.seekToEnd(all);
    all.forEach(written::position);
  }

  Set<Integer> share() {
    return share;
  }

  /** It is killed now. */
  void begin() {
    killedMillis = System.currentTimeMillis();
  }

  /** Waits for the last step. */
  void watch() throws Exception {
    long until = System.nanoTime() + MAX.toNanos();
    while (!seen.containsKey(Step.VISIBLE) && System.nanoTime() < until) {
      look();
    }
    read(heir.log());
  }

  private void look() throws Exception {
    if (!seen.containsKey(Step.MISSED) && !arena.shares().has(victim)) {
      missedNanos = System.nanoTime();
      see(Step.MISSED);
    }
    if (!seen.containsKey(Step.ASSIGNED)
        && arena.shares().of(heir.name()).size() == Arena.PARTITIONS) {
      see(Step.ASSIGNED);
    }
    var records = written.poll(POLL);
    if (seen.containsKey(Step.MISSED)) { // what the killed one has written was there before
      records.forEach(record -> decided.add(record.partition()));
      if (decided.containsAll(share)) {
        see(Step.DECIDED);
      }
      if (arena.observer().heardAfter(share, missedNanos)) {
        see(Step.VISIBLE);
      }
    }
  }

  private void see(Step step) {
    seen.putIfAbsent(step, System.currentTimeMillis() - killedMillis);
  }

  /** What the other engine logged since. */
  private void read(String log) {
    List<String> lines =
        log.lines()
            .filter(line -> line.matches("\\d{4}-\\S+ INFO .*"))
            .filter(this::isLater)
            .toList();
    read(lines, Step.FENCED, List.of("ends what a former owner left open"));
    read(lines, Step.RESTORING, each("partition %d: restoring its rows"));
    read(lines, Step.RESTORED, each("partition %d: its rows are restored"));
    read(lines, Step.OPEN, each("partition %d: it is open"));
  }

  private List<String> each(String line) {
    return share.stream().map(line::formatted).toList();
  }

  private void read(List<String> lines, Step step, Collection<String> wanted) {
    List<Long> at = new ArrayList<>();
    for (String one : wanted) {
      lines.stream()
          .filter(line -> line.contains(one))
          .map(this::since)
          .findFirst()
          .ifPresent(at::add);
    }
    if (at.size() == wanted.size()) {
      seen.put(step, at.stream().max(Long::compare).orElseThrow());
    }
  }

  private boolean isLater(String line) {
    return since(line) >= 0;
  }

  private long since(String line) {
    return Instant.parse(line.substring(0, line.indexOf(' '))).toEpochMilli() - killedMillis;
  }

  /** The steps that nobody saw, in words. */
  List<String> unseen() {
    return Stream.of(Step.values())
        .filter(step -> !seen.containsKey(step))
        .map(step -> "not seen: " + step.words)
        .toList();
  }

  /** When which step had happened, in milliseconds after the kill, a column for each fail-over. */
  static String table(String kind, List<FailOver> all) {
    StringBuilder table = new StringBuilder("ms after kill -9, " + kind + "\n");
    for (Step step : Step.values()) {
      String columns =
          all.stream()
              .map(one -> one.seen.get(step))
              .map(ms -> String.format(Locale.ROOT, "%8s", ms == null ? "-" : ms))
              .collect(joining());
      table.append(String.format(Locale.ROOT, "%-46s%s%n", step.words, columns));
    }
    return table.toString();
  }

  @Override
  public void close() {
    written.close();
  }
}
