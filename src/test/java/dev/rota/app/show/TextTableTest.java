package dev.rota.app.show;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.app.show.LiveBoard.Row;
import dev.rota.kernel.domain.BoardFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the demo shows on terminals of any size. */
class TextTableTest {
  private static final List<String> BANNER =
      List.of(
          "rota dev is ready; Ctrl-C ends it",
          "  Kafka     127.0.0.1:9092",
          "  registry  http://127.0.0.1:8081",
          "  HTTP      http://127.0.0.1:8080/status",
          "  data      /tmp/rota-dev-4711, removed at the end",
          "  log       /home/somebody/.rota/logs/rota-dev-4711.log",
          "  topics    4 partitions each; 'rota topics list' shows them",
          "Other commands find it automatically.");
  private static final List<String> DOMAINS = List.of("cores", "bots", "shards", "chunks");
  private static final String LONG = "worker 12D3KooWSxAuBCsSn8Nqep8peXeKgzveuwgDxWngSPCWi6Gx9AAw";

  @Test
  void on80By24EveryDomainHasItsFiguresAndWhatItAssignedLast() {
    List<String> lines = table("", false).lines(80, 24);
    assertThat(lines).hasSizeLessThanOrEqualTo(23).startsWith(BANNER.toArray(String[]::new));
    for (String domain : DOMAINS) {
      int row = row(lines, domain);
      assertThat(lines.get(row)).containsPattern("6\\.0 +1\\.5  +36 jobs +120 leases");
      assertThat(lines.get(row + 1)).startsWith("  " + domain + "-2: " + LONG).endsWith("…");
    }
    assertThat(lines.get(BANNER.size() + 1)).contains("turns/s", "assigned/s", "waiting");
  }

  @Test
  void on200By50EveryLaneHasARowAndTheRestIsWhatWasAssignedLately() {
    List<String> lines = table("", false).lines(200, 50);
    assertThat(lines).hasSizeBetween(45, 49).startsWith(BANNER.toArray(String[]::new));
    for (String domain : DOMAINS) {
      for (int lane = 0; lane < 3; lane++) {
        assertThat(lines)
            .anyMatch(
                line -> line.matches("  " + domain + "-\\d +2\\.0 +0\\.5  12 jobs +40 leases +.*"));
      }
      assertThat(lines).filteredOn(line -> line.startsWith("  " + domain + " lately ")).hasSize(4);
    }
    assertThat(lines).contains("assigned recently");
  }

  @Test
  void figuresStandBelowEachOther() {
    List<String> lines = table("", false).lines(200, 50);
    int waiting = lines.get(BANNER.size() + 1).indexOf("waiting");
    assertThat(lines.get(row(lines, "cores")).indexOf("36 jobs")).isEqualTo(waiting);
    assertThat(lines.get(row(lines, "  cores-0")).indexOf("12 jobs")).isEqualTo(waiting);
  }

  @ParameterizedTest
  @CsvSource({"80,24", "200,50", "100,30", "40,12", "20,5", "10,2", "1,1", "500,200", "130,24"})
  void noLineIsWiderThanTheTerminalAndTheCursorHasARow(int columns, int rows) {
    for (String footer :
        List.of("", "12:00:00 WARN cores: a stream thread failed and is replaced")) {
      List<String> lines = table(footer, false).lines(columns, rows);
      assertThat(lines).hasSizeLessThan(Math.max(rows, 1));
      assertThat(lines).allMatch(line -> line.length() <= columns);
      assertThat(table(footer, true).lines(columns, rows))
          .extracting(line -> line.replaceAll("\033\\[\\d?m", ""))
          .isEqualTo(lines);
    }
  }

  @Test
  void aWarningIsTheLastLine() {
    List<String> lines = table("12:00:00 WARN cores: a stream thread failed", false).lines(80, 24);
    assertThat(lines).hasSizeLessThanOrEqualTo(23);
    assertThat(lines.get(lines.size() - 1)).contains("a stream thread failed");
  }

  @Test
  void colourIsForLettersOnlyAndOnlyWhereItIsWanted() {
    assertThat(String.join("", table("", false).lines(80, 24))).doesNotContain("\033");
    assertThat(String.join("", table("", true).lines(80, 24))).contains("\033[1mcores\033[0m");
  }

  @Test
  void aDomainThatHasToldNothingYetIsThereAllTheSame() {
    BoardSection silent = new BoardSection(new Row("cores", 0, 0, null, ""), List.of(), List.of());
    List<String> lines = new TextTable(BANNER, List.of(silent), "", false).lines(80, 24);
    assertThat(lines.get(lines.size() - 1)).isEqualTo("  nothing is assigned yet");
  }

  @Test
  void whatWouldControlTheTerminalIsNotPrinted() {
    assertThat(ColumnFitter.cut("a\033[2Jb\u202ec\nd", 80)).isEqualTo("a?[2Jb?c?d");
    assertThat(ColumnFitter.cut("日本語テキスト", 7)).isEqualTo("日本語…");
    assertThat(ColumnFitter.cut("exactly", 7)).isEqualTo("exactly");
    assertThat(ColumnFitter.cut("exactly", 6)).isEqualTo("exact…");
  }

  private static int row(List<String> lines, String start) {
    return IntStream.range(BANNER.size(), lines.size())
        .filter(i -> lines.get(i).startsWith(start))
        .findFirst()
        .orElseThrow();
  }

  private static TextTable table(String footer, boolean colours) {
    List<BoardSection> sections = new ArrayList<>();
    for (String domain : DOMAINS) {
      List<Row> lanes =
          IntStream.range(0, 3)
              .mapToObj(
                  i ->
                      new Row(
                          domain + "-" + i,
                          2,
                          0.5,
                          new BoardFigures(12, "jobs", 40, "leases"),
                          domain + "-" + i + ": " + LONG))
              .toList();
      Row all =
          new Row(
              domain,
              6,
              1.5,
              new BoardFigures(36, "jobs", 120, "leases"),
              domain + "-2: " + LONG + LONG);
      List<String> latest =
          Stream.iterate(0, i -> i + 1).limit(16).map(i -> domain + " lately " + i).toList();
      sections.add(new BoardSection(all, lanes, latest));
    }
    return new TextTable(BANNER, sections, footer, colours);
  }
}
