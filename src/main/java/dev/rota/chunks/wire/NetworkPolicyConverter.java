package dev.rota.chunks.wire;

import dev.rota.chunks.Beats;
import dev.rota.chunks.ChunkPolicy;
import dev.rota.chunks.DatasetSegment;
import dev.rota.chunks.PlacementOrder;
import dev.rota.chunks.WorkerMark;
import dev.rota.chunks.model.ChunksInput.Marking;
import dev.rota.chunks.model.ChunksInput.PolicyChange;
import dev.rota.chunks.model.ChunksInput.Showing;
import dev.rota.chunks.placement.PlacementPolicy.Order;
import dev.rota.chunks.values.NetworkPolicy.Settings;
import dev.rota.chunks.values.UncheckedSegment;
import dev.rota.kernel.domain.Wire;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Converts a policy record to an input. */
public final class NetworkPolicyConverter {
  private NetworkPolicyConverter() {}

  public static PolicyChange change(ChunkPolicy p) {
    Settings settings =
        new Settings(
            p.getWeights() == null ? null : new TreeMap<>(p.getWeights()),
            p.getSegments() == null ? null : segments(p.getSegments()),
            placement(p),
            health(p),
            new Settings.Gathering(
                p.getDebounceMs(), p.getDebounceMaxMs(), p.getListingTimeoutMs()),
            p.getCapacityBytesMax(),
            telling(p),
            new Settings.Uptime(p.getMinUptime(), p.getUptimeWindowMs(), p.getPingIntervalMs()));
    Showing showing = p.getControl() == null ? null : new Showing(p.getControl().getWorker());
    return new PolicyChange(settings, showing, marking(p.getMark()), Wire.unsupported(p));
  }

  private static Settings.Placement placement(ChunkPolicy p) {
    return new Settings.Placement(
        order(p.getOrder()),
        p.getRings(),
        p.getSaturation(),
        p.getMinReplication(),
        p.getIgnoreReliability());
  }

  private static Settings.Health health(ChunkPolicy p) {
    return new Settings.Health(
        p.getPingTimeoutMs(),
        p.getForgetAfterMs(),
        p.getStaleBytes(),
        p.getMinVersion(),
        p.getMaxEpochLag());
  }

  private static Settings.Publishing telling(ChunkPolicy p) {
    return new Settings.Publishing(
        p.getRecommendedVersion(),
        p.getAssignmentDelayMs(),
        p.getSnapshotEvery(),
        p.getSnapshotAgeMs(),
        answered(p.getBeats()));
  }

  private static Marking marking(WorkerMark mark) {
    return mark == null ? null : new Marking(mark.getWorker(), mark.getReason(), mark.getUntil());
  }

  private static Boolean answered(Beats beats) {
    return beats == null || beats == Beats.UNKNOWN ? null : beats == Beats.ANSWERED;
  }

  private static Order order(PlacementOrder order) {
    if (order == null) {
      return null;
    }
    return switch (order) {
      case UNKNOWN -> null;
      case SEED -> Order.SEED;
      case HEAD -> Order.HEAD;
    };
  }

  private static Map<String, List<UncheckedSegment>> segments(
      Map<String, List<DatasetSegment>> said) {
    Map<String, List<UncheckedSegment>> segments = new TreeMap<>();
    said.forEach(
        (dataset, all) ->
            segments.put(
                dataset,
                all.stream()
                    .map(s -> new UncheckedSegment(s.getFrom(), s.getWeight(), s.getMinVersion()))
                    .toList()));
    return segments;
  }
}
