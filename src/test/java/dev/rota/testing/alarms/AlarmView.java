package dev.rota.testing.alarms;

import java.util.List;

/** The questions that the rules may ask: they read, and cannot write. */
interface AlarmView {
  /** The alarm, or null. */
  AlarmState.Alarm alarm(String id);

  /** The next to ring, by time, then id. */
  List<AlarmState.Deadline> next(int limit);
}
