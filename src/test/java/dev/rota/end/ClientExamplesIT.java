package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.bots.BotOutcome;
import dev.rota.bots.BotOutcomeKind;
import dev.rota.bots.BotReason;
import dev.rota.bots.GridOutcome;
import dev.rota.bots.JobOutcome;
import dev.rota.bots.JobOutcomeKind;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.cores.ClaimOutcome;
import dev.rota.cores.Outcome;
import dev.rota.cores.OutcomeReason;
import dev.rota.registry.AvroDeserializer;
import dev.rota.road.topics.LaneKey;
import dev.rota.testing.NotRun;
import dev.rota.testing.Patience;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The clients of {@code examples} do their work on {@code rota dev}, with Debian's python3 packages
 * and with npm's kafkajs. Each is killed in the middle and started again.
 */
@Tag("interop")
@ExtendWith(Patience.class)
class ClientExamplesIT {
  private static final Path EXAMPLES = Path.of("examples").toAbsolutePath();
  private static final String PYTHON = "/usr/bin/python3";
  private static final String WORKER = "12D3KooWQJUzh4J7AjWKnRpTXFmKYqLvvJZrnGhA8zBMEh6xWm8D";
  private static final int PARTITIONS = 4;

  @TempDir private static Path dir;

  private static DevProcess dev;
  private static JsonNode ready;

  private final List<Process> clients = new ArrayList<>();
  private final Map<Process, Path> outputs = new HashMap<>();

  @BeforeAll
  static void start() throws Exception {
    String[] words = {
      "--domains",
      "bots,chunks,cores",
      "--partitions",
      Integer.toString(PARTITIONS),
      "--kafka-port",
      "0",
      "--registry-port",
      "0",
      "--http-port",
      "0",
      "--page-port",
      "0"
    };
    dev = DevProcess.start(dir, words);
    ready = dev.ready();
  }

  @AfterAll
  static void stop() {
    dev.close();
  }

  @AfterEach
  void end() throws Exception {
    for (Process client : clients) {
      client.destroyForcibly().waitFor();
    }
  }

  @Test
  void aBotIsKilledInTheMiddleAndCompletesTheJobAtItsNextStart() throws Exception {
    needPython();
    Path begun = dir.resolve("begun");
    Path may = dir.resolve("may-end");
    String script = "echo began >>%s; while [ ! -e %s ]; do sleep 0.1; done; cat %s";
    send(
        """
        {"topic":"jobs","key":"builds","value":{"grid":"builds","event":{"Submitted":{"job":"slow",\
        "properties":{"OSFamily":["linux"]},"payload":"%s"}}}}
        """
            .formatted(script.formatted(begun, may, may)));
    Process first = python("bot.py", "builds", "b1", "OSFamily=linux", "ISA=x86-64");
    await().until(() -> Files.exists(begun) && Files.readAllLines(begun).size() == 1);
    assertThat(first.destroyForcibly().waitFor()).isEqualTo(137);
    Process second = python("bot.py", "builds", "b1", "OSFamily=linux", "ISA=x86-64");
    await().until(() -> Files.readAllLines(begun).size() == 2);
    Files.writeString(may, "done");

    JobOutcome done = completed("builds", second);
    assertThat(done.getAttempt()).isEqualTo(2);
    assertThat(done.getCode()).isEqualTo("OK");
    assertThat(text(done.getResult())).isEqualTo("done");
    assertThat(interrupt(second)).as(output(second)).isZero();
    await().until(() -> bots("builds", BotOutcomeKind.CLOSED).findAny().isPresent());
    assertThat(bots("builds", BotOutcomeKind.LOST)).isEmpty();
  }

  /** What was sent in an earlier session is refused, and says nothing about the present one. */
  @Test
  void aBotThatSleepsForLongerThanItsKeepaliveGoesOnWithWork() throws Exception {
    needPython();
    keepalive("naps", 8_000);
    Process bot = python("bot.py", "naps", "b1");
    await().until(() -> output(bot).contains("REGISTERED"));
    signal("STOP", bot);
    await().until(() -> last("naps").getOutcome() == BotOutcomeKind.LOST);
    String lost = last("naps").getSession();
    keepalive("naps", 600_000);
    beat("naps", lost);
    await().until(() -> last("naps").getReason() == BotReason.INVALID_ARGUMENT);
    signal("CONT", bot);
    Callable<Boolean> ended = () -> !bot.isAlive();
    await()
        .failFast("the bot ended", ended)
        .until(() -> bots("naps", BotOutcomeKind.REGISTERED).count() == 2);
    beat("naps", lost);
    await().failFast("the bot ended", ended).until(() -> output(bot).contains("MISMATCH"));
    submit("naps", "echo awake; exit 3");

    JobOutcome done = completed("naps", bot);
    assertThat(done.getAttempt()).isEqualTo(1);
    assertThat(text(done.getResult())).isEqualTo("exit code 3\nawake\n");
    assertThat(interrupt(bot)).as(output(bot)).isZero();
  }

