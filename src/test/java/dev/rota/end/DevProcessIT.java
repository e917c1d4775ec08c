package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.app.console.ExitCode;
import dev.rota.faults.FakedClock;
import dev.rota.road.topics.TurnHeaders;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rota dev} as a user has it: started, stopped, killed and started again. */
class DevProcessIT {
  private static final long MORE = 250;
  private static final String CHAIN = "lonely";
  private static final String BLOCK =
      """
      {"topic":"block-events","key":"lonely","value":{"chain":"lonely","number":%d,"session":%s}}
      """;
  private static final String SESSION =
      """
      {"index":0,"validators":4,"parathreads":[2000],"config":{"rules":"GUIDE",\
      "parathreadCores":2,"parathreadRetries":1,"groupRotationFrequency":10,\
      "chainAvailabilityPeriod":3,"threadAvailabilityPeriod":5,"schedulingLookahead":2}}""";
  private static final String CLAIM =
      """
      {"topic":"claims","key":"lonely","value":{"chain":"lonely","para":2000,"collator":"alice"}}
      """;

  @TempDir private Path home;
  @TempDir private Path data;

  @Test
  void keptDataOutlivesATerminationAndAKillAndEverythingIsStillProved() throws Exception {
    String[] words = {
      "--data-dir",
      data.toString(),
      "--kafka-port",
      "0",
      "--registry-port",
      "0",
      "--http-port",
      "0",
      "--demo",
      "--speed",
      "60"
    };
    long first;
    try (DevProcess dev = DevProcess.start(home, words)) {
      JsonNode ready = dev.ready();
      assertThat(ready.path("ready").asBoolean()).isTrue();
      assertThat(ready.path("dataDir").asText()).isEqualTo(data.toRealPath().toString());
      await().until(() -> readyz(ready) == 200);
      awaitTurns(ready, MORE);
      first = provedTurns(ready);
      assertThat(first).isGreaterThanOrEqualTo(MORE);
      assertThat(dev.terminate()).as(dev.errors()).isEqualTo(143);
    }
    try (DevProcess dev = DevProcess.start(home, words)) {
      awaitTurns(dev.ready(), first + MORE);
      assertThat(dev.kill()).isEqualTo(137);
    }
    try (DevProcess dev = DevProcess.start(home, words)) {
      JsonNode ready = dev.ready();
      awaitTurns(ready, first + 2 * MORE);
      assertThat(provedTurns(ready)).isGreaterThanOrEqualTo(first + 2 * MORE);
      assertThatTheDirectoryIsTaken();
      assertThatClaimsAreAnswered();
      assertThatAnOutcomeIsProved();
      assertThatNonsenseEndsAmongTheDeadLetters(ready);
      assertThat(provedTurns(ready)).isGreaterThan(first + 2 * MORE);
      assertThat(dev.terminate()).isEqualTo(143);
    }
  }

  /** Temporary data are removed, however it is told to end. */
  @Test
  void twoRunSideBySideEachIsFoundByItsNameAndTakenPortsAreTold() throws Exception {
    String[] words = "--domains cores --partitions 1 --name".split(" ");
    try (DevProcess first = DevProcess.start(home, named(words, "first"));
        DevProcess second = DevProcess.start(home, named(words, "second"))) {
      JsonNode one = first.ready();
      JsonNode other = second.ready();
      for (String address : List.of("bootstrap", "registry", "http")) {
        assertThat(port(one, address)).isNotEqualTo(port(other, address));
      }
      CommandLine asked = CommandLine.run(rotaHome(), "", "consume", "claims");
      assertThat(asked.exit()).isEqualTo(2);
      assertThat(asked.err()).contains("first", "second", one.path("bootstrap").asText());
      String claim = CLAIM.replace(CHAIN, "elsewhere");
      assertThat(
              CommandLine.run(rotaHome(), claim, "produce", "--dev", "second", "-o", "json").exit())
          .isZero();
      assertThatPortIsTaken("--kafka-port", port(one, "bootstrap"));
      assertThatPortIsTaken("--registry-port", port(one, "registry"));
      assertThatPortIsTaken("--http-port", port(one, "http"));
      assertThatPortIsTaken("--page-port", port(one, "page"));
      assertThatNothingIsLeft(other, second.interrupt(), 130, second);
      CommandLine left = CommandLine.run(rotaHome(), "", "consume", "claims");
      assertThat(left.exit()).as("the first is the only one, and found again").isZero();
      assertThat(left.out()).as("what was for the second").isEmpty();
      assertThat(Path.of(one.path("dataDir").asText())).isDirectory();
      assertThatNothingIsLeft(one, first.terminate(), 143, first);
    }
  }

