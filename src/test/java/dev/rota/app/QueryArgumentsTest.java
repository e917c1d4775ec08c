package dev.rota.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Query;
import dev.rota.kernel.domain.QueryArguments;
import dev.rota.kernel.domain.State;
import dev.rota.road.stream.OfflineStreams;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a query reads of its arguments, it has to name: all else is refused as a slip. */
class QueryArgumentsTest {
  private static final List<Object> VALUES =
      List.of(1L, 0L, "x", "0.5", "00".repeat(32), "group_for_core", "core_for_group", Map.of());
  private static final int TRIES = 300;

  static List<Domain> domains() {
    return Domains.ALL;
  }

  @ParameterizedTest
  @MethodSource("domains")
  void everyQueryNamesTheArgumentsThatItReads(Domain domain) {
    check(domain);
  }

  private static void check(Domain domain) {
    State state = new OfflineStreams(domain).state("none");
    domain
        .card()
        .queries()
        .forEach(
            (name, query) ->
                assertThat(query.arguments())
                    .as("%s: %s", domain.name(), name)
                    .containsAll(read(query, state)));
  }

  /** Whatever it asks for, with values of any kind, until it has nothing more to ask. */
  private static Set<String> read(Query<State> query, State state) {
    Set<String> read = new TreeSet<>();
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < TRIES; i++) {
      Map<String, Object> values =
          new HashMap<>() {
            @Override
            public Object get(Object key) {
              read.add((String) key);
              return computeIfAbsent((String) key, _ -> VALUES.get(random.nextInt(VALUES.size())));
            }
          };
      // Another kind of value may take it further.
      var _ = catchThrowable(() -> query.answer(state, new QueryArguments(values)));
    }
    return read;
  }
}
