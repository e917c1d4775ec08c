package dev.rota.end;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.domains.Domains;
import dev.rota.end.KeptHistory.Kept;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.PartitionReplay;
import dev.rota.kernel.ledger.ReplayVerdict;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TopicSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What each release left on its topics can still be read. {@code -Drota.history=0.2.0} records what
 * this program leaves, as that release.
 */
class KeptHistoryIT {
  static {
    GeneratedClasses.trust();
  }

  private static final List<String> RELEASES = List.of("0.2.0");

  /** The domains of which this run has recorded a history. */
  private static final Set<String> RECORDED = new HashSet<>();

  private static final String SNAPSHOTS = "chunks-snapshots";
  private static final int PARTITIONS = 2;
  private static final int EVENTS = 120;
  private static final long SEED = 3;
  private static final List<String> HOSTILE = List.of("second", "third", "fourth");

  @TempDir private Path state;

  static Stream<Arguments> histories() {
    return Stream.concat(RELEASES.stream(), Stream.ofNullable(System.getProperty("rota.history")))
        .distinct()
        .flatMap(release -> Domains.ALL.stream().map(domain -> Arguments.of(release, domain)));
  }

  @ParameterizedTest
  @MethodSource("histories")
  void everyRecordIsStillRead(String release, Domain domain) throws Exception {
    KeptHistory history = history(release, domain);
    assertThat(topics(domain)).allMatch(topic -> !history.on(topic).isEmpty());
    int read = 0;
    for (Kept record : history.records()) {
      Schema written = history.schemas().get(record.schemaId());
      if (written != null) {
        assertThat(read(written, record)).as("%s", record).isNotNull();
        read++;
      } else if (record.value() != null || !record.topic().equals(SNAPSHOTS)) { // no tombstone
        assertThat(record.topic()).isIn(mayHoldNoise(domain));
      }
    }
    System.out.printf(
        "history of %s, %s: %d records, %d of them Avro%n",
        release, domain.name(), history.records().size(), read);
  }

  @ParameterizedTest
  @MethodSource("histories")
  void everyTurnIsDecidedAgain(String release, Domain domain) throws Exception {
    List<Kept> pages = history(release, domain).on(RequiredTopics.ledger(domain.name()));
    List<ReplayVerdict> verdicts = new ArrayList<>();
    pages.stream()
        .collect(groupingBy(Kept::partition))
        .forEach((partition, some) -> verdicts.addAll(verdicts(domain, partition, some)));
    System.out.printf(
        "history of %s, %s: %d turns are replayed%n", release, domain.name(), verdicts.size());
    assertThat(verdicts).hasSizeGreaterThan(EVENTS).allMatch(ReplayVerdict.Same.class::isInstance);
  }

  private static List<ReplayVerdict> verdicts(Domain domain, int partition, List<Kept> pages) {
    PartitionReplay replay = new PartitionReplay(domain, partition, true);
    List<ReplayVerdict> verdicts = new ArrayList<>();
    pages.forEach(page -> replay.page(payload(page), verdicts::add));
    return verdicts;
  }

  private KeptHistory history(String release, Domain domain) throws Exception {
    Path file = KeptHistory.file(release, domain.name());
    if (release.equals(System.getProperty("rota.history")) && RECORDED.add(domain.name())) {
      record(domain).write(file);
    }
    return KeptHistory.read(file);
  }

  private KeptHistory record(Domain domain) throws Exception {
    PastTraffic traffic = new PastTraffic(DomainTraffic.of(domain), SEED, EVENTS);
    try (DomainCluster cluster = new DomainCluster(domain, PARTITIONS);
        Committed inputs = Committed.inputs(cluster.bootstrap(), domain.name());
        Committed ledger =
            new Committed(cluster.bootstrap(), RequiredTopics.ledger(domain.name()))) {
      traffic.begin(cluster, DomainTraffic.of(domain).lanes().get(0), HOSTILE);
      long total = traffic.end(cluster);
      cluster.decide(state, 1, () -> inputs.count() >= total && ticked(ledger, total, domain));
      return KeptHistory.of(cluster, topics(domain));
    }
  }

  /** Without the time topic: what lies there is of use for seconds. */
  private static List<String> topics(Domain domain) {
    return RequiredTopics.of(domain).stream()
        .map(TopicSpec::name)
        .filter(topic -> !topic.equals(RequiredTopics.time(domain.name())))
        .toList();
  }

  /** The past's deadlines are due, so ticks come; only cores has none. */
  private static boolean ticked(Committed ledger, long inputs, Domain domain) {
    return ledger.count() > inputs || domain.name().equals("cores");
  }

  private static Object read(Schema written, Kept record) throws IOException {
    Class<?> present = SpecificData.get().getClass(written);
    SpecificDatumReader<Object> reader =
        new SpecificDatumReader<>(written, SpecificData.get().getSchema(present));
    BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(payload(record), null);
    Object value = reader.read(null, decoder);
    assertThat(decoder.isEnd()).isTrue();
    return value;
  }

  private static byte[] payload(Kept record) {
    return Arrays.copyOfRange(record.value(), Kept.FRAME_BYTES, record.value().length);
  }

  private static List<String> mayHoldNoise(Domain domain) {
    return RequiredTopics.of(domain).stream()
        .filter(topic -> topic.input() || topic.name().endsWith("-dead-letters"))
        .map(TopicSpec::name)
        .toList();
  }
}
