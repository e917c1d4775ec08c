package dev.rota.chunks.values;

import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.SoftwareVersion;
import dev.rota.chunks.values.NetworkPolicy.GatheringTerms;
import dev.rota.chunks.values.NetworkPolicy.HealthTerms;
import dev.rota.kernel.table.Codec;
import dev.rota.kernel.table.FieldReader;
import dev.rota.kernel.table.FieldWriter;
import java.util.List;
import java.util.SortedMap;

/** Encodes a policy. */
public final class NetworkPolicyCodec {
  public static final Codec<NetworkPolicy> POLICY =
      Codec.of(NetworkPolicyCodec::write, NetworkPolicyCodec::read);

  private static final Codec<Integer> WEIGHT =
      Codec.of((weight, out) -> out.number(weight), FieldReader::integer);
  private static final Codec<BlockSegment> SEGMENT =
      Codec.of(
          (one, out) -> write(one.leastVersion(), out.number(one.from()).number(one.weight())),
          in -> new BlockSegment(in.number(), in.integer(), SoftwareVersion.ofRow(in.text())));
  private static final Codec<List<BlockSegment>> SEGMENTS =
      Codec.of((segments, out) -> out.list(segments, SEGMENT), in -> in.list(SEGMENT));

  private NetworkPolicyCodec() {}

  private static void write(NetworkPolicy p, FieldWriter out) {
    PlacementPolicy placement = p.placement();
    out.symbol(placement.order()).number(placement.rings());
    out.sortedLong(Double.doubleToLongBits(placement.saturation()));
    out.number(placement.minReplication()).flag(placement.ignoreReliability());
    out.map(p.weights(), Codec.PLAIN, WEIGHT).map(p.segments(), Codec.PLAIN, SEGMENTS);
    HealthTerms health = p.health();
    out.number(health.pingTimeout()).number(health.forgetAfter()).number(health.staleBytes());
    write(health.minVersion(), out);
    GatheringTerms gathering = p.gathering();
    out.number(health.maxEpochLag()).number(gathering.debounce()).number(gathering.debounceMax());
    PublishingSettings telling = p.telling();
    out.number(telling.snapshotEvery()).number(gathering.listingTimeout()).number(p.capacityMax());
    write(telling.recommended(), out);
    out.number(telling.assignmentDelay()).number(telling.snapshotAge());
    out.flag(telling.beatsAnswered());
    UptimeTerms uptime = p.uptime();
    if (!uptime.equals(UptimeTerms.DEFAULT)) { // rules 2 wrote no more fields
      out.sortedLong(Double.doubleToLongBits(uptime.least()));
      out.number(uptime.window()).number(uptime.interval());
    }
  }

  private static void write(SoftwareVersion version, FieldWriter out) {
    out.text(version == null ? null : version.toString());
  }

  private static NetworkPolicy read(FieldReader in) {
    PlacementPolicy placement =
        new PlacementPolicy(
            in.symbol(PlacementPolicy.Order.class),
            in.integer(),
            Double.longBitsToDouble(in.sortedLong()),
            in.integer(),
            in.flag());
    SortedMap<String, Integer> weights = in.map(Codec.PLAIN, WEIGHT);
    SortedMap<String, List<BlockSegment>> segments = in.map(Codec.PLAIN, SEGMENTS);
    HealthTerms health =
        new HealthTerms(
            in.number(), in.number(), in.number(), SoftwareVersion.ofRow(in.text()), in.number());
    long debounce = in.number();
    long debounceMax = in.number();
    int snapshotEvery = in.integer();
    return new NetworkPolicy(
        placement,
        weights,
        segments,
        health,
        new GatheringTerms(debounce, debounceMax, in.number()),
        in.number(),
        telling(in, snapshotEvery),
        in.hasMore() ? uptime(in) : UptimeTerms.DEFAULT);
  }

  private static UptimeTerms uptime(FieldReader in) {
    return new UptimeTerms(Double.longBitsToDouble(in.sortedLong()), in.number(), in.number());
  }

  private static PublishingSettings telling(FieldReader in, int snapshotEvery) {
    return new PublishingSettings(
        SoftwareVersion.ofRow(in.text()), in.number(), snapshotEvery, in.number(), in.flag());
  }
}
