package dev.rota.simulate;

import dev.rota.domain.Output;
import dev.rota.domain.Output.Channel;
import dev.rota.domain.Traffic;
import dev.rota.ledger.Decided;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** Counts of turns, outputs and injected faults. */
public final class Counts {
  private final Map<String, Long> faults = new TreeMap<>();
  private final Map<Channel, Long> outputs = new EnumMap<>(Channel.class);
  private long turns;

  void count(Traffic.Event event, Decided decided) {
    turns++;
    if (event.fault() != null) {
      faults.merge(event.fault(), 1L, Long::sum);
    }
    for (Output published : decided.published()) {
      outputs.merge(published.channel(), 1L, Long::sum);
    }
  }

  void add(Counts other) {
    turns += other.turns;
    other.faults.forEach((fault, count) -> faults.merge(fault, count, Long::sum));
    other.outputs.forEach((channel, count) -> outputs.merge(channel, count, Long::sum));
  }

  public long turns() {
    return turns;
  }

  /** Injected faults by name. */
  public Map<String, Long> faults() {
    return faults;
  }

  public long outputs(Channel channel) {
    return outputs.getOrDefault(channel, 0L);
  }
}
