package dev.rota.chunks.traffic;

import dev.rota.kernel.domain.FaultMix;
import dev.rota.kernel.domain.Traffic;
import java.util.Iterator;
import java.util.List;

/** Seeded networks as records. The first record is a policy. */
public record NetworkTraffic() implements Traffic {
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
