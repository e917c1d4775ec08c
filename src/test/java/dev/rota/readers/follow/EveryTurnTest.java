package dev.rota.readers.follow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Query;
import dev.rota.kernel.domain.QueryArguments;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
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

  static List<Domain<?, ?, ?>> domains() {
    return Domains.ALL;
  }

  @ParameterizedTest
  @MethodSource("domains")
  <S extends State, I, F extends Fact<S>> void allQueriesSayTheSame(Domain<S, I, F> domain) {
    Book<S, I, F> whole = new Book<>(domain);
    whole.play("lane", SEED, EVENTS);
    LedgerLogs logs = new LedgerLogs(domain.name(), whole.pages(TURNS_OF_PAGE));

    Map<Integer, Map<String, JsonNode>> told = new TreeMap<>();
    for (int turn = 1; turn <= EVENTS; turn += 3) {
      LaneAnswers<S, I, F> answers =
          new LaneAnswers<>(domain, logs, CheckpointChoice.BEGINNING, "lane");
      told.put(
          turn, answers.at(new HistoryMoment.Turn(turn), (state, where) -> answers(domain, state)));
    }

    told.forEach(
        (turn, answers) -> {
          Book<S, I, F> book = new Book<>(domain);
          book.play("lane", SEED, turn);
          assertThat(answers(domain, book.lane("lane").state()))
              .as("%s, turn %d", domain.name(), turn)
              .isEqualTo(answers);
        });
    assertThat(told.get(1)).isNotEqualTo(told.get(EVENTS - 2));
  }

  /** The answers to all queries without arguments. */
  private static <S extends State> Map<String, JsonNode> answers(Domain<S, ?, ?> domain, S state) {
    Map<String, JsonNode> answers = new TreeMap<>();
    for (Map.Entry<String, Query<S>> query : domain.queries().entrySet()) {
      if (query.getValue().isAboutLane() && query.getValue().arguments().isEmpty()) {
        answers.put(
            query.getKey(),
            JSON.valueToTree(query.getValue().answer(state, new QueryArguments(Map.of()))));
      }
    }
    return answers;
  }
}
