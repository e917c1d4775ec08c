package dev.rota.end;

import static dev.rota.end.CoresCluster.CORES;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.app.Main;
import dev.rota.app.console.Console;
import dev.rota.cores.model.RuleSet;
import dev.rota.cores.traffic.RelayChainShape;
import dev.rota.cores.traffic.RelayChainTraffic;
import dev.rota.faults.EngineProcess;
import dev.rota.kernel.domain.Traffic;
import dev.rota.testing.Patience;
import dev.rota.testing.Ports;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Engines are restarted one by one by the commands of the documentation, while inputs flow. */
class RollingRestartIT {
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

  @BeforeEach
  void start() throws IOException {
    cluster = CoresCluster.start(PARTITIONS);
    Files.writeString(
        dir.resolve("rota.properties"),
        "bootstrap.servers=%s%nschema.registry.url=%s%n"
            .formatted(cluster.bootstrap(), cluster.registry()));
    flow = new Flow(cluster);
  }

  @AfterEach
  void stop() {
    flow.close();
    engines.forEach(EngineProcess::close);
    cluster.close();
  }

  @Test
  void eachEngineIsRestartedAsTheEstimateHasSaid() throws Exception {
    flow.begin();
    nobodyIsThereToRestart();
    engines.add(engine(0));
    aLoneEngineHasNoHeir();
    engines.add(engine(1));
    List<List<String>> steps = steps();
    awaitShares(steps.get(2));
    JsonNode plan =
        awaitPlan(
            steps.get(0),
            it ->
                assertThat(pauses(it))
                    .as("each partition has decided, and handed rows over")
                    .hasSize(PARTITIONS)
                    .noneMatch(one -> one.path("lanesNamed").isEmpty())
                    .allMatch(one -> one.path("restoredRecords").asLong() > 0)
                    .as("each engine has answered: its settings are known")
                    .allMatch(one -> one.path("heir").asText().equals("COLD")));
    List<String> order = names(plan);
    assertThat(order).containsExactlyInAnyOrder(engines.get(0).name(), engines.get(1).name());
    assertThat(shares(plan).values())
        .flatExtracting(it -> it)
        .containsExactlyInAnyOrder(0, 1, 2, 3);
    assertThat(plan.path("engines")).noneMatch(one -> one.path("version").asText().isEmpty());
    for (JsonNode one : pauses(plan)) {
      assertThat(seconds(one, "killedSeconds")).isGreaterThan(seconds(one, "stopSeconds"));
    }
    Watch watch = new Watch(words(steps.get(1)));
    for (String name : order) {
      Map<String, Set<Integer>> shares = shares(awaitShares(steps.get(2)));
      int index = engines.get(0).name().equals(name) ? 0 : 1;
      EngineProcess heir = engines.get(1 - index);
      int before = heir.errors().length();
      assertThat(engines.get(index).terminate()).isEqualTo(143);
      flow.awaitProgress();
      String log = heir.errors().substring(before);
      assertThat(shares.get(name))
          .as("cold, as told")
          .allSatisfy(
              it -> assertThat(log).contains("partition %d: restoring its rows".formatted(it)));
      watch.awaitMoved(name, shares.get(name));
      engines.set(index, engine(index));
      awaitShares(steps.get(2));
      flow.awaitProgress();
    }
    List<JsonNode> events = watch.events();
    assertThat(events)
        .filteredOn(it -> it.path("event").asText().equals("left"))
        .extracting(it -> it.path("engine").asText())
        .containsExactlyElementsOf(order);
    assertThat(events.get(events.size() - 1).path("longestSilentSeconds").asDouble()).isPositive();
    events.forEach(System.out::println);

    long sent = flow.end();
    assertThat(rota(0, steps.get(3)).out()).contains("cores: PROVED");
    assertThat(cluster.audit().inputs()).as("lost or doubled").isEqualTo(sent);
  }

