package dev.rota.cores.naive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.rota.cores.model.Chain;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresInput;
import dev.rota.cores.model.CoresInput.Block;
import dev.rota.cores.model.CoresInput.Claim;
import dev.rota.cores.model.SessionParameters;
import dev.rota.cores.wire.CoresWire;
import dev.rota.kernel.domain.Output;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The engine beside a naive one: after every input both have told the same and answer everything
 * alike. A second engine is opened anew from its rows now and then, and decides the same again.
 */
class CoresOracleTest {
  private static final int SEEDS = 400;
  private static final int INPUTS = 260;
  private static final double REOPENED = 0.15;

  /** What the histories have to reach under both rule sets. */
  private static final List<String> EVERYTHING =
      Stream.of(
              "QUEUED",
              "REFUSED NOT_A_PARATHREAD",
              "REFUSED QUEUE_FULL",
              "REFUSED ALREADY_CLAIMED",
              "REFUSED STALE_BLOCK",
              "REFUSED OUT_OF_RANGE",
              "REFUSED UNSUPPORTED_VALUE",
              "REFUSED INVALID_CONFIGURATION",
              "SCHEDULED",
              "OCCUPIED",
              "CONCLUDED AVAILABLE",
              "CONCLUDED DISPUTED",
              "RETURNED NOT_BACKED",
              "RETURNED TIMED_OUT",
              "RETURNED SESSION_CHANGE",
              "DROPPED DEREGISTERED",
              "DROPPED RETRIES_EXHAUSTED",
              "DROPPED NO_PARATHREAD_CORES",
              "IGNORED FROZEN",
              "IGNORED NO_SUCH_CORE",
              "IGNORED REPEATED",
              "IGNORED NOT_OCCUPIED",
              "IGNORED NOT_SCHEDULED",
              "IGNORED NOT_ASCENDING",
              "IGNORED BEHIND_ANOTHER",
              "DISAGREED NOT_TIMED_OUT",
              "DISAGREED ALSO_A_PARATHREAD",
              "block")
          .flatMap(what -> Stream.of("GUIDE " + what, "RUNTIME " + what))
          .toList();

  private static final Set<String> FIELDS =
      NaiveCoresView.config(SessionParameters.DEFAULT).keySet();

  private final CoresWire wire = new CoresWire();
  private final Map<String, Integer> seen = new TreeMap<>();
  private final Map<String, Integer> switched = new TreeMap<>();
  private final NaiveCoresQuestions questions = new NaiveCoresQuestions();
  private int reopened;

  @Test
  void theEngineAgreesWithTheNaiveOneAfterEveryInput() {
    for (long seed = 0; seed < SEEDS; seed++) {
      run(seed);
    }
    System.out.printf(
        "cores oracle: %d histories, %d inputs, %d answers, reopened %d times%n  told %s%n"
            + "  configurations switched %s%n",
        SEEDS, SEEDS * INPUTS, questions.asked(), reopened, seen, switched);
    assertThat(seen.keySet())
        .as("a history that never gets somewhere proves nothing about it")
        .contains("RUNTIME REFUSED WOULD_ABORT")
        .containsAll(EVERYTHING);
    assertThat(switched.keySet())
        .as("every field of a configuration changes alone, and changes back")
        .containsAll(FIELDS)
        .containsAll(FIELDS.stream().map(field -> field + " and back").toList());
  }

  private void run(long seed) {
    NaiveCoresHistory history = new NaiveCoresHistory(seed);
    Random asking = new Random(~seed);
    Chain live = new Chain();
    Chain again = new Chain();
    NaiveCores naive = new NaiveCores();
    List<CoresInput> inputs = new ArrayList<>();
    NaiveCoresLives lives = new NaiveCoresLives();
    SessionParameters before = null;
    for (int i = 0; i < INPUTS; i++) {
      CoresInput input = history.next(naive);
      inputs.add(input);
      try {
        if (asking.nextDouble() < REOPENED) {
          again.rebuild();
          again.checkInvariants();
          reopened++;
        }
        SessionParameters now = naive.config;
        naive = step(live, naive, input, again.take(input), lives);
        assertThat(again.digest()).as("digest of what was reopened").isEqualTo(live.digest());
        questions.compare(asking.nextBoolean() ? live : again, naive, asking);
        before = countSwitch(before, now, naive.config);
      } catch (AssertionError | RuntimeException e) {
        fail("seed " + seed + " differs after " + inputs.size() + " inputs:\n" + lines(inputs), e);
      }
    }
  }

