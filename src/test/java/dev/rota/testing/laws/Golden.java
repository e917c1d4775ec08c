package dev.rota.testing.laws;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.rota.domain.Domain;
import dev.rota.domain.State;
import dev.rota.domain.Traffic;
import dev.rota.engine.Fact;
import dev.rota.ledger.Replay;
import dev.rota.simulate.Histories;
import dev.rota.simulate.LanesInMemory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * A ledger that was written once and has to be decided to the same for ever: one per version of the
 * rules, an entry a line, Base64, gzipped.
 */
final class Golden<S extends State, I, F extends Fact<S>> {
  private static final int LANES = 6;
  private static final int EVENTS = 80;

  private final Domain<S, I, F> domain;
  private final Path file;

  Golden(Domain<S, I, F> domain) {
    this.domain = domain;
    this.file =
        Path.of(
            "src/test/resources/golden",
            domain.name(),
            "rules-" + domain.engine().rules() + ".ledger.gz");
  }

  Path file() {
    return file;
  }

  void write() throws IOException {
    Files.createDirectories(file.getParent());
    try (Writer lines =
        new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(file)), US_ASCII)) {
      LanesInMemory<S, I, F> bench = new LanesInMemory<>(domain);
      for (String lane : Histories.lanes(domain.traffic(), LANES)) {
        for (Traffic.Event event : Histories.hostile(domain.traffic(), lane, 1, EVENTS)) {
          byte[] entry = bench.take(lane, event).entryBytes();
          lines.write(Base64.getEncoder().encodeToString(entry) + "\n");
        }
      }
    }
  }

  List<byte[]> read() throws IOException {
    List<byte[]> entries = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), US_ASCII))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        entries.add(Base64.getDecoder().decode(line));
      }
    }
    return entries;
  }

  /** Where these rules decide otherwise than the ledger says, or nothing. */
  static <S extends State, I, F extends Fact<S>> Optional<String> broken(
      Domain<S, I, F> domain, List<byte[]> entries) {
    Replay<S, I, F> replay = new Replay<>(domain);
    for (byte[] entry : entries) {
      Replay.Verdict verdict = replay.next(entry);
      if (!(verdict instanceof Replay.Verdict.Same)) {
        return Optional.of(verdict.toString());
      }
    }
    return Optional.empty();
  }
}
