package dev.rota.readers.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.testing.Book;
import java.util.Iterator;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** With no change, the model gives back history: each assignment, and each figure. */
final class IdentityLawTest {
  private static final int EVENTS = 800;
  private static final List<Long> SEEDS =
      LongStream.rangeClosed(1, Long.getLong("rota.laws.seeds", 2)).boxed().toList();

  static Stream<Arguments> histories() {
    return Domains.ALL.stream()
        .filter(domain -> domain.card().whatIf().isPresent())
        .flatMap(domain -> SEEDS.stream().map(seed -> Arguments.of(domain, seed)));
  }

  @ParameterizedTest
  @MethodSource("histories")
  void nothingDiffers(Domain domain, long seed) {
    HistoryComparison same =
        Asked.of(domain, book(domain, DomainTraffic.of(domain).start("lane", seed)), "lane", "{}");

    assertThat(same.difference()).as("%s, seed %d", domain.name(), seed).isNull();
    List<ComparedFigure> figures = ComparisonTable.of(same);
    assertThat(figures).isNotEmpty().allMatch(ComparedFigure::isSame);
    assertThat(figures).as("something happened").anyMatch(figure -> figure.happened() > 0);
  }

  @ParameterizedTest
  @MethodSource("histories")
  void noFaultOfParticipantsIsLost(Domain domain, long seed) {
    HistoryComparison same =
        Asked.of(
            domain, book(domain, DomainTraffic.of(domain).hostile("lane", seed)), "lane", "{}");

    assertThat(same.difference()).as("%s, seed %d", domain.name(), seed).isNull();
    assertThat(ComparisonTable.of(same)).allMatch(ComparedFigure::isSame);
  }

  private static Book book(Domain domain, Iterator<Traffic.Event> traffic) {
    Book book = new Book(domain);
    for (int i = 0; i < EVENTS; i++) {
      Traffic.Event event = traffic.next();
      if (event.record() != null) {
        book.takeAll(event.topic(), "lane", event.atMillis(), event.record());
      }
    }
    return book;
  }
}
