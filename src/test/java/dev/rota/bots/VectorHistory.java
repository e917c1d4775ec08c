package dev.rota.bots;

import dev.rota.bots.BotsFact.LeaseEnded;
import dev.rota.bots.BotsFact.LeaseStarted;
import dev.rota.bots.JobFact.JobRetried;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the original keeps in rows and we in topics: a job's last bot, and its history. */
final class VectorHistory {
  private final Map<String, String> workers = new TreeMap<>();
  private final Map<String, List<String>> events = new TreeMap<>();

  List<BotsFact> note(List<BotsFact> facts) {
    for (BotsFact fact : facts) {
      if (fact instanceof LeaseStarted lease) {
        workers.put(lease.job().name(), lease.bot());
        events.computeIfAbsent(lease.job().name(), job -> new ArrayList<>()).add("ASSIGNMENT");
      } else if (fact instanceof LeaseEnded lease && lease.ending() == Ending.EVICTED) {
        workers.remove(lease.job().name());
        events.get(lease.job().name()).add("EVICTED");
      } else if (fact instanceof JobRetried retried) {
        workers.remove(retried.job());
      }
    }
    return facts;
  }

  Map<String, String> workers() {
    return workers;
  }

  Map<String, List<String>> events() {
    return events;
  }
}
