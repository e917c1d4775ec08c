package dev.rota.readers.whatif;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A plot of both histories as SVG, with a legend and axes. */
final class SvgPlot {
  /** A corner of a line. */
  record Point(double x, double y) {}

  /** Colours and strokes, light and dark. */
  static final String STYLE =
      """
      :root{color-scheme:light dark;--happened:#1f6feb;--would:#c2410c;--line:#888;--ink:#1f2328}
      @media(prefers-color-scheme:dark){
      :root{--happened:#79b8ff;--would:#ffa657;--line:#999;--ink:#e6edf3}}
      svg{font-size:12px}svg text{fill:var(--ink)}path{fill:none}
      .axis{stroke:var(--line)}.happened{stroke:var(--happened);stroke-width:2}
      .would{stroke:var(--would);stroke-width:2;stroke-dasharray:5 3}
      """;

  private static final double LONG_NUMBER = 1e7;

  static final int WIDTH = 640;
  static final int HEIGHT = 240;
  private static final int LEFT = 70;
  private static final int BOTTOM = 40;
  private static final int TOP = 24;

  private final String title;
  private final String left;
  private final String right;
  private final List<Point> happened;
  private final List<Point> would;
  private final double xMin;
  private final double xMax;
  private final double yMax;

  /**
   * Draws two lines.
   *
   * @param left what the x axis begins with, as text
   * @param right what it ends with
   */
  SvgPlot(String title, String left, String right, List<Point> happened, List<Point> would) {
    this.title = title;
    this.left = left;
    this.right = right;
    this.happened = happened;
    this.would = would;
    List<Point> all = new ArrayList<>(happened);
    all.addAll(would);
    this.xMin = all.stream().mapToDouble(Point::x).min().orElse(0);
    this.xMax = Math.max(xMin + 1, all.stream().mapToDouble(Point::x).max().orElse(1));
    double most = all.stream().mapToDouble(Point::y).max().orElse(1);
    this.yMax = most > 0 ? most : 1;
  }

  /** The plot with its title, for a page. */
  String figure() {
    String name = HtmlText.escape(title);
    return ("<figure><figcaption>%s</figcaption><svg viewBox=\"0 0 %d %d\" role=\"img\""
            + " aria-label=\"%s\">%s</svg></figure>%n")
        .formatted(name, WIDTH, HEIGHT, name, drawn());
  }

  /** The same as a part of a picture, whose upper left corner is there. */
  String group(int x, int y) {
    return "<g transform=\"translate(%d %d)\">%s%s</g>\n"
        .formatted(x, y, text(LEFT, TOP / 2, "start", title), drawn());
  }

  private String drawn() {
    return axes() + line("happened", happened) + line("would", would);
  }

  private String axes() {
    int floor = HEIGHT - BOTTOM;
    return "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>".formatted(LEFT, TOP, floor, WIDTH)
        + text(LEFT - 6, TOP + 4, "end", label(yMax))
        + text(LEFT - 6, floor, "end", "0")
        + text(LEFT, HEIGHT - BOTTOM / 2, "start", left)
        + text(WIDTH, HEIGHT - BOTTOM / 2, "end", right);
  }

  /** Long numbers do not fit before the axis. */
  private static String label(double number) {
    return number < LONG_NUMBER
        ? ComparedFigure.text(number)
        : String.format(Locale.ROOT, "%.2e", number).replace("e+", "e");
  }

  static String text(int x, int y, String anchor, String text) {
    return "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>"
        .formatted(x, y, anchor, HtmlText.escape(text));
  }

  private String line(String kind, List<Point> points) {
    StringBuilder path = new StringBuilder();
    for (Point point : points) {
      path.append(path.isEmpty() ? "M" : "L").append(x(point)).append(' ').append(y(point));
    }
    return path.isEmpty() ? "" : "<path class=\"%s\" d=\"%s\"/>".formatted(kind, path);
  }

  private String x(Point point) {
    return pixels(LEFT + (point.x - xMin) / (xMax - xMin) * (WIDTH - LEFT));
  }

  private String y(Point point) {
    int floor = HEIGHT - BOTTOM;
    return pixels(floor - point.y / yMax * (floor - TOP));
  }

  private static String pixels(double pixels) {
    return String.format(Locale.ROOT, "%.1f", pixels);
  }
}
