package dev.rota.chunks.values;

import dev.rota.chunks.placement.SoftwareVersion;

/**
 * The settings of what is published, and when.
 *
 * @param recommended a worker with an older version is deprecated
 * @param assignmentDelay until a generation takes effect
 * @param snapshotEvery generations between snapshots; 0 for snapshots on demand only
 * @param snapshotAge of a worker's snapshot, after which a ping renews it
 * @param beatsAnswered true if a ping without news gets an outcome
 */
public record PublishingSettings(
    SoftwareVersion recommended,
    long assignmentDelay,
    int snapshotEvery,
    long snapshotAge,
    boolean beatsAnswered) {
  /** The production network's settings. Pings without news get no outcome. */
  public static final PublishingSettings DEFAULT =
      new PublishingSettings(SoftwareVersion.parse("2.0.0"), 60_000, 0, 86_400_000, false);
}
