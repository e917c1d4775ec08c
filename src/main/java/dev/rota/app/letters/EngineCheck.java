package dev.rota.app.letters;

import dev.rota.app.clients.ValueSerdes;
import dev.rota.base.avro.GeneratedClasses;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.TurnArrival;
import dev.rota.road.topics.InputReader;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Reads records as an engine with these settings would, by its own reader. What only the rules can
 * say is not known here: an input that they fail over is read.
 */
final class EngineCheck implements AutoCloseable {
  static {
    GeneratedClasses.trust();
  }

  private final Deserializer<Object> values;
  private final Function<ProducerRecord<byte[], byte[]>, InputReader.Received> reader;

  /**
   * Why a record would be a dead letter.
   *
   * @param reason the stable code
   */
  record Refusal(String reason, String complaint) {}

  private EngineCheck(
      Deserializer<Object> values,
      Function<ProducerRecord<byte[], byte[]>, InputReader.Received> reader) {
    this.values = values;
    this.reader = reader;
  }

  /**
   * Of a domain's inputs.
   *
   * @param partitions of each
   */
  static EngineCheck of(Domain domain, Settings settings, int partitions) {
    Deserializer<Object> values = ValueSerdes.inputs(settings);
    InputReader inputs =
        new InputReader(domain, values, partitions, settings.number(KnownSettings.INPUT_BYTES));
    return new EngineCheck(
        values,
        record ->
            inputs.receive(
                record.topic(),
                record.partition(),
                0,
                record.timestamp(),
                record.key(),
                record.value(),
                record.headers()));
  }

  /** Says what is wrong; empty: it would be read. */
  Optional<Refusal> refusal(ProducerRecord<byte[], byte[]> record) {
    InputReader.Received read = reader.apply(record);
    return read.arrival() instanceof TurnArrival.Unreadable unreadable
        ? Optional.of(new Refusal(unreadable.reason(), read.cause().getMessage()))
        : Optional.empty();
  }

  @Override
  public void close() {
    values.close();
  }
}
