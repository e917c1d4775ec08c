package dev.rota.testing.laws;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.ledger.PartitionReplay;
import dev.rota.kernel.ledger.ReplayVerdict;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.simulate.SeededHistories;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.testing.Pages;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * A ledger that was written once and has to be decided to the same for ever: one per version of the
 * rules, a page a line, Base64, gzipped. Beside it some have others, with a page for each turn.
 */
final class Golden<S extends State, I, F extends Fact<S>> {
  private static final int LANES = 6;
  private static final int EVENTS = 80;
  private static final int TURNS = 50; // of a page

  private final DomainCard<S, I, F> domain;
  private final Path file;

  Golden(DomainCard<S, I, F> domain) {
    this.domain = domain;
    Path dir = Path.of("src/test/resources/golden", domain.name());
    this.file = dir.resolve("rules-" + domain.engine().rules() + ".pages.gz");
  }

  Path file() {
    return file;
  }

  void write() throws IOException {
    Files.createDirectories(file.getParent());
    try (Writer lines =
        new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(file)), US_ASCII)) {
      LanesInMemory bench = new LanesInMemory(domain);
      Pages pages = new Pages(TURNS);
      List<Iterator<Traffic.Event>> histories = new ArrayList<>();
      List<String> lanes = SeededHistories.lanes(DomainTraffic.of(domain), LANES);
      for (String lane : lanes) {
        histories.add(
            SeededHistories.hostile(DomainTraffic.of(domain), lane, 1, EVENTS).iterator());
      }
      for (int i = 0; i < LANES * EVENTS; i++) {
        Iterator<Traffic.Event> history = histories.get(i % LANES);
        if (history.hasNext()) {
          pages.add(bench.take(lanes.get(i % LANES), history.next()));
        }
      }
      for (byte[] page : pages.all()) {
        lines.write(Base64.getEncoder().encodeToString(page) + "\n");
      }
    }
  }

  /** The pages. */
  List<byte[]> read() throws IOException {
    return read(file);
  }

  static List<byte[]> read(Path from) throws IOException {
    List<byte[]> all = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(new GZIPInputStream(Files.newInputStream(from)), US_ASCII))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        all.add(Base64.getDecoder().decode(line));
      }
    }
    return all;
  }

  /** The ledgers of all versions, sorted by name. */
  static List<Path> all(Domain domain) throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src/test/resources/golden", domain.name()))) {
      return files.sorted().toList();
    }
  }

  /** What a program says of each turn of a ledger. */
  static <S extends State, I, F extends Fact<S>> List<ReplayVerdict> verdicts(
      DomainCard<S, I, F> domain, List<byte[]> pages) {
    PartitionReplay replay = new PartitionReplay(domain);
    List<ReplayVerdict> verdicts = new ArrayList<>();
    pages.forEach(page -> replay.page(page, verdicts::add));
    return verdicts;
  }

  /** Where these rules decide otherwise than the pages say, or nothing. */
  static <S extends State, I, F extends Fact<S>> Optional<String> broken(
      DomainCard<S, I, F> domain, List<byte[]> pages) {
    return verdicts(domain, pages).stream()
        .filter(verdict -> !(verdict instanceof ReplayVerdict.Same))
        .map(ReplayVerdict::toString)
        .findFirst();
  }
}
