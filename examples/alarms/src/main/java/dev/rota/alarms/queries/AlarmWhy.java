package dev.rota.alarms.queries;

import dev.rota.alarms.model.AlarmFact;
import dev.rota.alarms.model.AlarmFact.AlarmCancelled;
import dev.rota.alarms.model.AlarmFact.AlarmRang;
import dev.rota.alarms.model.AlarmFact.AlarmSet;
import dev.rota.alarms.model.AlarmFact.Refused;
import dev.rota.alarms.model.AlarmState;
import dev.rota.kernel.domain.Why;
import java.util.List;
import java.util.Optional;

/** Says what was decided about an alarm, and when it rings. */
public final class AlarmWhy implements Why<AlarmState, AlarmFact> {
  @Override
  public List<String> kinds() {
    return List.of("alarm");
  }

  @Override
  public Optional<Reason> now(Thing thing, AlarmState state, long atMillis) {
    AlarmState.Alarm alarm = state.alarm(thing.id());
    return alarm == null
        ? Optional.empty()
        : Optional.of(
            new Reason("it rings in " + (alarm.atMillis() - atMillis) + " ms", "alarms.ring"));
  }

  @Override
  public List<Reason> decided(Thing thing, AlarmState before, List<AlarmFact> facts) {
    return facts.stream().filter(fact -> fact.id().equals(thing.id())).map(AlarmWhy::told).toList();
  }

  private static Reason told(AlarmFact fact) {
    if (fact instanceof AlarmSet) {
      return new Reason("it is set", "alarms.set");
    }
    if (fact instanceof AlarmRang) {
      return new Reason("it rings", "alarms.ring");
    }
    if (fact instanceof AlarmCancelled) {
      return new Reason("it is cancelled", "alarms.cancel");
    }
    return new Reason("refused: " + ((Refused) fact).because(), "alarms.refuse");
  }
}
