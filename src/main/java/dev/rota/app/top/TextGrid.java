package dev.rota.app.top;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A table of text. Columns are as wide as they must be. */
final class TextGrid {
  private static final String GAP = "  ";

  /** A name is not cut to less. */
  private static final int NAME_MIN = 12;

  private final List<String> heads;
  private final List<List<String>> rows = new ArrayList<>();

  TextGrid(List<String> heads) {
    this.heads = new ArrayList<>(heads);
  }

  /** Adds a row with a cell for each head. */
  void row(List<String> cells) {
    rows.add(new ArrayList<>(cells));
  }

  /** Adds a last column with a cell for each row. */
  void column(String head, List<String> cells) {
    heads.add(head);
    for (int row = 0; row < rows.size(); row++) {
      rows.get(row).add(cells.get(row));
    }
  }

  /** How wide it is. */
  int width() {
    return IntStream.range(0, heads.size()).map(this::width).sum()
        + GAP.length() * (heads.size() - 1);
  }

  /**
   * The heads, and the rows below them.
   *
   * @param columns of the screen: if that is too little, names in the first column are cut
   */
  List<String> lines(int columns) {
    int[] widths = IntStream.range(0, heads.size()).map(this::width).toArray();
    int over = Math.max(0, width() - columns);
    widths[0] = Math.min(widths[0], Math.max(NAME_MIN, widths[0] - over));
    List<String> lines = new ArrayList<>();
    lines.add(line(heads, widths));
    rows.forEach(row -> lines.add(line(row, widths)));
    return lines;
  }

  private static String line(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < widths.length; column++) {
      String cell = cells.get(column);
      String fits = fitted(cell, widths[column]);
      line.append(fits).append(" ".repeat(widths[column] - fits.length())).append(GAP);
    }
    return line.toString().stripTrailing();
  }

  /** Names mostly differ at their ends. */
  private static String fitted(String cell, int width) {
    int end = cell.length() - width / 2;
    return cell.length() <= width
        ? cell
        : cell.substring(0, width - width / 2 - 1) + "…" + cell.substring(end);
  }

  private int width(int column) {
    return rows.stream()
        .mapToInt(row -> row.get(column).length())
        .reduce(heads.get(column).length(), Math::max);
  }
}
