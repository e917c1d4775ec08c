package dev.rota.app.letters;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.app.clients.LetterReplayer;
import dev.rota.app.clients.LetterReplayer.Replay;
import dev.rota.app.clients.LetterReplayer.Sent;
import dev.rota.app.clients.RecordBuilder;
import dev.rota.app.clients.SendTargets;
import dev.rota.app.clients.ValueSerdes;
import dev.rota.app.console.ByteFormatter;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.CommandReport;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.LineRefusal;
import dev.rota.base.lines.BadLine;
import dev.rota.base.lines.Envelope;
import dev.rota.base.lines.EnvelopeMetadata;
import dev.rota.kernel.domain.Output;
import dev.rota.road.letters.DeadLetter;
import dev.rota.road.letters.RecordPlace;
import dev.rota.road.topics.LaneKey;
import dev.rota.road.topics.WireFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serializer;

/** {@code rota dlq fix}: a corrected record in the place of a dead letter. */
final class LetterCorrection {
  private final LetterDesk desk;
  private final DeadLetter letter;
  private final Wishes wishes;

  /**
   * What is to be otherwise.
   *
   * @param value the whole value; null: the dead letter's
   * @param fields set after that, each as {@code path=value}
   * @param key null: the dead letter's if that names a lane, otherwise the one in the value
   */
  record Wishes(JsonNode value, List<String> fields, String key, boolean dropsHeaders) {
    boolean isNone() {
      return value == null && fields.isEmpty() && key == null && !dropsHeaders;
    }
  }

  LetterCorrection(LetterDesk desk, DeadLetter letter, Wishes wishes) {
    this.desk = desk;
    this.letter = letter;
    this.wishes = wishes;
  }

  /**
   * Shows the corrected record beside the old one, and sends it if that is asked for.
   *
   * @throws CommandFailure if the record is not one that an engine would read
   */
  CommandReport correct(boolean send) {
    checkSendable();
    LetterValue old = LetterValue.of(letter, desk.settings());
    JsonNode corrected = corrected(old);
    ProducerRecord<byte[], byte[]> record = checked(corrected);
    CommandReport report = new CommandReport(letter.place() + ": corrected");
    report
        .fields()
        .put("letter", letter.place().toString())
        .put("input", letter.source().orElseThrow().toString());
    told("key", ByteFormatter.text(letter.record().key()), new String(record.key(), UTF_8), report);
    if (!old.isDecoded()) {
      report.line("before", "%d bytes, which cannot be decoded: %s", old.size(), old.why());
    }
    report.fields().set("value", corrected);
    new FieldDifferences(old.json(), corrected).to(report);
    report.fields().put("sent", send);
    if (send) {
      RecordPlace to = sent(record);
      report.fields().put("to", to.toString());
      report.line("sent", "to %s", to);
    } else {
      report.fields().put("topic", record.topic()).put("partition", record.partition());
      report.line("would go", "to %s/%d", record.topic(), record.partition());
      report.line("note", "add --yes to send it");
    }
    return report;
  }

  private static void told(String name, String before, String after, CommandReport report) {
    report.fields().put(name, after);
    if (after.equals(before)) {
      report.line(name, "%s", after);
    } else {
      report.line(name, "%s, before: %s", after, before == null ? "none" : before);
    }
  }

  private void checkSendable() {
    Optional<String> obstacle = letter.obstacle(desk.domain());
    boolean stub = letter.reason().equals(Output.TOO_LARGE) && wishes.value() != null;
    if (obstacle.isPresent() && !stub) {
      throw new CommandFailure(
          ExitCode.USAGE,
          letter.place() + " cannot be corrected",
          obstacle.get(),
          NextStep.of(letter, desk.domain().name(), null));
    }
    checkNotSent();
  }

  private void checkNotSent() {
    RecordPlace to = desk.replays().of(letter);
    if (to != null) {
      throw new CommandFailure(
          ExitCode.DIFFERS,
          letter.place() + " is sent again already",
          "it is at " + to + ", and would be there twice",
          "if that one failed, it is a dead letter of its own: 'rota dlq list "
              + desk.domain().name()
              + " --open'");
    }
  }

  private JsonNode corrected(LetterValue old) {
    if (wishes.value() == null && !old.isDecoded()) {
      throw new CommandFailure(
          ExitCode.USAGE,
          letter.place() + " has no fields",
          "its value cannot be decoded: " + old.why(),
          "pass the whole value as JSON: --value FILE, or --value - for stdin");
    }
    FieldSetter setter = new FieldSetter(wishes.value() == null ? old.json() : wishes.value());
    wishes.fields().forEach(setter::set);
    return setter.record();
  }

  /** Builds it as {@code rota produce} does, and has it read as an engine reads it. */
  private ProducerRecord<byte[], byte[]> checked(JsonNode value) {
    String topic = letter.source().orElseThrow().topic();
    int partitions = desk.inputs().get(topic);
    try (SendTargets targets = new SendTargets(desk.cluster(), desk.settings());
        Serializer<Object> values = ValueSerdes.serializer(desk.settings());
        EngineCheck check = EngineCheck.of(desk.domain(), desk.settings(), partitions)) {
      var target = targets.of(topic);
      var built = new RecordBuilder(values).record(line(topic, value), target);
      Headers headers = headers();
      built.headers().forEach(headers::add);
      var record = letter.again(built.key(), built.value(), headers, partitions);
      RecordBuilder.checkSize(target, record.key(), record.value(), record.headers());
      check
          .refusal(record)
          .ifPresent(
              why -> {
                throw refused(ExitCode.USAGE, why.reason() + ": " + why.complaint());
              });
      return record;
    } catch (BadLine e) {
      throw refused(ExitCode.USAGE, e.getMessage());
    } catch (LineRefusal e) {
      throw refused(e.exit(), e.getMessage());
    }
  }

  private static CommandFailure refused(ExitCode exit, String why) {
    return new CommandFailure(
        exit, "the corrected record", why, "correct that too; nothing is sent");
  }

  private Envelope line(String topic, JsonNode value) {
    byte[] own = letter.record().key();
    Optional<String> key =
        Optional.ofNullable(wishes.key())
            .or(() -> Optional.ofNullable(LaneKey.isLane(own) ? LaneKey.read(own) : null));
    EnvelopeMetadata metadata =
        new EnvelopeMetadata(
            topic, key, OptionalLong.empty(), OptionalInt.empty(), OptionalLong.empty(), Map.of());
    return new Envelope(metadata, value);
  }

  /** The record's own, but for the schema id, which is the corrected value's. */
  private Headers headers() {
    return wishes.dropsHeaders()
        ? new RecordHeaders()
        : new RecordHeaders(WireFormat.bare(letter.own()).toArray());
  }

  private RecordPlace sent(ProducerRecord<byte[], byte[]> record) {
    desk.prepare();
    try (LetterReplayer replayer = LetterReplayer.open(desk.settings(), desk.domain().name())) {
      checkNotSent(); // now nobody else sends it
      List<Sent> all = new ArrayList<>();
      replayer.send(List.of(new Replay(letter, record)), all::add);
      Sent sent = all.get(0);
      if (sent.to() == null) {
        throw refused(ExitCode.USAGE, "the broker refuses it: " + sent.refusal());
      }
      return sent.to();
    }
  }
}
