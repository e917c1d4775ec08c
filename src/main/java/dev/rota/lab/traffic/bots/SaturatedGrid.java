package dev.rota.lab.traffic.bots;

import dev.rota.bots.AssignerKind;
import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.Cohort;
import dev.rota.bots.LeaseReport;
import dev.rota.bots.PropertySet;
import dev.rota.bots.Quota;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsInput;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.rules.BotsEngine;
import dev.rota.bots.wire.BotsWire;
import dev.rota.lab.traffic.DecidedLane;
import dev.rota.lab.traffic.SaturatedTraffic;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.specific.SpecificRecord;

/**
 * A grid that is always full: 1 000 bots of capacity 8, 20 property sets, 8 instances with quotas,
 * and {@code queued} jobs that wait. Each heartbeat completes all jobs of its bot, and as many new
 * jobs are submitted.
 */
record SaturatedGrid(int queued) implements SaturatedTraffic {
  private static final int BOTS = 1000;
  private static final int CAPACITY = 8;
  private static final int INSTANCES = 8;
  private static final int SETS = 20;

  @Override
  public int filling() {
    return 1 + BOTS + queued;
  }

  @Override
  public Iterator<Event> start(String lane, long seed) {
    return new Life(new GridRecords(lane), seed);
  }

  private final class Life extends History<BotsState, BotsInput, BotsFact> {
    private final GridRecords requests;
    private final Map<String, TreeSet<String>> held = new TreeMap<>();
    private long jobs;

    Life(GridRecords requests, long seed) {
      super(new DecidedLane<>(new BotsWire(), new BotsEngine(), BotsState::new), seed);
      this.requests = requests;
    }

    @Override
    protected void hear(BotsFact fact) {
      if (fact instanceof LeaseStarted started) {
        held.computeIfAbsent(started.bot(), _ -> new TreeSet<>()).add(started.job().name());
      } else if (fact instanceof LeaseEnded ended) {
        held.get(ended.bot()).remove(ended.job().name());
      }
    }

    @Override
    protected Event event(long index, long at) {
      if (index == 0) {
        return new Event(BotsWire.POLICIES, at, policy());
      }
      if (index <= BOTS) {
        return new Event(BotsWire.HEARTBEATS, at, beat((int) index - 1, List.of()));
      }
      long later = index - filling();
      boolean beats = later >= 0 && later % (CAPACITY + 1) == 0;
      SpecificRecord record = beats ? completing((int) (later / (CAPACITY + 1) % BOTS)) : job();
      return new Event(beats ? BotsWire.HEARTBEATS : BotsWire.JOBS, at, record);
    }

    private BotPolicy policy() {
      List<String> labels = new ArrayList<>();
      for (int set = 0; set < SETS; set++) {
        labels.add("os-" + set);
      }
      List<Quota> quotas = new ArrayList<>();
      for (int instance = 0; instance < INSTANCES; instance++) {
        quotas.add(new Quota("all", "instance-" + instance, 200, 4000));
      }
      return requests
          .policy(AssignerKind.COHORT)
          .setCohorts(List.of(new Cohort("all", labels)))
          .setQuotas(quotas)
          .setPropertySet(PropertySet.newBuilder().build())
          .setCompletedRetentionMs(0) // only queued jobs are counted
          .build();
    }

    private BotHeartbeat beat(int bot, List<LeaseReport> leases) {
      return requests.heartbeat("bot-" + bot, "*", CAPACITY, 0, set(bot % SETS), leases);
    }

    private BotHeartbeat completing(int bot) {
      List<LeaseReport> leases = new ArrayList<>();
      for (String job : held.getOrDefault("bot-" + bot, new TreeSet<>())) {
        leases.add(GridRecords.completed(job, null, 1));
      }
      return beat(bot, leases);
    }

    private SpecificRecord job() {
      String instance = "instance-" + random.nextInt(INSTANCES);
      int priority = random.nextInt(5);
      return requests.submitted(
          "job-" + jobs++, instance, priority, set(random.nextInt(SETS)), null);
    }

    private static Map<String, List<String>> set(int number) {
      return new TreeMap<>(Map.of("OSFamily", List.of("os-" + number), "ISA", List.of("x86-64")));
    }
  }
}