  @Test
  void ofTwoBotsOfOneNameTheFirstStopsAndTheJobRunsOnce() throws Exception {
    needPython();
    Path ran = dir.resolve("ran");
    Process first = python("bot.py", "twins", "b1");
    await().until(() -> output(first).contains("REGISTERED"));
    Process second = python("bot.py", "twins", "b1");
    await().until(() -> output(second).contains("REGISTERED"));
    submit("twins", "echo ran >>" + ran);

    assertThat(completed("twins", second).getAttempt()).isEqualTo(1);
    await().until(() -> !first.isAlive());
    assertThat(first.exitValue()).isEqualTo(1);
    assertThat(output(first))
        .contains("another process has registered as bot b1 of grid twins")
        .doesNotContain("RUNS");
    assertThat(Files.readAllLines(ran)).containsExactly("ran");
    assertThat(interrupt(second)).as(output(second)).isZero();
  }

  @Test
  void aJobThatIsCancelledEndsWithAllThatItHasStarted() throws Exception {
    needPython();
    Process bot = python("bot.py", "trees", "b1");
    Path child = dir.resolve("child");
    submit("trees", "(echo begun; exec sleep 3600) >%s & echo $! >%1$s.id; wait".formatted(child));
    Path id = dir.resolve("child.id");
    await().until(() -> Files.exists(child) && !Files.readString(child).isEmpty());
    await().until(() -> Files.exists(id) && !Files.readString(id).isEmpty());
    ProcessHandle sleeper =
        ProcessHandle.of(Long.parseLong(Files.readString(id).strip())).orElseThrow();
    try {
      send(
          """
          {"topic":"jobs","key":"trees","value":{"grid":"trees","event":{"Cancelled":{"operation":"j"}}}}
          """);
      await().until(() -> !sleeper.isAlive());
    } finally {
      sleeper.destroyForcibly();
    }
    assertThat(interrupt(bot)).as(output(bot)).isZero();
  }

  @Test
  void aBotThatTheGridRefusesSaysWhyAndEnds() throws Exception {
    needPython();
    Process bot = python("bot.py", "strict", "b/1\n");

    assertThat(bot.waitFor()).as(output(bot)).isEqualTo(1);
    assertThat(output(bot)).contains("the grid refuses this bot: bot");
  }

  @Test
  void aStorageWorkerFoldsGenerationsOfManyPartsWhileItIsKilled() throws Exception {
    needPython();
    Path set = dir.resolve("set.json");
    Process first = storageWorker(set);
    await().until(() -> Files.exists(set));
    list(0, 10, "small", 5);
    await().until(() -> held(set) == 10);
    assertThat(first.destroyForcibly().waitFor()).isEqualTo(137);
    list(100, 3300, "big", 480);
    await().until(() -> deltas().anyMatch(one -> one.getParts() > 1));
    Process second = storageWorker(set);
    await().until(() -> held(set) == 3210);
    send(
        """
        {"topic":"chunk-listings","key":"tethys","value":{"network":"tethys","dataset":"small",\
        "removed":["0000000000/xxxxx"],"added":[{"chunk":"0000000003/y","bytes":9}]}}
        """);
    await().until(() -> deltas().anyMatch(one -> !one.getRemoved().isEmpty()));
    long generation = deltas().mapToLong(WorkerAssignment::getGeneration).max().orElseThrow();
    await().until(() -> state(set).path("generation").asLong() == generation);

    String digest = deltas().reduce((_, next) -> next).orElseThrow().getDigest();
    assertThat(held(set)).isEqualTo(3210);
    assertThat(state(set).path("digest").asText()).isEqualTo(digest);
    assertThat(interrupt(second)).as(output(second)).isZero();
    assertThat(output(second)).doesNotContain("starts again");

    Path fresh = dir.resolve("fresh.json");
    storageWorker(fresh);
    await().until(() -> Files.exists(fresh) && state(fresh).path("generation").asLong() > 0);
    await().until(() -> state(fresh).path("digest").asText().equals(digest));
    assertThat(state(fresh).path("set")).isEqualTo(state(set).path("set"));

    beginsAgain(0, state(set));
    beginsAgain(1L << 40, state(set));
  }

