package dev.rota.chunks.rules;

import dev.rota.chunks.model.ChunksInput.PolicyChange;
import dev.rota.chunks.model.NetworkFact.PolicyFault;
import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.SoftwareVersion;
import dev.rota.chunks.values.BlockSegment;
import dev.rota.chunks.values.InputMaxima;
import dev.rota.chunks.values.NetworkPolicy;
import dev.rota.chunks.values.NetworkPolicy.GatheringTerms;
import dev.rota.chunks.values.NetworkPolicy.HealthTerms;
import dev.rota.chunks.values.NetworkPolicy.Settings;
import dev.rota.chunks.values.PublishingSettings;
import dev.rota.chunks.values.RulesEdition;
import dev.rota.chunks.values.UncheckedSegment;
import dev.rota.chunks.values.UptimeTerms;
import dev.rota.kernel.domain.DecimalText;
import dev.rota.kernel.domain.NameCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Applies settings to a policy and validates them. */
final class PolicyUpdate {
  /** A setting is invalid. The message names it and its range. */
  static final class Wrong extends Exception {
    private static final long serialVersionUID = 1L;
    private final PolicyFault reason;

    Wrong(PolicyFault reason, String message) {
      super(message);
      this.reason = reason;
    }

    PolicyFault reason() {
      return reason;
    }
  }

  private final RulesEdition edition;

  PolicyUpdate(RulesEdition edition) {
    this.edition = edition;
  }

  NetworkPolicy of(NetworkPolicy was, PolicyChange change) throws Wrong {
    if (!change.unsupported().isEmpty()) {
      throw new Wrong(
          PolicyFault.UNSUPPORTED_VALUE,
          String.join(", ", change.unsupported())
              + ": a symbol that this version does not know; see the schema for those that it"
              + " does");
    }
    Settings said = change.settings();
    NetworkPolicy policy =
        new NetworkPolicy(
            placement(was.placement(), said.placement()),
            said.weights() == null ? was.weights() : weights(said.weights()),
            said.segments() == null ? was.segments() : segments(said.segments()),
            health(was.health(), said.health()),
            gathering(was.gathering(), said.gathering()),
            number("capacityBytesMax", said.capacityMax(), was.capacityMax(), 0),
            telling(was.telling(), said.telling()),
            edition.knowsUptimeAndMarks() ? uptime(was.uptime(), said.uptime()) : was.uptime());
    for (String dataset : policy.segments().keySet()) {
      if (policy.weights().containsKey(dataset)) {
        throw new Wrong(
            PolicyFault.CONFLICT,
            "dataset " + dataset + " is in weights and in segments: say one of them");
      }
    }
    return policy;
  }

  private HealthTerms health(HealthTerms was, Settings.Health said) throws Wrong {
    return new HealthTerms(
        within("pingTimeoutMs", said.pingTimeout(), was.pingTimeout(), 0),
        within("forgetAfterMs", said.forgetAfter(), was.forgetAfter(), 0),
        number("staleBytes", said.staleBytes(), was.staleBytes(), 0),
        said.minVersion() == null ? was.minVersion() : version("minVersion", said.minVersion()),
        number("maxEpochLag", said.maxEpochLag(), was.maxEpochLag(), -1));
  }

  private static GatheringTerms gathering(GatheringTerms was, Settings.Gathering said)
      throws Wrong {
    return new GatheringTerms(
        within("debounceMs", said.debounce(), was.debounce(), 0),
        within("debounceMaxMs", said.debounceMax(), was.debounceMax(), 0),
        within("listingTimeoutMs", said.listingTimeout(), was.listingTimeout(), 1));
  }

  private PublishingSettings telling(PublishingSettings was, Settings.Publishing said)
      throws Wrong {
    int every = said.snapshotEvery() == null ? was.snapshotEvery() : said.snapshotEvery();
    check(every >= 0, "snapshotEvery", every, "at least 0");
    return new PublishingSettings(
        said.recommended() == null
            ? was.recommended()
            : version("recommendedVersion", said.recommended()),
        within("assignmentDelayMs", said.assignmentDelay(), was.assignmentDelay(), 0),
        every,
        within("snapshotAgeMs", said.snapshotAge(), was.snapshotAge(), 0),
        said.beatsAnswered() == null ? was.beatsAnswered() : said.beatsAnswered());
  }

  private static UptimeTerms uptime(UptimeTerms was, Settings.Uptime said) throws Wrong {
    double least = said.least() == null ? was.least() : said.least();
    check(least >= 0 && least <= 1, "minUptime", DecimalText.text(least), "from 0 to 1");
    return new UptimeTerms(
        least + 0.0, // of two zeros that are equal, one
        within("uptimeWindowMs", said.window(), was.window(), UptimeTerms.PARTS),
        within("pingIntervalMs", said.interval(), was.interval(), 1));
  }

