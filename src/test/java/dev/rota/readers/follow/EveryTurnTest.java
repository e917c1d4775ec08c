package dev.rota.readers.follow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Query;
import dev.rota.kernel.domain.QueryArguments;
import dev.rota.kernel.domain.State;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is read behind a turn is what the lane itself would have said behind it. */
final class EveryTurnTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int EVENTS = 60;
  private static final int TURNS_OF_PAGE = 7;
  private static final long SEED = 5;

  static List<Domain> domains() {
    return Domains.ALL;
  }

  @ParameterizedTest
  @MethodSource("domains")
  void allQueriesSayTheSame(Domain domain) {
    Book whole = new Book(domain);
    whole.play("lane", SEED, EVENTS);
    LedgerLogs logs = new LedgerLogs(domain.name(), whole.pages(TURNS_OF_PAGE));

    Map<Integer, Map<String, JsonNode>> told = new TreeMap<>();
    for (int turn = 1; turn <= EVENTS; turn += 3) {
      LaneAnswers answers = new LaneAnswers(domain, logs, CheckpointChoice.BEGINNING, "lane");
      told.put(
          turn, answers.at(new HistoryMoment.Turn(turn), (state, _) -> answers(domain, state)));
    }

    told.forEach(
        (turn, answers) -> {
          Book book = new Book(domain);
          book.play("lane", SEED, turn);
          assertThat(answers(domain, book.lane("lane").state()))
              .as("%s, turn %d", domain.name(), turn)
              .isEqualTo(answers);
        });
    assertThat(told.get(1)).isNotEqualTo(told.get(EVENTS - 2));
  }

  /** The answers to all queries without arguments. */
  private static Map<String, JsonNode> answers(Domain domain, State state) {
    Map<String, JsonNode> answers = new TreeMap<>();
    for (Map.Entry<String, Query<State>> query : domain.card().queries().entrySet()) {
      if (query.getValue().isAboutLane() && query.getValue().arguments().isEmpty()) {
        answers.put(
            query.getKey(),
            JSON.valueToTree(query.getValue().answer(state, new QueryArguments(Map.of()))));
      }
    }
    return answers;
  }
}