  /** Its state is of another cluster: this one has another record at that offset, or none. */
  private void beginsAgain(long last, JsonNode present) throws IOException {
    Path file = dir.resolve("of-another-cluster-" + last + ".json");
    Files.writeString(
        file, "{\"generation\":99,\"digest\":\"0\",\"last\":%d,\"set\":[]}".formatted(last));
    Process worker = storageWorker(file);
    await().until(() -> state(file).path("digest").equals(present.path("digest")));
    assertThat(state(file).path("generation")).isEqualTo(present.path("generation"));
    assertThat(state(file).path("set")).isEqualTo(present.path("set"));
    assertThat(output(worker)).contains("starts again");
  }

  @Test
  void theVectorsHoldForThePythonWorker() throws Exception {
    needPython();
    Process check =
        python("storage_worker.py", "--check", EXAMPLES + "/vectors/chunk-digests.json");
    assertThat(check.waitFor()).as(output(check)).isZero();
    assertThat(output(check)).contains("ok a generation of three parts");
  }

  @Test
  void aCollatorsClaimIsBackedThoughTheCollatorIsKilled() throws Exception {
    Path js = js();
    block("mine", 0, session("2000"));
    String[] words = {"node", "collator.js", "mine", "2000", "alice"};
    Process first = run(js, words);
    await().until(() -> claims().anyMatch(one -> one.getOutcome() == Outcome.QUEUED));
    assertThat(first.destroyForcibly().waitFor()).isEqualTo(137);
    Process second = run(js, words);
    await().until(() -> claims().anyMatch(one -> one.getReason() == OutcomeReason.ALREADY_CLAIMED));
    await().until(() -> output(second).contains("REFUSED alice"));
    Process stranger = run(js, "node", "collator.js", "mine", "2001", "carol");
    String refused = "REFUSED carol NOT_A_PARATHREAD";
    await().until(() -> output(stranger).contains(refused));
    block("mine", 1, "\"occupied\":[]");
    await().until(() -> output(stranger).lines().filter(it -> it.contains(refused)).count() == 2);
    assertThat(interrupt(stranger)).as(output(stranger)).isEqualTo(130);
    block("mine", 2, "\"occupied\":[2]");
    block("mine", 3, "\"freed\":[{\"core\":2,\"reason\":\"CONCLUDED\"}]");

    await().until(() -> claims().filter(one -> one.getOutcome() == Outcome.QUEUED).count() == 2);
    assertThat(claims().map(ClaimOutcome::getOutcome))
        .containsSubsequence(
            Outcome.QUEUED,
            Outcome.REFUSED,
            Outcome.SCHEDULED,
            Outcome.OCCUPIED,
            Outcome.CONCLUDED,
            Outcome.QUEUED);
    await().until(() -> output(second).contains("QUEUED alice"));
    assertThat(output(second))
        .contains("SCHEDULED alice 2", "block 2 may have it: core 2, group 1", "CONCLUDED");
    assertThat(interrupt(second)).as(output(second)).isEqualTo(130);
  }

  @Test
  void aCollatorGoesOnWhenTheClaimOfAnotherIsRefused() throws Exception {
    Path js = js();
    block("yours", 0, session("3000,3001"));
    Process alice = run(js, "node", "collator.js", "yours", "3000", "alice");
    await().until(() -> output(alice).contains("QUEUED alice"));
    claim(3001, "bob");
    claim(3000, "bob");
    await().until(() -> output(alice).contains("REFUSED bob QUEUE_FULL"));
    block("yours", 1, "\"occupied\":[]");

    await()
        .failFast("the collator ended", () -> !alice.isAlive())
        .until(() -> output(alice).contains("SCHEDULED alice 2"));
    assertThat(interrupt(alice)).as(output(alice)).isEqualTo(130);
  }

