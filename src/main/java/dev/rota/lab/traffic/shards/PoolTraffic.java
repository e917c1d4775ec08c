package dev.rota.lab.traffic.shards;

import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.FaultMix;
import dev.rota.lab.traffic.Traffic;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Seeded pools as records. The first record is a policy. */
public record PoolTraffic() implements DomainTraffic {
  /** Busy shards in the speed measurement. */
  private static final int SHARDS = 1000;

  @Override
  public String domain() {
    return "shards";
  }

  @Override
  public List<String> lanes() {
    return List.of("mainnet", "sepolia", "devnet");
  }

  @Override
  public Iterator<Event> start(String lane, long seed) {
    PoolRecords sending = new PoolRecords(lane);
    return new PoolLife(
        PoolShape.ofARollup(sending),
        sending,
        Traffic.seedOf(lane, seed),
        FaultMix.only(PoolFault.PART_FAILS, 10));
  }

  @Override
  public Iterator<Event> demonstration(String lane, long seed) {
    PoolRecords sending = new PoolRecords(lane);
    return new PoolVisitors(PoolShape.ofARollup(sending), sending, Traffic.seedOf(lane, seed));
  }

  @Override
  public Iterator<Event> hostile(String lane, long seed) {
    PoolRecords sending = new PoolRecords(lane);
    long mixed = Traffic.seedOf(lane, seed);
    return new PoolLife(
        PoolShape.ofSeed(sending, mixed), sending, mixed, FaultMix.of(PoolFault.class, mixed));
  }

  @Override
  public Map<String, Traffic> benchmarks(int scale) {
    int shards = Math.multiplyExact(SHARDS, scale);
    return new TreeMap<>(
        Map.of(
            "uniform", new SaturatedPool(shards, false), "Zipf", new SaturatedPool(shards, true)));
  }

  @Override
  public Peer peer() {
    return new Peer("Katana's queue and workers in memory, one producer, 1 000 shards", 1_000_000);
  }
}
