package dev.rota.app.show;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The display without a terminal: the first assignment of each domain, then a line every 5 s. */
final class SummaryDisplay {
  private static final long EVERY_SECONDS = 5;

  private final Set<String> shown = new HashSet<>();
  private long due = EVERY_SECONDS;

  /** Returns the lines due after this many seconds. */
  List<String> lines(Map<String, String> newest, List<BoardSection> sections, long seconds) {
    List<String> lines = new ArrayList<>();
    for (BoardSection section : sections) {
      String name = section.all().name();
      if (newest.containsKey(name) && shown.add(name)) {
        lines.add(newest.get(name));
      }
    }
    if (seconds >= due) {
      due = seconds + EVERY_SECONDS;
      lines.add(
          seconds
              + " s: "
              + sections.stream().map(SummaryDisplay::text).collect(Collectors.joining("; ")));
    }
    return lines;
  }

  /** Returns {@code bots 12.1 assigned/s, 3 jobs wait}. */
  private static String text(BoardSection section) {
    String waiting = TextTable.waiting(section.all());
    return String.format(
        Locale.ROOT,
        "%s %.1f assigned/s%s",
        section.all().name(),
        section.all().assignedPerSecond(),
        waiting.isEmpty() ? "" : ", " + waiting + " wait");
  }
}
