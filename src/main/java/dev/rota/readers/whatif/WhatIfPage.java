package dev.rota.readers.whatif;

import java.util.ArrayList;
import java.util.List;

/** A comparison as one page: a table and plots. It loads nothing, and has no script. */
public final class WhatIfPage {
  private static final int CORNERS_MAX = 1200;
  private static final String STYLE =
      SvgPlot.STYLE
          + """
      body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}
      table{border-collapse:collapse}th,td{padding:.2rem .8rem;text-align:right}
      th:first-child,td:first-child{text-align:left}tr{border-bottom:1px solid var(--line)}
      figure{display:inline-block;width:32rem;max-width:100%;margin:1rem 1rem 0 0}
      svg{width:100%}
      .key span{border-bottom:3px solid;margin-right:1.5rem}
      """;

  private WhatIfPage() {}

  /**
   * Returns the page.
   *
   * @param title the first line of the report
   * @param model sentences that say what is as recorded, and what is a model
   */
  public static String of(
      String title, HistoryChange change, HistoryComparison both, List<String> model) {
    StringBuilder page = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\"><head>");
    page.append("<meta charset=\"utf-8\"><title>rota whatif</title><style>").append(STYLE);
    page.append("</style></head><body>\n");
    element(page, "h1", "What if: " + (change.isNone() ? "nothing is changed" : change.told()));
    element(page, "p", title);
    boolean same = both.difference() == null;
    element(page, "p", same ? "No decision differs." : "Decisions differ " + both.difference());
    page.append("<p class=\"key\"><span style=\"border-color:var(--happened)\">happened</span>")
        .append("<span style=\"border-color:var(--would);border-bottom-style:dashed\">what if")
        .append("</span></p>\n");
    table(page, ComparisonTable.of(both));
    new ComparisonPlots(both, CORNERS_MAX).all().forEach(plot -> page.append(plot.figure()));
    List<String> said = new ArrayList<>(model);
    said.addAll(both.assumed());
    said.forEach(sentence -> element(page, "p", sentence));
    return page.append("</body></html>\n").toString();
  }

  private static void table(StringBuilder page, List<ComparedFigure> figures) {
    page.append("<table><tr><th></th><th>happened</th><th>what if</th><th>difference</th></tr>\n");
    for (ComparedFigure figure : figures) {
      page.append("<tr>");
      element(page, "td", figure.label());
      element(page, "td", ComparedFigure.text(figure.happened()));
      element(page, "td", ComparedFigure.text(figure.would()));
      element(page, "td", figure.isSame() ? "" : ComparedFigure.text(figure.difference()));
      page.append("</tr>\n");
    }
    page.append("</table>\n");
  }

  private static void element(StringBuilder page, String name, String text) {
    page.append('<').append(name).append('>').append(HtmlText.escape(text));
    page.append("</").append(name).append(">\n");
  }
}