  @Test
  void anEngineWhoseRowsAnotherOneHasIsTakenOverWarm() throws Exception {
    flow.begin();
    engines.add(engine(0, "1", SESSION_SHORT));
    engines.add(engine(1, "1", SESSION_SHORT));
    awaitShares(steps().get(2));
    JsonNode plan =
        awaitPlan(
            steps().get(0),
            it ->
                assertThat(pauses(it))
                    .allMatch(one -> one.path("heir").asText().equals("WARM"))
                    .allMatch(one -> one.path("restoredRecords").asLong() >= RECORDS_MIN));
    String first = names(plan).get(0);
    int index = engines.get(0).name().equals(first) ? 0 : 1;
    EngineProcess heir = engines.get(1 - index);
    int before = heir.errors().length();
    engines.get(index).kill();
    flow.awaitProgress();
    awaitPlan(steps().get(2), it -> assertThat(it.path("engines")).hasSize(1));
    String log = heir.errors().substring(before);
    for (JsonNode one : plan.path("engines").path(0).path("partitions")) {
      assertThat(restored(log, one.path("partition").asInt()))
          .as("warm, as told: not all of %s", one)
          .isLessThan(one.path("restoredRecords").asLong());
    }

    long sent = flow.end();
    assertThat(rota(0, steps().get(3)).out()).contains("cores: PROVED");
    assertThat(cluster.audit().inputs()).as("lost or doubled").isEqualTo(sent);
  }

  /** How many records of a partition's changelog an engine says that it restores. */
  private static long restored(String log, int partition) {
    Matcher line =
        Pattern.compile("partition " + partition + ": restoring its rows, (\\d+) records")
            .matcher(log);
    return line.find() ? Long.parseLong(line.group(1)) : 0;
  }

  private void nobodyIsThereToRestart() {
    CommandLine none = rota(1, List.of("rollout", "bots"));
    assertThat(none.out())
        .contains("no engine of cores runs", "rota run --config FILE", "\"restartNow\":false");
    String away = "127.0.0.1:" + Ports.free();
    assertThat(CommandLine.run("rollout", "cores", "-b", away).exit()).isEqualTo(69);
    assertThat(CommandLine.run("rollout", "chunks", "-b", cluster.bootstrap()).exit())
        .as("there is no such ledger")
        .isEqualTo(3);
    assertThat(CommandLine.run("rollout", "cores", "--engine", "here").err())
        .contains("--engine is 'here'");
  }

  private void aLoneEngineHasNoHeir() throws IOException {
    JsonNode plan = json(rota(0, List.of("rollout", "bots")));
    assertThat(plan.path("engines")).hasSize(1);
    assertThat(plan.path("sumSeconds").path("most").isNull()).as("nobody knows").isTrue();
    assertThat(plan.toString())
        .contains("there is one engine: all partitions stand still until it is back")
        .contains("\"heir\":\"NOBODY\"");
    assertThat(
            rota(1, List.of("rollout", "bots", "--engine", "http://127.0.0.1:" + Ports.free()))
                .out())
        .contains("no engine answers at");
  }

  /** The commands of the page, with the addresses and the domain of here. */
  private List<List<String>> steps() {
    String urls = String.join(",", engines.stream().map(EngineProcess::http).toList());
    List<List<String>> steps =
        DocsProcedure.commands(
            "rolling-restart",
            "## The procedure",
            Map.of("http://rota1:8080,http://rota2:8080", urls));
    assertThat(steps).hasSize(4);
    assertThat(steps.get(0)).contains(urls);
    assertThat(steps.get(1)).contains("--watch");
    return steps;
  }

  private String[] words(List<String> command) {
    Map<String, String> here =
        Map.of("bots", CORES.name(), "FILE", dir.resolve("rota.properties").toString());
    List<String> words = new ArrayList<>();
    command.forEach(word -> words.add(here.getOrDefault(word, word)));
    if (!words.contains("--config")) {
      words.addAll(List.of("--config", dir.resolve("rota.properties").toString()));
    }
    if (words.get(0).equals("rollout")) {
      words.addAll(List.of("-o", "json", "--timeout", Long.toString(Patience.MAX.toSeconds())));
    }
    return words.toArray(String[]::new);
  }

  private CommandLine rota(int exit, List<String> command) {
    String[] words = words(command);
    CommandLine ran = CommandLine.run(Map.of("ROTA_HOME", dir.toString()), "", words);
    assertThat(ran.exit())
        .as("%s: %s%s", Arrays.asList(words), ran.out(), ran.err())
        .isEqualTo(exit);
    return ran;
  }

  private static JsonNode json(CommandLine ran) throws IOException {
    return JSON.readTree(ran.out());
  }

