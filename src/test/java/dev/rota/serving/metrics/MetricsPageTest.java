package dev.rota.serving.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.base.http.HealthEndpoints.Standing;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.road.health.ClusterFacts;
import dev.rota.road.health.HealthTrouble;
import dev.rota.road.health.PartitionOwner;
import dev.rota.road.health.WaitingInputs;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.stream.status.DomainStatus;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.kafka.streams.KafkaStreams;
import org.junit.jupiter.api.Test;

/** The page of the metrics has all of Rota's own, as they are scraped, and no others. */
final class MetricsPageTest {
  private static final Path PAGE = Path.of("docs/metrics.md");
  private static final Pattern ROW = Pattern.compile("\\| `(rota_\\w+)` \\| (.*) \\|");
  private static final int EVENTS = 300;
  private static final int TURNS_OF_PAGE = 10;
  private static final DomainStatus STATUS =
      new DomainStatus(
          1, List.of(), List.of(), 0, new TreeMap<>(), List.of(), List.of(), 1L, "WELL");
  private static final ClusterFacts FACTS =
      new ClusterFacts(
          WaitingInputs.NONE,
          HealthTrouble.NONE,
          0,
          new PartitionOwner(PartitionOwner.Kind.MEMBER, "engine"),
          0,
          0,
          1,
          HealthTrouble.NONE);

  @Test
  void thePageIsWhatIsScraped() throws IOException {
    Map<String, String> known = new TreeMap<>();
    engine().forEach(known::put);
    List<LiveDomain> live = new ArrayList<>();
    Domains.ALL.forEach(domain -> live.add(followed(domain)));
    try (MetricsEndpoint metrics = MetricsEndpoint.ofFollowers(live)) {
      known.putAll(own(metrics));
    } finally {
      live.forEach(LiveDomain::close);
    }

    assertThat(told()).isEqualTo(known);
  }

  private static Map<String, String> engine() {
    var standing =
        new Standing("cores", KafkaStreams.State.RUNNING, true, 1, null, List.of(), STATUS);
    try (MetricsEndpoint metrics =
        MetricsEndpoint.ofEngine(() -> List.of(standing), Map.of(), false)) {
      return own(metrics);
    }
  }

  /** Its traffic begins before it is caught up with and ends behind that. */
  private static LiveDomain followed(Domain domain) {
    Book book = new Book(domain);
    book.play("lane", 1, EVENTS);
    book.unreadable(domain.wire().inputs().get(0).topic(), "~0", 0, new byte[] {1});
    List<byte[]> pages = book.pages(TURNS_OF_PAGE);
    LedgerLogs logs = new LedgerLogs(domain.name(), pages.subList(0, 1));
    LiveDomain live = LiveDomain.start(domain, () -> logs, CheckpointChoice.BEGINNING, Set.of());
    await().until(() -> live.standings().get(0).caughtUp());
    live.beside(_ -> FACTS);
    pages.subList(1, pages.size()).forEach(logs::append);
    await().until(() -> live.standings().get(0).turns() == EVENTS + 1);
    return live;
  }

  private static Map<String, String> own(MetricsEndpoint metrics) {
    Scrape scrape = Scrape.of(new String(metrics.scrape().body(), UTF_8));
    Map<String, String> own = new TreeMap<>();
    scrape.names().stream()
        .filter(name -> name.startsWith("rota_"))
        .forEach(name -> own.put(name, scrape.about(name)));
    return own;
  }

  private static Map<String, String> told() throws IOException {
    Map<String, String> told = new TreeMap<>();
    ROW.matcher(Files.readString(PAGE))
        .results()
        .forEach(row -> told.put(row.group(1), row.group(2)));
    return told;
  }
}
