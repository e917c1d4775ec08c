package dev.rota.cores.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.CoresDomain;
import dev.rota.cores.model.CoreAssignment;
import dev.rota.cores.model.CoresInput.Block;
import dev.rota.cores.model.CoresInput.Claim;
import dev.rota.cores.model.CoresInput.Freed;
import dev.rota.cores.model.CoresInput.Freeing;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.OccupantKind;
import dev.rota.cores.rules.SchedulePreview;
import dev.rota.cores.rules.Script;
import dev.rota.readers.forecast.ForecastAccuracy;
import dev.rota.readers.forecast.ForeseenStart;
import dev.rota.testing.Foreseeing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Forecasts that are worked out by hand. A block comes every 6 s, block 0 at 1970. */
final class CoresForecastTest {
  private static final long SLOT = 6_000;

  private final Foreseeing chain = new Foreseeing(new CoresDomain(), 3_600_000);

  /** Claims come a second behind the block before them. */
  private void take(String lines) {
    for (String line : lines.strip().split("\n", -1)) {
      if (line.startsWith("claim")) {
        long second = chain.nowMillis() / SLOT * SLOT + 1_000;
        chain.take(second, Script.claim(line));
      } else {
        Block block = Script.block(line);
        chain.take(block.number() * SLOT, block);
      }
    }
  }

  /** cores 5.1 and 5.4: a core takes the claims of its line as soon as it is free. */
  @Test
  void aClaimWaitsForTheCandidateOnItsCore() {
    take(
        """
        block 0 session 0 chains 1 threads 10,11,12,13 cores 1 lookahead 9
        claim 10 alice
        claim 11 bob
        claim 12 carol
        block 1 backed 0,1
        block 2
        block 3 available 1 backed 1
        """);

    assertThat(chain.told("para", "10")).isEqualTo("OVER has no claim");
    assertThat(chain.told("para", "11")).isEqualTo("STARTED occupies core 1 since block 3");
    assertThat(chain.told("para", "1")).isEqualTo("STARTED occupies core 0 since block 1");
    assertThat(chain.told("para", "12"))
        .isEqualTo("STARTS 1970-01-01T00:00:30Z on core 1 by cores 5.4");
    assertThat(chain.of("para", "12").turns()).isEqualTo(2);
    assertThat(chain.of("para", "12").assumed())
        .containsExactly(
            "no claim comes, nothing is disputed, and no session changes",
            "a block comes every PT6S (p50 of 3)",
            "a candidate is available 2 blocks after its backing (p50 of 1)",
            "a claim is backed in the block that schedules it (2 of 2 were)");
    assertThat(chain.next(9)).containsExactly("para 12 1970-01-01T00:00:30Z on core 1");
  }

  /**
   * cores 5.8, the nasty one: no candidate was ever available. It is pending for its 5 blocks in
   * block 6, but time-outs are judged at the beginning of a rotation: blocks 11, 21 and 31. Each
   * goes to the end of the queue, behind those that wait.
   */
  @Test
  void aClaimBehindCandidatesThatTimeOut() {
    take(
        """
        block 0 session 0 chains 1 threads 10,11,12 cores 1 rotation 10 threadperiod 5 lookahead 9
        claim 10 alice
        claim 11 bob
        claim 12 carol
        block 1 backed 1
        """);

    assertThat(chain.next(4))
        .containsExactly(
            "para 11 1970-01-01T00:01:06Z on core 1",
            "para 12 1970-01-01T00:02:06Z on core 1",
            "para 10 1970-01-01T00:03:06Z on core 1",
            "para 11 1970-01-01T00:04:06Z on core 1");
    assertThat(chain.of("para", "12").assumed())
        .contains("no candidate becomes available, as none has in the history that was read");
  }

