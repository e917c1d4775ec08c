package dev.rota.app.show;

import dev.rota.kernel.domain.BoardFigures;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.stream.LaneFigures;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

/** Recent assignments and figures of all lanes. Thread-safe. */
public final class LiveBoard {
  private static final int LATEST = 16;
  private static final LaneFigures.Lane UNKNOWN = new LaneFigures.Lane(0, null);

  private final Map<String, Seen> domains = new LinkedHashMap<>();

  private static final class Seen {
    private final Domain<?, ?, ?> domain;
    private final TreeMap<String, Lane> lanes = new TreeMap<>();
    private final Deque<String> latest = new ArrayDeque<>();

    Seen(Domain<?, ?, ?> domain) {
      this.domain = domain;
    }
  }

  private static final class Lane {
    private final GrowthRate turns = new GrowthRate();
    private final GrowthRate assignments = new GrowthRate();
    private long assigned;
    private String last = "";
  }

  /**
   * A lane, or the sum of a domain's lanes.
   *
   * @param figures null: not known yet
   * @param last the latest assignment as text; empty: none yet
   */
  record Row(
      String name,
      double turnsPerSecond,
      double assignedPerSecond,
      BoardFigures figures,
      String last) {}

  public LiveBoard(List<Domain<?, ?, ?>> shown) {
    shown.forEach(domain -> domains.put(domain.name(), new Seen(domain)));
  }

  /** Takes a record of an assignments topic. Only starts of assignments count. */
  public synchronized void assigned(String domain, SpecificRecord record) {
    Seen seen = domains.get(domain);
    if (!seen.domain.wire().begins(record)) {
      return;
    }
    String text = seen.domain.wire().tell(record);
    Lane lane = seen.lanes.computeIfAbsent(seen.domain.wire().lane(record), name -> new Lane());
    lane.assigned++;
    lane.last = text;
    seen.latest.addFirst(text);
    if (seen.latest.size() > LATEST) {
      seen.latest.removeLast();
    }
  }

  /**
   * Returns the current state.
   *
   * @param figures of the lanes of a domain, by its name
   */
  synchronized List<BoardSection> look(
      Function<String, SortedMap<String, LaneFigures.Lane>> figures, long nowNanos) {
    List<BoardSection> sections = new ArrayList<>();
    domains.forEach(
        (name, seen) -> sections.add(section(name, seen, figures.apply(name), nowNanos)));
    return sections;
  }

  private static BoardSection section(
      String name, Seen seen, SortedMap<String, LaneFigures.Lane> figures, long nowNanos) {
    figures.keySet().forEach(lane -> seen.lanes.computeIfAbsent(lane, any -> new Lane()));
    List<Row> rows = new ArrayList<>();
    seen.lanes.forEach(
        (lane, of) -> {
          LaneFigures.Lane stands = figures.getOrDefault(lane, UNKNOWN);
          rows.add(
              new Row(
                  lane,
                  of.turns.perSecond(nowNanos, stands.turns()),
                  of.assignments.perSecond(nowNanos, of.assigned),
                  stands.figures(),
                  of.last));
        });
    Row all =
        new Row(
            name,
            rows.stream().mapToDouble(Row::turnsPerSecond).sum(),
            rows.stream().mapToDouble(Row::assignedPerSecond).sum(),
            figures.values().stream()
                .map(LaneFigures.Lane::figures)
                .reduce(BoardFigures::plus)
                .orElse(null),
            seen.latest.isEmpty() ? "" : seen.latest.getFirst());
    return new BoardSection(all, rows, List.copyOf(seen.latest));
  }

  /** The latest assignment of each domain that has one. */
  synchronized Map<String, String> newest() {
    Map<String, String> newest = new HashMap<>();
    domains.forEach(
        (name, seen) -> {
          if (!seen.latest.isEmpty()) {
            newest.put(name, seen.latest.getFirst());
          }
        });
    return newest;
  }
}
