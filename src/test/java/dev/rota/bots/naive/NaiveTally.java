package dev.rota.bots.naive;

import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotOutcome;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.GridOutcome;
import dev.rota.bots.JobOutcome;
import dev.rota.bots.Lease;
import dev.rota.bots.LeaseState;
import dev.rota.bots.PolicyOutcome;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/** How much was compared, and how often each kind of it: what a history never gets to is seen. */
final class NaiveTally {
  /** A heartbeat that has no outcome. */
  static final String SILENCE = "bot in silence";

  private final Map<String, Integer> seen = new TreeMap<>();
  private int histories;
  private int turns;
  private int ticks;
  private int switches;
  private int reopenings;
  private String before;

  void history() {
    histories++;
    before = null;
  }

  void turn(NaiveHistory.Event event, NaiveGrid grid, List<SpecificRecord> told) {
    turns++;
    ticks += event.record() == null ? 1 : 0;
    for (SpecificRecord record : told) {
      seen.merge(kind(record, grid), 1, Integer::sum);
    }
    if (event.record() instanceof BotHeartbeat && told.isEmpty()) {
      seen.merge(SILENCE, 1, Integer::sum);
    }
    if (event.record() instanceof BotPolicy) {
      String now = grid.rules.policy.getDispatch() + " " + grid.rules.policy.getAssigner();
      switches += before == null || now.equals(before) ? 0 : 1;
      before = now;
    }
  }

  void waits(String why) {
    seen.merge("waits " + why, 1, Integer::sum);
  }

  void reopened() {
    reopenings++;
  }

  private static String kind(SpecificRecord record, NaiveGrid grid) {
    if (record instanceof Lease lease) {
      String reason = "lease " + lease.getState() + " " + lease.getReason();
      return lease.getState() == LeaseState.ACTIVE
          ? reason + " by " + lease.getStrategy() + " " + grid.rules.policy.getDispatch()
          : reason;
    }
    Object event = ((GridOutcome) record).getEvent();
    if (event instanceof JobOutcome job) {
      return "job " + job.getOutcome() + (job.getReason() == null ? "" : " " + job.getReason());
    }
    if (event instanceof BotOutcome bot) {
      return "bot " + bot.getOutcome() + (bot.getReason() == null ? "" : " " + bot.getReason());
    }
    PolicyOutcome policy = (PolicyOutcome) event;
    return "policy " + (policy.getReason() == null ? policy.getOutcome() : policy.getReason());
  }

  Map<String, Integer> seen() {
    return seen;
  }

  @Override
  public String toString() {
    return histories
        + " histories, "
        + turns
        + " turns ("
        + ticks
        + " ticks), "
        + switches
        + " switches of dispatch or assigner, "
        + reopenings
        + " reopenings, no difference; compared: "
        + seen;
  }
}
