package dev.rota.bots.rules;

import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.JobFact.JobRetried;
import dev.rota.bots.values.LeaseEnd;
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
        events.computeIfAbsent(lease.job().name(), _ -> new ArrayList<>()).add("ASSIGNMENT");
      } else if (fact instanceof LeaseEnded lease && lease.ending() == LeaseEnd.EVICTED) {
        workers.remove(lease.job().name());
        events.get(lease.job().name()).add("EVICTED");
      } else if (fact instanceof JobRetried retried) {
        workers.remove(retried.job());
      }
    }
    return facts;
  }

  /** A check of the grid, with what it does not know itself. */
  Map<String, Object> told(Map<String, Object> check) {
    Map<String, Object> jobs = new TreeMap<>();
    for (Map.Entry<?, ?> job : ((Map<?, ?>) check.get("jobs")).entrySet()) {
      Map<String, Object> one = new TreeMap<>();
      ((Map<?, ?>) job.getValue()).forEach((field, value) -> one.put((String) field, value));
      one.putIfAbsent("bot", workers.get((String) job.getKey()));
      one.put("history", events.getOrDefault((String) job.getKey(), List.of()));
      jobs.put((String) job.getKey(), one);
    }
    check.put("jobs", jobs);
    return check;
  }
}