  /** What the configuration was before it was what it is. */
  private SessionParameters countSwitch(
      SessionParameters before, SessionParameters old, SessionParameters now) {
    if (now.equals(old)) {
      return before;
    }
    Map<?, ?> from = NaiveCoresView.config(old);
    Map<?, ?> to = NaiveCoresView.config(now);
    List<?> differ =
        to.keySet().stream().filter(k -> !Objects.equals(to.get(k), from.get(k))).toList();
    String what = differ.size() == 1 ? differ.get(0).toString() : "several";
    switched.merge(what + (now.equals(before) ? " and back" : ""), 1, Integer::sum);
    return old;
  }

  private static String lines(List<CoresInput> inputs) {
    StringBuilder lines = new StringBuilder();
    inputs.forEach(input -> lines.append("  ").append(input).append('\n'));
    return lines.toString();
  }

  private NaiveCores step(
      Chain chain,
      NaiveCores naive,
      CoresInput input,
      List<CoresFact> decidedAgain,
      NaiveCoresLives lives) {
    long before = chain.digest();
    List<CoresFact> decided = chain.take(input);
    assertThat(decidedAgain).as("decided again by one that was reopened").isEqualTo(decided);
    List<Map<String, Object>> told = published(decided);
    NaiveCores next = naive.copy();
    try {
      if (input instanceof Block block) {
        next.block(block);
      } else {
        next.claim((Claim) input);
      }
    } catch (NaiveCores.Refused refused) {
      count(naive, told);
      assertThat(told).as("a refusal says one thing").hasSize(1);
      assertThat(told.get(0))
          .containsEntry("outcome", "REFUSED")
          .containsEntry("reason", refused.getMessage())
          .containsEntry("para", input instanceof Claim claim ? claim.para() : null)
          .containsEntry("block", naive.lastBlock < 0 ? null : naive.lastBlock);
      assertThat(chain.digest()).as("a refusal changes nothing").isEqualTo(before);
      return naive;
    }
    List<Map<String, Object>> expected = new ArrayList<>();
    next.told.forEach(line -> expected.add(NaiveCoresQuestions.plain(line)));
    leaveOutWhatWouldAbort(expected, told);
    assertThat(told).as("published").isEqualTo(expected);
    count(next, told);
    expected.forEach(lives::follow);
    lives.check(next);
    return next;
  }

  private void count(NaiveCores chain, List<Map<String, Object>> told) {
    for (Map<String, Object> line : told) {
      Object reason = line.get("reason");
      Object outcome = line.getOrDefault("outcome", "block");
      String what = outcome + (reason == null ? "" : " " + reason);
      seen.merge(chain.config.rules() + " " + what, 1, Integer::sum);
    }
  }

  /** The specification does not say how to show cores that the next block aborts over. */
  private static void leaveOutWhatWouldAbort(
      List<Map<String, Object>> expected, List<Map<String, Object>> told) {
    for (int i = 0; i < Math.min(expected.size(), told.size()); i++) {
      if (expected.get(i).containsKey("cores") && expected.get(i).get("cores") == null) {
        told.get(i).put("cores", null);
      }
    }
  }

  private List<Map<String, Object>> published(List<CoresFact> facts) {
    List<Map<String, Object>> told = new ArrayList<>();
    for (CoresFact fact : facts) {
      Output output = wire.write(NaiveCores.CHAIN, fact);
      if (output != null) {
        Map<String, Object> line = NaiveCoresQuestions.plain(output.record());
        line.remove("detail");
        told.add(line);
      }
    }
    return told;
  }
}