  /** A block with a larger number is refused, and each after it. */
  @Test
  void noBlockComesBehindTheOneWithTheLargestNumber() {
    chain.take(
        0,
        Script.block("block 4294967290 session 0 threads 10,11,12 cores 1 lookahead 4294967295"));
    chain.take(1, Script.claim("claim 10 alice"));
    chain.take(1, Script.claim("claim 11 bob"));
    chain.take(1, Script.block("block 4294967294 backed 0"));

    ForeseenStart foreseen = chain.of("para", "11");
    assertThat(foreseen.outcome()).isEqualTo(ForeseenStart.Outcome.WAITS);
    assertThat(foreseen.turns()).isEqualTo(1);
    assertThat(foreseen.assumed())
        .contains("no block comes after block 4294967295, the largest number");
  }

  /** Who asks has a bound of time, and is told so. */
  @Test
  void aForecastThatIsEndedSaysSo() {
    take(
        """
        block 0 session 0 threads 10,11 cores 1 lookahead 4294967295 retries 4294967295 threadperiod 4294967295
        claim 10 alice
        claim 11 bob
        block 1 backed 0
        """);
    int[] left = {5};
    chain.patience(() -> left[0]-- > 0 ? null : "it takes too long");

    assertThat(chain.of("para", "11").outcome()).isEqualTo(ForeseenStart.Outcome.UNTOLD);
    assertThat(chain.told("para", "11")).contains("it takes too long");
    assertThat(chain.next(3)).isEmpty();
  }

  /** cores 5.5: nobody backs, so a claim has the core for one block. */
  @Test
  void claimsThatNobodyBacksMakeRoomForTheNext() {
    take(
        """
        block 0 session 0 threads 10,11,12,13 cores 1 lookahead 9
        claim 10 alice
        claim 11 bob
        claim 12 carol
        claim 13 dave
        block 1
        """);

    assertThat(chain.told("para", "10")).isEqualTo("STARTED is scheduled on core 0 in block 1");
    assertThat(chain.next(9))
        .containsExactly(
            "para 11 1970-01-01T00:00:12Z on core 0",
            "para 12 1970-01-01T00:00:18Z on core 0",
            "para 13 1970-01-01T00:00:24Z on core 0");
    assertThat(chain.of("para", "13").assumed())
        .contains("a claim is not backed in the block that schedules it (0 of 1 were)");
  }

  /** One block tells no interval. */
  @Test
  void withoutAnIntervalNoBlockComes() {
    take("block 0 session 0 threads 10 cores 1\nclaim 10 alice");

    assertThat(chain.of("para", "10").outcome()).hasToString("WAITS");
    assertThat(chain.of("para", "10").assumed())
        .contains("no block comes, as fewer than two are in the history that was read");
  }

  /** The law: where each claim is backed at once and available two blocks later, all is exact. */
  @Test
  void onARegularChainEachForecastIsExact() {
    SplittableRandom random = new SplittableRandom(7);
    String threads =
        LongStream.range(100, 160).mapToObj(Long::toString).collect(Collectors.joining(","));
    take("block 0 session 0 chains 1 threads " + threads + " cores 3 lookahead 9");
    for (long number = 1; number < 120; number++) {
      chain.take(number * SLOT, regular(number));
      for (int i = 0; i < 2; i++) {
        long para = 100L + random.nextInt(60);
        chain.take(number * SLOT + 1 + i, new Claim(para, "anybody"));
        if (number > 10) {
          chain.record();
        }
      }
    }
    ForecastAccuracy judged = chain.judged();

    assertThat(judged.started()).isGreaterThan(300).isEqualTo(judged.exact());
    assertThat(judged.placed()).isEqualTo(judged.started());
    assertThat(judged.missed() + judged.never() + judged.overdue()).isZero();
  }

  private Block regular(long number) {
    CoresState state = (CoresState) chain.state();
    List<Freed> freed = new ArrayList<>();
    for (int core = 1; core < state.cores(); core++) {
      if (state.occupant(core) != null && state.occupant(core).since() + 2 == number) {
        freed.add(new Freed(core, Freeing.CONCLUDED));
      }
    }
    List<Integer> backed =
        SchedulePreview.scheduled(state, number, List.of(), freed).stream()
            .filter(entry -> entry.kind() == OccupantKind.PARATHREAD)
            .map(CoreAssignment::core)
            .toList();
    return new Block(number, false, List.of(), freed, backed, Optional.empty());
  }
}
