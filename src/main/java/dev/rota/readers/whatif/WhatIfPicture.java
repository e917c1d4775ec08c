package dev.rota.readers.whatif;

import java.util.List;

/** The plots of a comparison as one SVG file, with a legend. It loads nothing. */
public final class WhatIfPicture {
  private static final int CORNERS_MAX = 300;
  private static final int COLUMNS = 2;
  private static final int LEGEND = 30;
  private static final int GAP = 20;
  private static final int KEY = 40;

  private WhatIfPicture() {}

  /** Returns the picture. */
  public static String of(HistoryComparison both) {
    List<SvgPlot> plots = new ComparisonPlots(both, CORNERS_MAX).all();
    int rows = (plots.size() + COLUMNS - 1) / COLUMNS;
    int width = COLUMNS * (SvgPlot.WIDTH + GAP);
    int height = LEGEND + rows * (SvgPlot.HEIGHT + GAP);
    StringBuilder svg =
        new StringBuilder(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\">\n<style>"
                .formatted(width, height));
    svg.append(SvgPlot.STYLE).append("text{font-family:system-ui,sans-serif}</style>\n");
    key(svg, 0, "happened", "happened");
    key(svg, 1, "would", "what if");
    for (int i = 0; i < plots.size(); i++) {
      int x = i % COLUMNS * (SvgPlot.WIDTH + GAP);
      int y = LEGEND + i / COLUMNS * (SvgPlot.HEIGHT + GAP);
      svg.append(plots.get(i).group(x, y));
    }
    return svg.append("</svg>\n").toString();
  }

  private static void key(StringBuilder svg, int number, String kind, String text) {
    int x = GAP + number * SvgPlot.WIDTH / 4;
    int y = LEGEND / 2;
    svg.append("<path class=\"%s\" d=\"M%d %dh%d\"/>".formatted(kind, x, y, KEY))
        .append(SvgPlot.text(x + KEY + GAP / 2, y + GAP / 4, "start", text))
        .append('\n');
  }
}