  @Test
  void whoIsToldToEndWhileItStartsLeavesNoTemporaryData() throws Exception {
    String[] words = "--domains cores --partitions 1".split(" ");
    List<String> temporary = List.of("-Djava.io.tmpdir=" + data);
    try (DevProcess dev = DevProcess.start(home, temporary, words)) {
      await().until(() -> dev.errors().contains("starting cores"));
      assertThat(dev.terminate()).as(dev.errors()).isEqualTo(143);
      assertThat(dev.errors()).doesNotContain("did not close cleanly");
    }
    assertThat(data).isDirectoryNotContaining("glob:**/rota-dev-*");
  }

  /** No supervisor starts it again, so it says how to go on. */
  @Test
  @Tag("faults")
  void whoseClockIsSetBackEndsAndAnotherGoesOnWithTheTemporaryData() throws Exception {
    FakedClock clock = new FakedClock(home.resolve("clock"));
    clock.set(0);
    List<String> temporary = List.of("-Djava.io.tmpdir=" + data);
    String words = "--kafka-port 0 --registry-port 0 --http-port 0 --page-port 0 --demo --speed 60";
    String kept;
    try (DevProcess dev = DevProcess.start(home, temporary, clock.variables(), words.split(" "))) {
      JsonNode ready = dev.ready();
      awaitTurns(ready, MORE);
      clock.set(-3_600);
      assertThat(dev.exit()).as(dev.errors()).isEqualTo(ExitCode.AGAIN.code());
      kept = ready.path("dataDir").asText();
      assertThat(dev.errors())
          .contains("type the same 'rota dev' again, with --data-dir " + kept + "; run NTP")
          .doesNotContain("did not close cleanly");
    }
    try (DevProcess dev =
        DevProcess.start(
            home, temporary, clock.variables(), (words + " --data-dir " + kept).split(" "))) {
      JsonNode ready = dev.ready();
      long before = provedTurns(ready);
      assertThat(before).isGreaterThanOrEqualTo(MORE);
      awaitTurns(ready, before + MORE);
      assertThat(provedTurns(ready)).isGreaterThanOrEqualTo(before + MORE);
      assertThat(dev.terminate()).isEqualTo(143);
    }
  }

  private static String[] named(String[] words, String name) {
    return Stream.concat(Stream.of(words), Stream.of(name)).toArray(String[]::new);
  }

  private static void assertThatNothingIsLeft(
      JsonNode ready, int ended, int expected, DevProcess dev) throws IOException {
    assertThat(ended).as(dev.errors()).isEqualTo(expected);
    assertThat(Path.of(ready.path("dataDir").asText())).doesNotExist();
  }

  @Test
  void whatIsSetForKafkasClientsReachesTheRoad() throws Exception {
    Path file =
        Files.writeString(
            home.resolve("some.properties"),
            "producer.compression.type=zstd\npartitions=1\nlog.format=json\n");
    String ports = "--kafka-port 0 --registry-port 0 --http-port 0 --domains cores --demo";
    String words = ports + " --speed 60 --data-dir " + data + " --config " + file;
    try (DevProcess dev = DevProcess.start(home, words.split(" "))) {
      awaitTurns(dev.ready(), 20);
      assertThat(dev.terminate()).as(dev.errors()).isEqualTo(143);
    }
    assertThat(compressions("cores-ledger")).containsExactly("zstd");
    String other = ports + " --data-dir " + data + " --partitions 3";
    try (DevProcess dev = DevProcess.start(home, other.split(" "))) {
      assertThat(dev.exit()).isEqualTo(78);
      assertThat(dev.errors()).contains("1 partitions each", "--partitions says 3");
    }
    assertThat(Files.readString(data.resolve("logs").resolve("rota.log"))).startsWith("{");
  }

  /** Of what engines wrote: the markers of transactions are never compressed. */
  private Set<String> compressions(String topic) throws IOException {
    Set<String> types = new TreeSet<>();
    try (Stream<Path> files = Files.walk(data)) {
      for (Path log : files.filter(f -> f.endsWith(segment(topic))).toList()) {
        try (FileRecords records = FileRecords.open(log.toFile(), false)) {
          for (RecordBatch batch : records.batches()) {
            if (!batch.isControlBatch()) {
              types.add(batch.compressionType().name);
            }
          }
        }
      }
    }
    return types;
  }

  private static Path segment(String topic) {
    return Path.of(topic + "-0", "00000000000000000000.log");
  }

  private static String port(JsonNode ready, String name) {
    String address = ready.path(name).asText();
    return address.substring(address.lastIndexOf(':') + 1);
  }

