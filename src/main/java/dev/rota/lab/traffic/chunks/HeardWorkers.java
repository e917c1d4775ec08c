package dev.rota.lab.traffic.chunks;

import dev.rota.chunks.ChunkPolicy;
import dev.rota.chunks.NetworkOutcome;
import dev.rota.chunks.NetworkStatus;
import dev.rota.chunks.PolicyOutcome;
import dev.rota.chunks.PolicyOutcomeKind;
import dev.rota.chunks.Reliability;
import dev.rota.chunks.WorkerOutcome;
import dev.rota.chunks.WorkerOutcomeKind;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.WorkerState;
import dev.rota.lab.traffic.Traffic;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The last ping of each worker by record timestamps, to check who is online and who is offline. */
final class HeardWorkers {
  private final Map<String, Long> lastPings = new TreeMap<>();
  private long pingTimeoutMillis = 600_000;

  /** Reads a turn's outcome. Must precede {@link #take} of its input. */
  void read(NetworkOutcome outcome, Consumer<String> wrong) {
    if (outcome.getEvent() instanceof NetworkStatus status) {
      for (WorkerState worker : status.getWorkers()) {
        Long last = lastPings.get(worker.getWorker());
        boolean offline = last == null || isSilent(last, outcome.getAt());
        if (offline != (worker.getStatus() == Reliability.OFFLINE)) {
          wrong.accept(worker + " pinged last at " + last + ", it is " + outcome.getAt());
        }
      }
    } else if (outcome.getEvent() instanceof WorkerOutcome worker
        && worker.getOutcome() == WorkerOutcomeKind.FORGOTTEN) {
      lastPings.remove(worker.getWorker());
    }
  }

  private boolean isSilent(long lastMillis, long nowMillis) {
    return lastMillis < nowMillis - pingTimeoutMillis;
  }

  /** Takes a turn's input after its outcomes. */
  void take(Traffic.Event input, List<NetworkOutcome> outcomes, Consumer<String> wrong) {
    if (input.record() instanceof ChunkPolicy policy
        && policy.getPingTimeoutMs() != null
        && outcomes.stream().anyMatch(HeardWorkers::isSet)) {
      pingTimeoutMillis = policy.getPingTimeoutMs();
    } else if (input.record() instanceof WorkerPing ping) {
      NetworkOutcome answer = answer(ping.getWorker(), outcomes);
      WorkerOutcome said = answer == null ? null : (WorkerOutcome) answer.getEvent();
      if (said != null && said.getOutcome() == WorkerOutcomeKind.REFUSED) {
        return;
      }
      if (ping.getLeaving()) {
        lastPings.remove(ping.getWorker());
        return;
      }
      Long before = lastPings.put(ping.getWorker(), input.atMillis());
      if (before != null && before > input.atMillis()) {
        wrong.accept(ping.getWorker() + " pings at " + input.atMillis() + ", after " + before);
      }
      if (said != null
          && isSilent(input.atMillis(), answer.getAt())
              != (said.getStatus() == Reliability.OFFLINE)) {
        wrong.accept(said + " by a ping of " + input.atMillis() + ", at " + answer.getAt());
      }
    }
  }

  private static boolean isSet(NetworkOutcome outcome) {
    return outcome.getEvent() instanceof PolicyOutcome policy
        && policy.getOutcome() == PolicyOutcomeKind.SET;
  }

  /** Returns null if there is none. */
  private static NetworkOutcome answer(String worker, List<NetworkOutcome> outcomes) {
    for (NetworkOutcome outcome : outcomes) {
      if (outcome.getEvent() instanceof WorkerOutcome said
          && said.getWorker().equals(worker)
          && said.getOutcome() != WorkerOutcomeKind.CHANGED
          && said.getOutcome() != WorkerOutcomeKind.FORGOTTEN) {
        return outcome;
      }
    }
    return null;
  }
}
