package dev.rota.cores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rota.domain.Args;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the specification is silent: what somebody who asks or sends something odd gets. */
class CoresEdgesTest {
  private static final String SEED = "01".repeat(32);

  private static Object ask(Chain chain, String query, Map<String, Object> args) {
    return CoresQueries.all().get(query).answer(chain.state(), new Args(args));
  }

  private static Map<String, Object> args(String text) {
    Map<String, Object> args = new LinkedHashMap<>();
    for (String pair : text.split(" ", -1)) {
      String[] sides = pair.split("=", -1);
      Object value = sides[1].matches("-?\\d+") ? Long.valueOf(sides[1]) : sides[1];
      args.put(sides[0], value.equals("SEED") ? SEED : value);
    }
    return args;
  }

  @ParameterizedTest(name = "{0} {1} names {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          core_para               | core=x                                 | core
          is_parathread           | para=1.5                               | para
          rotation_math           | fn=nope                                | fn
          rotation_math           | fn=group_for_core core=1 cores=9999999999 | cores
          rotation_math           | fn=group_for_core core=1 cores=-3      | cores
          rotation_math           | group_rotation_frequency=-2            | group_rotation_frequency
          rotation_math           | session_start_block=-1                 | session_start_block
          group_rotation_info     | now=9223372036854775807                | now
          group_rotation_info     | now=-1                                 | now
          availability_cores_view | occupied_since=3                       | occupied_since
          active_validators       | seed=0x12 n=3                          | seed
          active_validators       | seed=SEED n=-1                         | n
          active_validators       | seed=SEED n=3 max_validators=-1        | max_validators
          groups_of_broad_indices | seed=SEED n=3 n_cores=-1               | n_cores
          groups_of_broad_indices | seed=SEED n=3 cores=2147483647         | cores
          forecast                | blocks=0                               | blocks
          forecast                | assume=luck                            | assume
          """)
  void anArgumentThatCannotBeIsRefusedByName(String query, String text, String name) {
    assertThatExceptionOfType(Args.BadArgument.class)
        .isThrownBy(() -> ask(new Chain(), query, args(text)))
        .withMessageContaining("'" + name + "'");
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(longs = {-1, 2, 65_536, 2_147_483_647, 2_147_483_648L, 4_294_967_295L})
  void aCoreThatDoesNotExistHasNothing(long core) {
    Chain chain =
        Script.check(
            """
            block 0 session 0 chains 1 threads 10 cores 1
            claim 10 a  -> 10 QUEUED
            """);
    for (String query : List.of("core_para", "next_up_on_available", "next_up_on_time_out")) {
      assertThat(ask(chain, query, Map.of("core", core))).as(query).isNull();
    }
    assertThat(ask(chain, "group_assigned_to_core", Map.of("core", core, "at", 5L))).isNull();
    assertThat(ask(chain, "group_validators", Map.of("group", core))).isNull();
    assertThat(ask(chain, "timeout_predicate", Map.of("core", core, "pending_since", 0L)))
        .as("5.8: unoccupied or out of range")
        .isEqualTo(true);
  }

  @Test
  void aLaneThatNeverWasAnswersEverythingAboutNothing() {
    Chain chain = new Chain();
    CoresQueries.all()
        .forEach(
            (name, query) -> {
              Map<String, Object> args =
                  args("core=0 group=0 para=0 seed=SEED n=3 n_cores=2 fn=core_for_group");
              query.answer(chain.state(), new Args(args));
            });
    assertThat(ask(chain, "availability_cores_view", Map.of())).isEqualTo(List.of());
    assertThat(ask(chain, "group_assigned_to_core", Map.of("core", 0))).isNull();
    assertThat(ask(chain, "timeout_predicate_exists", Map.of())).isEqualTo(true);
    chain.state().save();
    assertThat(chain.rows()).as("asking creates nothing").isZero();
  }
}
