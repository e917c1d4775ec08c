package dev.rota.readers.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.domain.measures.LaneMeasures;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A level holds until it changes, and so does its line. */
class ComparisonPlotsTest {
  private static final String LEVEL = "jobs that wait";
  private static final Pattern HAPPENED = Pattern.compile("class=\"happened\" d=\"([^\"]*)\"");
  private static final Pattern CORNER = Pattern.compile("[ML]([\\d.]+) ([\\d.]+)");
  private static final int END = 1_000_000;
  private static final double LEFT = 70;
  private static final double RIGHT = 640;

  @Test
  void aPlateauBehindSeveralQuickStepsIsFlat() {
    LaneMeasures measures = measures();
    measures.level(LEVEL, 7, 100);
    measures.level(LEVEL, 1, 101);
    measures.level(LEVEL, 4, 102);
    measures.level(LEVEL, 0, 900_000);
    // Of the quick steps, none is left out; then it is flat to 900 s: 4 of 7 is at 78.3 pixels.
    assertThat(line(measures))
        .containsExactly(
            "M70.0 200.0",
            "L70.0 200.0",
            "L70.0 24.0",
            "L70.0 99.4",
            "L583.0 99.4",
            "L583.0 200.0",
            "L640.0 200.0");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void itNeverSlants(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    LaneMeasures measures = measures();
    for (long at = 0; at < END; at += 1 + random.nextInt(random.nextInt(5) == 0 ? 90_000 : 300)) {
      measures.level(LEVEL, random.nextInt(9), at);
    }
    double lastX = LEFT;
    double lastY = 200;
    for (String corner : line(measures)) {
      MatchResult at = CORNER.matcher(corner).results().findFirst().orElseThrow();
      double x = Double.parseDouble(at.group(1));
      double y = Double.parseDouble(at.group(2));
      assertThat(x == lastX || y == lastY)
          .as("a corner at %s behind %s %s", corner, lastX, lastY)
          .isTrue();
      lastX = x;
      lastY = y;
    }
    assertThat(lastX).isEqualTo(RIGHT);
  }

  @Test
  void whatHasNoSamplesHasNoLine() {
    LaneMeasures none = new LaneMeasures(0);
    none.samples("ms", "waited");
    none.begin(0);
    HistoryComparison both = new HistoryComparison(0, END, 1, none, none, null, List.of());
    assertThat(new ComparisonPlots(both, 300).all())
        .singleElement()
        .extracting(plot -> plot.group(0, 0))
        .asString()
        .contains("waited")
        .doesNotContainPattern(HAPPENED);
  }

  private static LaneMeasures measures() {
    LaneMeasures measures = new LaneMeasures(0);
    measures.levels(LEVEL);
    measures.begin(0);
    return measures;
  }

  private static List<String> line(LaneMeasures happened) {
    HistoryComparison both = new HistoryComparison(0, END, 1, happened, happened, null, List.of());
    List<String> corners = new ArrayList<>();
    String drawn = new ComparisonPlots(both, 300).all().get(0).group(0, 0);
    String line = HAPPENED.matcher(drawn).results().findFirst().orElseThrow().group(1);
    CORNER.matcher(line).results().forEach(corner -> corners.add(corner.group()));
    return corners;
  }
}
