package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.base.book.DocBlock;
import dev.rota.base.book.ShownOutput;
import dev.rota.bots.BotsDomain;
import dev.rota.chunks.ChunksDomain;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.readers.audit.AuditReport;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.testing.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A domain is backed up while its engine runs, restored into an empty cluster, decided on there,
 * and proved from its first turn: by the commands of docs/backup.md.
 */
class BackupIT {
  private static final int PARTITIONS = 2;
  private static final long SEED = 5;
  private static final List<String> LANES = List.of("north", "east", "west");
  private static final int AT_ONCE = 4;
  private static final int UNREADABLE_EVERY = 25;
  private static final long HISTORY_MILLIS = 10_800_000;

  @TempDir private Path dir;

  @Test
  void gridsGoOnWhereTheirBackupEnds() throws Exception {
    goesOn(new BotsDomain());
  }

  /** They have a compacted topic. */
  @Test
  void networksGoOnWhereTheirBackupEnds() throws Exception {
    goesOn(new ChunksDomain());
  }

  private void goesOn(Domain domain) throws Exception {
    Sender traffic = new Sender(domain);
    try (DomainCluster former = new DomainCluster(domain, PARTITIONS)) {
      config("former.properties", former.bootstrap(), former.registry());
      backUpTwiceBeside(domain, former, traffic);
      TestCluster bare = TestCluster.start();
      config("new.properties", bare.bootstrap(), bare.registryUrl());
      List<List<String>> steps = steps(domain, "## Restore");
      System.out.println(rota(steps.get(0)));
      try (DomainCluster restored = new DomainCluster(domain, PARTITIONS, bare)) {
        long inputs = assertSameRecords(domain, former, restored);
        rota(steps.get(1));
        run(steps.get(2), domain, restored, traffic);
        assertThat(rota(steps.get(3))).contains(domain.name() + ": PROVED");
        AuditReport report = restored.audit();
        assertThat(report.findings()).isEmpty();
        assertThat(report.proved()).isTrue();
        assertThat(report.waitingInputs()).isZero();
        assertThat(report.deadLetters()).isPositive();
        System.out.printf(
            "%s: %d inputs restored, %d taken in the end, %d turns%n",
            domain.name(), inputs, report.inputs(), report.turns());
        assertThat(report.inputs()).isGreaterThan(inputs);
      }
    }
  }

  /** The engine decides before, between and after, and somebody sends all the time. */
  private void backUpTwiceBeside(Domain domain, DomainCluster former, Sender traffic)
      throws Exception {
    List<List<String>> steps = steps(domain, "## Make a backup");
    Sending sending = new Sending(former, traffic);
    try (Committed inputs = Committed.inputs(former.bootstrap(), domain.name())) {
      former.decide(
          dir.resolve("state"),
          1,
          () -> {
            await().until(() -> inputs.count() > 50);
            assertThatItPrintsWhatThePageShows(domain, rota(steps.get(0)));
            long first = inputs.count();
            await().until(() -> inputs.count() > first + 50);
            rota(steps.get(0));
            long second = inputs.count();
            await().until(() -> inputs.count() > second + 50);
            assertThat(rota(steps.get(1))).contains("the backup is whole");
            return true;
          });
    } finally {
      sending.end();
    }
  }

  private void assertThatItPrintsWhatThePageShows(Domain domain, String printed) {
    System.out.println(printed);
    String shown =
        DocBlock.of(Path.of("docs", "backup.md")).stream()
            .filter(DocBlock::isOutput)
            .map(DocBlock::text)
            .findFirst()
            .orElseThrow()
            .replace("/backups/bots", dir.resolve("backup").toString())
            .replace("bots: ", domain.name() + ": ");
    assertThat(new ShownOutput(shown).isLike(printed)).as("%s%n%s", shown, printed).isTrue();
  }

  /** Starts the program, and waits until it has decided what waited and what comes then. */
  private void run(List<String> words, Domain domain, DomainCluster restored, Sender traffic)
      throws Exception {
    traffic.send(restored, 10);
    long all = 0;
    for (InputTopic input : domain.wire().inputs()) {
      all += restored.committed(input.topic()).size();
    }
    long expected = all;
    List<String> command = new ArrayList<>(Program.jvm("-Xmx384m"));
    command.add("dev.rota.Rota");
    command.addAll(words);
    Process engine =
        Program.process(command)
            .redirectErrorStream(true)
            .redirectOutput(dir.resolve("run.txt").toFile())
            .start();
    try (Committed inputs = Committed.inputs(restored.bootstrap(), domain.name())) {
      await()
          .failFast(
              () ->
                  assertThat(engine.isAlive())
                      .as(Files.readString(dir.resolve("run.txt")))
                      .isTrue())
          .until(() -> inputs.count() >= expected);
    } finally {
      engine.destroy();
      engine.waitFor();
    }
  }

