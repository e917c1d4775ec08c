package dev.rota.app.top;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The room that a view has. What has none is told. */
record ScreenRoom(int columns, int rows) {
  /** Of a section, beside its lines: an empty one and the title. */
  private static final int FRAME = 2;

  /** Fewer lines of a longer list tell nothing. */
  private static final int LINES_MIN = 3;

  private static final String INDENT = "   ";

  /** The same with so many rows less. */
  ScreenRoom without(int taken) {
    return new ScreenRoom(columns, Math.max(0, rows - taken));
  }

  /** The first lines, and how many are left out. */
  List<String> cut(List<String> lines) {
    if (lines.size() <= rows) {
      return lines;
    }
    List<String> some = new ArrayList<>(lines.subList(0, Math.max(0, rows - 1)));
    if (rows > 0) {
      some.add("and " + (lines.size() - some.size()) + " more lines");
    }
    return some;
  }

  /** A text in as many lines as it needs. The further ones are indented. */
  List<String> wrapped(String text) {
    List<String> lines = new ArrayList<>();
    String rest = text;
    while (rest.length() > columns && columns > INDENT.length() + 1) {
      int space = rest.lastIndexOf(' ', columns);
      int end = space > INDENT.length() ? space : columns;
      lines.add(rest.substring(0, end));
      rest = INDENT + rest.substring(end).stripLeading();
    }
    lines.add(rest);
    return lines;
  }

  /**
   * Titled lists. The first one gets what the others do not need, and half of the rows at least, if
   * it needs so many. Of the others, who needs many gets what is left.
   *
   * @param sections in their order, the last ones first to go
   */
  List<String> shared(Map<String, List<String>> sections) {
    List<String> titles = new ArrayList<>(sections.keySet());
    List<String> gone = new ArrayList<>();
    while (!titles.isEmpty() && least(titles, sections) + Math.min(1, gone.size()) > rows) {
      gone.add(0, titles.remove(titles.size() - 1));
    }
    int left = rows - Math.min(1, gone.size()) - titles.size() * FRAME;
    Map<String, Integer> shares = new HashMap<>();
    List<String> smallest = new ArrayList<>(titles);
    smallest.sort(Comparator.comparing(title -> sections.get(title).size()));
    if (!titles.isEmpty()) {
      String first = titles.get(0);
      smallest.remove(first);
      int others = smallest.stream().mapToInt(title -> sections.get(title).size()).sum();
      shares.put(first, Math.min(sections.get(first).size(), Math.max(left / 2, left - others)));
      left -= shares.get(first);
    }
    for (String title : smallest) {
      int share = Math.min(sections.get(title).size(), left / (titles.size() - shares.size()));
      shares.put(title, share);
      left -= share;
    }
    List<String> lines = new ArrayList<>();
    for (String title : titles) {
      lines.add("");
      lines.add(title);
      lines.addAll(new ScreenRoom(columns, shares.get(title)).cut(sections.get(title)));
    }
    if (!gone.isEmpty()) {
      lines.add("no room for: " + String.join(", ", gone));
    }
    return rows == 0 ? List.of() : lines;
  }

  private static int least(List<String> titles, Map<String, List<String>> sections) {
    return titles.stream()
        .mapToInt(title -> FRAME + Math.min(LINES_MIN, sections.get(title).size()))
        .sum();
  }
}
