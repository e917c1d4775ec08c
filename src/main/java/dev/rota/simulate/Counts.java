package dev.rota.simulate;

import dev.rota.domain.Output;
import dev.rota.domain.Output.Channel;
import dev.rota.domain.Traffic;
import dev.rota.ledger.Decided;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** Counts of turns, outputs, injected faults, switched policies and reopened lanes. */
public final class Counts {
  private final Map<String, Long> faults = new TreeMap<>();
  private final Map<Channel, Long> outputs = new EnumMap<>(Channel.class);
  private long turns;
  private long switches;
  private long reopenings;

  void count(Traffic.Event event, Decided decided) {
    turns++;
    if (event.fault() != null) {
      faults.merge(event.fault(), 1L, Long::sum);
    }
    for (Output published : decided.published()) {
      outputs.merge(published.channel(), 1L, Long::sum);
    }
  }

  void switched() {
    switches++;
  }

  void reopened(long times) {
    reopenings = times;
  }

  void add(Counts other) {
    turns += other.turns;
    switches += other.switches;
    reopenings += other.reopenings;
    other.faults.forEach((fault, count) -> faults.merge(fault, count, Long::sum));
    other.outputs.forEach((channel, count) -> outputs.merge(channel, count, Long::sum));
  }

  public long turns() {
    return turns;
  }

  /** Turns after which another policy was in force. */
  public long switches() {
    return switches;
  }

  /** How often a lane's twin was closed and reopened from its rows. */
  public long reopenings() {
    return reopenings;
  }

  /** Injected faults by name. */
  public Map<String, Long> faults() {
    return faults;
  }

  public long outputs(Channel channel) {
    return outputs.getOrDefault(channel, 0L);
  }
}
