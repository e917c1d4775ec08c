package dev.rota.app.letters;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.app.clients.ValueSerdes;
import dev.rota.app.console.ByteFormatter;
import dev.rota.base.lines.JsonAvro;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.registry.RegistryRefused;
import dev.rota.registry.RegistryUnavailable;
import dev.rota.road.letters.DeadLetter;
import dev.rota.road.letters.RecordPlace;
import dev.rota.road.topics.WireFormat;
import java.util.Arrays;
import org.apache.avro.generic.IndexedRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * The value of a dead letter, as far as it can be decoded.
 *
 * @param bytes null: there is no value
 * @param schemaId a number or a UUID; null: it has none
 * @param type the full name of the record; null if it cannot be decoded
 * @param json the record by its writer's schema; null if it cannot be decoded
 * @param why it cannot be decoded; null if it can
 */
record LetterValue(byte[] bytes, Object schemaId, String type, JsonNode json, String why) {
  private static final int EXCERPT_BYTES = 64;

  static LetterValue of(DeadLetter letter, Settings settings) {
    byte[] bytes = letter.record().value();
    Headers own = letter.own();
    boolean framed = own.lastHeader(WireFormat.ID_HEADER) != null;
    Object id = framed ? WireFormat.id(letter.record()) : WireFormat.prefix(bytes);
    if (bytes == null) {
      return undecoded(null, id, "there is no value");
    }
    if (settings.find(KnownSettings.REGISTRY).isEmpty()) {
      return undecoded(bytes, id, "no registry is configured: pass --registry");
    }
    String topic = letter.source().map(RecordPlace::topic).orElse(letter.record().topic());
    try (Deserializer<Object> values = ValueSerdes.deserializer(settings)) {
      Object value = values.deserialize(topic, own, bytes);
      return value instanceof IndexedRecord record
          ? new LetterValue(
              bytes, id, record.getSchema().getFullName(), JsonAvro.toJson(record), null)
          : undecoded(bytes, id, "it is no record, but " + value);
    } catch (SerializationException | RegistryRefused | RegistryUnavailable e) {
      // The rest of the letter can be shown all the same.
      return undecoded(bytes, id, e.getMessage());
    }
  }

  private static LetterValue undecoded(byte[] bytes, Object schemaId, String why) {
    return new LetterValue(bytes, schemaId, null, null, why);
  }

  boolean isDecoded() {
    return json != null;
  }

  int size() {
    return bytes == null ? 0 : bytes.length;
  }

  /** The first bytes in hexadecimal digits, or as text if they are text. */
  String excerpt() {
    byte[] first = Arrays.copyOf(bytes, Math.min(bytes.length, EXCERPT_BYTES));
    String more = bytes.length > first.length ? "…" : "";
    String text = ByteFormatter.text(first);
    boolean printable = text.codePoints().allMatch(one -> one >= ' ' && one != 127);
    return ByteFormatter.hex(first)
        + more
        + (printable && !text.startsWith("0x") ? ", as text: " + text + more : "");
  }
}
