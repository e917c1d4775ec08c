package dev.rota.end;

import static dev.rota.end.CoresCluster.CORES;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.base.book.DocBlock;
import dev.rota.cores.model.RuleSet;
import dev.rota.faults.EngineProcess;
import dev.rota.lab.traffic.Traffic;
import dev.rota.lab.traffic.cores.RelayChainShape;
import dev.rota.lab.traffic.cores.RelayChainTraffic;
import dev.rota.testing.NotRun;
import dev.rota.testing.Patience;
import dev.rota.testing.Ports;
import dev.rota.testing.Program;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Engines are restarted one by one by the commands of the documentation, while inputs flow. */
class RollingRestartIT {
  private static final Path PAGE = Path.of("docs/rolling-restart.md");
  private static final String GROUPS = "kafka-consumer-groups.sh";
  private static final String CHANGELOG = "rota-cores-cores-rows-changelog";
  private static final String INPUT = "block-events";
  private static final int PARTITIONS = 4;

  /** Enough that a copy's lag is less. */
  private static final int RECORDS_MIN = 20;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, String> ENGINE =
      Map.of("ROTA_THREADS", "1", "ROTA_CHECKPOINT_INTERVAL_MS", "1000");

  /** A slow machine does not put an engine out of its group: only a restart does. */
  private static final String SESSION_LONG = "60000";

  /** Kafka's least: a killed engine is missed soon. */
  private static final String SESSION_SHORT = "6000";

  @TempDir private Path dir;
  private CoresCluster cluster;
  private Flow flow;
  private final List<EngineProcess> engines = new ArrayList<>();

  /**
   * What the commands of the page say of the group.
   *
   * @param members how many partitions each engine has, of all topics
   * @param shares partitions of each engine, of one topic
   */
  private record Group(
      String state, Map<String, Integer> members, Map<String, Set<Integer>> shares) {
    boolean isEven() {
      return state.equals("Stable 2")
          && members.size() == 2
          && members.values().stream().allMatch(one -> one > 0)
          && shares.values().stream().map(Set::size).toList().equals(List.of(2, 2));
    }
  }

  @BeforeEach
  void start() throws IOException {
    cluster = CoresCluster.start(PARTITIONS);
    Files.writeString(
        dir.resolve("rota.properties"),
        "bootstrap.servers=%s%nschema.registry.url=%s%n"
            .formatted(cluster.bootstrap(), cluster.registry()));
    Path groups = dir.resolve(GROUPS);
    Files.writeString(
        groups,
        "#!/bin/sh\nexec '%s' %s \"$@\"\n"
            .formatted(
                String.join("' '", Program.jvm("-Xmx256m")),
                "org.apache.kafka.tools.consumer.group.ConsumerGroupCommand"));
    Files.setPosixFilePermissions(groups, PosixFilePermissions.fromString("rwxr-xr-x"));
    flow = new Flow(cluster);
  }

  @AfterEach
  void stop() {
    flow.close();
    engines.forEach(EngineProcess::close);
    cluster.close();
  }

  @Test
  void eachEngineIsRestartedByTheCommandsOfThePage() throws Exception {
    NotRun.unless(shell("command -v curl").exit() == 0, PAGE + ": there is no curl");
    flow.begin();
    engines.add(engine(0, "0", SESSION_LONG));
    engines.add(engine(1, "0", SESSION_LONG));
    assertThat(restart().get(0)).isEqualTo("systemctl restart rota");
    for (int index = 0; index < engines.size(); index++) {
      Set<Integer> share = awaitEven().shares().get(engines.get(index).name());
      await().until(() -> records(share).values().stream().allMatch(one -> one > 0));
      EngineProcess heir = engines.get(1 - index);
      int before = heir.errors().length();
      assertThat(engines.get(index).terminate()).isEqualTo(143);
      flow.awaitProgress();
      String log = heir.errors().substring(before);
      assertThat(share)
          .as("cold: nobody has a copy")
          .allSatisfy(
              it -> assertThat(log).contains("partition %d: restoring its rows".formatted(it)));
      engines.set(index, engine(index, "0", SESSION_LONG));
    }
    awaitEven();
    flow.awaitProgress();
    nothingIsLostOrDoubled();
  }

