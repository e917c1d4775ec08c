package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.wire.CoresWire;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.testing.NotRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Clients of other languages read every topic that Rota writes, with their defaults: kafkajs, which
 * npm installs, kcat for librdkafka, and Confluent's client for JavaScript, where {@code
 * -Drota.confluent.js} names the folder of its module.
 */
@Tag("interop")
class ClientsIT {
  private static final Path SCRIPTS = Path.of("src/test/js");
  private static final int EVENTS = 60;
  private static final long START_MILLIS = 1_700_000_000_000L;

  @TempDir private static Path dir;

  private static CoresCluster cluster;

  @BeforeAll
  static void decide() throws Exception {
    cluster = CoresCluster.start(2);
    for (String chain : List.of("polkadot", "kusama")) {
      send(chain);
    }
    try (Committed ledger = new Committed(cluster.bootstrap(), CoresCluster.LEDGER)) {
      cluster.decide(dir.resolve("state"), 1, () -> ledger.count() >= 2 * (EVENTS + 1));
    }
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  static Stream<String> outputs() {
    return Stream.of(
        CoresCluster.LEDGER,
        CoresCluster.ASSIGNMENTS,
        CoresCluster.OUTCOMES,
        CoresCluster.DEAD_LETTERS);
  }

  @ParameterizedTest
  @MethodSource("outputs")
  void kafkajsReadsIt(String topic) throws Exception {
    need("npm", "--version");
    Path scripts = dir.resolve("js");
    if (!Files.exists(scripts)) {
      Files.createDirectories(scripts);
      for (String file : List.of("package.json", "read.js")) {
        Files.copy(SCRIPTS.resolve(file), scripts.resolve(file));
      }
      run(scripts, "npm", "install", "--no-audit", "--no-fund", "--no-package-lock");
    }
    assertThat(node(scripts, "kafkajs", topic)).isEqualTo(committed(topic));
  }

  @ParameterizedTest
  @MethodSource("outputs")
  void confluentsJavaScriptClientReadsIt(String topic) throws Exception {
    String module = System.getProperty("rota.confluent.js");
    boolean built = module != null && !module.isBlank();
    NotRun.unless(built, "Confluent's client for JavaScript, without -Drota.confluent.js");
    assertThat(node(SCRIPTS, Path.of(module).toAbsolutePath().toString(), topic))
        .isEqualTo(committed(topic));
  }

  @ParameterizedTest
  @MethodSource("outputs")
  void librdkafkaReadsIt(String topic) throws Exception {
    need("kcat", "-V");
    String[] kcat = {
      "kcat", "-q", "-C", "-e", "-b", cluster.bootstrap(), "-t", topic, "-f", "%p %o %K %S\n"
    };
    assertThat(run(dir, kcat).sorted().toList()).isEqualTo(committed(topic));
  }

  /** Partition, offset, bytes of key and value of each record, as a Java client has them. */
  private static List<String> committed(String topic) {
    List<String> lines = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : cluster.committed(topic)) {
      lines.add(
          "%d %d %d %d"
              .formatted(
                  record.partition(), record.offset(), record.key().length, record.value().length));
    }
    assertThat(lines).as(topic).isNotEmpty();
    return lines.stream().sorted().toList();
  }

  private static List<String> node(Path scripts, String module, String topic) throws Exception {
    String count = Integer.toString(committed(topic).size());
    return run(scripts, "node", "read.js", module, cluster.bootstrap(), topic, count)
        .filter(line -> line.matches("\\d+ \\d+ \\d+ \\d+"))
        .sorted()
        .toList();
  }

  private static Stream<String> run(Path in, String... command) throws Exception {
    Path errors = Files.createTempFile(dir, "stderr", ".txt");
    Process process =
        new ProcessBuilder(command).directory(in.toFile()).redirectError(errors.toFile()).start();
    List<String> lines =
        new String(process.getInputStream().readAllBytes(), UTF_8).lines().toList();
    assertThat(process.waitFor())
        .as("%s: %s", Arrays.toString(command), Files.readString(errors))
        .isZero();
    return lines.stream();
  }

  private static void need(String program, String flag) throws InterruptedException {
    boolean there;
    try {
      there = new ProcessBuilder(program, flag).redirectErrorStream(true).start().waitFor() == 0;
    } catch (IOException _) {
      there = false;
    }
    NotRun.unless(there, program + " is not on this machine");
  }

  private static void send(String chain) {
    byte[] key = chain.getBytes(UTF_8);
    try (KafkaProducer<byte[], Object> producer = cluster.producer();
        KafkaProducer<byte[], byte[]> raw =
            new KafkaProducer<>(
                cluster.kafka(), new ByteArraySerializer(), new ByteArraySerializer())) {
      Iterator<Traffic.Event> events = DomainTraffic.of(CoresCluster.CORES).start(chain, 1);
      for (int i = 0; i < EVENTS; i++) {
        Traffic.Event event = events.next();
        long atMillis = START_MILLIS + event.atMillis();
        var _ =
            producer.send(new ProducerRecord<>(event.topic(), null, atMillis, key, event.record()));
      }
      var _ = raw.send(new ProducerRecord<>(CoresWire.CLAIMS, key, "noise".getBytes(UTF_8)));
    }
  }
}
