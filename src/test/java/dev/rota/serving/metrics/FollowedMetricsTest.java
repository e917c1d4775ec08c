package dev.rota.serving.metrics;

import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.set;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.alarms.AlarmDomain;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.LaneFigures;
import dev.rota.readers.follow.FollowProgress;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What Prometheus reads of followed domains. */
final class FollowedMetricsTest {
  private static final String[] HOME = {"domain", "alarms", "lane", "home"};

  private final AlarmDomain alarms = new AlarmDomain();
  private final Book book = new Book(alarms);

  static List<Domain> domains() {
    return Domains.ALL;
  }

  private static Scrape scrape(LiveDomain live) {
    try (MetricsEndpoint metrics = MetricsEndpoint.ofFollowers(List.of(live))) {
      return Scrape.of(new String(metrics.scrape().body(), UTF_8));
    }
  }

  private static FollowProgress followed(LiveDomain live) {
    return live.standings().get(0);
  }

  private static void awaitTurns(LiveDomain live, long turns) {
    await()
        .until(
            () ->
                followed(live).turns() == turns
                    && followed(live).caughtUp()
                    && followed(live).behind() == 0);
  }

  @Test
  void whatComesAfterItHasCaughtUpIsCounted() {
    book.take(SETTINGS, "home", 0, set("home", "tea", 100));
    book.take(SETTINGS, "home", 10, set("home", "egg", 50));
    book.tick("home", 60); // the egg's bell, in time
    book.unreadable(SETTINGS, "~0", 70, new byte[] {1});
    book.take(SETTINGS, "home", 4_000, set("home", "bread", 9_000)); // the tea's bell, late
    List<byte[]> pages = book.pages(1);
    LedgerLogs logs = new LedgerLogs("alarms", pages.subList(0, 2));
    try (LiveDomain live =
        LiveDomain.start(alarms, () -> logs, CheckpointChoice.BEGINNING, Set.of())) {
      awaitTurns(live, 2);
      assertThat(scrape(live).sum("rota_turns_total", HOME)).isZero();
      assertThat(scrape(live).sum("rota_queue_depth", HOME)).isEqualTo(2);

      pages.subList(2, 5).forEach(logs::append);
      awaitTurns(live, 5);
      Scrape then = scrape(live);
      assertThat(then.sum("rota_turns_total", HOME)).isEqualTo(2);
      assertThat(then.sum("rota_deadlines_fired_total", HOME)).isEqualTo(2);
      assertThat(then.sum("rota_deadlines_late_total", HOME)).isEqualTo(1);
      assertThat(then.sum("rota_queue_depth", HOME)).isEqualTo(1);
      assertThat(then.sum("rota_dead_letters_total", HOME)).isZero();
      assertThat(then.sum("rota_dead_letters_total", "lane", "~unreadable")).isEqualTo(1);
      assertThat(then.sum("rota_dead_letters_recent")).isEqualTo(1);
      assertThat(then.sum("rota_ledger_turns")).isEqualTo(5);
      assertThat(then.sum("rota_ledger_read_bytes_total")).isGreaterThan(100);
      assertThat(then.sum("rota_follower_lag_records")).isZero();
      assertThat(then.sum("rota_proof_tail_seconds")).isZero();
      assertThat(then.sum("rota_proved")).isEqualTo(1);
      assertThat(then.sum("rota_lanes_set_aside")).isZero();
      assertThat(then.sum("jvm_threads_live_threads")).isPositive();
    }
  }

  @Test
  void lanesBeyondTheLimitAreOneSeries() {
    for (int i = 0; i < 30; i++) {
      String lane = "lane-" + i;
      book.take(SETTINGS, lane, i, set(lane, "tea", 100_000));
    }
    LedgerLogs logs = new LedgerLogs("alarms", book.pages(5));
    try (LiveDomain live =
        LiveDomain.start(alarms, () -> logs, CheckpointChoice.BEGINNING, Set.of(), 3)) {
      awaitTurns(live, 30);
      Scrape told = scrape(live);
      assertThat(told.values("lane")).hasSize(5).contains("~others", "~unreadable");
      assertThat(told.sum("rota_queue_depth", "lane", "~others")).isEqualTo(27);
      assertThat(told.sum("rota_queue_depth")).isEqualTo(30);
      assertThat(told.sum("rota_lanes", "domain", "alarms")).isEqualTo(30);
      assertThat(scrape(live).values("lane")).isEqualTo(told.values("lane"));
    }
  }

  @Test
  void whatIsNotProvedHasATailThatGrows() {
    book.take(SETTINGS, "home", 1_000, set("home", "tea", 100_000));
    LedgerLogs logs = new LedgerLogs("alarms", book.pages(1));
    try (LiveDomain live =
        LiveDomain.start(alarms, () -> logs, CheckpointChoice.BEGINNING, Set.of())) {
      awaitTurns(live, 1);
      logs.append(new byte[] {1, 2, 3});
      await().until(() -> followed(live).difference() != null);
      assertThat(scrape(live).sum("rota_proved")).isZero();
      assertThat(scrape(live).sum("rota_proof_tail_seconds")).isGreaterThan(1e9);
      assertThat(followed(live).tailMillis(1_500)).isEqualTo(500);
    }
  }

  @ParameterizedTest
  @MethodSource("domains")
  void aDomainTellsWhatItsFiguresTell(Domain domain) {
    Book played = new Book(domain);
    played.play("lane", 3, 200);
    LedgerLogs logs = new LedgerLogs(domain.name(), played.pages(20));
    LaneFigures figures = domain.card().figures(played.lane("lane").state());
    try (LiveDomain live =
        LiveDomain.start(domain, () -> logs, CheckpointChoice.BEGINNING, Set.of())) {
      awaitTurns(live, 200);
      Scrape told = scrape(live);
      String[] lane = {"domain", domain.name(), "lane", "lane"};
      assertThat(told.sum("rota_queue_depth", lane)).isEqualTo((double) figures.waiting());
      assertThat(told.sum("rota_assignments", lane)).isEqualTo((double) figures.busy());
      boolean waits = figures.waiting() > 0;
      assertThat(told.names()).contains("rota_queue_head_age_seconds");
      assertThat(told.sum("rota_queue_head_age_seconds", lane) > 0).isEqualTo(waits);
      assertThat(told.names()).anyMatch(name -> name.startsWith("rota_" + domain.name() + "_"));
    }
  }
}
