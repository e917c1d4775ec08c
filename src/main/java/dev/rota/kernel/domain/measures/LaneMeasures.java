package dev.rota.kernel.domain.measures;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** What is measured of a lane's history from a time on. A {@link HistoryGauge} fills it. */
public final class LaneMeasures {
  /**
   * Samples of one kind.
   *
   * @param unit such as ms
   * @param tenants the same by tenant, by name
   */
  public record Samples(String unit, Distribution all, Map<String, Distribution> tenants) {}

  private final long sinceMillis;
  private final Map<String, Long> counts = new LinkedHashMap<>();
  private final Map<String, Samples> samples = new LinkedHashMap<>();
  private final Map<String, LevelFigure> levels = new LinkedHashMap<>();
  private final Map<String, FigureGoal> goals = new HashMap<>();

  /** Nothing before this time, epoch ms, is counted. */
  public LaneMeasures(long sinceMillis) {
    this.sinceMillis = sinceMillis;
  }

  /** The history begins at this time, epoch ms. */
  public void begin(long atMillis) {
    levels.replaceAll((_, _) -> new LevelFigure(Math.max(sinceMillis, atMillis)));
  }

  /** Declares counts, so that they are there if nothing happens. */
  public void counts(String... names) {
    for (String name : names) {
      counts.put(name, 0L);
    }
  }

  /** Declares samples. */
  public void samples(String unit, String... names) {
    for (String name : names) {
      samples.put(name, new Samples(unit, new Distribution(), new TreeMap<>()));
    }
  }

  /** Declares levels. */
  public void levels(String... names) {
    for (String name : names) {
      levels.put(name, new LevelFigure(sinceMillis));
    }
  }

  /** Declares which way some of them are better. Of the others nobody can say. */
  public void goal(FigureGoal goal, String... names) {
    for (String name : names) {
      goals.put(name, goal);
    }
  }

  /** Which way a figure is better; null: nobody can say. */
  public FigureGoal goal(String name) {
    return goals.get(name);
  }

  /** Counts. */
  public void count(String name, long more, long atMillis) {
    if (atMillis >= sinceMillis) {
      counts.merge(name, more, Long::sum);
    }
  }

  /** Adds a sample of a tenant. */
  public void sample(String name, String tenant, long value, long atMillis) {
    if (atMillis >= sinceMillis) {
      Samples some = samples.get(name);
      some.all.add(value);
      some.tenants.computeIfAbsent(tenant, _ -> new Distribution()).add(value);
    }
  }

  /** A level is another from now on. */
  public void level(String name, long value, long atMillis) {
    levels.get(name).set(atMillis, value);
  }

  /** A level changes. */
  public void change(String name, long by, long atMillis) {
    LevelFigure level = levels.get(name);
    level.set(atMillis, level.value() + by);
  }

  /** In the order of declaration. */
  public Map<String, Long> counts() {
    return Collections.unmodifiableMap(counts);
  }

  /** In the order of declaration. */
  public Map<String, Samples> samples() {
    return Collections.unmodifiableMap(samples);
  }

  /** In the order of declaration. */
  public Map<String, LevelFigure> levels() {
    return Collections.unmodifiableMap(levels);
  }
}
