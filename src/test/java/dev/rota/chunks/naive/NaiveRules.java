package dev.rota.chunks.naive;

import dev.rota.chunks.Beats;
import dev.rota.chunks.ChunkPolicy;
import dev.rota.chunks.DatasetSegment;
import dev.rota.chunks.PlacementOrder;
import dev.rota.chunks.PolicyRefusal;
import dev.rota.chunks.naive.NaivePlacement.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The policy in force: what was said last of each setting. */
final class NaiveRules {
  private static final long WEIGHT_MAX = 65_535;
  private static final long DAYS_MAX_MILLIS = 36_500L * 86_400_000;

  /** It cannot be. */
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;
    final PolicyRefusal reason;

    Refused(PolicyRefusal reason) {
      super(reason.name(), null, false, false);
      this.reason = reason;
    }
  }

  private final Map<String, Object> said = new HashMap<>();
  Map<String, Double> weights = Map.of();
  Map<String, List<DatasetSegment>> segments = Map.of();

  NaiveRules() {
    said.put("order", PlacementOrder.SEED);
    said.put("rings", 6000L);
    said.put("saturation", 0.99);
    said.put("minReplication", 2L);
    said.put("ignoreReliability", false);
    said.put("capacityBytesMax", 0L);
    said.put("pingTimeoutMs", 600_000L);
    said.put("forgetAfterMs", 86_400_000L);
    said.put("staleBytes", 0L);
    said.put("recommendedVersion", "2.0.0");
    said.put("maxEpochLag", 2L);
    said.put("debounceMs", 250L);
    said.put("debounceMaxMs", 60_000L);
    said.put("listingTimeoutMs", 600_000L);
    said.put("assignmentDelayMs", 60_000L);
    said.put("snapshotEvery", 0L);
    said.put("snapshotAgeMs", 86_400_000L);
    said.put("beats", Beats.CHANGES);
    said.put("minUptime", 0.0);
    said.put("uptimeWindowMs", 3_600_000L);
    said.put("pingIntervalMs", 60_000L);
  }

  /** What is in force with this. */
  NaiveRules with(ChunkPolicy policy) {
    NaiveRules next = new NaiveRules();
    next.said.putAll(said);
    for (var field : policy.getSchema().getFields()) {
      Object value = policy.get(field.pos());
      if (value != null && !List.of("network", "control", "mark").contains(field.name())) {
        next.said.put(field.name(), value instanceof Integer one ? Long.valueOf(one) : value);
      }
    }
    next.weights = policy.getWeights() == null ? weights : policy.getWeights();
    next.segments = policy.getSegments() == null ? segments : policy.getSegments();
    next.segments = new TreeMap<>(next.segments);
    next.segments.values().removeIf(List::isEmpty);
    next.said.keySet().removeAll(List.of("weights", "segments"));
    next.check();
    return next;
  }

  private void check() {
    refuse(
        order() == PlacementOrder.UNKNOWN || said.get("beats") == Beats.UNKNOWN,
        PolicyRefusal.UNSUPPORTED_VALUE);
    range("rings", 1, 65_536);
    range("minReplication", 1, 65_535);
    range("maxEpochLag", -1, NaiveNetwork.MOST);
    range("listingTimeoutMs", 1, DAYS_MAX_MILLIS);
    range("snapshotEvery", 0, Integer.MAX_VALUE);
    range("capacityBytesMax", 0, NaiveNetwork.MOST);
    range("staleBytes", 0, NaiveNetwork.MOST);
    for (String name :
        List.of(
            "pingTimeoutMs",
            "forgetAfterMs",
            "debounceMs",
            "debounceMaxMs",
            "assignmentDelayMs",
            "snapshotAgeMs")) {
      range(name, 0, DAYS_MAX_MILLIS);
    }
    double saturation = (double) said.get("saturation");
    refuse(!(saturation > 0 && saturation <= 1), PolicyRefusal.OUT_OF_RANGE);
    refuse(!(minUptime() >= 0 && minUptime() <= 1), PolicyRefusal.OUT_OF_RANGE);
    range("uptimeWindowMs", 60, DAYS_MAX_MILLIS);
    range("pingIntervalMs", 1, DAYS_MAX_MILLIS);
    version((String) said.get("minVersion"));
    version((String) said.get("recommendedVersion"));
    weights.values().forEach(NaiveRules::weight);
    segments.values().forEach(NaiveRules::stretches);
    boolean both = weights.keySet().stream().anyMatch(segments::containsKey);
    refuse(both, PolicyRefusal.CONFLICT);
  }

  private static void stretches(List<DatasetSegment> some) {
    for (int i = 0; i < some.size(); i++) {
      weight(some.get(i).getWeight());
      version(some.get(i).getMinVersion());
      long from = some.get(i).getFrom();
      refuse(from < -NaiveNetwork.MOST || from > NaiveNetwork.MOST, PolicyRefusal.OUT_OF_RANGE);
      long before = i == 0 ? from : some.get(i - 1).getFrom();
      boolean ascends = i == 0 || (before < 0 == from < 0 ? from > before : before >= 0);
      refuse(!ascends, PolicyRefusal.OUT_OF_RANGE);
    }
  }

  private static void weight(double weight) {
    boolean possible = weight >= 0 && weight <= WEIGHT_MAX && weight == Math.rint(weight);
    refuse(!possible, PolicyRefusal.OUT_OF_RANGE);
  }

  private static void version(String text) {
    refuse(text != null && NaiveVersion.of(text) == null, PolicyRefusal.INVALID_ARGUMENT);
  }

  private void range(String name, long least, long most) {
    refuse(number(name) < least || number(name) > most, PolicyRefusal.OUT_OF_RANGE);
  }

  private static void refuse(boolean when, PolicyRefusal reason) {
    if (when) {
      throw new Refused(reason);
    }
  }

  long number(String name) {
    return (long) said.get(name);
  }

  /** What share of the time pings have to cover; 0: nobody looks. */
  double minUptime() {
    return (double) said.get("minUptime");
  }

  /** Whether pings that were counted by other rules count on. */
  boolean countsLike(NaiveRules other) {
    return other.minUptime() > 0
        && number("uptimeWindowMs") == other.number("uptimeWindowMs")
        && number("pingIntervalMs") == other.number("pingIntervalMs");
  }

  PlacementOrder order() {
    return (PlacementOrder) said.get("order");
  }

  boolean beatsAnswered() {
    return said.get("beats") == Beats.ANSWERED;
  }

  /** Null: nothing was said. */
  String minVersion() {
    return (String) said.get("minVersion");
  }

  String supported() {
    return minVersion() == null ? "2.0.0" : minVersion();
  }

  String recommended() {
    return (String) said.get("recommendedVersion");
  }

  Settings settings() {
    return new Settings(
        order() == PlacementOrder.HEAD,
        (int) number("rings"),
        (double) said.get("saturation"),
        (int) number("minReplication"),
        (boolean) said.get("ignoreReliability"));
  }

  /** What is said of a dataset; one stretch that begins at 0 if nothing is. */
  List<DatasetSegment> stretchesOf(String dataset) {
    List<DatasetSegment> own = segments.getOrDefault(dataset, List.of());
    return own.isEmpty()
        ? List.of(new DatasetSegment(0L, weights.getOrDefault(dataset, 1.0), null))
        : own;
  }

  /** All of it, by the names of the fields. */
  Map<String, Object> view() {
    Map<String, Object> view = new TreeMap<>(said);
    view.put("weights", weights);
    view.put("segments", segments);
    return view;
  }
}
