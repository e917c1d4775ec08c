package dev.rota.cores.wire;

import dev.rota.cores.BlockEvent;
import dev.rota.cores.ClaimOutcome;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.CoreState;
import dev.rota.cores.CoreView;
import dev.rota.cores.ParathreadClaim;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresInput;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.Wire;
import java.util.List;
import java.util.Locale;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/** The topics of the cores. */
public final class CoresWire implements Wire<CoresInput, CoresFact> {
  public static final String BLOCK_EVENTS = "block-events";
  public static final String CLAIMS = "claims";

  @Override
  public List<InputTopic> inputs() {
    return List.of(
        new InputTopic(BLOCK_EVENTS, BlockEvent.getClassSchema()),
        new InputTopic(CLAIMS, ParathreadClaim.getClassSchema()));
  }

  @Override
  public Schema assignments() {
    return CoreSchedule.getClassSchema();
  }

  @Override
  public Schema outcomes() {
    return ClaimOutcome.getClassSchema();
  }

  @Override
  public String laneField() {
    return "chain";
  }

  @Override
  public CoresInput read(SpecificRecord record) {
    return switch (record) {
      case BlockEvent block -> CoresInputConverter.block(block);
      case ParathreadClaim claim -> new CoresInput.Claim(claim.getPara(), claim.getCollator());
      default ->
          throw new IllegalArgumentException(
              "a record of "
                  + record.getSchema().getFullName()
                  + " is no input of the cores: send BlockEvent or ParathreadClaim");
    };
  }

  @Override
  public Output write(String lane, CoresFact fact) {
    return CoresOutputConverter.write(lane, fact);
  }

  @Override
  public String tell(SpecificRecord assignment) {
    CoreSchedule schedule = (CoreSchedule) assignment;
    return String.format(
        Locale.ROOT,
        "%s block %d, session %d, rotation %d: %d cores to back, %d occupied, %d free next; %s",
        schedule.getChain(),
        schedule.getBlock(),
        schedule.getSession(),
        schedule.getRotation(),
        schedule.getScheduled().size(),
        count(schedule, CoreState.OCCUPIED),
        count(schedule, CoreState.FREE),
        schedule.getCores().stream()
            .filter(core -> core.getState() == CoreState.SCHEDULED)
            .reduce((_, last) -> last)
            .map(CoresWire::next)
            .orElse("no core has anything to do"));
  }

  private static long count(CoreSchedule schedule, CoreState state) {
    return schedule.getCores().stream().filter(core -> core.getState() == state).count();
  }

  private static String next(CoreView core) {
    return String.format(
        Locale.ROOT,
        "core %d goes to para %d%s, group %d",
        core.getCore(),
        core.getPara(),
        core.getCollator() == null ? "" : " (" + core.getCollator() + ")",
        core.getGroup());
  }
}
