package dev.rota.bots.whatif;

import dev.rota.bots.BotPolicy;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.wire.BotsWire;
import dev.rota.kernel.domain.BadArgument;
import dev.rota.kernel.domain.FieldRange;
import dev.rota.kernel.domain.FleetChange;
import dev.rota.kernel.domain.FleetModel;
import dev.rota.kernel.domain.Participants;
import dev.rota.kernel.domain.Remedy;
import dev.rota.kernel.domain.WhatIf;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.domain.measures.HistoryGauge;
import dev.rota.kernel.domain.measures.LaneMeasures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Bots: jobs are as recorded, and bots are a model that runs them as long as they ran. */
public final class BotsWhatIf implements WhatIf<BotsState, BotsFact> {
  @Override
  public PolicyField policy() {
    return new PolicyField(BotsWire.POLICIES, List.of(), BotPolicy.getClassSchema(), true);
  }

  @Override
  public Map<String, Object> present(BotsState state) {
    return GridPolicy.FIELDS.told(state.policy());
  }

  @Override
  public Map<String, FieldRange> ranges() {
    return GridPolicy.FIELDS.ranges(GridPolicy.DEFAULT);
  }

  @Override
  public List<String> fleet() {
    return List.of("bot:NAME", "bots:N");
  }

  @Override
  public List<String> model() {
    return List.of(
        "Bots are a model. A job runs as long as it ran in history, on any bot.",
        "A bot comes, goes and synchronises as recorded, and reports a job when it ends.",
        "An added bot does as the one that it is like.");
  }

  @Override
  public HistoryGauge<BotsFact> gauge(LaneMeasures measures) {
    return new BotsGauge(measures);
  }

  @Override
  public Participants<BotsState, BotsFact> participants(
      String lane, List<FleetChange> changes, long sinceMillis) {
    Map<String, Integer> priorities = new HashMap<>();
    List<FleetChange> fleet = new ArrayList<>();
    for (FleetChange change : changes) {
      if (change.kind().equals(FleetChange.PRIORITY)) {
        priorities.put(change.name(), priority(change));
      } else {
        fleet.add(change);
      }
    }
    return new BotFarm(
        new FleetModel("bot", number -> "added-" + number, fleet, sinceMillis), priorities);
  }

  private static int priority(FleetChange change) {
    if (!change.like().matches("-?\\d{1,9}")) {
      throw new BadArgument(change + ": a priority is a whole number of up to 9 digits");
    }
    return Integer.parseInt(change.like());
  }

  @Override
  public List<Remedy> remedies(Thing thing, BotsState now) {
    Job job = thing.kind().equals("job") ? now.job(thing.id()) : null;
    return job == null ? List.of() : JobRemedies.of(job, now);
  }
}
