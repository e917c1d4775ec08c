package dev.rota.alarms.rules;

import dev.rota.alarms.model.AlarmFact;
import dev.rota.alarms.model.AlarmFact.AlarmCancelled;
import dev.rota.alarms.model.AlarmFact.AlarmRang;
import dev.rota.alarms.model.AlarmFact.AlarmSet;
import dev.rota.alarms.model.AlarmFact.Because;
import dev.rota.alarms.model.AlarmFact.Refused;
import dev.rota.alarms.model.AlarmInput;
import dev.rota.alarms.model.AlarmInput.CancelAlarm;
import dev.rota.alarms.model.AlarmInput.SetAlarm;
import dev.rota.alarms.model.AlarmState;
import dev.rota.alarms.model.AlarmView;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Step;
import dev.rota.kernel.engine.Turn;
import java.util.List;

/** The rules. */
public final class AlarmEngine implements Engine<AlarmView, AlarmInput, AlarmFact> {
  @Override
  public int rules() {
    return 1;
  }

  @Override
  public List<Step<AlarmView, AlarmFact>> decide(AlarmView view, Turn<AlarmInput> turn) {
    return switch (turn.input()) {
      case SetAlarm set -> List.of(now -> List.of(set(now, set, turn.atMillis())));
      case CancelAlarm cancel -> List.of(now -> List.of(cancel(now, cancel)));
    };
  }

  private static AlarmFact set(AlarmView view, SetAlarm set, long nowMillis) {
    if (view.alarm(set.id()) != null) {
      return new Refused(set.id(), Because.ALREADY_SET);
    }
    if (set.inMillis() < 0) {
      return new Refused(set.id(), Because.IN_THE_PAST);
    }
    // A time beyond the last one throws: the road makes a dead letter of such an input.
    return new AlarmSet(set.id(), Math.addExact(nowMillis, set.inMillis()), set.note());
  }

  private static AlarmFact cancel(AlarmView view, CancelAlarm cancel) {
    AlarmState.Alarm alarm = view.alarm(cancel.id());
    return alarm == null
        ? new Refused(cancel.id(), Because.NOT_SET)
        : new AlarmCancelled(cancel.id(), alarm.atMillis());
  }

  @Override
  public Deadline nextDeadline(AlarmView view, Deadline after) {
    return view.next(after);
  }

  @Override
  public List<Step<AlarmView, AlarmFact>> fire(AlarmView view, Deadline deadline) {
    return List.of(now -> List.of(ring(now, deadline)));
  }

  private static AlarmFact ring(AlarmView view, Deadline deadline) {
    String note = view.alarm(deadline.id()).note();
    return new AlarmRang(deadline.id(), deadline.atMillis(), note);
  }
}
