package dev.rota.bots.model;

import dev.rota.bots.rules.Awaited;
import dev.rota.testing.likeness.Likeness;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** What of a grid in memory may differ after it was reopened: how it came to be, and spare room. */
public final class BotsLikeness {
  private static final String SPARE = "empty ones are kept for reuse, in the order of their making";

  private BotsLikeness() {}

  public static Likeness likeness() {
    return new Likeness("dev.rota.bots")
        .as(IndexedQueue.class, queue -> queue.all(), "order", "things", "head", "size")
        .as(Timeline.class, timeline -> timeline.all(), "marks", "names", "size", "next")
        .without("model.Bin.id", "numbers are given in the order of making")
        .without("model.BotClass.id", "numbers are given in the order of making")
        .without("model.Board.ids", "numbers are given in the order of making")
        .with("model.Board.binsByKey", SPARE, BotsLikeness::filled)
        .with("model.Board.bins", SPARE, BotsLikeness::bins)
        .with("model.Board.waiting", "the order is that of making", BotsLikeness::bins)
        .with("model.Board.classes", "the order is that of making", BotsLikeness::classes)
        .with("model.Board.open", "the order is that of making", BotsLikeness::classes)
        .with("model.Bin.matches", "the order is that of making", BotsLikeness::matches)
        .with("model.BotClass.matches", SPARE, BotsLikeness::matches)
        .with("model.Bin.matchesToRead", "the order is that of making", BotsLikeness::matches)
        .with("model.BotClass.matchesToRead", SPARE, BotsLikeness::matches)
        .with(
            "model.Board.quotas",
            "a class without quotas leaves an empty row",
            BotsLikeness::cohorts)
        .with(
            "model.Quotas.byCohort",
            "a class without quotas leaves an empty row",
            BotsLikeness::cohorts)
        .with("model.Leases.victims", "empty ones are kept for reuse", BotsLikeness::victims)
        .without("model.Leases$Victims.unasked", "what is not asked for long is computed anew");
  }

  /** What is computed when somebody asks is computed by both. */
  public static void remember(BotsState lived, BotsState reopened) {
    for (BotsState state : List.of(lived, reopened)) {
      Awaited.eviction(state);
      Awaited.workFrom(state);
      state.quotas().all();
      for (JobState.Leased lease : lived.leases().byStart().all()) {
        state.leases().running(lease.bot().spec().cohort(), lease.job().spec().needs());
      }
    }
  }

  private static Object filled(Map<JobBin.Key, JobBin> bins) {
    Map<JobBin.Key, JobBin> filled = new LinkedHashMap<>();
    sorted(bins.values(), bin -> bin.key).stream()
        .filter(bin -> !bin.isEmpty())
        .forEach(bin -> filled.put(bin.key, bin));
    return filled;
  }

  private static Object bins(Collection<JobBin> bins) {
    return sorted(bins, bin -> bin.key).stream().filter(bin -> !bin.isEmpty()).toList();
  }

  private static Object classes(Collection<BotClass> classes) {
    return sorted(classes, kind -> kind.key);
  }

  private static Object matches(List<BinMatch> matches) {
    return sorted(matches, match -> match.bin().key + " " + match.kind().key).stream()
        .filter(match -> !match.bin().isEmpty())
        .toList();
  }

  private static <T> List<T> sorted(Collection<T> all, Function<T, Object> name) {
    List<T> sorted = new ArrayList<>(all);
    sorted.sort(Comparator.comparing(one -> name.apply(one).toString()));
    return sorted;
  }

  private static Object cohorts(Map<String, Map<String, QuotaRow>> quotas) {
    Map<String, Object> cohorts = new TreeMap<>(quotas);
    cohorts.values().removeIf(rows -> ((Map<?, ?>) rows).isEmpty());
    return cohorts;
  }

  private static Object victims(Map<Object, Object> all) {
    Map<Object, Object> victims = new LinkedHashMap<>();
    sorted(all.entrySet(), Map.Entry::getKey)
        .forEach(
            one -> {
              if (!((Collection<?>) Likeness.value(one.getValue(), "leases")).isEmpty()) {
                victims.put(one.getKey(), one.getValue());
              }
            });
    return victims;
  }
}
