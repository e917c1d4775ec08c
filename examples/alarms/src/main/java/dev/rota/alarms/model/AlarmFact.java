package dev.rota.alarms.model;

import dev.rota.kernel.engine.Fact;

/** What can happen. */
public sealed interface AlarmFact extends Fact<AlarmState> {
  /** The alarm that it is about. */
  String id();

  /** The alarm will ring at that time. */
  record AlarmSet(String id, long atMillis, String note) implements AlarmFact {
    @Override
    public void applyTo(AlarmState state) {
      state.alarms.put(id, new AlarmState.Alarm(atMillis, note));
      state.deadlines.put(AlarmState.deadline(atMillis, id), true);
    }
  }

  /** The alarm's time has come. */
  record AlarmRang(String id, long atMillis, String note) implements AlarmFact {
    @Override
    public void applyTo(AlarmState state) {
      state.forget(id, atMillis);
    }
  }

  /** The alarm will not ring. */
  record AlarmCancelled(String id, long atMillis) implements AlarmFact {
    @Override
    public void applyTo(AlarmState state) {
      state.forget(id, atMillis);
    }
  }

  /** The input changes nothing. */
  record Refused(String id, Because because) implements AlarmFact {
    @Override
    public void applyTo(AlarmState state) {}
  }

  /** Why an input was refused. */
  enum Because {
    ALREADY_SET,
    IN_THE_PAST,
    NOT_SET
  }
}
