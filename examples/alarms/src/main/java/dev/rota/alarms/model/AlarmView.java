package dev.rota.alarms.model;

import dev.rota.kernel.engine.Deadline;

/** The questions that the rules may ask: they read, and cannot write. */
public interface AlarmView {
  /** The alarm, or null. */
  AlarmState.Alarm alarm(String id);

  /** The next to ring, by time, then id, behind this one or the first of all; or null. */
  Deadline next(Deadline after);
}
