package dev.rota.lab.traffic.alarms;

import dev.rota.alarms.AlarmCancel;
import dev.rota.alarms.AlarmSetting;
import dev.rota.alarms.wire.AlarmWire;
import dev.rota.lab.traffic.DomainTraffic;
import java.util.Iterator;
import java.util.List;
import java.util.Random;

/** Sites with a few alarm clocks, set and cancelled at random; some requests make no sense. */
public final class AlarmTraffic implements DomainTraffic {
  @Override
  public String domain() {
    return "alarms";
  }

  @Override
  public List<String> lanes() {
    return List.of("north", "south");
  }

  @Override
  public Iterator<Event> start(String site, long seed) {
    return new SiteHistory(site, new Random(seed), 12, 400, 3_000, 0);
  }

  /** A site of any size, on which ids and times may be odd. */
  @Override
  public Iterator<Event> hostile(String site, long seed) {
    Random random = new Random(seed * 31 + site.hashCode());
    return new SiteHistory(
        site,
        random,
        1 + random.nextInt(30),
        1 + random.nextInt(500),
        100 + random.nextInt(4_000),
        random.nextInt(3) * random.nextInt(100));
  }

  private static final class SiteHistory implements Iterator<Event> {
    private static final String[] ODD_IDS = {"", "\u0000", "clock-İ", "clock-\uD83D\uDE80"};

    private final String site;
    private final Random random;
    private final int clocks;
    private final int pauseMillisMax;
    private final int alarmMillisMax;
    private final int oddPerMille;
    private long atMillis;

    SiteHistory(
        String site,
        Random random,
        int clocks,
        int pauseMillisMax,
        int alarmMillisMax,
        int oddPerMille) {
      this.site = site;
      this.random = random;
      this.clocks = clocks;
      this.pauseMillisMax = pauseMillisMax;
      this.alarmMillisMax = alarmMillisMax;
      this.oddPerMille = oddPerMille;
    }

    @Override
    public boolean hasNext() {
      return true;
    }

    @Override
    public Event next() {
      atMillis += random.nextInt(pauseMillisMax);
      String id = "clock-" + random.nextInt(clocks);
      if (oddPerMille > 0 && random.nextInt(1000) < oddPerMille) {
        return odd();
      }
      if (random.nextInt(4) == 0) {
        return new Event(AlarmWire.CANCELS, atMillis, new AlarmCancel(site, id));
      }
      long inMillis = random.nextInt(alarmMillisMax) - 50L;
      String note = random.nextBoolean() ? "note " + random.nextInt() : null;
      return new Event(AlarmWire.SETTINGS, atMillis, new AlarmSetting(site, id, inMillis, note));
    }

    private Event odd() {
      String id = ODD_IDS[random.nextInt(ODD_IDS.length)];
      long inMillis = random.nextBoolean() ? Long.MIN_VALUE : 0;
      return random.nextBoolean()
          ? new Event(AlarmWire.CANCELS, atMillis, new AlarmCancel(site, id), "odd id")
          : new Event(
              AlarmWire.SETTINGS, atMillis, new AlarmSetting(site, id, inMillis, ""), "odd time");
    }
  }
}
