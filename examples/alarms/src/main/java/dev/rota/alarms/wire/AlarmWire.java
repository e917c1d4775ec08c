package dev.rota.alarms.wire;

import dev.rota.alarms.AlarmCancel;
import dev.rota.alarms.AlarmOutcome;
import dev.rota.alarms.AlarmOutcomeKind;
import dev.rota.alarms.AlarmRing;
import dev.rota.alarms.AlarmSetting;
import dev.rota.alarms.model.AlarmFact;
import dev.rota.alarms.model.AlarmInput;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.kernel.domain.Wire;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/** Alarms in Avro. */
public final class AlarmWire implements Wire<AlarmInput, AlarmFact> {
  public static final String SETTINGS = "alarm-settings";
  public static final String CANCELS = "alarm-cancels";

  @Override
  public List<InputTopic> inputs() {
    return List.of(
        new InputTopic(SETTINGS, AlarmSetting.getClassSchema()),
        new InputTopic(CANCELS, AlarmCancel.getClassSchema()));
  }

  @Override
  public Schema assignments() {
    return AlarmRing.getClassSchema();
  }

  @Override
  public Schema outcomes() {
    return AlarmOutcome.getClassSchema();
  }

  @Override
  public String laneField() {
    return "site";
  }

  @Override
  public AlarmInput read(SpecificRecord record) {
    return record instanceof AlarmSetting setting
        ? new AlarmInput.SetAlarm(setting.getId(), setting.getInMillis(), setting.getNote())
        : new AlarmInput.CancelAlarm(((AlarmCancel) record).getId());
  }

  @Override
  public Output write(String site, AlarmFact fact) {
    return switch (fact) {
      case AlarmFact.AlarmRang(String id, long atMillis, String note) ->
          new Output(Channel.ASSIGNMENTS, new AlarmRing(site, id, atMillis, note), "alarms.ring");
      case AlarmFact.AlarmSet set ->
          outcome(site, set.id(), AlarmOutcomeKind.SET, null, "alarms.set");
      case AlarmFact.AlarmCancelled cancelled ->
          outcome(site, cancelled.id(), AlarmOutcomeKind.CANCELLED, null, "alarms.cancel");
      case AlarmFact.Refused(String id, AlarmFact.Because because) ->
          outcome(site, id, AlarmOutcomeKind.REFUSED, because.name(), "alarms.refuse");
    };
  }

  @Override
  public String tell(SpecificRecord assignment) {
    AlarmRing ring = (AlarmRing) assignment;
    return ring.getSite() + ": " + ring.getId() + " rings";
  }

  private static Output outcome(
      String site, String id, AlarmOutcomeKind kind, String reason, String rule) {
    return new Output(Channel.OUTCOMES, new AlarmOutcome(site, id, kind, reason), rule);
  }
}
