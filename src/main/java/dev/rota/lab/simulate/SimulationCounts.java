package dev.rota.lab.simulate;

import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.lab.traffic.Traffic;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts of turns, outputs, injected faults and what became of them, switched policies, reopened
 * lanes and frozen owners.
 */
public final class SimulationCounts {
  private final Map<String, Long> faults = new TreeMap<>();
  private final Map<Channel, Long> outputs = new EnumMap<>(Channel.class);
  private final Map<String, Long> deadLetters = new TreeMap<>();
  private final Map<String, Map<String, Long>> fates = new TreeMap<>();
  private long events;
  private long turns;
  private long refusals;
  private long switches;
  private long reopenings;
  private long freezes;
  private long takenAgain;
  private long fenced;

  void count(Traffic.Event event, List<DecidedTurn> taken) {
    events++;
    turns += taken.size();
    DecidedTurn last = taken.get(taken.size() - 1);
    if (event.fault() != null) {
      faults.merge(event.fault(), 1L, Long::sum);
      fates
          .computeIfAbsent(event.fault(), _ -> new TreeMap<>())
          .merge(InputFate.of(last), 1L, Long::sum);
    }
    for (DecidedTurn turn : taken) {
      for (Output published : turn.published()) {
        outputs.merge(published.channel(), 1L, Long::sum);
        if (published.isDeadLetter()) {
          deadLetters.merge(published.rule(), 1L, Long::sum);
        } else if (InputFate.isRefusal(published)) {
          refusals++;
        }
      }
    }
  }

  void owned(PartitionOwners owners) {
    freezes = owners.freezes();
    takenAgain = owners.takenAgain();
    fenced = owners.refused();
  }

  void switched() {
    switches++;
  }

  void reopened(long times) {
    reopenings = times;
  }

  void add(SimulationCounts other) {
    events += other.events;
    turns += other.turns;
    refusals += other.refusals;
    freezes += other.freezes;
    takenAgain += other.takenAgain;
    fenced += other.fenced;
    other.deadLetters.forEach((reason, count) -> deadLetters.merge(reason, count, Long::sum));
    other.fates.forEach(
        (fault, ends) ->
            ends.forEach(
                (fate, count) ->
                    fates
                        .computeIfAbsent(fault, _ -> new TreeMap<>())
                        .merge(fate, count, Long::sum)));
    switches += other.switches;
    reopenings += other.reopenings;
    other.faults.forEach((fault, count) -> faults.merge(fault, count, Long::sum));
    other.outputs.forEach((channel, count) -> outputs.merge(channel, count, Long::sum));
  }

  /** Events of all histories. */
  public long events() {
    return events;
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

  /** What became of the records of each fault: a dead letter's reason, or {@link InputFate}. */
  public Map<String, Map<String, Long>> fates() {
    return fates;
  }

  /** Dead letters by reason. */
  public Map<String, Long> deadLetters() {
    return deadLetters;
  }

  /** Outcomes that refuse something. */
  public long refusals() {
    return refusals;
  }

  /** How often an owner was frozen in the midst of a transaction. */
  public long freezes() {
    return freezes;
  }

  /** Turns that a frozen owner had not committed, and its successor took again. */
  public long takenAgain() {
    return takenAgain;
  }

  /** Turns of woken owners whose commit was refused. */
  public long fenced() {
    return fenced;
  }

  public long outputs(Channel channel) {
    return outputs.getOrDefault(channel, 0L);
  }
}
