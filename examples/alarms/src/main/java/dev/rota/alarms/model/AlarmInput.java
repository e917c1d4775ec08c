package dev.rota.alarms.model;

/** What may be asked. */
public sealed interface AlarmInput {
  /** An alarm shall ring so many milliseconds after the turn that takes this. */
  record SetAlarm(String id, long inMillis, String note) implements AlarmInput {}

  /** An alarm shall not ring after all. */
  record CancelAlarm(String id) implements AlarmInput {}
}
