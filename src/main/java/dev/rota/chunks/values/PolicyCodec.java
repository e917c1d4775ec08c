package dev.rota.chunks.values;

import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.SoftwareVersion;
import dev.rota.chunks.values.Policy.Telling;
import dev.rota.table.Codec;
import dev.rota.table.FieldReader;
import dev.rota.table.FieldWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Encodes a policy. */
public final class PolicyCodec {
  public static final Codec<Policy> POLICY = Codec.of(PolicyCodec::write, PolicyCodec::read);

  private PolicyCodec() {}

  private static void write(Policy p, FieldWriter out) {
    PlacementPolicy placement = p.placement();
    out.text(placement.order().name()).number(placement.rings());
    out.sortedLong(Double.doubleToLongBits(placement.saturation()));
    out.number(placement.minReplication()).flag(placement.ignoreReliability());
    out.number(p.weights().size());
    p.weights().forEach((dataset, weight) -> out.text(dataset).number(weight));
    out.number(p.segments().size());
    p.segments().forEach((dataset, segments) -> write(dataset, segments, out));
    out.number(p.pingTimeout()).number(p.forgetAfter()).number(p.staleBytes());
    write(p.minVersion(), out);
    out.number(p.maxEpochLag()).number(p.debounce()).number(p.debounceMax());
    Telling telling = p.telling();
    out.number(telling.snapshotEvery()).number(p.listingTimeout()).number(p.capacityMax());
    write(telling.recommended(), out);
    out.number(telling.assignmentDelay()).number(telling.snapshotAge());
    out.flag(telling.beatsAnswered());
  }

  private static void write(String dataset, List<Segment> segments, FieldWriter out) {
    out.text(dataset).number(segments.size());
    for (Segment segment : segments) {
      out.number(segment.from()).number(segment.weight());
      write(segment.leastVersion(), out);
    }
  }

  private static void write(SoftwareVersion version, FieldWriter out) {
    out.text(version == null ? null : version.toString());
  }

  private static Policy read(FieldReader in) {
    PlacementPolicy placement =
        new PlacementPolicy(
            PlacementPolicy.Order.valueOf(in.text()),
            in.integer(),
            Double.longBitsToDouble(in.sortedLong()),
            in.integer(),
            in.flag());
    SortedMap<String, Integer> weights = new TreeMap<>();
    for (int left = in.integer(); left > 0; left--) {
      weights.put(in.text(), in.integer());
    }
    SortedMap<String, List<Segment>> segments = new TreeMap<>();
    for (int left = in.integer(); left > 0; left--) {
      segments.put(in.text(), segments(in));
    }
    long pingTimeout = in.number();
    long forgetAfter = in.number();
    long staleBytes = in.number();
    SoftwareVersion minVersion = SoftwareVersion.ofText(in.text());
    long maxEpochLag = in.number();
    long debounce = in.number();
    long debounceMax = in.number();
    int snapshotEvery = in.integer();
    boolean more = in.hasMore(); // rules 1 wrote no more fields
    return new Policy(
        placement,
        weights,
        segments,
        pingTimeout,
        forgetAfter,
        staleBytes,
        minVersion,
        maxEpochLag,
        debounce,
        debounceMax,
        more ? in.number() : Policy.DEFAULT.listingTimeout(),
        more ? in.number() : 0,
        more ? telling(in, snapshotEvery) : Telling.DEFAULT.every(snapshotEvery));
  }

  private static Telling telling(FieldReader in, int snapshotEvery) {
    return new Telling(
        SoftwareVersion.ofText(in.text()), in.number(), snapshotEvery, in.number(), in.flag());
  }

  private static List<Segment> segments(FieldReader in) {
    List<Segment> segments = new ArrayList<>();
    for (int left = in.integer(); left > 0; left--) {
      segments.add(new Segment(in.number(), in.integer(), SoftwareVersion.ofText(in.text())));
    }
    return List.copyOf(segments);
  }
}
