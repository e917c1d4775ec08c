package dev.rota.cores.whatif;

import dev.rota.cores.BlockEvent;
import dev.rota.cores.CoresConfig;
import dev.rota.cores.SessionChange;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.NumberLimits;
import dev.rota.cores.model.SessionParameters;
import dev.rota.cores.wire.CoresWire;
import dev.rota.kernel.domain.BadArgument;
import dev.rota.kernel.domain.FieldRange;
import dev.rota.kernel.domain.FleetChange;
import dev.rota.kernel.domain.Participants;
import dev.rota.kernel.domain.Remedy;
import dev.rota.kernel.domain.WhatIf;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.domain.measures.HistoryGauge;
import dev.rota.kernel.domain.measures.LaneMeasures;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.Schema;

/** Cores: claims and blocks are as recorded; what a block says of a core is fitted to it. */
public final class CoresWhatIf implements WhatIf<CoresState, CoresFact> {
  static final String CORES = "cores";

  @Override
  public PolicyField policy() {
    return new PolicyField(
        CoresWire.BLOCK_EVENTS, List.of("session", "config"), CoresConfig.getClassSchema(), true);
  }

  /** By the names of the chain's configuration. */
  @Override
  public Map<String, Object> present(CoresState state) {
    SessionParameters now = state.session().parameters();
    Map<String, Object> present = new LinkedHashMap<>();
    present.put("rules", now.rules().name());
    present.put("parathreadCores", now.parathreadCores());
    present.put("parathreadRetries", now.parathreadRetries());
    present.put("groupRotationFrequency", now.groupRotationFrequency());
    present.put("chainAvailabilityPeriod", now.chainAvailabilityPeriod());
    present.put("threadAvailabilityPeriod", now.threadAvailabilityPeriod());
    present.put("schedulingLookahead", now.schedulingLookahead());
    present.put("maxValidatorsPerCore", now.maxValidatorsPerCore());
    present.put(
        "maxValidators",
        now.maxValidators().isPresent() ? (Object) now.maxValidators().getAsLong() : null);
    return present;
  }

  @Override
  public Map<String, FieldRange> ranges() {
    Map<String, FieldRange> ranges = new LinkedHashMap<>();
    for (Schema.Field field : CoresConfig.getClassSchema().getFields()) {
      if (!field.name().equals("rules")) {
        ranges.put(field.name(), new FieldRange(0, NumberLimits.UNSIGNED_32));
      }
    }
    return ranges;
  }

  @Override
  public Map<String, String> units() {
    return Map.of(
        "groupRotationFrequency", "blocks",
        "chainAvailabilityPeriod", "blocks",
        "threadAvailabilityPeriod", "blocks");
  }

  @Override
  public List<String> fleet() {
    return List.of("cores:N");
  }

  @Override
  public List<String> model() {
    return List.of(
        "Claims and sessions are as recorded. A policy takes effect with the next session.",
        "A core that had something to do in a block is backed and freed as recorded.",
        "A block says nothing of a core that has nothing now.",
        "A core that has something to do only now is backed at once,"
            + " and freed after the median time.");
  }

  @Override
  public HistoryGauge<CoresFact> gauge(LaneMeasures measures) {
    return new CoresGauge(measures);
  }

  @Override
  public Participants<CoresState, CoresFact> participants(
      String lane, List<FleetChange> changes, long sinceMillis) {
    long more = 0;
    for (FleetChange change : changes) {
      if (!change.kind().equals(CORES) || change.like() != null) {
        throw new BadArgument(change + ": of cores, only cores:N can be added or removed");
      }
      more += change.added() ? change.number() : -change.number();
    }
    return new RecordedCollators(more, sinceMillis);
  }

  /** One core more, two, or four: a session's configuration counts from its first block on. */
  @Override
  public List<Remedy> remedies(Thing thing, CoresState now) {
    return Stream.of("1", "2", "4")
        .map(
            more ->
                new Remedy(
                    "with "
                        + more
                        + (more.equals("1") ? " more core" : " more cores")
                        + " for parathreads",
                    Map.of(),
                    List.of(new FleetChange(true, CORES, more, null)),
                    false))
        .toList();
  }

  /** The event with more or fewer cores for parathreads in its session's configuration. */
  static BlockEvent with(BlockEvent event, long more) {
    if (more == 0 || event.getSession() == null) {
      return event;
    }
    SessionChange session = event.getSession();
    CoresConfig config = session.getConfig();
    long cores = Math.max(0, config.getParathreadCores() + more);
    return BlockEvent.newBuilder(event)
        .setSession(
            SessionChange.newBuilder(session)
                .setConfig(CoresConfig.newBuilder(config).setParathreadCores(cores).build())
                .build())
        .build();
  }
}
