package dev.rota.app.letters;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.clients.LetterReplayer.Replay;
import dev.rota.app.clients.RecordBuilder;
import dev.rota.app.clients.SendTargets;
import dev.rota.app.clients.ValueSerdes;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.LineRefusal;
import dev.rota.app.console.RootCommand;
import dev.rota.base.lines.BadLine;
import dev.rota.base.lines.Envelope;
import dev.rota.base.lines.EnvelopeMetadata;
import dev.rota.base.lines.JsonTree;
import dev.rota.base.text.Utf8Text;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.letters.DeadLetter;
import dev.rota.road.topics.WireFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serializer;

/**
 * A dead letter as {@code rota dlq show -o json} prints it, edited. Its value, its key and the
 * headers that are left make the record that takes the letter's place.
 *
 * @param file where it is from; {@code -}: stdin
 */
record EditedLetter(String file, ObjectNode json) {
  /** As a line of {@code rota produce}. */
  private static final int BYTES_MAX = 16 << 20;

  /** Reads it. Fails if it cannot be one of the domain, before a cluster is asked. */
  static EditedLetter read(String file, RootCommand root, Domain domain) throws IOException {
    byte[] bytes;
    try (InputStream in =
        file.equals("-") ? root.console().in() : Files.newInputStream(Path.of(file))) {
      bytes = in.readNBytes(BYTES_MAX + 1);
    }
    if (bytes.length > BYTES_MAX) {
      throw refused(file, ExitCode.USAGE, "it has more than " + BYTES_MAX + " bytes");
    }
    try {
      if (!(JsonTree.parse(Utf8Text.decode(bytes)) instanceof ObjectNode json)) {
        throw refused(file, ExitCode.USAGE, "it is no JSON object");
      }
      EditedLetter letter = new EditedLetter(file, json);
      LetterDesk.position(domain, letter.position());
      return letter;
    } catch (CharacterCodingException | BadLine e) {
      throw refused(file, ExitCode.USAGE, e.getMessage());
    }
  }

  private String position() {
    JsonNode letter = json.path("letter");
    if (!letter.isTextual()) {
      throw refused("letter: it is missing; it is the position of the dead letter");
    }
    return letter.asText();
  }

  /**
   * The record in the place of the letter.
   *
   * @throws CommandFailure if an engine would not read it
   */
  Replay replay(LetterDesk desk) {
    DeadLetter letter = desk.find(position());
    checkSendable(letter, desk.domain());
    return new Replay(letter, record(letter, desk));
  }

  private void checkSendable(DeadLetter letter, Domain domain) {
    Optional<String> obstacle = letter.obstacleOfEdited(domain);
    if (obstacle.isPresent()) {
      throw new CommandFailure(
          ExitCode.USAGE,
          letter.place() + " cannot be sent again",
          obstacle.get(),
          NextStep.of(letter, domain.name(), null));
    }
    long time = letter.record().timestamp();
    if (json.path("timestamp").asLong(time) != time) {
      throw refused("timestamp: that of %s is %d".formatted(letter.place(), time));
    }
  }

  /** Builds it as {@code rota produce} does, and has it read as an engine reads it. */
  private ProducerRecord<byte[], byte[]> record(DeadLetter letter, LetterDesk desk) {
    String topic = letter.source().orElseThrow().topic();
    int partitions = desk.inputs().get(topic);
    try (SendTargets targets = new SendTargets(desk.cluster(), desk.settings());
        Serializer<Object> values = ValueSerdes.serializer(desk.settings());
        EngineCheck check = EngineCheck.of(desk.domain(), desk.settings(), partitions)) {
      var target = targets.of(topic);
      var built = new RecordBuilder(values).record(line(topic), target);
      Headers headers = headersLeft(letter);
      built.headers().forEach(headers::add);
      var record = letter.again(built.key(), built.value(), headers, partitions);
      RecordBuilder.checkSize(target, record.key(), record.value(), record.headers());
      check
          .refusal(record)
          .ifPresent(
              why -> {
                throw refused(why.reason() + ": " + why.complaint());
              });
      return record;
    } catch (BadLine e) {
      throw refused(e.getMessage());
    } catch (LineRefusal e) {
      throw refused(file, e.exit(), e.getMessage());
    }
  }

  /** Without a key it is the lane in the value. */
  private Envelope line(String topic) {
    if (!json.has("value")) {
      throw refused("value: it is missing; add the record as JSON");
    }
    JsonNode key = json.path("key");
    EnvelopeMetadata metadata =
        new EnvelopeMetadata(
            topic,
            key.isValueNode() && !key.isNull() ? Optional.of(key.asText()) : Optional.empty(),
            OptionalLong.empty(),
            OptionalInt.empty(),
            OptionalLong.empty(),
            Map.of());
    return new Envelope(metadata, json.get("value"));
  }

  /** The record's own, but for the schema id, which is that of the edited value. */
  Headers headersLeft(DeadLetter letter) {
    Headers headers = new RecordHeaders(WireFormat.bare(letter.own()).toArray());
    JsonNode left = json.get("headers");
    if (left != null) {
      ObjectNode shown = LetterReport.headers(letter);
      for (Map.Entry<String, JsonNode> one : left.properties()) {
        if (!one.getValue().equals(shown.remove(one.getKey()))) {
          throw refused(
              "headers.%s: a header can be left out, not edited or added".formatted(one.getKey()));
        }
      }
      shown.fieldNames().forEachRemaining(headers::remove);
    }
    return headers;
  }

  private CommandFailure refused(String why) {
    return refused(file, ExitCode.USAGE, why);
  }

  private static CommandFailure refused(String file, ExitCode exit, String why) {
    return new CommandFailure(
            exit,
            "--edited " + file,
            why,
            "edit what 'rota dlq show DOMAIN POSITION -o json' prints; nothing is sent")
        .about("--edited", file);
  }
}
