package dev.rota.app.top;

import java.util.ArrayList;
import java.util.List;

/** A table of text. Columns are as wide as they must be. */
final class TextGrid {
  private static final String GAP = "  ";

  private final List<String> heads;
  private final List<List<String>> rows = new ArrayList<>();

  TextGrid(List<String> heads) {
    this.heads = heads;
  }

  /** Adds a row with a cell for each head. */
  void row(List<String> cells) {
    rows.add(cells);
  }

  /** At most so many rows below the heads, and how many there are beyond them. */
  List<String> lines(int most) {
    List<String> lines = new ArrayList<>();
    lines.add(line(heads));
    rows.stream().limit(most).forEach(row -> lines.add(line(row)));
    if (rows.size() > most) {
      lines.add("and " + (rows.size() - most) + " more");
    }
    return lines;
  }

  private String line(List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < heads.size(); column++) {
      String cell = cells.get(column);
      line.append(cell).append(" ".repeat(width(column) - cell.length())).append(GAP);
    }
    return line.toString().stripTrailing();
  }

  private int width(int column) {
    return rows.stream()
        .mapToInt(row -> row.get(column).length())
        .reduce(heads.get(column).length(), Math::max);
  }
}
