package dev.rota.testing.alarms.rules;

import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Step;
import dev.rota.kernel.engine.Turn;
import dev.rota.testing.alarms.model.AlarmFact;
import dev.rota.testing.alarms.model.AlarmFact.AlarmCancelled;
import dev.rota.testing.alarms.model.AlarmFact.AlarmRang;
import dev.rota.testing.alarms.model.AlarmFact.AlarmSet;
import dev.rota.testing.alarms.model.AlarmFact.Because;
import dev.rota.testing.alarms.model.AlarmFact.Refused;
import dev.rota.testing.alarms.model.AlarmInput;
import dev.rota.testing.alarms.model.AlarmInput.CancelAlarm;
import dev.rota.testing.alarms.model.AlarmInput.SetAlarm;
import dev.rota.testing.alarms.model.AlarmState;
import dev.rota.testing.alarms.model.AlarmView;
import java.util.List;

/** The rules. */
public final class AlarmEngine implements Engine<AlarmView, AlarmInput, AlarmFact> {
  /** An alarm with this note makes the rules fail when it is to ring. */
  public static final String JAMMED = "jammed";

  /** An alarm with this note makes the rules fail when they are asked what is due. */
  public static final String ADRIFT = "adrift";

  /** The version of the rules that ring even a jammed bell. */
  public static final int MENDED = 2;

  private final int rules;

  public AlarmEngine(int rules) {
    this.rules = rules;
  }

  @Override
  public int rules() {
    return rules;
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
  public Deadline nextDeadline(AlarmView view, Deadline after) {
    Deadline next = view.next(after);
    if (next != null && ADRIFT.equals(view.alarm(next.id()).note())) {
      throw new IllegalStateException("nobody knows the time");
    }
    return next;
  }

  @Override
  public List<Step<AlarmView, AlarmFact>> fire(AlarmView view, Deadline deadline) {
    return List.of(now -> List.of(ring(now, deadline)));
  }

  private AlarmFact ring(AlarmView view, Deadline deadline) {
    String note = view.alarm(deadline.id()).note();
    if (JAMMED.equals(note) && rules < MENDED) {
      throw new IllegalStateException("the bell is jammed");
    }
    return new AlarmRang(deadline.id(), deadline.atMillis(), note);
  }
}
