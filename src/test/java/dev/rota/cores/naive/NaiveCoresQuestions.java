package dev.rota.cores.naive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.model.Chain;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.queries.CoresQueries;
import dev.rota.kernel.domain.Query;
import dev.rota.kernel.domain.QueryArguments;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Supplier;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/** Asks both engines everything that can be asked of a chain, and wants equal answers. */
final class NaiveCoresQuestions {
  private static final Map<String, Query<CoresState>> QUERIES = Map.copyOf(CoresQueries.all());
  private static final Map<String, Object> WOULD_ABORT = Map.of("would_abort", true);

  private int asked;

  int asked() {
    return asked;
  }

  void compare(Chain chain, NaiveCores naive, Random random) {
    same(chain, "state", Map.of(), () -> NaiveCoresView.state(naive));
    same(chain, "session", Map.of(), () -> NaiveCoresView.session(naive));
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
    for (String assume : List.of("quiet", "backed")) {
      same(
          chain,
          "forecast",
          Map.of("blocks", 2L, "assume", assume),
          () -> NaiveCoresForecast.of(naive, 2, assume));
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

  private void same(Chain chain, String query, Map<String, Object> args, Supplier<Object> naive) {
    Object expected;
    try {
      expected = value(naive.get());
    } catch (NaiveCores.Refused refused) {
      expected = WOULD_ABORT;
    }
    asked++;
    Object answer = value(QUERIES.get(query).answer(chain.state(), new QueryArguments(args)));
    if (!Objects.equals(answer, expected)) {
      assertThat(answer).as("%s %s", query, args).isEqualTo(expected);
    }
  }

  static Map<String, Object> plain(Object record) {
    Map<String, Object> map = new LinkedHashMap<>();
    ((Map<?, ?>) value(record)).forEach((key, each) -> map.put((String) key, each));
    return map;
  }

  /** Maps, lists, texts, truths and longs, whatever it was made of; an abort without its words. */
  private static Object value(Object value) {
    if (value == null || value instanceof Long || value instanceof String) {
      return value; // most are
    }
    if (value instanceof SpecificRecord record) {
      Map<String, Object> map = new HashMap<>();
      for (Schema.Field field : record.getSchema().getFields()) {
        map.put(field.name(), value(record.get(field.pos())));
      }
      return map;
    }
    if (value instanceof Map<?, ?> map && map.containsKey("would_abort")) {
      return map.containsKey("block")
          ? Map.of("block", value(map.get("block")), "would_abort", true)
          : WOULD_ABORT;
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> copy = new HashMap<>();
      map.forEach((key, each) -> copy.put(key, value(each)));
      return copy;
    }
    if (value instanceof List<?> list) {
      List<Object> copy = new ArrayList<>();
      list.forEach(each -> copy.add(value(each)));
      return copy;
    }
    if (value instanceof Integer || value instanceof Short) {
      return ((Number) value).longValue();
    }
    return value instanceof Enum<?> || value instanceof CharSequence ? value.toString() : value;
  }
}
