package dev.rota.app.show;

import dev.rota.app.show.LiveBoard.Row;
import dev.rota.kernel.domain.BoardFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The display as lines that fit the terminal: banner, a row per domain and, if there is room, a row
 * per lane and recent assignments.
 *
 * @param banner fixed lines on top
 * @param footer the last line; empty: none
 * @param colours whether bold and faint are allowed
 */
record TextTable(List<String> banner, List<BoardSection> sections, String footer, boolean colours) {
  private static final int ALIGNED_MIN = 10;

  /** From this width on, a lane's row has room for its latest assignment. */
  private static final int WIDE = 120;

  private static final String BOLD = "\033[1m";
  private static final String FAINT = "\033[2m";
  private static final String PLAIN = "\033[0m";

  /** Column widths that depend on the content. */
  private record Widths(int name, int waiting, int busy) {}

  /** The lines fit the width. They leave one row free for the cursor. */
  List<String> lines(int columns, int rows) {
    List<String> lines = new ArrayList<>();
    banner.forEach(line -> lines.add(ColumnFitter.cut(line, columns)));
    lines.add("");
    int room = rows - 1 - lines.size() - (footer.isEmpty() ? 0 : 1);
    lines.addAll(body(columns, room));
    if (!footer.isEmpty()) {
      lines.add(styled(BOLD, ColumnFitter.cut(footer, columns)));
    }
    return lines.subList(0, Math.max(0, Math.min(lines.size(), rows - 1)));
  }

  private List<String> body(int columns, int room) {
    int lanes = sections.stream().mapToInt(section -> section.lanes().size()).sum();
    int gaps = sections.size() - 1;
    boolean wide = columns >= WIDE;
    int detailed = 1 + lanes + sections.size() * (wide ? 1 : 2) + gaps;
    boolean withLanes = room >= detailed;
    int compact = 1 + 2 * sections.size();
    boolean withGaps = withLanes || room >= compact + gaps;
    boolean withLast = room >= compact;

    Widths widths = widths(withLanes);
    List<String> lines = new ArrayList<>();
    lines.add(styled(FAINT, ColumnFitter.cut(heading(widths, withLanes && wide), columns)));
    for (BoardSection section : sections) {
      if (withGaps && lines.size() > 1) {
        lines.add("");
      }
      lines.add(domain(section, widths, columns));
      if (withLanes) {
        section.lanes().forEach(lane -> lines.add(lane(lane, widths, wide, columns)));
      }
      if (withLast && !(withLanes && wide)) {
        lines.add(ColumnFitter.cut("  " + last(section.all()), columns));
      }
    }
    if (withLanes) {
      lines.addAll(latest(columns, room - lines.size()));
    }
    return lines.subList(0, Math.max(0, Math.min(lines.size(), room)));
  }

  private Widths widths(boolean withLanes) {
    List<Row> rows =
        sections.stream()
            .flatMap(
                section ->
                    Stream.concat(
                        Stream.of(section.all()),
                        withLanes ? section.lanes().stream() : Stream.empty()))
            .toList();
    return new Widths(
        2 + rows.stream().mapToInt(row -> row.name().length()).max().orElse(0),
        rows.stream().mapToInt(row -> waiting(row).length()).max().orElse(0),
        rows.stream().mapToInt(row -> busy(row).length()).max().orElse(0));
  }

  private static String heading(Widths widths, boolean withLast) {
    return cells(widths, "", "turns/s", "assigned/s", "waiting", "assigned")
        + (withLast ? "  assigned last" : "");
  }

  private String domain(BoardSection section, Widths widths, int columns) {
    Row all = section.all();
    String line = ColumnFitter.cut(figures(all, all.name(), widths), columns);
    int name = Math.min(all.name().length(), line.length());
    return styled(BOLD, line.substring(0, name)) + line.substring(name);
  }

  private static String lane(Row lane, Widths widths, boolean wide, int columns) {
    String figures = figures(lane, "  " + lane.name(), widths);
    return ColumnFitter.cut(wide ? figures + "  " + last(lane) : figures, columns);
  }

  private static String figures(Row row, String name, Widths widths) {
    return cells(
        widths,
        name,
        number(row.turnsPerSecond()),
        number(row.assignedPerSecond()),
        waiting(row),
        busy(row));
  }

  private static String cells(
      Widths widths, String name, String turns, String assigned, String waiting, String busy) {
    return String.format(
        Locale.ROOT,
        "%-"
            + widths.name()
            + "s %8s %11s  %-"
            + width(widths.waiting())
            + "s  %-"
            + width(widths.busy())
            + "s",
        name,
        turns,
        assigned,
        waiting,
        busy);
  }

  private static int width(int content) {
    return Math.max(ALIGNED_MIN, content);
  }

  private static String number(double perSecond) {
    return String.format(Locale.ROOT, perSecond < 100 ? "%.1f" : "%.0f", perSecond);
  }

  static String waiting(Row row) {
    BoardFigures figures = row.figures();
    return figures == null ? "" : figures.waiting() + " " + figures.waits();
  }

  private static String busy(Row row) {
    BoardFigures figures = row.figures();
    return figures == null ? "" : figures.busy() + " " + figures.assigned();
  }

  private static String last(Row row) {
    return row.last().isEmpty() ? "nothing is assigned yet" : row.last();
  }

  /** Recent assignments, equally many per domain. */
  private List<String> latest(int columns, int room) {
    int each = (room - 2) / Math.max(1, sections.size());
    List<String> lines = new ArrayList<>();
    if (each < 1 || sections.stream().allMatch(section -> section.latest().isEmpty())) {
      return lines;
    }
    lines.add("");
    lines.add(styled(FAINT, ColumnFitter.cut("assigned recently", columns)));
    for (BoardSection section : sections) {
      section.latest().stream()
          .limit(each)
          .forEach(text -> lines.add(ColumnFitter.cut("  " + text, columns)));
    }
    return lines;
  }

  private String styled(String style, String text) {
    return colours && !text.isEmpty() ? style + text + PLAIN : text;
  }
}
