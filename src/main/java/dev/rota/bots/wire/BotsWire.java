package dev.rota.bots.wire;

import dev.rota.base.avro.ReleasedSchemas;
import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.GridOutcome;
import dev.rota.bots.JobEvent;
import dev.rota.bots.Lease;
import dev.rota.bots.LeaseState;
import dev.rota.bots.ReportedState;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsInput;
import dev.rota.bots.values.RulesVersion;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.Wire;
import java.util.List;
import java.util.Locale;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/** The topics of the bots. */
public final class BotsWire implements Wire<BotsInput, BotsFact> {
  /** Those of rules 2 and 3. */
  private static final Schema FORMER_ASSIGNMENTS =
      ReleasedSchemas.written("former", Lease.getClassSchema());

  private static final Schema FORMER_OUTCOMES =
      ReleasedSchemas.written("former", GridOutcome.getClassSchema());

  public static final String JOBS = "jobs";
  public static final String HEARTBEATS = "bot-heartbeats";
  public static final String POLICIES = "bots-policies";

  private final RulesVersion version;

  /** That of the newest rules. */
  public BotsWire() {
    this(RulesVersion.NEWEST);
  }

  public BotsWire(RulesVersion version) {
    this.version = version;
  }

  @Override
  public List<InputTopic> inputs() {
    return List.of(
        new InputTopic(JOBS, JobEvent.getClassSchema()),
        new InputTopic(HEARTBEATS, BotHeartbeat.getClassSchema()),
        new InputTopic(POLICIES, BotPolicy.getClassSchema()));
  }

  @Override
  public Schema assignments() {
    return version.carriesWork() ? Lease.getClassSchema() : FORMER_ASSIGNMENTS;
  }

  @Override
  public Schema outcomes() {
    return version.carriesWork() ? GridOutcome.getClassSchema() : FORMER_OUTCOMES;
  }

  @Override
  public String laneField() {
    return "grid";
  }

  @Override
  public BotsInput read(SpecificRecord record) {
    return switch (record) {
      case JobEvent event -> BotsInputConverter.job(event);
      case BotHeartbeat beat -> BotsInputConverter.heartbeat(beat);
      case BotPolicy policy -> GridPolicyConverter.change(policy);
      default ->
          throw new IllegalArgumentException(
              "a record of "
                  + record.getSchema().getFullName()
                  + " is no input of the bots: send JobEvent, BotHeartbeat or BotPolicy");
    };
  }

  /** True for a heartbeat in a session that only reports running leases. */
  @Override
  public boolean mayBeSilent(SpecificRecord input) {
    return input instanceof BotHeartbeat beat
        && beat.getSession() != null
        && !beat.getRegistering()
        && !beat.getClosing()
        && beat.getLeases().stream().allMatch(one -> one.getState() == ReportedState.ACTIVE);
  }

  @Override
  public Output write(String lane, BotsFact fact) {
    return BotsOutputConverter.write(lane, fact, version.carriesWork());
  }

  @Override
  public boolean begins(SpecificRecord assignment) {
    return ((Lease) assignment).getState() == LeaseState.ACTIVE;
  }

  @Override
  public String tell(SpecificRecord assignment) {
    Lease lease = (Lease) assignment;
    String end = lease.getState() == LeaseState.ACTIVE ? "runs" : "is " + lease.getState();
    return String.format(
        Locale.ROOT,
        "%s: job %s of '%s' %s on bot %s, attempt %d%s",
        lease.getGrid(),
        lease.getJob(),
        lease.getInstance(),
        end,
        lease.getBot(),
        lease.getAttempt(),
        lease.getReason() == null ? "" : " (" + lease.getReason() + ")");
  }
}
