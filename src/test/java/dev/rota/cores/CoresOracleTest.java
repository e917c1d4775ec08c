package dev.rota.cores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.rota.cores.CoresInput.Block;
import dev.rota.cores.CoresInput.Claim;
import dev.rota.cores.wire.CoresWire;
import dev.rota.domain.Args;
import dev.rota.domain.Output;
import dev.rota.domain.Query;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** The engine beside a naive one: after every input both answer everything alike. */
class CoresOracleTest {
  private static final int SEEDS = 400;
  private static final int INPUTS = 60;

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
              "DROPPED NO_PARATHREAD_CORES")
          .flatMap(what -> Stream.of("GUIDE " + what, "RUNTIME " + what))
          .toList();

  private static final Map<String, Query<CoresState>> QUERIES = CoresQueries.all();
  private static final Map<String, Object> WOULD_ABORT = Map.of("would_abort", true);

  private final CoresWire wire = new CoresWire();
  private final Map<String, Integer> seen = new TreeMap<>();

  @Test
  void theEngineAgreesWithTheNaiveOneAfterEveryInput() {
    for (long seed = 0; seed < SEEDS; seed++) {
      run(seed);
    }
    assertThat(seen.keySet())
        .as("a history that never gets somewhere proves nothing about it")
        .containsAll(EVERYTHING);
  }

  private void run(long seed) {
    NaiveCoresHistory history = new NaiveCoresHistory(seed);
    Random asking = new Random(~seed);
    Chain chain = new Chain();
    NaiveCores naive = new NaiveCores();
    List<CoresInput> inputs = new ArrayList<>();
    NaiveCoresLives lives = new NaiveCoresLives();
    for (int i = 0; i < INPUTS; i++) {
      CoresInput input = history.next(naive);
      inputs.add(input);
      try {
        naive = step(chain, naive, input, lives);
        compareAnswers(chain, naive, asking);
        if (i % 5 == 0) {
          chain.rebuild();
          chain.checkInvariants();
        }
      } catch (AssertionError | RuntimeException e) {
        fail("seed " + seed + " differs after " + inputs.size() + " inputs:\n" + lines(inputs), e);
      }
    }
  }

  private static String lines(List<CoresInput> inputs) {
    StringBuilder lines = new StringBuilder();
    inputs.forEach(input -> lines.append("  ").append(input).append('\n'));
    return lines.toString();
  }

  private NaiveCores step(Chain chain, NaiveCores naive, CoresInput input, NaiveCoresLives lives) {
    long before = chain.digest();
    List<Map<String, Object>> told = published(chain.take(input));
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
    next.told.forEach(line -> expected.add(plainMap(line)));
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
      String what = line.get("outcome") + (reason == null ? "" : " " + reason);
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
        Map<String, Object> line = plainMap(output.record());
        line.remove("detail");
        told.add(line);
      }
    }
    return told;
  }

  private static void compareAnswers(Chain chain, NaiveCores naive, Random random) {
    same(chain, "state", Map.of(), () -> NaiveCoresView.state(naive));
    int cores = naive.cores.size() + 3;
    for (int i = 0; i < cores; i++) {
      int core = i;
      Map<String, Object> args = Map.of("core", core);
      same(chain, "core_para", args, () -> NaiveCoresView.corePara(naive, core));
      same(
          chain, "next_up_on_available", args, () -> NaiveCoresView.nextUpOnAvailable(naive, core));
      same(chain, "next_up_on_time_out", args, () -> NaiveCoresView.nextUpOnTimeOut(naive, core));
      same(
          chain,
          "group_validators",
          Map.of("group", core),
          () -> NaiveCoresView.groupValidators(naive, core));
      for (long at : blocks(naive, random)) {
        same(
            chain,
            "group_assigned_to_core",
            Map.of("core", core, "at", at),
            () -> NaiveCoresView.groupAssignedToCore(naive, core, at));
        same(
            chain,
            "timeout_predicate",
            Map.of("core", core, "pending_since", at),
            () -> NaiveCoresView.timesOut(naive, core, at));
      }
    }
    same(chain, "timeout_predicate_exists", Map.of(), () -> NaiveCoresView.predicateExists(naive));
    same(chain, "availability_cores_view", Map.of(), () -> NaiveCoresView.availabilityCores(naive));
    for (long now : blocks(naive, random)) {
      same(
          chain,
          "group_rotation_info",
          Map.of("now", now),
          () -> NaiveCoresView.rotationInfo(naive, now));
    }
    for (long para : List.of(0L, 10L, 12L, 0xffffffffL - 19, 0xffffffffL - 15)) {
      same(chain, "is_parathread", Map.of("para", para), () -> naive.isParathread(para));
    }
  }

  private static List<Long> blocks(NaiveCores naive, Random random) {
    return List.of(
        0L,
        Math.max(0, naive.sessionStart - 1),
        naive.sessionStart,
        naive.now() + 1,
        Math.max(0, naive.now() + 2 - random.nextInt(12)),
        Math.min(0xffffffffL, naive.now() + random.nextInt(1000)));
  }

  private static void same(
      Chain chain, String query, Map<String, Object> args, Supplier<Object> naive) {
    Object expected;
    try {
      expected = plain(naive.get());
    } catch (NaiveCores.Refused refused) {
      expected = WOULD_ABORT;
    }
    Object answer = plain(QUERIES.get(query).answer(chain.state(), new Args(new HashMap<>(args))));
    if (answer instanceof Map<?, ?> map && map.containsKey("would_abort")) {
      answer = WOULD_ABORT;
    }
    if (!Objects.equals(answer, expected)) {
      assertThat(answer).as("%s %s", query, args).isEqualTo(expected);
    }
  }

  private static Map<String, Object> plainMap(Object value) {
    Map<String, Object> map = new LinkedHashMap<>();
    ((Map<?, ?>) plain(value)).forEach((key, each) -> map.put((String) key, each));
    return map;
  }

  /** Maps, lists, texts, truths and longs, whatever it was made of. */
  private static Object plain(Object value) {
    if (value instanceof SpecificRecord record) {
      Map<String, Object> map = new HashMap<>();
      for (Schema.Field field : record.getSchema().getFields()) {
        map.put(field.name(), plain(record.get(field.pos())));
      }
      return map;
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> copy = new HashMap<>();
      map.forEach((key, each) -> copy.put(key, plain(each)));
      return copy;
    }
    if (value instanceof List<?> list) {
      List<Object> copy = new ArrayList<>();
      list.forEach(each -> copy.add(plain(each)));
      return copy;
    }
    if (value instanceof Integer || value instanceof Short) {
      return ((Number) value).longValue();
    }
    return value instanceof Enum<?> || value instanceof CharSequence ? value.toString() : value;
  }
}
