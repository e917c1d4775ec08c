package dev.rota.testing.alarms.wire;

import dev.rota.alarms.AlarmCancel;
import dev.rota.alarms.AlarmSetting;
import dev.rota.domain.Traffic.Event;
import java.util.Iterator;
import java.util.Random;

/** A site with a few alarm clocks, set and cancelled at random; some requests make no sense. */
public final class AlarmTraffic implements Iterator<Event> {
  private static final int CLOCKS = 12;
  private static final int PAUSE_MILLIS_MAX = 400;
  private static final int ALARM_MILLIS_MAX = 3_000;

  private final String site;
  private final Random random;
  private long atMillis;

  public AlarmTraffic(String site, long seed) {
    this.site = site;
    this.random = new Random(seed);
  }

  @Override
  public boolean hasNext() {
    return true;
  }

  @Override
  public Event next() {
    atMillis += random.nextInt(PAUSE_MILLIS_MAX);
    String id = "clock-" + random.nextInt(CLOCKS);
    if (random.nextInt(4) == 0) {
      return new Event(AlarmWire.CANCELS, atMillis, new AlarmCancel(site, id));
    }
    long inMillis = random.nextInt(ALARM_MILLIS_MAX) - 50L;
    String note = random.nextBoolean() ? "note " + random.nextInt() : null;
    return new Event(AlarmWire.SETTINGS, atMillis, new AlarmSetting(site, id, inMillis, note));
  }
}
