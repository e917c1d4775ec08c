package dev.rota.cli.show;

import dev.rota.cli.show.LiveBoard.Section;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the demo shows where no terminal is: the first that each domain assigns, and from then on a
 * line every few seconds.
 */
final class Summary {
  private static final long EVERY_SECONDS = 5;

  private final Set<String> shown = new HashSet<>();
  private long due = EVERY_SECONDS;

  /** The lines that are due after so many seconds. */
  List<String> lines(Map<String, String> newest, List<Section> sections, long seconds) {
    List<String> lines = new ArrayList<>();
    for (Section section : sections) {
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
              + sections.stream().map(Summary::said).collect(Collectors.joining("; ")));
    }
    return lines;
  }

  /** As in {@code bots 12.1 assigned/s, 3 jobs wait}. */
  private static String said(Section section) {
    String waiting = TextTable.waiting(section.all());
    return String.format(
        Locale.ROOT,
        "%s %.1f assigned/s%s",
        section.all().name(),
        section.all().assignedPerSecond(),
        waiting.isEmpty() ? "" : ", " + waiting + " wait");
  }
}
