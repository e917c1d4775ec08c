package dev.rota.lab.verbs.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.rota.app.console.ByteFormatter;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.NameLookup;
import dev.rota.base.avro.GeneratedClasses;
import dev.rota.base.lines.BadLine;
import dev.rota.base.lines.Envelope;
import dev.rota.base.lines.EnvelopeMetadata;
import dev.rota.base.lines.InputLine;
import dev.rota.base.lines.JsonAvro;
import dev.rota.base.lines.LineReader;
import dev.rota.base.lines.LineWriter;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.lab.traffic.RawRecord;
import dev.rota.lab.traffic.Traffic;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.avro.Schema;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;

/**
 * Reads and writes the histories of simulated lanes as JSON lines. A line with a partition is a
 * record as it lies on its topic; its value is {@code 0x…} if it is no event. Two headers belong to
 * the line, not to the record: the lane, if the key is another, and the engine's time, if it is not
 * the timestamp.
 */
final class HistoryLines {
  static {
    GeneratedClasses.trust();
  }

  private static final String LANE = "simulate.lane";
  private static final String NOW = "simulate.now";
  private static final String HEX = "0x";

  private final Domain domain;

  HistoryLines(Domain domain) {
    this.domain = domain;
  }

  static void write(Path file, Map<String, Iterator<Traffic.Event>> lanes) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file));
        LineWriterCloser lines = new LineWriterCloser(new LineWriter(out))) {
      for (var lane : lanes.entrySet()) {
        while (lane.getValue().hasNext()) {
          write(lines.writer(), lane.getKey(), lane.getValue().next());
        }
      }
    }
  }

  private static void write(LineWriter lines, String lane, Traffic.Event event) throws IOException {
    EnvelopeMetadata metadata =
        event.raw() == null
            ? EnvelopeMetadata.of(event.topic(), lane, event.atMillis())
            : metadata(lane, event, event.raw());
    if (event.record() == null) {
      byte[] value = event.raw() == null ? null : event.raw().value();
      JsonNode hex =
          value == null ? NullNode.getInstance() : TextNode.valueOf(ByteFormatter.hex(value));
      lines.write(new Envelope(metadata, hex));
    } else {
      lines.write(metadata, event.record());
    }
  }

  private static EnvelopeMetadata metadata(String lane, Traffic.Event event, RawRecord raw) {
    Map<String, String> headers = new LinkedHashMap<>(raw.headers());
    if (!lane.equals(raw.key())) {
      headers.put(LANE, lane);
    }
    if (raw.nowMillis() != event.atMillis()) {
      headers.put(NOW, Long.toString(raw.nowMillis()));
    }
    return new EnvelopeMetadata(
        event.topic(),
        Optional.ofNullable(raw.key()),
        OptionalLong.of(event.atMillis()),
        OptionalInt.of(raw.partition()),
        OptionalLong.empty(),
        headers);
  }

  /** Reads events by lane. Queries are skipped. */
  Map<String, List<Traffic.Event>> read(LineReader lines) throws IOException {
    Map<String, List<Traffic.Event>> lanes = new LinkedHashMap<>();
    long lastMillis = 0;
    for (Optional<InputLine> line = next(lines); line.isPresent(); line = next(lines)) {
      if (line.get() instanceof Envelope envelope) {
        lastMillis = envelope.timestamp().orElse(lastMillis);
        try {
          lanes
              .computeIfAbsent(lane(envelope), _ -> new ArrayList<>())
              .add(event(envelope, lastMillis));
        } catch (BadLine bad) {
          throw failure(lines, bad);
        }
      }
    }
    return lanes;
  }

  private Traffic.Event event(Envelope envelope, long atMillis) {
    OptionalInt partition = envelope.metadata().partition();
    if (partition.isEmpty()) {
      return new Traffic.Event(envelope.topic(), atMillis, record(envelope));
    }
    if (partition.getAsInt() >= RawRecord.PARTITIONS) {
      throw new BadLine("partition", "a simulated topic has " + RawRecord.PARTITIONS);
    }
    Map<String, String> headers = new LinkedHashMap<>(envelope.metadata().headers());
    headers.remove(LANE);
    String now = headers.remove(NOW);
    String text = envelope.value().textValue();
    RawRecord raw =
        new RawRecord(
            partition.getAsInt(),
            envelope.key().orElse(null),
            text == null ? null : bytes(text),
            headers,
            now == null ? atMillis : millis(now));
    SpecificRecord record = text == null ? record(envelope) : null;
    return new Traffic.Event(envelope.topic(), atMillis, record, null, raw);
  }

  private static byte[] bytes(String text) {
    try {
      return HexFormat.of().parseHex(text, text.startsWith(HEX) ? HEX.length() : 0, text.length());
    } catch (IllegalArgumentException bad) {
      throw new BadLine("value", "a text is a record's bytes, as 0x…: " + bad.getMessage());
    }
  }

  private static long millis(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException bad) {
      throw new BadLine("headers", NOW + " is no number of ms: " + text);
    }
  }

  private static Optional<InputLine> next(LineReader lines) throws IOException {
    try {
      return lines.next();
    } catch (BadLine bad) {
      throw failure(lines, bad);
    }
  }

  private static CommandFailure failure(LineReader lines, BadLine bad) {
    return new CommandFailure(
            ExitCode.USAGE,
            "line " + lines.number() + " cannot be simulated",
            bad.getMessage(),
            "correct or remove it",
            bad)
        .about(bad.path().isEmpty() ? null : bad.path(), null);
  }

  private String lane(Envelope envelope) {
    String field = domain.wire().laneField();
    return Optional.ofNullable(envelope.metadata().headers().get(LANE))
        .or(envelope::key)
        .or(() -> Optional.ofNullable(envelope.value().path(field).textValue()))
        .orElseThrow(() -> new BadLine("key", "the lane is missing: give the record a key"));
  }

  private SpecificRecord record(Envelope envelope) {
    InputTopic input =
        NameLookup.input(domain, envelope.topic())
            .orElseThrow(
                () ->
                    new BadLine(
                        "topic", envelope.topic() + " is not an input of " + domain.name()));
    if (envelope.value().isNull()) {
      return null;
    }
    Schema schema = input.schema();
    byte[] bytes = JsonAvro.encode(schema, envelope.value());
    try {
      return new SpecificDatumReader<SpecificRecord>(schema)
          .read(null, DecoderFactory.get().binaryDecoder(bytes, null));
    } catch (IOException e) {
      throw new BadLine("value", "it cannot be decoded: " + e.getMessage());
    }
  }

  /** Flushes before the underlying stream is closed. */
  private record LineWriterCloser(LineWriter writer) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      writer.flush();
    }
  }
}
