package dev.rota.lab.traffic.cores;

import dev.rota.cores.BlockEvent;
import dev.rota.cores.model.CoresInput.Block;
import dev.rota.cores.model.CoresInput.Claim;
import dev.rota.cores.wire.CoresWire;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** A seeded relay chain as records. The first record is a block with the genesis session. */
public record RelayChainTraffic(RelayChainShape shape) implements DomainTraffic {
  /** The parathread of the documents' first claim. */
  static final long SPARED = 2100;

  public RelayChainTraffic() {
    this(RelayChainShape.ofPolkadotsSize());
  }

  @Override
  public String domain() {
    return "cores";
  }

  @Override
  public Map<String, Traffic> benchmarks(int scale) {
    return Map.of("", new RelayChainTraffic(RelayChainShape.ofABenchmark()));
  }

  @Override
  public List<String> lanes() {
    return List.of("polkadot", "kusama", "westend", "paseo");
  }

  @Override
  public Iterator<Event> start(String lane, long seed) {
    return events(lane, new RelayChain(shape, Traffic.seedOf(lane, seed)));
  }

  /** Who tries the demonstration can claim for {@value #SPARED} at any time: it never does. */
  @Override
  public Iterator<Event> demonstration(String lane, long seed) {
    return events(lane, RelayChain.sparing(SPARED, shape, Traffic.seedOf(lane, seed)));
  }

  @Override
  public Iterator<Event> hostile(String lane, long seed) {
    return events(lane, RelayChain.hostile(Traffic.seedOf(lane, seed)));
  }

  private static Iterator<Event> events(String lane, RelayChain chain) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return chain.hasNext();
      }

      @Override
      public Event next() {
        return event(lane, chain.next());
      }
    };
  }

  private static Event event(String lane, RelayChain.Event event) {
    if (event.input() instanceof Block block) {
      BlockEvent record = ChainEvents.block(lane, block);
      // No rule reads the hash. Some chains send it.
      String hash = block.number() % 3 == 0 ? "0x" + Long.toHexString(block.number()) : null;
      record.put(record.getSchema().getField("hash").pos(), hash);
      return new Event(CoresWire.BLOCK_EVENTS, event.atMillis(), record, event.fault());
    }
    Claim claim = (Claim) event.input();
    return new Event(
        CoresWire.CLAIMS, event.atMillis(), ChainEvents.claim(lane, claim), event.fault());
  }
}
