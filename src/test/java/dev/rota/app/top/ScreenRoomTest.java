package dev.rota.app.top;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScreenRoomTest {
  private static List<String> lines(String title, int count) {
    return IntStream.range(0, count).mapToObj(i -> title + i).toList();
  }

  @Test
  void theFirstSectionGetsWhatTheOthersDoNotNeed() {
    Map<String, List<String>> sections = new LinkedHashMap<>();
    sections.put("first", lines("a", 30));
    sections.put("second", lines("b", 2));
    List<String> shown = new ScreenRoom(80, 20).shared(sections);
    assertThat(shown).hasSize(20).contains("a12", "and 17 more lines", "b0", "b1");
  }

  @Test
  void noRowIsEmptyWhileASectionIsCut() {
    Random random = new Random(1);
    int cut = 0;
    for (int i = 0; i < 2_000; i++) {
      Map<String, List<String>> sections = new LinkedHashMap<>();
      for (int one = random.nextInt(5); one >= 0; one--) {
        sections.put("title " + one, lines("line " + one + " ", random.nextInt(30)));
      }
      int rows = random.nextInt(60);
      List<String> shown = new ScreenRoom(80, rows).shared(sections);
      assertThat(shown).hasSizeLessThanOrEqualTo(rows);
      if (shown.stream().anyMatch(line -> line.endsWith(" more lines"))) {
        assertThat(shown).as("%s in %d rows", sections, rows).hasSize(rows);
        cut++;
      }
    }
    assertThat(cut).isBetween(500, 1_900);
  }
}
