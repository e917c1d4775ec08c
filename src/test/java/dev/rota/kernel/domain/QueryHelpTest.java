package dev.rota.kernel.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.domains.Domains;
import dev.rota.testing.Book;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each query says what it is for, and what it says of its arguments is so. */
final class QueryHelpTest {
  /** Of each argument that some query needs, a value that fits. */
  private static final Map<String, Object> VALUES =
      Map.ofEntries(
          Map.entry("n", 3L),
          Map.entry("seed", "00".repeat(32)),
          Map.entry("fn", "next_rotation_at"),
          Map.entry("core", 0L),
          Map.entry("group", 0L),
          Map.entry("para", 2000L),
          Map.entry("u", 0.5));

  static List<Domain> domains() {
    return Domains.ALL;
  }

  private static Map<String, Object> needed(QueryHelp help) {
    Map<String, Object> values = new HashMap<>();
    help.arguments().stream()
        .filter(QueryHelp.Argument::required)
        .forEach(one -> values.put(one.name(), VALUES.getOrDefault(one.name(), "nobody")));
    return values;
  }

  @ParameterizedTest
  @MethodSource("domains")
  void eachQueryAndEachArgumentIsExplained(Domain domain) {
    domain
        .card()
        .queries()
        .forEach(
            (name, query) -> {
              QueryHelp help = query.help();
              assertThat(help.about()).as(name).isNotBlank().doesNotEndWith(".");
              assertThat(help.arguments())
                  .as(name)
                  .extracting(QueryHelp.Argument::name)
                  .containsExactlyElementsOf(query.arguments());
              assertThat(help.arguments()).as(name).noneMatch(one -> one.about().isBlank());
            });
  }

  @ParameterizedTest
  @MethodSource("domains")
  void whatIsNeededIsEnoughAndNothingOfItMayBeMissing(Domain domain) {
    Book book = new Book(domain);
    book.play("lane", 1, 60);
    State state = book.lane("lane").state();
    domain
        .card()
        .queries()
        .forEach(
            (name, query) -> {
              Map<String, Object> values = needed(query.help());
              if (!name.equals("groups_of_broad_indices")) { // it needs one of two
                assertThatCode(() -> query.answer(state, new QueryArguments(values)))
                    .as(name)
                    .doesNotThrowAnyException();
              }
              values
                  .keySet()
                  .forEach(
                      left -> {
                        Map<String, Object> fewer = new HashMap<>(values);
                        fewer.remove(left);
                        assertThatThrownBy(() -> query.answer(state, new QueryArguments(fewer)))
                            .as("%s without %s", name, left)
                            .isInstanceOf(BadArgument.class);
                      });
            });
  }
}
