package dev.rota.lab.traffic.chunks;

import dev.rota.lab.traffic.BenchmarkTrial;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.FaultMix;
import dev.rota.lab.traffic.TopicsObserver;
import dev.rota.lab.traffic.Traffic;
import java.util.Iterator;
import java.util.List;

/** Seeded networks as records. The first record is a policy. */
public record NetworkTraffic() implements DomainTraffic {
  @Override
  public String domain() {
    return "chunks";
  }

  @Override
  public TopicsObserver watch() {
    return new NetworkObserver();
  }

  @Override
  public List<BenchmarkTrial> trials(int scale) {
    return PlacementTrials.of(scale);
  }

  @Override
  public List<String> lanes() {
    return List.of("mainnet", "tethys", "devnet");
  }

  @Override
  public Iterator<Event> start(String lane, long seed) {
    return NetworkLife.of(
        lane,
        NetworkShape.ofACorner(lane),
        Traffic.seedOf(lane, seed),
        FaultMix.only(NetworkFault.SILENT, 3));
  }

  @Override
  public Large large(String lane, long seed, int percent) {
    return LargeNetwork.of(lane, seed, percent);
  }

  @Override
  public Iterator<Event> hostile(String lane, long seed) {
    long mixed = Traffic.seedOf(lane, seed);
    return NetworkLife.of(
        lane, NetworkShape.ofSeed(lane, mixed), mixed, FaultMix.of(NetworkFault.class, mixed));
  }
}
