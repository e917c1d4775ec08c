package dev.rota.road.stream.past;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.rota.base.book.DocBlock;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.topics.PageHeaders;
import dev.rota.road.topics.UnfitCluster;
import dev.rota.testing.OldEntry;
import dev.rota.testing.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A ledger's ends, as tasks of several threads ask for them. */
class LedgerEndsIT {
  private static final String LEDGER = "alarms-ledger";
  private static final int PAGES = 40;

  private TestCluster cluster;
  private LedgerEnds ledger;

  @BeforeEach
  void start() throws Exception {
    cluster = TestCluster.start();
    Map<String, Object> kafka = Map.of("bootstrap.servers", cluster.bootstrap());
    ledger = new LedgerEnds(kafka, LEDGER, List.of(), CheckpointChoice.BEGINNING);
    try (Admin admin = Admin.create(kafka);
        var producer =
            new KafkaProducer<>(kafka, new ByteArraySerializer(), new ByteArraySerializer())) {
      admin.createTopics(List.of(new NewTopic(LEDGER, 2, (short) 1))).all().get();
      for (int page = 1; page <= PAGES; page++) {
        var headers = new RecordHeaders();
        headers.add(PageHeaders.PAGE, Integer.toString(page).getBytes(UTF_8));
        byte[] framed = new byte[5 + 32];
        framed[framed.length - 1] = (byte) page;
        producer.send(new ProducerRecord<>(LEDGER, 0, new byte[0], framed, headers)).get();
      }
    }
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void theEndIsItsLastPageWithItsSeal() {
    LedgerEnd end = ledger.end(0);
    assertThat(end.pages()).isEqualTo(PAGES);
    assertThat(end.seal()).hasSize(32).endsWith((byte) PAGES);
    assertThat(end.written()).isTrue();
    assertThat(ledger.end(1).written()).isFalse();
    List<Long> after = new ArrayList<>();
    ledger.readAfter(0, 11, page -> after.add(PageHeaders.number(page.headers())));
    assertThat(after).hasSize(PAGES - 11).startsWith(12L).endsWith((long) PAGES);
  }

  @Test
  void aLedgerOfTurnsThatRelease01WroteIsRefusedByTopicPartitionAndOffset() throws Exception {
    try (var producer =
        new KafkaProducer<>(
            Map.<String, Object>of("bootstrap.servers", cluster.bootstrap()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      byte[] entry = OldEntry.bytes();
      byte[] framed = new byte[5 + entry.length];
      System.arraycopy(entry, 0, framed, 5, entry.length);
      producer.send(new ProducerRecord<>(LEDGER, 1, "builds".getBytes(UTF_8), framed)).get();
    }
    List<String> shown =
        DocBlock.having(Path.of("docs/versions.md"), "Rota 0.1").text().lines().toList();
    assertThatThrownBy(() -> ledger.end(1))
        .isInstanceOf(UnfitCluster.class)
        .hasMessage(
            String.join(" ", shown)
                .replace("cores-ledger/0/0", "alarms-ledger/1/0")
                .replace("turn 1 of lane 'polkadot'", "turn 11 of lane 'builds'"));
  }

  @Test
  void whileOneRebuildsAnotherOpens() {
    List<Long> read = new ArrayList<>();
    ledger.readAll(
        0,
        page -> {
          if (read.isEmpty()) {
            var other =
                CompletableFuture.supplyAsync(() -> ledger.end(1), Thread::startVirtualThread);
            assertThat(other).succeedsWithin(Patience.MAX);
          }
          read.add(PageHeaders.number(page.headers()));
        });
    assertThat(read).hasSize(PAGES);
  }

  @Test
  void aTransactionThatIsOpenOnAnOutputIsAwaitedAndNamedWithWhatEndsIt() throws Exception {
    String outcomes = "alarms-outcomes";
    Map<String, Object> kafka = Map.of("bootstrap.servers", cluster.bootstrap());
    LedgerEnds patient =
        new LedgerEnds(kafka, LEDGER, List.of(outcomes), CheckpointChoice.BEGINNING);
    LedgerEnds hasty =
        new LedgerEnds(
            kafka, LEDGER, List.of(outcomes), CheckpointChoice.BEGINNING, Duration.ofMillis(1));
    try (Admin admin = Admin.create(kafka);
        var producer =
            new KafkaProducer<>(
                Map.<String, Object>of(
                    "bootstrap.servers", cluster.bootstrap(), "transactional.id", "rota-alarms-1"),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
      admin.createTopics(List.of(new NewTopic(outcomes, 2, (short) 1))).all().get();
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(outcomes, 0, new byte[0], new byte[1])).get();
      producer.commitTransaction();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(outcomes, 0, new byte[0], new byte[2])).get();

      assertThatThrownBy(() -> hasty.end(0))
          .isInstanceOf(TimeoutException.class)
          .hasMessageContaining("on alarms-outcomes-0 since offset 2.")
          .hasMessageContaining("kafka-transactions.sh abort");
      assertThat(hasty.end(1).written()).isFalse();
      var end = CompletableFuture.supplyAsync(() -> patient.end(0), Thread::startVirtualThread);
      await().during(Duration.ofSeconds(1)).until(() -> !end.isDone());
      producer.abortTransaction();
      assertThat(end).succeedsWithin(Patience.MAX);
      assertThat(hasty.end(0).pages()).isEqualTo(PAGES);
    }
  }
}
