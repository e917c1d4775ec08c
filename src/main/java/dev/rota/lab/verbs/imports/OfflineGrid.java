package dev.rota.lab.verbs.imports;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.app.console.NameLookup;
import dev.rota.base.avro.GeneratedClasses;
import dev.rota.base.lines.Envelope;
import dev.rota.base.lines.JsonAvro;
import dev.rota.base.lines.LineWriter;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.stream.OfflineStreams;
import dev.rota.road.topics.RequiredTopics;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.avro.generic.IndexedRecord;

/** The engine alone, in this process. Its events can be saved as lines. */
final class OfflineGrid implements ImportGrid {
  static {
    GeneratedClasses.trust();
  }

  private final Domain domain;
  private final OfflineStreams streams;
  private final OutputStream file;
  private final LineWriter lines;

  /**
   * Creates an empty grid.
   *
   * @param save file for the events as lines, or null
   */
  OfflineGrid(Domain domain, Path save) throws IOException {
    this.domain = domain;
    this.streams = new OfflineStreams(domain);
    this.file =
        save == null
            ? OutputStream.nullOutputStream()
            : new BufferedOutputStream(Files.newOutputStream(save));
    this.lines = new LineWriter(file);
  }

  @Override
  public List<? extends IndexedRecord> take(List<Envelope> batch) throws IOException {
    List<IndexedRecord> answers = new ArrayList<>();
    for (Envelope envelope : batch) {
      lines.write(envelope);
      var schema = NameLookup.input(domain, envelope.topic()).orElseThrow().schema();
      byte[] key = envelope.key().orElseThrow().getBytes(UTF_8);
      byte[] value = JsonAvro.encode(schema, envelope.value());
      streams.take(envelope.topic(), key, value, envelope.timestamp().orElseThrow()).stream()
          .filter(sent -> !sent.topic().equals(RequiredTopics.ledger(domain.name())))
          .map(sent -> Objects.requireNonNull(sent.record(), "a dead letter of our own making"))
          .forEach(answers::add);
    }
    return answers;
  }

  @Override
  public void close() throws IOException {
    lines.flush();
    file.close();
  }
}