  private static List<String> names(JsonNode plan) {
    List<String> names = new ArrayList<>();
    plan.path("engines").forEach(one -> names.add(one.path("name").asText()));
    return names;
  }

  private static List<JsonNode> pauses(JsonNode plan) {
    List<JsonNode> pauses = new ArrayList<>();
    plan.path("engines").forEach(one -> one.path("partitions").forEach(pauses::add));
    return pauses;
  }

  private static Map<String, Set<Integer>> shares(JsonNode plan) {
    Map<String, Set<Integer>> shares = new TreeMap<>();
    for (JsonNode engine : plan.path("engines")) {
      Set<Integer> share =
          shares.computeIfAbsent(engine.path("name").asText(), it -> new TreeSet<>());
      engine.path("partitions").forEach(one -> share.add(one.path("partition").asInt()));
    }
    return shares;
  }

  private static double seconds(JsonNode pause, String which) {
    return pause.path(which).path("most").asDouble();
  }

  private EngineProcess engine(int index) throws IOException {
    return engine(index, "0", SESSION_LONG);
  }

  private EngineProcess engine(int index, String standbys, String session) throws IOException {
    Map<String, String> variables = new HashMap<>(ENGINE);
    variables.put("ROTA_STANDBYS", standbys);
    variables.put("ROTA_CONSUMER_SESSION_TIMEOUT_MS", session);
    return EngineProcess.start(
            CORES.name(),
            cluster.bootstrap(),
            cluster.registry(),
            dir.resolve("state-" + index),
            variables)
        .ready();
  }

  /** The plan, once each of two engines has half of the partitions. */
  private JsonNode awaitShares(List<String> command) {
    return awaitPlan(
        command,
        plan -> assertThat(shares(plan).values()).extracting(Set::size).containsExactly(2, 2));
  }

  /** The plan, once nothing speaks against a restart and this holds. */
  private JsonNode awaitPlan(List<String> command, Consumer<JsonNode> until) {
    AtomicReference<JsonNode> plan = new AtomicReference<>();
    await()
        .untilAsserted(
            () -> {
              plan.set(json(rota(0, command)));
              until.accept(plan.get());
            });
    return plan.get();
  }

  /** {@code rota rollout --watch}, beside the restart. */
  private final class Watch {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final CompletableFuture<Integer> exit;

    Watch(String... words) {
      Map<String, String> variables = new HashMap<>(Patience.OF_COMMANDS);
      variables.put("ROTA_HOME", dir.toString());
      Console console =
          new Console(
              new ByteArrayInputStream(new byte[0]),
              out,
              new PrintStream(err, true, UTF_8),
              variables,
              false,
              false);
      exit = CompletableFuture.supplyAsync(() -> Main.run(words, console));
      await().until(() -> exit.isDone() || err.toString(UTF_8).contains("restart the engines now"));
      assertThat(exit).as(out.toString(UTF_8)).isNotDone();
    }

    /** It looks once a second: what comes back before that was never away. */
    void awaitMoved(String engine, Set<Integer> partitions) {
      await()
          .untilAsserted(
              () ->
                  assertThat(told())
                      .as(out.toString(UTF_8))
                      .filteredOn(it -> it.path("event").asText().equals("moved"))
                      .filteredOn(it -> it.path("from").asText().equals(engine))
                      .extracting(it -> it.path("partition").asInt())
                      .containsAll(partitions));
    }

    /** Waits for its end: it knows itself when the restart is over. */
    List<JsonNode> events() throws IOException, InterruptedException, ExecutionException {
      await().until(exit::isDone);
      assertThat(exit.get()).as(err.toString(UTF_8)).isZero();
      return told();
    }

    private List<JsonNode> told() throws IOException {
      List<JsonNode> events = new ArrayList<>();
      String whole = out.toString(UTF_8);
      whole = whole.substring(0, whole.lastIndexOf('\n') + 1);
      for (String line : whole.lines().skip(1).toList()) {
        events.add(JSON.readTree(line));
      }
      return events;
    }
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
      var unused = clock.scheduleAtFixedRate(this::beat, 0, BEAT_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void beat() {
      chains.forEach(
          (chain, events) -> {
            Traffic.Event event = events.next();
            var unused =
                producer.send(
                    new ProducerRecord<>(event.topic(), chain.getBytes(UTF_8), event.record()),
                    (metadata, failure) -> {
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