  @Test
  void anEngineWhoseRowsAnotherOneHasIsTakenOverWarm() throws Exception {
    NotRun.unless(shell("command -v curl").exit() == 0, PAGE + ": there is no curl");
    flow.begin();
    engines.add(engine(0, "1", SESSION_SHORT));
    engines.add(engine(1, "1", SESSION_SHORT));
    EngineProcess heir = engines.get(1);
    AtomicReference<Set<Integer>> share = new AtomicReference<>();
    awaitGroup(
        group -> {
          share.set(group.shares().getOrDefault(engines.get(0).name(), Set.of()));
          return group.isEven()
              && standbys(heir).containsAll(share.get())
              && records(share.get()).values().stream().allMatch(one -> one >= RECORDS_MIN);
        });
    Map<Integer, Long> records = records(share.get());
    int before = heir.errors().length();
    engines.get(0).kill();
    flow.awaitProgress();
    awaitGroup(group -> group.members().keySet().equals(Set.of(heir.name())));
    String log = heir.errors().substring(before);
    records.forEach(
        (partition, all) ->
            assertThat(restored(log, partition))
                .as("warm, as /status says: not all of partition %d", partition)
                .isLessThan(all));
    nothingIsLostOrDoubled();
  }

  private void nothingIsLostOrDoubled() throws Exception {
    long sent = flow.end();
    List<List<String>> typed =
        DocsProcedure.commands(
            "rolling-restart",
            "## The procedure",
            Map.of("bots", CORES.name(), "FILE", dir.resolve("rota.properties").toString()));
    assertThat(typed).hasSize(1);
    CommandLine audit =
        CommandLine.run(
            Map.of("ROTA_HOME", dir.toString()), "", typed.get(0).toArray(String[]::new));
    assertThat(audit.out()).as(audit.err()).contains("cores: PROVED");
    assertThat(cluster.audit().inputs()).as("lost or doubled").isEqualTo(sent);
  }

  /** How many records of a partition's changelog an engine says that it restores. */
  private static long restored(String log, int partition) {
    Matcher line =
        Pattern.compile("partition " + partition + ": restoring its rows, (\\d+) records")
            .matcher(log);
    return line.find() ? Long.parseLong(line.group(1)) : 0;
  }

  /** How many records the changelog of each partition has. */
  private Map<Integer, Long> records(Set<Integer> partitions) throws Exception {
    Map<Integer, Long> records = new TreeMap<>();
    try (Admin admin = cluster.admin()) {
      for (int partition : partitions) {
        TopicPartition one = new TopicPartition(CHANGELOG, partition);
        var first = admin.listOffsets(Map.of(one, OffsetSpec.earliest())).partitionResult(one);
        var end = admin.listOffsets(Map.of(one, OffsetSpec.latest())).partitionResult(one);
        records.put(partition, end.get().offset() - first.get().offset());
      }
    }
    return records;
  }

  /** The partitions whose rows an engine says that it has a copy of. */
  private static Set<Integer> standbys(EngineProcess engine) throws IOException {
    Set<Integer> partitions = new TreeSet<>();
    try (InputStream said = URI.create(engine.http() + "/status").toURL().openStream()) {
      JsonNode domain = JSON.readTree(said).path("domains").path(0);
      domain.path("standby").forEach(one -> partitions.add(one.asInt()));
    }
    return partitions;
  }

  /** Starts an engine, and waits as the page does. */
  private EngineProcess engine(int index, String standbys, String session)
      throws IOException, InterruptedException {
    Map<String, String> variables = new HashMap<>(ENGINE);
    variables.put("ROTA_STANDBYS", standbys);
    variables.put("ROTA_CONSUMER_SESSION_TIMEOUT_MS", session);
    String port = Integer.toString(Ports.free());
    EngineProcess engine =
        EngineProcess.start(
            CORES.name(),
            cluster.bootstrap(),
            cluster.registry(),
            dir.resolve("state-" + index),
            variables,
            List.of("--http-port", port));
    CommandLine waited = shell(restart().get(1).replace("rota1:8080", "127.0.0.1:" + port));
    assertThat(waited.exit()).as("%s%s", waited.out(), engine.errors()).isZero();
    return engine.ready();
  }

  /** The commands of the page that restart an engine and wait for it. */
  private static List<String> restart() {
    return DocBlock.having(PAGE, "systemctl").text().lines().toList();
  }

  private Group awaitEven() throws Exception {
    return awaitGroup(Group::isEven);
  }