  private static long or(Long said, long was) {
    return said == null ? was : said;
  }

  private static PlacementPolicy placement(PlacementPolicy was, Settings.Placement said)
      throws Wrong {
    try {
      return new PlacementPolicy(
          said.order() == null ? was.order() : said.order(),
          said.rings() == null ? was.rings() : said.rings(),
          said.saturation() == null ? was.saturation() : said.saturation(),
          said.minReplication() == null ? was.minReplication() : said.minReplication(),
          said.ignoreReliability() == null ? was.ignoreReliability() : said.ignoreReliability());
    } catch (IllegalArgumentException e) {
      throw new Wrong(PolicyFault.OUT_OF_RANGE, e.getMessage());
    }
  }

  private long number(String field, Long said, long was, long least) throws Wrong {
    String wrong = said == null ? null : edition.outside(field, said, least);
    if (wrong != null) {
      throw new Wrong(PolicyFault.OUT_OF_RANGE, wrong);
    }
    return or(said, was);
  }

  private static long within(String field, Long said, long was, long min) throws Wrong {
    long value = or(said, was);
    check(
        value >= min && value <= InputMaxima.DURATION_MILLIS,
        field,
        value,
        "from " + min + " to " + InputMaxima.DURATION_MILLIS);
    return value;
  }

  private static void check(boolean holds, String field, Object value, String range) throws Wrong {
    if (!holds) {
      throw new Wrong(PolicyFault.OUT_OF_RANGE, field + " is " + value + ": " + range);
    }
  }

  private static SortedMap<String, Integer> weights(Map<String, Double> said) throws Wrong {
    SortedMap<String, Integer> weights = new TreeMap<>();
    for (Map.Entry<String, Double> one : said.entrySet()) {
      named(one.getKey());
      weights.put(one.getKey(), weight("weights[" + one.getKey() + "]", one.getValue()));
    }
    return weights;
  }

  private static void named(String dataset) throws Wrong {
    String wrong = NameCheck.wrong("dataset", dataset);
    if (wrong != null) {
      throw new Wrong(PolicyFault.INVALID_ARGUMENT, wrong);
    }
  }

  /** Rejects NaN too. */
  private static int weight(String field, double value) throws Wrong {
    check(
        value >= 0 && value <= Chunk.WEIGHT_MAX && value == Math.rint(value),
        field,
        DecimalText.text(value),
        "a whole number from 0 to " + Chunk.WEIGHT_MAX);
    return (int) value;
  }

  private SoftwareVersion version(String field, String said) throws Wrong {
    SoftwareVersion version = edition.version(said);
    if (version == null) {
      throw new Wrong(PolicyFault.INVALID_ARGUMENT, field + ": " + SoftwareVersion.noVersion(said));
    }
    return version;
  }

  private SortedMap<String, List<BlockSegment>> segments(Map<String, List<UncheckedSegment>> said)
      throws Wrong {
    SortedMap<String, List<BlockSegment>> all = new TreeMap<>();
    for (Map.Entry<String, List<UncheckedSegment>> one : said.entrySet()) {
      named(one.getKey());
      List<BlockSegment> segments = new ArrayList<>();
      for (UncheckedSegment segment : one.getValue()) {
        String field = "segments[" + one.getKey() + "][" + segments.size() + "]";
        segments.add(segment(field, segment));
        ascending(field, segments);
      }
      if (!segments.isEmpty()) {
        all.put(one.getKey(), List.copyOf(segments));
      }
    }
    return all;
  }

  private BlockSegment segment(String field, UncheckedSegment said) throws Wrong {
    String wrong =
        edition.isBounded()
            ? edition.outside(field + ".from", said.from(), -InputMaxima.NUMBER)
            : null;
    if (wrong != null) {
      throw new Wrong(PolicyFault.OUT_OF_RANGE, wrong);
    }
    return new BlockSegment(
        said.from(),
        weight(field + ".weight", said.weight()),
        said.minVersion() == null ? null : version(field + ".minVersion", said.minVersion()));
  }

  private static void ascending(String field, List<BlockSegment> segments) throws Wrong {
    if (segments.size() > 1) {
      long before = segments.get(segments.size() - 2).from();
      long from = segments.get(segments.size() - 1).from();
      check(
          before >= 0 ? from < 0 || from > before : from < 0 && from > before,
          field + ".from",
          from,
          "more than " + before + ", the one before it, and negative ones last");
    }
  }
}