  private void assertThatPortIsTaken(String flag, String port) throws Exception {
    List<String> words =
        List.of("--kafka-port", "--registry-port", "--http-port", "--page-port").stream()
            .flatMap(name -> List.of(name, name.equals(flag) ? port : "0").stream())
            .toList();
    try (DevProcess second = DevProcess.start(home, words.toArray(String[]::new))) {
      assertThat(second.exit()).as(second.errors()).isEqualTo(78);
      assertThat(second.errors()).contains(port).contains(flag);
    }
  }

  private void assertThatTheDirectoryIsTaken() throws Exception {
    try (DevProcess second =
        DevProcess.start(
            home,
            "--data-dir",
            data.toString(),
            "--kafka-port",
            "0",
            "--registry-port",
            "0",
            "--http-port",
            "0")) {
      assertThat(second.exit()).as(second.errors()).isEqualTo(75);
      assertThat(second.errors()).contains("in use").contains("--data-dir");
    }
  }

  private static int readyz(JsonNode ready) throws IOException, InterruptedException {
    URI uri = URI.create(ready.path("http").asText() + "/readyz");
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  private static void awaitTurns(JsonNode ready, long turns) {
    try (Committed ledger = new Committed(ready.path("bootstrap").asText(), CoresCluster.LEDGER)) {
      await().until(() -> ledger.count() >= turns);
    }
  }

  /** The audit runs while the demonstration goes on. */
  private static long provedTurns(JsonNode ready) throws IOException {
    CommandLine audit =
        CommandLine.run("audit", "cores", "-o", "json", "-b", ready.path("bootstrap").asText());
    assertThat(audit.exit()).as(audit.out() + audit.err()).isZero();
    JsonNode report = new ObjectMapper().readTree(audit.out());
    assertThat(report.path("proved").asBoolean()).as(audit.out()).isTrue();
    return report.path("turns").asLong();
  }

  /** With no address given: the commands find the running one by themselves. */
  private void assertThatClaimsAreAnswered() {
    produce(BLOCK.formatted(0, SESSION));
    awaitLine("cores-assignments", "\"block\":0");
    produce(CLAIM);
    awaitLine("cores-outcomes", "\"outcome\":\"QUEUED\"");
    produce(BLOCK.formatted(1, null));
    awaitLine("cores-outcomes", "\"outcome\":\"SCHEDULED\"");
  }

  /** Its notary was killed and started again, too. */
  private void assertThatAnOutcomeIsProved() throws IOException {
    CommandLine read = CommandLine.run(rotaHome(), "", "consume", "cores-outcomes", "--key", CHAIN);
    String line = read.out().lines().filter(one -> one.contains("SCHEDULED")).findFirst().get();
    Path file = home.resolve("alice.proof");
    await()
        .untilAsserted(
            () -> {
              CommandLine proof = CommandLine.run(rotaHome(), line, "prove");
              assertThat(proof.exit()).as(proof.err()).isZero();
              Files.writeString(file, proof.out());
            });
    CommandLine verified = CommandLine.run(rotaHome(), "", "verify", file.toString());
    assertThat(verified.exit()).as(verified.err()).isZero();
    assertThat(verified.out()).contains("VERIFIED", "\"collator\":\"alice\"", "rota.dev/");
  }

  private void produce(String line) {
    CommandLine done = CommandLine.run(rotaHome(), line, "produce");
    assertThat(done.exit()).as(done.err()).isZero();
  }

  private void awaitLine(String topic, String part) {
    await()
        .untilAsserted(
            () -> {
              CommandLine read = CommandLine.run(rotaHome(), "", "consume", topic, "--key", CHAIN);
              assertThat(read.exit()).as(read.err()).isZero();
              assertThat(read.out().lines()).anyMatch(line -> line.contains(part));
            });
  }

  private Map<String, String> rotaHome() {
    return Map.of("ROTA_HOME", home.toString());
  }

  private static void assertThatNonsenseEndsAmongTheDeadLetters(JsonNode ready) throws Exception {
    String bootstrap = ready.path("bootstrap").asText();
    byte[] nonsense = "nonsense".getBytes(UTF_8);
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>("claims", CHAIN.getBytes(UTF_8), nonsense)).get();
    }
    try (Committed letters = new Committed(bootstrap, CoresCluster.DEAD_LETTERS)) {
      await().until(() -> letters.count() == 1);
    }
    ConsumerRecord<byte[], byte[]> letter =
        Committed.records(bootstrap, CoresCluster.DEAD_LETTERS).get(0);
    assertThat(letter.value()).isEqualTo(nonsense);
    assertThat(letter.key()).asString(UTF_8).isEqualTo(CHAIN);
    assertThat(letter.headers().lastHeader(TurnHeaders.REASON).value())
        .asString(UTF_8)
        .isEqualTo("BAD_FRAMING");
  }
}
