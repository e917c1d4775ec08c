package dev.rota.testing.alarms;

import dev.rota.engine.Engine;
import dev.rota.engine.Step;
import dev.rota.engine.Turn;
import dev.rota.testing.alarms.AlarmFact.AlarmCancelled;
import dev.rota.testing.alarms.AlarmFact.AlarmRang;
import dev.rota.testing.alarms.AlarmFact.AlarmSet;
import dev.rota.testing.alarms.AlarmFact.Because;
import dev.rota.testing.alarms.AlarmFact.Refused;
import dev.rota.testing.alarms.AlarmInput.CancelAlarm;
import dev.rota.testing.alarms.AlarmInput.SetAlarm;
import java.util.List;

/** The rules. */
final class AlarmEngine implements Engine<AlarmView, AlarmInput, AlarmFact> {
  private static final int RINGS_PER_FIRE_MAX = 100;

  @Override
  public int rules() {
    return 1;
  }

  @Override
  public List<Step<AlarmView, AlarmFact>> decide(AlarmView view, Turn<AlarmInput> turn) {
    AlarmInput input = turn.input();
    if (input instanceof SetAlarm set) {
      return List.of(now -> List.of(set(now, set, turn.atMillis())));
    }
    CancelAlarm cancel = (CancelAlarm) input;
    return List.of(now -> List.of(cancel(now, cancel)));
  }

  private static AlarmFact set(AlarmView view, SetAlarm set, long nowMillis) {
    if (view.alarm(set.id()) != null) {
      return new Refused(set.id(), Because.ALREADY_SET);
    }
    if (set.inMillis() < 0) {
      return new Refused(set.id(), Because.IN_THE_PAST);
    }
    // Rules that fail are to be had as well: a time beyond the last one is left to throw.
    return new AlarmSet(set.id(), Math.addExact(nowMillis, set.inMillis()), set.note());
  }

  private static AlarmFact cancel(AlarmView view, CancelAlarm cancel) {
    AlarmState.Alarm alarm = view.alarm(cancel.id());
    return alarm == null
        ? new Refused(cancel.id(), Because.NOT_SET)
        : new AlarmCancelled(cancel.id(), alarm.atMillis());
  }

  @Override
  public long nextDeadline(AlarmView view) {
    return view.next(1).stream().findFirst().map(AlarmState.Deadline::atMillis).orElse(NEVER);
  }

  @Override
  public List<Step<AlarmView, AlarmFact>> fire(AlarmView view, long deadlineMillis) {
    return List.of(
        now ->
            now.next(RINGS_PER_FIRE_MAX).stream()
                .filter(deadline -> deadline.atMillis() == deadlineMillis)
                .map(deadline -> ring(now, deadline))
                .toList());
  }

  private static AlarmFact ring(AlarmView view, AlarmState.Deadline deadline) {
    return new AlarmRang(deadline.id(), deadline.atMillis(), view.alarm(deadline.id()).note());
  }
}
