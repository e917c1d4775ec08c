package dev.rota.testing.laws;

import dev.rota.alarms.AlarmCancel;
import dev.rota.alarms.AlarmDomain;
import dev.rota.alarms.AlarmOutcome;
import dev.rota.alarms.AlarmOutcomeKind;
import dev.rota.alarms.AlarmRing;
import dev.rota.alarms.model.AlarmFact;
import dev.rota.alarms.model.AlarmInput;
import dev.rota.alarms.model.AlarmState;
import dev.rota.alarms.wire.AlarmWire;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.Output;
import dev.rota.lab.traffic.Traffic;
import java.util.List;
import java.util.OptionalLong;
import org.apache.avro.specific.SpecificRecord;

class AlarmLawsTest extends DomainLaws<AlarmState, AlarmInput, AlarmFact> {
  @Override
  protected DomainCard<AlarmState, AlarmInput, AlarmFact> domain() {
    return new AlarmDomain();
  }

  @Override
  protected Customs<AlarmState> customs() {
    return new AlarmCustoms();
  }

  /** Alarms of short names are not set. */
  @Override
  protected AlarmFact later(AlarmFact fact) {
    return fact instanceof AlarmFact.AlarmSet set && set.id().length() % 2 == 0
        ? new AlarmFact.Refused(set.id(), AlarmFact.Because.IN_THE_PAST)
        : fact;
  }

  private static final class AlarmCustoms implements Customs<AlarmState> {
    private static final long DAY_MILLIS = 86_400_000;

    @Override
    public boolean isAnswer(SpecificRecord input, Output output) {
      return output.record() instanceof AlarmOutcome;
    }

    @Override
    public boolean isRefusal(Output output) {
      return output.record() instanceof AlarmOutcome outcome
          && outcome.getOutcome() == AlarmOutcomeKind.REFUSED;
    }

    /** An alarm that has rung, at once or meanwhile, may be set again. */
    @Override
    public boolean harmless(Repeat repeat) {
      return Customs.super.harmless(repeat)
          || !repeat.atOnce()
          || repeat.again().get(0).record() instanceof AlarmRing;
    }

    @Override
    public List<Traffic.Event> ending(String lane, AlarmState state, long atMillis) {
      AlarmCancel nothing = new AlarmCancel(lane, "no such alarm");
      return List.of(new Traffic.Event(AlarmWire.CANCELS, atMillis + DAY_MILLIS, nothing));
    }

    @Override
    public int rowsLeft() {
      return 0;
    }

    @Override
    public boolean hasDeadlines() {
      return true;
    }

    @Override
    public OptionalLong dueAt(Output output) {
      return output.record() instanceof AlarmRing ring
          ? OptionalLong.of(ring.getAt())
          : OptionalLong.empty();
    }

    @Override
    public void spoil(AlarmState state) {
      new AlarmFact.AlarmSet("spoilt", Long.MAX_VALUE - 2, null).applyTo(state);
      new AlarmFact.AlarmCancelled("spoilt", Long.MAX_VALUE - 1).applyTo(state);
    }
  }
}