  /** What is there is as it was, offsets and all. Returns how many inputs are in the ledger. */
  private static long assertSameRecords(
      Domain domain, DomainCluster former, DomainCluster restored) {
    for (String topic : restored.topics()) {
      if (!topic.equals(RequiredTopics.time(domain.name()))) {
        List<String> before = former.committed(topic).stream().map(BackupIT::text).toList();
        List<String> now = restored.committed(topic).stream().map(BackupIT::text).toList();
        assertThat(before).as(topic).containsAll(now);
      }
    }
    List<String> ledger =
        restored.committed(RequiredTopics.ledger(domain.name())).stream()
            .map(BackupIT::text)
            .toList();
    assertThat(former.committed(RequiredTopics.ledger(domain.name())))
        .as("it went on")
        .hasSizeGreaterThan(ledger.size());
    assertThat(ledger).isNotEmpty();
    return restored.turns().stream().filter(turn -> turn.source() != null).count();
  }

  private static String text(ConsumerRecord<byte[], byte[]> record) {
    return "%d/%d %d %s %s %s"
        .formatted(
            record.partition(),
            record.offset(),
            record.timestamp(),
            Arrays.hashCode(record.key()),
            Arrays.hashCode(record.value()),
            Arrays.hashCode(record.headers().toArray()));
  }

  private List<List<String>> steps(Domain domain, String heading) {
    return DocsProcedure.commands(
        "backup",
        heading,
        Map.of(
            "bots", domain.name(),
            "/backups/bots", dir.resolve("backup").toString(),
            "former.properties", dir.resolve("former.properties").toString(),
            "new.properties", dir.resolve("new.properties").toString()));
  }

  private void config(String name, String bootstrap, String registry) throws IOException {
    Files.writeString(
        dir.resolve(name),
        "bootstrap.servers=%s%nschema.registry.url=%s%nhttp.port=0%nstate.dir=%s%n"
            .formatted(bootstrap, registry, dir.resolve(name + ".state")));
  }

  /** Runs a command that ends well, and returns what it says. */
  private String rota(List<String> words) {
    CommandLine ran =
        CommandLine.run(
            Map.of("ROTA_HOME", dir.resolve("home").toString()), "", words.toArray(new String[0]));
    assertThat(ran.exit()).as(words + ": " + ran.err() + ran.out()).isZero();
    return ran.out();
  }

  /** Seeded events of some lanes, some of them no Avro. They lie in the past. */
  private static final class Sender {
    private final long startMillis = System.currentTimeMillis() - HISTORY_MILLIS;
    private final Map<String, Iterator<Traffic.Event>> lanes = new LinkedHashMap<>();
    private long sent;

    Sender(Domain domain) {
      LANES.forEach(lane -> lanes.put(lane, DomainTraffic.of(domain).start(lane, SEED)));
    }

    /** Sends so many of each lane. */
    void send(DomainCluster to, int events) throws Exception {
      try (KafkaProducer<byte[], Object> records = to.producer();
          KafkaProducer<byte[], byte[]> raw =
              new KafkaProducer<>(
                  new HashMap<>(to.kafka()),
                  new ByteArraySerializer(),
                  new ByteArraySerializer())) {
        for (int i = 0; i < events; i++) {
          for (String lane : LANES) {
            Traffic.Event event = lanes.get(lane).next();
            long at = Math.min(startMillis + event.atMillis(), System.currentTimeMillis());
            byte[] key = lane.getBytes(UTF_8);
            if (sent++ % UNREADABLE_EVERY == 0) {
              raw.send(new ProducerRecord<>(event.topic(), null, at, key, key)).get();
            } else {
              records
                  .send(new ProducerRecord<>(event.topic(), null, at, key, event.record()))
                  .get();
            }
          }
        }
      }
    }
  }

  /** Sends on and on, beside all else. */
  private static final class Sending {
    private final CompletableFuture<Void> sending;
    private volatile boolean over;

    Sending(DomainCluster to, Sender traffic) {
      sending =
          CompletableFuture.runAsync(
              () -> {
                try {
                  while (!over) {
                    traffic.send(to, AT_ONCE);
                  }
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              },
              Thread::startVirtualThread);
    }

    void end() {
      over = true;
      sending.join();
    }
  }
}
