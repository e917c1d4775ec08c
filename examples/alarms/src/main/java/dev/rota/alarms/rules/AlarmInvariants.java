package dev.rota.alarms.rules;

import dev.rota.alarms.model.AlarmState;
import dev.rota.kernel.engine.Invariant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** What always holds of a site. */
public final class AlarmInvariants {
  private AlarmInvariants() {}

  public static List<Invariant<AlarmState>> all() {
    return List.of(
        new Invariant<>("every alarm has its deadline, and no other", AlarmInvariants::astray));
  }

  private static Optional<String> astray(AlarmState state) {
    TreeSet<String> byId = new TreeSet<>();
    TreeSet<String> byTime = new TreeSet<>();
    state.eachAlarm((id, alarm) -> byId.add(id + " at " + alarm.atMillis()));
    state.eachDeadline(deadline -> byTime.add(deadline.id() + " at " + deadline.atMillis()));
    return byId.equals(byTime) ? Optional.empty() : Optional.of(byId + " against " + byTime);
  }
}