  private interface Condition {
    boolean holds(Group group) throws Exception;
  }

  private Group awaitGroup(Condition until) {
    AtomicReference<Group> group = new AtomicReference<>();
    await()
        .pollInSameThread()
        .until(
            () -> {
              group.set(group());
              return until.holds(group.get());
            });
    return group.get();
  }

  /** Asks as the page does. A tool that gets no answer in time prints none. */
  private Group group() throws IOException, InterruptedException {
    List<String> asked = DocBlock.having(PAGE, GROUPS).text().lines().toList();
    assertThat(asked).hasSize(3);
    String state = "";
    for (List<String> row : rows(asked.get(0))) {
      state = row.get(row.size() - 2) + " " + last(row);
    }
    Map<String, Integer> members = new TreeMap<>();
    rows(asked.get(1))
        .forEach(row -> members.put(process(row.get(row.size() - 2)), Integer.parseInt(last(row))));
    Map<String, Set<Integer>> shares = new TreeMap<>();
    for (List<String> row : rows(asked.get(2))) {
      if (row.get(1).equals(INPUT)) {
        shares
            .computeIfAbsent(process(last(row)), _ -> new TreeSet<>())
            .add(Integer.parseInt(row.get(2)));
      }
    }
    return new Group(state, members, shares);
  }

  /** The rows of a table that a command of the page prints, of the group of here. */
  private List<List<String>> rows(String command) throws IOException, InterruptedException {
    String group = "rota-" + CORES.name();
    String here = command.replace("HOST:PORT", cluster.bootstrap()).replace("rota-bots", group);
    return shell("./" + here)
        .out()
        .lines()
        .map(line -> List.of(line.strip().split(" +")))
        .filter(row -> row.get(0).equals(group))
        .toList();
  }

  private static String last(List<String> row) {
    return row.get(row.size() - 1);
  }

  /** The process that a member is a thread of. */
  private static String process(String client) {
    return client.replaceFirst("-StreamThread-\\d+-consumer$", "");
  }

  private CommandLine shell(String script) throws IOException, InterruptedException {
    return CommandLine.ofProgram(dir, List.of("sh", "-c", script));
  }

  /** Relay chains that go on and on, some of them on each partition. */
  private static final class Flow implements AutoCloseable {
    private static final int CHAINS = 16;
    private static final long BEAT_MILLIS = 50;
    private static final RelayChainTraffic TRAFFIC =
        new RelayChainTraffic(new RelayChainShape(RuleSet.GUIDE, 4, 2, 6, 24, 50, 2));

    private final KafkaProducer<byte[], Object> producer;
    private final Committed decided;
    private final Map<String, Iterator<Traffic.Event>> chains = new TreeMap<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final AtomicLong sent = new AtomicLong();

    Flow(CoresCluster cluster) {
      producer = cluster.producer();
      decided = Committed.inputs(cluster.bootstrap(), CORES.name());
      for (int i = 0; i < CHAINS; i++) {
        chains.put("chain-" + i, TRAFFIC.start("chain-" + i, 7));
      }
    }

    void begin() {
      var _ = clock.scheduleAtFixedRate(this::beat, 0, BEAT_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void beat() {
      chains.forEach(
          (chain, events) -> {
            Traffic.Event event = events.next();
            var _ =
                producer.send(
                    new ProducerRecord<>(event.topic(), chain.getBytes(UTF_8), event.record()),
                    (_, failure) -> {
                      if (failure == null) {
                        sent.incrementAndGet();
                      }
                    });
          });
    }

    /** Every partition decides more than it has by now. */
    void awaitProgress() {
      Map<Integer, Long> before = decided.counts();
      await()
          .until(
              () -> {
                Map<Integer, Long> now = decided.counts();
                return before.keySet().stream().allMatch(one -> now.get(one) > before.get(one));
              });
    }

    /** Stops; how many inputs there are, each of them decided. */
    long end() throws Exception {
      clock.shutdown();
      assertThat(clock.awaitTermination(Patience.MAX.toSeconds(), TimeUnit.SECONDS)).isTrue();
      producer.flush();
      await().until(() -> decided.count() >= sent.get());
      return sent.get();
    }

    @Override
    public void close() {
      clock.shutdownNow();
      producer.close();
      decided.close();
    }
  }
}
