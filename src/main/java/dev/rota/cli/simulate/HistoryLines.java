package dev.rota.cli.simulate;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.rota.avro.GeneratedClasses;
import dev.rota.cli.console.Catalogue;
import dev.rota.cli.console.Exit;
import dev.rota.cli.console.Failure;
import dev.rota.domain.Domain;
import dev.rota.domain.Input;
import dev.rota.domain.Traffic;
import dev.rota.lines.BadLine;
import dev.rota.lines.Envelope;
import dev.rota.lines.EnvelopeMetadata;
import dev.rota.lines.JsonAvro;
import dev.rota.lines.Line;
import dev.rota.lines.LineReader;
import dev.rota.lines.LineWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;

/** Reads and writes the histories of simulated lanes as JSON lines. */
final class HistoryLines {
  static {
    GeneratedClasses.trust();
  }

  private final Domain<?, ?, ?> domain;

  HistoryLines(Domain<?, ?, ?> domain) {
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
    EnvelopeMetadata metadata = EnvelopeMetadata.of(event.topic(), lane, event.atMillis());
    if (event.record() == null) {
      lines.write(new Envelope(metadata, NullNode.getInstance()));
    } else {
      lines.write(metadata, event.record());
    }
  }

  /** Reads events by lane. Queries are skipped. */
  Map<String, List<Traffic.Event>> read(LineReader lines) throws IOException {
    Map<String, List<Traffic.Event>> lanes = new LinkedHashMap<>();
    long lastMillis = 0;
    for (Optional<Line> line = next(lines); line.isPresent(); line = next(lines)) {
      if (line.get() instanceof Envelope envelope) {
        lastMillis = envelope.timestamp().orElse(lastMillis);
        try {
          lanes
              .computeIfAbsent(lane(envelope), name -> new ArrayList<>())
              .add(new Traffic.Event(envelope.topic(), lastMillis, record(envelope)));
        } catch (BadLine bad) {
          throw failure(lines, bad);
        }
      }
    }
    return lanes;
  }

  private static Optional<Line> next(LineReader lines) throws IOException {
    try {
      return lines.next();
    } catch (BadLine bad) {
      throw failure(lines, bad);
    }
  }

  private static Failure failure(LineReader lines, BadLine bad) {
    return new Failure(
            Exit.USAGE,
            "line " + lines.number() + " cannot be simulated",
            bad.getMessage(),
            "correct or remove it",
            bad)
        .about(bad.path().isEmpty() ? null : bad.path(), null);
  }

  private String lane(Envelope envelope) {
    String field = domain.wire().laneField();
    return envelope
        .key()
        .or(() -> Optional.ofNullable(envelope.value().path(field).textValue()))
        .orElseThrow(() -> new BadLine("key", "the lane is missing: give the record a key"));
  }

  private SpecificRecord record(Envelope envelope) {
    Input input =
        Catalogue.input(domain, envelope.topic())
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
