package dev.rota.lab.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class LocalBrokerIT {
  private static final Logger LOG = LoggerFactory.getLogger(LocalBrokerIT.class);

  @TempDir private Path dir;

  @Test
  void committedRecordsAndOffsetsSurviveAStop() throws Exception {
    var partition = new TopicPartition("kept", 0);
    try (var broker = LocalBroker.start(dir, 0)) {
      var records = new Records(broker.bootstrap());
      records.createTopic("kept", 1);
      try (var producer = records.transactional("writer")) {
        records.commit(producer, "kept", "a", "b");
        records.abort(producer, "kept", "never");
      }
      try (var consumer = records.consumer("group")) {
        consumer.commitSync(Map.of(partition, new OffsetAndMetadata(2)));
      }
      awaitCommitted(records, "a", "b");
      assertThat(broker.fault()).isEmpty();
    }

    try (var broker = LocalBroker.start(dir, 0)) {
      var records = new Records(broker.bootstrap());
      try (var producer = records.transactional("writer")) {
        records.commit(producer, "kept", "c");
      }
      try (var consumer = records.consumer("group")) {
        assertThat(consumer.committed(Set.of(partition)).get(partition).offset()).isEqualTo(2);
      }
      awaitCommitted(records, "a", "b", "c");
    }
  }

  @Test
  void committedRecordsSurviveAKillAndAnOpenTransactionDoesNot() throws Exception {
    try (var broker = BrokerProcess.start(dir, 0)) {
      var records = new Records(broker.bootstrap());
      records.createTopic("kept", 1);
      var producer = records.transactional("writer");
      records.commit(producer, "kept", "a");
      producer.beginTransaction();
      producer.send(new ProducerRecord<>("kept", "open")).get();
      assertThatThrownBy(() -> LocalBroker.start(dir, 0)).hasMessageContaining("in use");
      broker.kill();
      producer.close(Duration.ZERO);
    }

    try (var broker = LocalBroker.start(dir, 0)) {
      var records = new Records(broker.bootstrap());
      try (var producer = records.transactional("writer")) {
        records.commit(producer, "kept", "b");
      }
      awaitCommitted(records, "a", "b");
    }
  }

  /** A commit is answered before the broker has marked its records. */
  private static void awaitCommitted(Records records, String... values) {
    await().untilAsserted(() -> assertThat(records.committed("kept")).containsExactly(values));
  }

  /** The partitions make the moment long in which a broker may take them for deleted. */
  @Test
  void whatWasDecidedBeforeAKillIsCommittedAfterIt() throws Exception {
    List<String> topics = IntStream.range(0, 8).mapToObj(index -> "kept" + index).toList();
    List<KafkaProducer<String, String>> writers = new ArrayList<>();
    try (var broker = BrokerProcess.start(dir, 0)) {
      var records = new Records(broker.bootstrap());
      records.createTopic("many", 300);
      for (String topic : topics) {
        records.createTopic(topic, 1);
        var producer = records.transactional("writer of " + topic);
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(topic, "decided")).get();
        writers.add(producer);
      }
      broker.kill();
      writers.forEach(writer -> writer.close(Duration.ZERO));
    }
    assertThat(DecidedTransactions.decide(dir.resolve("data"))).isEqualTo(topics.size());

    try (var broker = LocalBroker.start(dir, 0)) {
      var records = new Records(broker.bootstrap());
      for (String topic : topics) {
        await()
            .untilAsserted(() -> assertThat(records.committed(topic)).containsExactly("decided"));
      }
    }
  }

  @Test
  void portsOfTheLastTimeMayBelongToOthersByNow() throws Exception {
    int port;
    int internal;
    try (var broker = LocalBroker.start(dir, 0)) {
      var records = new Records(broker.bootstrap());
      records.createTopic("kept", 1);
      port = port(broker.bootstrap());
      internal = records.controllerPort();
    }
    try (var one = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
        var other = new ServerSocket(internal, 1, InetAddress.getLoopbackAddress());
        var broker = LocalBroker.start(dir, 0)) {
      var records = new Records(broker.bootstrap());
      assertThat(port(broker.bootstrap())).isNotEqualTo(one.getLocalPort());
      assertThat(records.controllerPort()).isNotEqualTo(other.getLocalPort());
      try (var producer = records.transactional("writer")) {
        records.commit(producer, "kept", "a");
      }
      awaitCommitted(records, "a");
    }
  }

  private static int port(String bootstrap) {
    return Integer.parseInt(bootstrap.substring(bootstrap.lastIndexOf(':') + 1));
  }

  @Test
  void nobodyElseMayLookIntoTheDirectory() throws Exception {
    var home = dir.resolve("home");
    Files.createDirectory(home);
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
    LocalBroker.start(home, 0).close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home)))
        .isEqualTo("rwx------");
  }

  @Test
  void aDirectoryInUseIsRefusedWithAClearError() {
    try (var broker = LocalBroker.start(dir, 0)) {
      assertThatThrownBy(() -> LocalBroker.start(dir, 0))
          .isInstanceOfSatisfying(
              EmbeddedException.class,
              e -> assertThat(e.reason()).isEqualTo(EmbeddedException.Reason.DIRECTORY_IN_USE))
          .hasMessageContaining(dir.toString())
          .hasMessageContaining("--data-dir");
      assertThat(broker.fault()).isEmpty();
    }
  }

  @Test
  void anInterruptedFirstStartIsMadeGood() throws Exception {
    var half = Files.createDirectories(dir.resolve("data.new").resolve("__cluster_metadata-0"));
    Files.writeString(half.resolve("00000000000000000000.log"), "cut sho");
    try (var broker = LocalBroker.start(dir, 0)) {
      new Records(broker.bootstrap()).createTopic("new", 1);
      assertThat(broker.fault()).isEmpty();
    }
  }

  @Test
  void aTakenPortIsRefusedWithAClearError() throws IOException {
    try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> LocalBroker.start(dir, other.getLocalPort()))
          .isInstanceOfSatisfying(
              EmbeddedException.class,
              e -> assertThat(e.reason()).isEqualTo(EmbeddedException.Reason.PORT_TAKEN))
          .hasMessageContaining(Integer.toString(other.getLocalPort()))
          .hasMessageContaining("--kafka-port");
    }
    assertThat(dir.resolve("data")).doesNotExist();
  }

  @Test
  void aLostDataDirectoryIsAFaultAndNotTheEndOfTheJvm() throws Exception {
    try (var broker = LocalBroker.start(dir, 0)) {
      Files.move(dir.resolve("data"), dir.resolve("away"));
      Files.writeString(dir.resolve("data"), "no directory any more");
      var creation =
          CompletableFuture.runAsync(
              () -> createTopic(broker.bootstrap()), Thread::startVirtualThread);
      await().untilAsserted(() -> assertThat(broker.fault()).isPresent());
      assertThat(broker.fault().orElseThrow()).hasMessageContaining("gave up");
      creation.cancel(true);
    }
  }

  // Whether it succeeds does not matter: it makes the broker touch its disk.
  private static void createTopic(String bootstrap) {
    try {
      new Records(bootstrap).createTopic("late", 1);
    } catch (ExecutionException | InterruptedException | TimeoutException e) {
      LOG.debug("the topic was not created", e);
    }
  }
}
