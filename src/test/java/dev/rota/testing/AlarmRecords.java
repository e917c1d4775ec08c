package dev.rota.testing;

import dev.rota.alarms.AlarmCancel;
import dev.rota.alarms.AlarmSetting;

/** Inputs for the alarms, in a word. */
public final class AlarmRecords {
  private AlarmRecords() {}

  public static AlarmSetting set(String site, String id, long inMillis) {
    return new AlarmSetting(site, id, inMillis, null);
  }

  public static AlarmCancel cancel(String site, String id) {
    return new AlarmCancel(site, id);
  }

  /** A record that the rules stumble over: its alarm would ring after the end of time. */
  public static AlarmSetting breaksTheRules(String site) {
    return set(site, "never", Long.MAX_VALUE);
  }

  /** An alarm that the rules stumble over when it is to ring. */
  public static AlarmSetting jammed(String site, String id, long inMillis) {
    return new AlarmSetting(site, id, inMillis, TestAlarms.JAMMED);
  }

  /** An alarm of which the rules cannot say when it is to ring. */
  public static AlarmSetting adrift(String site, String id, long inMillis) {
    return new AlarmSetting(site, id, inMillis, TestAlarms.ADRIFT);
  }
}
