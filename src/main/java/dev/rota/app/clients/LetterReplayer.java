package dev.rota.app.clients;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.base.settings.Settings;
import dev.rota.base.text.CauseChain;
import dev.rota.road.letters.DeadLetter;
import dev.rota.road.letters.RecordPlace;
import dev.rota.road.letters.ReplayTopic;
import dev.rota.road.topics.RequiredTopics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;

/**
 * Sends dead letters of a domain again, each at most once: a replay and the mark that it was sent
 * are one transaction.
 *
 * <p>All replayers of a domain have one transactional id. To open one ends the one before: what it
 * has not committed is aborted, and it commits nothing from then on. So whoever reads the marks
 * after that ({@link ReplayTopic#replays}) knows all replays that there are, and nobody adds to
 * them. A replayer that was killed is ended by the next one, or by its transaction's time-out.
 */
public final class LetterReplayer implements AutoCloseable {
  private static final Duration CLOSE = Duration.ofSeconds(5);

  /** Whoever is killed here keeps the engine waiting for so long, since it reads what is whole. */
  private static final int TRANSACTION_MILLIS = 10_000;

  private final KafkaProducer<byte[], byte[]> producer;
  private final ReplayTopic marks;
  private final String domain;
  private final Duration longest;
  private long begun;
  private boolean isSent;

  /** A record that takes the place of a dead letter. */
  public record Replay(DeadLetter letter, ProducerRecord<byte[], byte[]> record) {}

  /**
   * What became of a replay.
   *
   * @param to where it is; null: the broker does not take the record
   * @param refusal what the broker says; null: it is sent
   */
  public record Sent(Replay replay, RecordPlace to, String refusal) {}

  private LetterReplayer(
      KafkaProducer<byte[], byte[]> producer, ReplayTopic marks, String domain, Duration longest) {
    this.producer = producer;
    this.marks = marks;
    this.domain = domain;
    this.longest = longest;
  }

  /** Opens the one replayer of a domain, and ends the one before. */
  public static LetterReplayer open(Settings settings, String domain) {
    Map<String, Object> configs = RecordSender.configs(settings);
    configs.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, RequiredTopics.replays(domain));
    configs.putIfAbsent(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_MILLIS);
    configs.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    configs.put(ProducerConfig.ACKS_CONFIG, "all");
    KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(configs);
    try {
      producer.initTransactions();
    } catch (KafkaException e) {
      producer.close(Duration.ZERO);
      throw e;
    }
    Object millis = configs.get(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG);
    return new LetterReplayer(
        producer,
        new ReplayTopic(settings.kafka(), domain),
        domain,
        Duration.ofMillis(Long.parseLong(millis.toString())));
  }

  /**
   * Sends these in one transaction, in order. If the broker refuses one of them, each goes alone.
   *
   * @param told gets what became of each, once that is certain
   * @throws CommandFailure if another replayer was opened, or the transaction took too long: what
   *     was not told is not sent
   */
  public void send(List<Replay> batch, Consumer<Sent> told) {
    List<Sent> sent;
    try {
      begun = System.nanoTime();
      producer.beginTransaction();
      sent = stored(batch);
      producer.commitTransaction();
      isSent = true;
    } catch (KafkaException e) {
      abort(e);
      Exception refusal = e.getCause() instanceof KafkaException cause ? cause : e;
      if (!RecordSender.isRecordsFault(refusal)) {
        throw e;
      }
      if (batch.size() > 1) {
        batch.forEach(one -> send(List.of(one), told));
        return;
      }
      sent = List.of(new Sent(batch.get(0), null, refusal.getMessage()));
    }
    sent.forEach(told);
  }

  /** The offset of a replay is known when the broker has it. Only then can its mark be written. */
  private List<Sent> stored(List<Replay> batch) {
    List<Future<RecordMetadata>> answers = new ArrayList<>();
    batch.forEach(one -> answers.add(producer.send(one.record())));
    producer.flush();
    List<Sent> sent = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      RecordMetadata at = RecordSender.confirmed(answers.get(i));
      RecordPlace to = new RecordPlace(at.topic(), at.partition(), at.offset());
      sent.add(new Sent(batch.get(i), to, null));
      // What could not be sent, the commit throws.
      var _ = producer.send(marks.mark(batch.get(i).letter(), to));
    }
    return sent;
  }

  private void abort(KafkaException cause) {
    if (isEnded(cause)) {
      throw ended(cause);
    }
    try {
      producer.abortTransaction();
    } catch (KafkaException | IllegalStateException e) {
      if (isEnded(e)) {
        throw ended(e);
      }
      // Nobody answers, even whether it is committed. The next replayer hears it.
      cause.addSuppressed(e);
      throw cause;
    }
  }

  private static boolean isEnded(RuntimeException e) {
    return CauseChain.first(e, ProducerFencedException.class).isPresent()
        || CauseChain.first(e, InvalidProducerEpochException.class).isPresent();
  }

  /** Brokers answer the same whether it was another replayer or the transaction's time. */
  private CommandFailure ended(RuntimeException e) {
    if (System.nanoTime() - begun >= longest.toNanos()) {
      return new CommandFailure(
          ExitCode.AGAIN,
          "a replay of " + domain + " took longer than " + longest.toMillis() + " ms",
          "brokers end a transaction after that time, and nothing of it is sent",
          "look whether brokers are slow; then run this again: nothing is sent twice. A longer time"
              + " is producer.transaction.timeout.ms",
          e);
    }
    return new CommandFailure(
        ExitCode.AGAIN,
        "another replay of " + domain + " has begun",
        "it ended this one, and sends what this one had not sent",
        "let it end; then run this again: nothing is sent twice",
        e);
  }

  /** What is sent can then be seen by all. */
  @Override
  public void close() {
    producer.close(CLOSE);
    if (isSent) {
      marks.awaitVisible();
    }
  }
}
