package dev.rota.chunks.queries;

import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.values.BlockSegment;
import dev.rota.chunks.values.NetworkPolicy;
import dev.rota.kernel.domain.DecimalText;
import java.util.ArrayList;
import java.util.List;

/** What a policy sets for the placement, in words (rule 1). */
final class PolicyWords {
  private PolicyWords() {}

  static String of(List<BlockSegment> segments) {
    return String.join(", ", segments.stream().map(PolicyWords::from).toList());
  }

  /** Returns the weight, and the version if one is asked for. */
  static String of(BlockSegment segment) {
    return "weight "
        + segment.weight()
        + (segment.leastVersion() == null ? "" : " with version " + segment.leastVersion());
  }

  private static String from(BlockSegment segment) {
    return segment.from() == 0 ? of(segment) : of(segment) + " from block " + segment.from();
  }

  /** Returns the settings of all chunks that change. */
  static List<String> changed(NetworkPolicy was, NetworkPolicy is) {
    PlacementPolicy before = was.placement();
    PlacementPolicy now = is.placement();
    List<String> all = new ArrayList<>();
    add("order", before.order(), now.order(), all);
    add("rings", before.rings(), now.rings(), all);
    add(
        "saturation",
        DecimalText.text(before.saturation()),
        DecimalText.text(now.saturation()),
        all);
    add("minReplication", before.minReplication(), now.minReplication(), all);
    add("ignoreReliability", before.ignoreReliability(), now.ignoreReliability(), all);
    return all;
  }

  private static void add(String setting, Object was, Object is, List<String> into) {
    if (!was.equals(is)) {
      into.add(setting + " " + is + ", " + was + " before");
    }
  }
}
