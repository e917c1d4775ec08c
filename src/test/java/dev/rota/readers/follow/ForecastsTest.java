package dev.rota.readers.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic.Event;
import dev.rota.readers.follow.LaneAnswers.Told;
import dev.rota.readers.forecast.ComingStarts;
import dev.rota.readers.forecast.ForecastAccuracy;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Forecasts from a ledger: the same ledger gives the same ones, however it lies in pages. */
final class ForecastsTest {
  private static final int TURNS = 300;
  private static final HistoryMoment SOON = new HistoryMoment.Turn(TURNS - 50);
  private static final long WITHIN = 60_000;

  static List<Domain> domains() {
    return Domains.ALL.stream()
        .filter(domain -> !domain.card().forecast().kinds().isEmpty())
        .toList();
  }

  /** The first hostile history of which something is started next. */
  private static LaneAnswers answers(Domain domain, int turnsOfPage) {
    for (long seed = 1; ; seed++) {
      LaneAnswers answers = answers(domain, seed, turnsOfPage);
      if (!next(domain, answers).answer().starts().isEmpty()) {
        return answers;
      }
    }
  }

  private static LaneAnswers answers(Domain domain, long seed, int turnsOfPage) {
    Book book = new Book(domain);
    Iterator<Event> events = DomainTraffic.of(domain).hostile("lane", seed);
    while (book.turns().size() < TURNS) {
      Event event = events.next();
      if (event.record() != null && "lane".equals(domain.wire().lane(event.record()))) {
        book.take(event.topic(), "lane", event.atMillis(), event.record());
      }
    }
    LedgerLogs logs = new LedgerLogs(domain.name(), book.pages(turnsOfPage));
    return new LaneAnswers(domain, logs, CheckpointChoice.BEGINNING, "lane");
  }

  private static Told<ComingStarts> next(Domain domain, LaneAnswers answers) {
    String kind = domain.card().forecast().kinds().get(0);
    return answers.ahead(null, SOON, present -> present.next(kind, 5, WITHIN));
  }

  @ParameterizedTest
  @MethodSource("domains")
  void whatComesNextIsToldInOrder(Domain domain) {
    Told<ComingStarts> told = next(domain, answers(domain, 7));

    assertThat(told.standing().isProved()).as(told.standing().proof()).isTrue();
    assertThat(told.answer().stopped()).isNull();
    assertThat(told.answer().assumed()).isNotEmpty();
    assertThat(told.answer().starts())
        .isNotEmpty()
        .isSortedAccordingTo((a, b) -> Long.compare(a.atMillis(), b.atMillis()))
        .allSatisfy(
            start -> assertThat(start.atMillis()).isGreaterThan(told.standing().atMillis() - 1));
    assertThat(next(domain, answers(domain, 100)).answer()).isEqualTo(told.answer());
  }

  @ParameterizedTest
  @MethodSource("domains")
  void aBacktestLeavesTheLaneAsItIs(Domain domain) {
    List<String> kinds = domain.card().forecast().kinds();
    String kind = kinds.get(kinds.size() - 1);
    Told<ForecastAccuracy> told =
        answers(domain, 7).backtest(kind, new HistoryMoment.Turn(100), 30, WITHIN);
    ForecastAccuracy judged = told.answer();

    assertThat(told.standing().isProved()).as(told.standing().proof()).isTrue();
    assertThat(told.standing().turn()).isEqualTo(TURNS);
    assertThat(judged.moments()).isEqualTo(30);
    assertThat(judged.made()).isPositive();
    assertThat(judged.errors().count()).isEqualTo((int) judged.started());
    ForecastAccuracy again =
        answers(domain, 50).backtest(kind, new HistoryMoment.Turn(100), 30, WITHIN).answer();
    assertThat(told(again)).isEqualTo(told(judged));
  }

  private static String told(ForecastAccuracy judged) {
    return judged.made()
        + " "
        + judged.started()
        + " "
        + judged.onTime()
        + " "
        + judged.placed()
        + " "
        + judged.missed()
        + " "
        + judged.never()
        + " "
        + judged.rightlyNot();
  }
}
