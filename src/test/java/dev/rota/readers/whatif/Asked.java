package dev.rota.readers.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.FleetChange;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.readers.follow.LaneAnswers;
import dev.rota.readers.whatif.SmallestChangeSearch.Tried;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** What would have been in a lane of a book. */
public final class Asked {
  private static final int TURNS_OF_PAGE = 50;
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .configure(com.fasterxml.jackson.core.JsonParser.Feature.ALLOW_SINGLE_QUOTES, true)
          .configure(
              com.fasterxml.jackson.core.JsonParser.Feature.ALLOW_UNQUOTED_FIELD_NAMES, true);

  private Asked() {}

  /** Asks with a policy in JSON, whose names need no quotes. */
  public static HistoryComparison of(
      Domain domain, Book book, String lane, String policy, FleetChange... fleet) {
    return since(domain, book, lane, Long.MIN_VALUE, policy, fleet);
  }

  /** The same from a time on. */
  public static HistoryComparison since(
      Domain domain,
      Book book,
      String lane,
      long sinceMillis,
      String policy,
      FleetChange... fleet) {
    var whatIf = domain.card().whatIf().orElseThrow();
    var patch = new PolicyPatch(domain, whatIf.policy(), lane, fields(policy));
    var change = new HistoryChange(patch, List.of(fleet), sinceMillis);
    var comparing = new HistoryComparer(domain, whatIf, lane, change);
    var logs = new LedgerLogs(domain.name(), book.pages(TURNS_OF_PAGE));
    var answers = new LaneAnswers(domain, logs, CheckpointChoice.BEGINNING, lane);
    assertThat(comparing.read(answers::turns).isProved()).isTrue();
    return comparing.play();
  }

  /** Which changes are tried to place a thing that waits; empty: it does not wait. */
  public static List<Tried> unless(Domain domain, Book book, String lane, Thing thing) {
    var whatIf = domain.card().whatIf().orElseThrow();
    var logs = new LedgerLogs(domain.name(), book.pages(TURNS_OF_PAGE));
    var answers = new LaneAnswers(domain, logs, CheckpointChoice.BEGINNING, lane);
    var search = new SmallestChangeSearch(domain, whatIf, lane, answers::turns);
    State now = book.lane(lane).state();
    return search.waits(thing, now)
        ? search.run(thing, search.waitsSince(thing), whatIf.remedies(thing, now))
        : List.of();
  }

  private static ObjectNode fields(String json) {
    try {
      return (ObjectNode) JSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