  @Test
  void aRecordOfLibrdkafkasDefaultPartitionerOrOfAForeignSchemaIsShownToPeople() throws Exception {
    needPython();
    String script =
        """
        import sys, os
        sys.path.insert(0, sys.argv[1])
        from wire import BROKERS, Registry
        from confluent_kafka import Producer
        to = Producer({"bootstrap.servers": BROKERS})
        beat = Registry().encode("bot-heartbeats", {"grid": sys.argv[2], "bot": "b"})
        to.produce("bot-heartbeats", beat, sys.argv[2])
        to.produce("bot-heartbeats", b"\\0\\x7f\\0\\0\\1" + beat[5:], sys.argv[2])
        sys.exit(to.flush(300))
        """;
    String grid = strayed();
    Process sent = run(dir, PYTHON, "-c", script, EXAMPLES + "/python", grid);
    assertThat(sent.waitFor()).as(output(sent)).isZero();

    await().until(() -> page("/v1/domains").contains("2 inputs became dead letters"));
    assertThat(page("/v1/domains")).contains("DEAD_LETTERS", "bot-heartbeats/", "key " + grid);
    assertThat(page("/status")).contains("\"WRONG_PARTITION\":1", "\"UNKNOWN_SCHEMA\":1");
    assertThat(page("/metrics"))
        .containsPattern("rota_dead_letters_recent\\{.*reason=\"WRONG_PARTITION\".*} 1")
        .containsPattern("rota_dead_letters_recent\\{.*reason=\"UNKNOWN_SCHEMA\".*} 1");
    CommandLine top = CommandLine.run(home(), "", "top", "--once");
    assertThat(top.out().replace("\n   ", " "))
        .as(top.err())
        .contains("-- bots partition", "rota dlq list bots --open");
  }

  /** A grid that CRC32 puts on another partition than murmur2. */
  private static String strayed() {
    for (int i = 0; ; i++) {
      String grid = "strayed-" + i;
      CRC32 crc = new CRC32();
      crc.update(grid.getBytes(UTF_8));
      if (crc.getValue() % PARTITIONS != LaneKey.partition(grid.getBytes(UTF_8), PARTITIONS)) {
        return grid;
      }
    }
  }

  private static Map<String, String> home() {
    return Map.of("ROTA_HOME", dir.toString());
  }

  private static void send(String lines) {
    CommandLine sent = CommandLine.run(home(), lines, "produce");
    assertThat(sent.exit()).as(sent.err()).isZero();
  }

  private static void keepalive(String grid, long millis) {
    String line =
        """
        {"topic":"bots-policies","key":"%s","value":{"grid":"%s","assigner":"PRIORITY_AGE","keepaliveMs":%d}}
        """;
    send(line.formatted(grid, grid, millis));
  }

  /** A heartbeat of bot b1. */
  private static void beat(String grid, String session) {
    String line =
        """
        {"topic":"bot-heartbeats","key":"%s","value":{"grid":"%s","bot":"b1","session":"%s"}}
        """;
    send(line.formatted(grid, grid, session));
  }

  private static void submit(String grid, String script) {
    String line =
        """
        {"topic":"jobs","key":"%s","value":{"grid":"%s","event":{"Submitted":{"job":"j","payload":"%s"}}}}
        """;
    send(line.formatted(grid, grid, script));
  }

  private static void block(String chain, int number, String more) {
    String line =
        """
        {"topic":"block-events","key":"%s","value":{"chain":"%s","number":%d,%s}}
        """;
    send(line.formatted(chain, chain, number, more));
  }

  private static String session(String parathreads) {
    return """
        "session":{"index":1,"validators":9,"parachains":[1,2],"parathreads":[%s],\
        "config":{"parathreadCores":1,"schedulingLookahead":2,"parathreadRetries":1}}"""
        .formatted(parathreads);
  }

  private static void claim(long para, String collator) {
    String line =
        """
        {"topic":"claims","key":"yours","value":{"chain":"yours","para":%d,"collator":"%s"}}
        """;
    send(line.formatted(para, collator));
  }

  /** One listing of records that are small enough for their topic. */
  private static void list(int from, int to, String dataset, int letters) {
    int each = 800;
    int parts = (to - from + each - 1) / each;
    StringBuilder lines = new StringBuilder();
    for (int part = 0; part < parts; part++) {
      StringBuilder chunks = new StringBuilder();
      for (int i = from + part * each; i < Math.min(to, from + (part + 1) * each); i++) {
        chunks.append(chunks.isEmpty() ? "" : ",");
        chunks.append(
            "{\"chunk\":\"%010d/%s\",\"bytes\":%d}".formatted(i, "x".repeat(letters), 1000 + i));
      }
      lines.append(
          """
          {"topic":"chunk-listings","key":"tethys","value":{"network":"tethys","dataset":"%s",\
          "listing":"%s","part":%d,"parts":%d,"added":[%s]}}
          """
              .formatted(dataset, dataset, part, parts, chunks));
    }
    send(lines.toString());
  }

  private static <T> Stream<T> values(String topic, Class<T> kind) {
    List<T> values = new ArrayList<>();
    try (AvroDeserializer reader = new AvroDeserializer()) {
      String registry = ready.path("registry").asText();
      reader.configure(
          Map.of("schema.registry.url", registry, "specific.avro.reader", true), false);
      String bootstrap = ready.path("bootstrap").asText();
      for (ConsumerRecord<byte[], byte[]> record : Committed.records(bootstrap, topic)) {
        values.add(kind.cast(reader.deserialize(topic, record.headers(), record.value())));
      }
    }
    return values.stream();
  }

