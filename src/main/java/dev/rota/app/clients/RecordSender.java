package dev.rota.app.clients;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FailureTranslator;
import dev.rota.app.console.LineRefusal;
import dev.rota.app.console.ProgressDisplay;
import dev.rota.app.console.RefusedLines;
import dev.rota.app.console.RootCommand;
import dev.rota.base.lines.BadLine;
import dev.rota.base.lines.Envelope;
import dev.rota.base.lines.InputLine;
import dev.rota.base.lines.LineReader;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;

/** Sends lines as records, counts them and reports those that are refused. */
public final class RecordSender implements AutoCloseable {
  private static final Duration CLOSE = Duration.ofSeconds(5);

  private final RootCommand root;
  private final SendTargets targets;
  private final Serializer<Object> values;
  private final RecordBuilder builder;
  private final KafkaProducer<byte[], byte[]> producer;
  private final AtomicLong sent = new AtomicLong();
  private final RefusedLines refused;
  private final AtomicLong unsent = new AtomicLong();
  private final AtomicReference<Exception> broken = new AtomicReference<>();
  private ExitCode exit = ExitCode.OK;

  public RecordSender(RootCommand root, Settings settings, SendTargets targets) {
    this.root = root;
    this.refused = new RefusedLines(root);
    this.targets = targets;
    this.values = ValueSerdes.serializer(settings);
    this.builder = new RecordBuilder(values);
    this.producer = new KafkaProducer<>(configs(settings));
  }

  /** Configures an idempotent producer that keeps the order. */
  public static Map<String, Object> configs(Settings settings) {
    Map<String, Object> configs = new HashMap<>();
    configs.put("key.serializer", ByteArraySerializer.class);
    configs.put("value.serializer", ByteArraySerializer.class);
    // A new partition may refuse the first batch and accept the second: the order would be lost.
    configs.put("max.in.flight.requests.per.connection", 1);
    configs.put("max.block.ms", 10_000);
    configs.put("request.timeout.ms", 10_000);
    configs.put("delivery.timeout.ms", 30_000);
    // The topic's limit is checked before. The client's own estimate is a few bytes off.
    configs.put("max.request.size", SendTargets.REQUEST_MAX);
    configs.putAll(settings.producer());
    configs.put("value.serializer", ByteArraySerializer.class);
    configs.put(KnownSettings.BOOTSTRAP, settings.text(KnownSettings.BOOTSTRAP));
    return configs;
  }

  /** Waits until the broker has stored the record. */
  public static RecordMetadata confirmed(Future<RecordMetadata> sent) {
    try {
      return sent.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptException(e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(e.getCause());
    }
  }

  /** Sends all lines. Throws if the cluster fails, not if a line is bad. */
  public ExitCode sendAll(LineReader lines) throws IOException {
    try (ProgressDisplay progress = new ProgressDisplay(root, "sent")) {
      while (broken.get() == null && sendNext(lines)) {
        progress.at(sent.get());
      }
      producer.flush();
    } finally {
      sum();
    }
    if (broken.get() != null) {
      throw FailureTranslator.of(broken.get());
    }
    return exit;
  }

  private void sum() throws IOException {
    if (root.json()) {
      var sum =
          JsonNodeFactory.instance
              .objectNode()
              .put("sent", sent.get())
              .put("refused", refused.count())
              .put("unconfirmed", unsent.get());
      root.console().line(sum.toString());
    } else {
      root.note(
          "sent %d, refused %d%s"
              .formatted(
                  sent.get(),
                  refused.count(),
                  unsent.get() == 0 ? "" : ", not confirmed " + unsent.get()));
    }
  }

  private boolean sendNext(LineReader lines) throws IOException {
    try {
      Optional<InputLine> line = lines.next();
      if (line.isEmpty()) {
        return false;
      }
      if (!(line.get() instanceof Envelope envelope)) {
        throw new LineRefusal(
            ExitCode.USAGE, "query: only 'rota simulate' takes queries, a topic does not");
      }
      send(builder.record(envelope, targets.of(envelope.topic())), lines.number());
    } catch (BadLine e) {
      refuse(lines.number(), ExitCode.USAGE, e.getMessage());
    } catch (LineRefusal e) {
      refuse(lines.number(), e.exit(), e.getMessage());
    }
    return true;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the callback gets the result
  private void send(ProducerRecord<byte[], byte[]> record, long number) {
    producer.send(
        record,
        (_, fault) -> {
          if (fault == null) {
            sent.incrementAndGet();
          } else if (isRecordsFault(fault)) {
            refuse(number, ExitCode.USAGE, "the broker refused it: " + fault.getMessage());
          } else {
            unsent.incrementAndGet();
            broken.compareAndSet(null, fault);
          }
        });
  }

  /** Returns true if the broker refuses this record, and takes others. */
  static boolean isRecordsFault(Exception fault) {
    return fault instanceof InvalidTimestampException
        || fault instanceof InvalidRecordException
        || fault instanceof RecordTooLargeException;
  }

  private synchronized void refuse(long number, ExitCode why, String message) {
    // The exit code for bad input takes precedence over a missing topic.
    exit = exit == ExitCode.USAGE ? exit : why;
    refused.tell(number, message);
  }

  @Override
  public void close() {
    producer.close(CLOSE);
    values.close();
  }
}
