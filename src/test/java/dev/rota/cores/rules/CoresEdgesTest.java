package dev.rota.cores.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rota.cores.model.Chain;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.BlockRefused;
import dev.rota.cores.model.CoresFact.BlockScheduled;
import dev.rota.cores.model.CoresInput;
import dev.rota.cores.model.CoresReason;
import dev.rota.cores.model.SessionParameters;
import dev.rota.cores.queries.CoresQueries;
import dev.rota.kernel.domain.BadArgument;
import dev.rota.kernel.domain.QueryArguments;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the specification is silent: what somebody who asks or sends something odd gets. */
class CoresEdgesTest {
  private static final String SEED = "01".repeat(32);

  private static Object ask(Chain chain, String query, Map<String, Object> args) {
    return CoresQueries.all().get(query).answer(chain.state(), new QueryArguments(args));
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
          rotation_math           | now=5                                  | fn
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
    assertThatExceptionOfType(BadArgument.class)
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
            (_, query) -> {
              Map<String, Object> args =
                  args("core=0 group=0 para=0 seed=SEED n=3 n_cores=2 fn=core_for_group");
              query.answer(chain.state(), new QueryArguments(args));
            });
    assertThat(ask(chain, "availability_cores_view", Map.of())).isEqualTo(List.of());
    assertThat(ask(chain, "group_assigned_to_core", Map.of("core", 0))).isNull();
    assertThat(ask(chain, "timeout_predicate_exists", Map.of())).isEqualTo(true);
    chain.state().save();
    assertThat(chain.rows()).as("asking creates nothing").isZero();
  }

  @Test
  void aParaNamedTwiceCountsOnceTowardsTheNumberOfCores() {
    List<Long> paras = LongStream.range(0, 80_000).map(i -> i / 2).boxed().toList();
    CoresInput.Session session =
        new CoresInput.Session(0, 3, Optional.empty(), paras, List.of(), SessionParameters.DEFAULT);
    Chain chain = new Chain();
    chain.take(
        new CoresInput.Block(0, false, List.of(), List.of(), List.of(), Optional.of(session)));
    assertThat(chain.state().cores()).isEqualTo(40_000);
  }

  @Test
  void aParaThatIsBothKindsHasItsCoreAndMayClaimAnother() {
    Script.check(
        """
        block 0 session 0 chains 7,5,7 threads 9,5,9 cores 1 -> block DISAGREED ALSO_A_PARATHREAD of [0]
        claim 5 a           -> 5 QUEUED
        block 1 backed 0,2  -> 5 SCHEDULED on 2; 5 OCCUPIED on 2
        block 2 available 0,2 -> 5 CONCLUDED AVAILABLE from 2
        """);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"rotation 0 cores 1", "rotation 10 cores 0", "rotation 0 cores 0"})
  void runtimesZeroesNeverThrowOutOfTheEngine(String zeroes) {
    Chain chain =
        Script.check(
            """
            block 0 session 0 rules RUNTIME chains 1 threads 10,11 cores 2 retries 3
            claim 10 a       -> 10 QUEUED
            claim 11 b       -> 11 QUEUED
            block 1 backed 0,1 -> 10 SCHEDULED on 1; 11 SCHEDULED on 2; 10 OCCUPIED on 1
            """);
    String session = " session 1 rules RUNTIME chains 1 threads 10,11 retries 3 " + zeroes;
    List<CoresFact> facts = chain.take(Script.block("block 2 frozen disputed 0" + session));
    assertThat(facts.get(facts.size() - 1)).isInstanceOf(BlockScheduled.class);
    chain.take(Script.claim("claim 10 c"));
    chain.take(Script.block("block 3 frozen"));
    List<CoresFact> next = chain.take(Script.block("block 4 backed 0,1 timedout 1"));
    assertThat(next).hasSize(1);
    assertThat(((BlockRefused) next.get(0)).reason()).isEqualTo(CoresReason.WOULD_ABORT);
    assertThat(ask(chain, "availability_cores_view", Map.of()).toString()).contains("would_abort");
    assertThat(ask(chain, "forecast", Map.of()).toString()).contains("would_abort");
    facts = chain.take(Script.block("block 5 frozen" + session.replace(" 0", " 2")));
    assertThat(facts.get(facts.size() - 1)).isInstanceOf(BlockScheduled.class);
    facts = chain.take(Script.block("block 6"));
    assertThat(facts.get(facts.size() - 1)).as("healed").isInstanceOf(BlockScheduled.class);
  }

  @Test
  void theLastBlockThatThereCanBeMayComeFirstAndBringASession() {
    Chain chain =
        Script.check("block 4294967295 session 4294967295 chains 1 threads 10 cores 1 retries 1");
    assertThat(ask(chain, "group_assigned_to_core", Map.of("core", 0, "at", 4_294_967_296L)))
        .isEqualTo(0);
    assertThat(ask(chain, "group_assigned_to_core", Map.of("core", 0)))
        .as("its own block is before the session")
        .isNull();
    assertThat(ask(chain, "availability_cores_view", Map.of()).toString()).contains("scheduled");
  }

  // What the vectors leave open, under GUIDE.

  @Test
  void aScheduledClaimOutlivesParathreadCoresThatComeBackBeforeItsClear() {
    Chain chain =
        Script.check(
            """
            block 0 session 0 threads 10,11 cores 1 retries 1
            claim 10 a  -> 10 QUEUED
            block 1     -> 10 SCHEDULED on 0
            block 2 frozen session 1 threads 10,11
            claim 10 b  -> 10 REFUSED QUEUE_FULL
            block 3 frozen session 2 threads 10,11 cores 1 retries 1
            claim 10 b  -> 10 REFUSED ALREADY_CLAIMED
            claim 11 c  -> 11 QUEUED
            block 4     -> 10 RETURNED NOT_BACKED from 0 retries 1; 11 SCHEDULED on 0
            """);
    assertThat(chain.state().claimIndex().list()).containsExactly(10L, 11L);
  }

  @Test
  void betweenASessionChangeAndTheNextClearACoreShowsTheParaScheduledBefore() {
    Chain chain =
        Script.check(
            """
            block 0 session 0 chains 1,2 cores 0
            block 1 session 1 chains 3
            """);
    assertThat(ask(chain, "core_para", Map.of("core", 0))).isEqualTo(1L);
    assertThat(ask(chain, "core_para", Map.of("core", 1))).as("no such core").isNull();
    chain.take(Script.block("block 2"));
    assertThat(ask(chain, "core_para", Map.of("core", 0))).isEqualTo(3L);
  }

  @Test
  void otherRulesDecideFromTheSessionChangeOnThatBringsThem() {
    Script.check(
        """
        block 0 session 0 rules GUIDE threads 10,11,12 cores 2 retries 1
        claim 10 a  -> 10 QUEUED
        claim 11 b  -> 11 QUEUED
        block 1     -> 10 SCHEDULED on 0; 11 SCHEDULED on 1
        block 2 session 1 rules RUNTIME threads 10,11,12 cores 2 -> 10 RETURNED NOT_BACKED from 0 retries 1; 11 RETURNED NOT_BACKED from 1 retries 1; 10 SCHEDULED on 0 retries 1; 11 SCHEDULED on 1 retries 1
        block 3     -> 10 DROPPED RETRIES_EXHAUSTED from 0 retries 1; 11 DROPPED RETRIES_EXHAUSTED from 1 retries 1
        claim 10 c  -> 10 REFUSED ALREADY_CLAIMED
        """);
  }
}