  private static <T> Stream<T> grid(String grid, Class<T> kind) {
    return values("bots-outcomes", GridOutcome.class)
        .filter(one -> one.getGrid().equals(grid))
        .map(GridOutcome::getEvent)
        .filter(kind::isInstance)
        .map(kind::cast);
  }

  private static Stream<BotOutcome> bots(String grid, BotOutcomeKind kind) {
    return grid(grid, BotOutcome.class).filter(one -> one.getOutcome() == kind);
  }

  private static BotOutcome last(String grid) {
    return grid(grid, BotOutcome.class).reduce((_, next) -> next).orElseThrow();
  }

  /** Fails fast if the bot ends before. */
  private JobOutcome completed(String grid, Process bot) throws IOException {
    await()
        .failFast("the bot ended", () -> !bot.isAlive())
        .until(() -> ended(grid).findAny().isPresent());
    return ended(grid).findFirst().orElseThrow();
  }

  private static Stream<JobOutcome> ended(String grid) {
    return grid(grid, JobOutcome.class).filter(one -> one.getOutcome() == JobOutcomeKind.COMPLETED);
  }

  private static String text(ByteBuffer bytes) {
    return UTF_8.decode(bytes.duplicate()).toString();
  }

  private static Stream<WorkerAssignment> deltas() {
    return values("chunks-assignments", WorkerAssignment.class).filter(one -> !one.getSnapshot());
  }

  private static Stream<ClaimOutcome> claims() {
    return values("cores-outcomes", ClaimOutcome.class)
        .filter(one -> Objects.equals(one.getPara(), 2000L));
  }

  private static JsonNode state(Path file) throws IOException {
    return new ObjectMapper().readTree(file.toFile());
  }

  private static int held(Path file) throws IOException {
    return state(file).path("set").size();
  }

  private static String page(String path) throws IOException, InterruptedException {
    URI uri = URI.create(ready.path("page").asText() + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString(UTF_8))
        .body();
  }

  /** The folder of the client in JavaScript, with the libraries that it needs. */
  private Path js() throws Exception {
    NotRun.unless(is("npm", "--version") && is("node", "--version"), "npm is not on this machine");
    Path js = Files.createTempDirectory(dir, "js");
    for (String file : List.of("package.json", "collator.js")) {
      Files.copy(EXAMPLES.resolve("js").resolve(file), js.resolve(file));
    }
    String install = "npm install --no-audit --no-fund --no-package-lock --ignore-scripts";
    Process npm = run(js, install.split(" "));
    assertThat(npm.waitFor()).as(output(npm)).isZero();
    return js;
  }

  private Process storageWorker(Path set) throws IOException {
    return python("storage_worker.py", "tethys", WORKER, "1000000000", set.toString());
  }

  private Process python(String file, String... words) throws IOException {
    List<String> all = new ArrayList<>(List.of(PYTHON, file));
    all.addAll(List.of(words));
    return run(EXAMPLES.resolve("python"), all.toArray(String[]::new));
  }

  private Process run(Path in, String... words) throws IOException {
    Path printed = Files.createTempFile(dir, "client", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(in.toFile())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile());
    builder.environment().put("ROTA_BOOTSTRAP_SERVERS", ready.path("bootstrap").asText());
    builder.environment().put("ROTA_SCHEMA_REGISTRY_URL", ready.path("registry").asText());
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    Process process = builder.start();
    clients.add(process);
    outputs.put(process, printed);
    return process;
  }

  private String output(Process client) throws IOException {
    return Files.readString(outputs.get(client));
  }

  private static int interrupt(Process client) throws Exception {
    signal("INT", client);
    return client.waitFor();
  }

  private static void signal(String name, Process client) throws Exception {
    String id = Long.toString(client.pid());
    assertThat(new ProcessBuilder("kill", "-" + name, id).start().waitFor()).isZero();
  }

  private static void needPython() throws InterruptedException {
    NotRun.unless(
        is(PYTHON, "-c", "import confluent_kafka, avro"),
        "Debian's python3-confluent-kafka and python3-avro are not on this machine");
  }

  private static boolean is(String... words) throws InterruptedException {
    try {
      return new ProcessBuilder(words).redirectErrorStream(true).start().waitFor() == 0;
    } catch (IOException _) {
      return false;
    }
  }
}
