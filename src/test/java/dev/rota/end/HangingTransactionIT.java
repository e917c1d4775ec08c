package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.book.DocBlock;
import dev.rota.bots.BotsDomain;
import dev.rota.lab.embedded.DecidedTransactions;
import dev.rota.lab.embedded.LocalBroker;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.testing.Patience;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.tools.TransactionsCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of {@code docs/incidents.md} find and end a transaction that its broker has lost.
 */
@ExtendWith(Patience.class)
class HangingTransactionIT {
  private static final Path PAGE = Path.of("docs/incidents.md");
  private static final String PROGRAM = "kafka-transactions.sh";
  private static final String LEDGER = "bots-ledger";

  /** The coordinator looks for old transactions once an hour. */
  private static final Map<String, String> PATIENT =
      Map.of("transaction.abort.timed.out.transaction.cleanup.interval.ms", "3600000");

  @TempDir private Path dir;

  @Test
  void aTransactionThatNoCoordinatorKnowsIsFoundAndEndedByThePagesCommands() throws Exception {
    KafkaProducer<byte[], byte[]> producer;
    try (LocalBroker broker = LocalBroker.start(dir.resolve("broker"), 0, PATIENT)) {
      producer = open(broker);
      assertThat(found(broker)).as("it is live").isEmpty();
    }
    producer.close(Duration.ZERO);
    assertThat(DecidedTransactions.lose(dir.resolve("broker/data"))).isEqualTo(1);

    try (LocalBroker broker = LocalBroker.start(dir.resolve("broker"), 0, PATIENT)) {
      assertThat(found(broker))
          .singleElement()
          .asString()
          .containsPattern("^bots-ledger\\s+0\\s+\\d+\\s+\\d+\\s+-?\\d+\\s+0\\s");
      run(command(broker, "abort"));
      assertThat(found(broker)).isEmpty();
    }
  }

  /**
   * What {@code find-hanging} names. The page waits longer than any turn, and this test does not.
   */
  private static List<String> found(LocalBroker broker) throws Exception {
    String command = command(broker, "find-hanging");
    assertThat(command).contains("--max-transaction-timeout 3");
    List<String> lines = run(command.replace("timeout 3", "timeout 0")).lines().toList();
    assertThat(lines.get(0)).startsWith("Topic");
    return lines.subList(1, lines.size());
  }

  /** The command that the page shows, of this transaction. */
  private static String command(LocalBroker broker, String verb) {
    return DocBlock.of(PAGE).stream()
        .map(DocBlock::text)
        .filter(text -> text.contains(PROGRAM) && text.contains(verb))
        .findFirst()
        .orElseThrow()
        .strip()
        .replace("HOST:PORT", broker.bootstrap())
        .replace("bots-outcomes", LEDGER)
        .replace("187", "0");
  }

  /** Runs it as Kafka's script would, and returns what it prints. */
  private static String run(String command) throws Exception {
    assertThat(command).startsWith(PROGRAM);
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, UTF_8));
    try {
      TransactionsCommand.main(command.substring(PROGRAM.length()).strip().split(" +"));
    } finally {
      System.setOut(before);
    }
    return printed.toString(UTF_8);
  }

  /** Begins a transaction on the ledger, and leaves it open. */
  private static KafkaProducer<byte[], byte[]> open(LocalBroker broker) throws Exception {
    Map<String, Object> kafka = Map.of("bootstrap.servers", broker.bootstrap());
    try (Admin admin = Admin.create(kafka)) {
      MissingTopics.create(admin, RequiredTopics.of(new BotsDomain()), 1, (short) 1);
    }
    Map<String, Object> configs = new HashMap<>(kafka);
    configs.put("transactional.id", "rota-bots-late");
    configs.put("transaction.timeout.ms", 600_000); // else it ends by itself on a busy machine
    var producer =
        new KafkaProducer<>(configs, new ByteArraySerializer(), new ByteArraySerializer());
    producer.initTransactions();
    producer.beginTransaction();
    producer.send(new ProducerRecord<>(LEDGER, 0, null, new byte[] {1})).get();
    return producer;
  }
}
