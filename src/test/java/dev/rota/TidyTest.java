package dev.rota;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The sources are kept as the house wants them: short methods, and nothing lying about. */
final class TidyTest {
  private static final Path MAIN = Path.of("src/main/java");

  private static final int METHOD_LINES_MAX = 40;

  /**
   * Red zones, as {@code dev/rota/Some.java#method}: methods that are longer, and how long they
   * are. They may shrink, never grow; one that fits again has to leave this list.
   */
  private static final Map<String, Integer> LONG_METHODS = Map.of();

  @Test
  void methodsAreShort() throws IOException {
    var lengths = new TreeMap<String, Integer>();
    sources()
        .forEach(
            (file, source) ->
                Tidy.methods(source)
                    .forEach((method, lines) -> lengths.put(file + "#" + method, lines)));

    assertThat(overgrown(lengths, "lines", METHOD_LINES_MAX, LONG_METHODS)).isEmpty();
    assertThat(overgrown(lengths, "lines", 20, LONG_METHODS)).as("there are methods").isNotEmpty();
  }

  @Test
  void nothingIsPutOffInAComment() throws IOException {
    assertThat(findings(Tidy::promises)).isEmpty();
  }

  @Test
  void noCodeIsCommentedOut() throws IOException {
    assertThat(findings(Tidy::commentedOut)).isEmpty();
  }

  @Test
  void onlyCommandsPrint() throws IOException {
    var prints = findings(Tidy::prints);
    prints.keySet().removeIf(file -> file.startsWith("dev/rota/app/"));

    assertThat(prints).isEmpty();
  }

  @Test
  void everyPackageSaysWhatItIsFor() throws IOException {
    var packages =
        sources().keySet().stream().map(file -> Path.of(file).getParent()).distinct().toList();

    assertThat(packages)
        .hasSizeGreaterThan(5)
        .allSatisfy(
            folder -> assertThat(MAIN.resolve(folder).resolve("package-info.java")).exists());
  }

  @Test
  void eachRuleFindsWhatItIsFor() {
    var source =
        """
        class Untidy {
          // return 1;
          // if (late) {
          // bots.remove(id);
          // int x = 1;
          /* TODO: later */
          void longer() {
            System.out.println();

          }
          int shorter() { return 1; }
        }
        """;

    assertThat(Tidy.qualifiedTypes("import dev.rota.a.Tidied.Inner;\nimport java.util.List;"))
        .containsExactly("dev.rota.a.Tidied");
    assertThat(Tidy.commentedOut(source)).hasSize(4);
    assertThat(Tidy.promises(source)).hasSize(1);
    assertThat(Tidy.prints(source)).hasSize(1);
    assertThat(Tidy.methods(source)).containsEntry("longer", 4).containsEntry("shorter", 1);
  }

  @Test
  void wordsAreNoCodeAndNeitherAreExamples() {
    var source =
        """
        // Zero is kept for "no row"; all else is a hash.
        // If a deadline stays due (a bug), better a turn that fails.
        /**
         * <pre>
         * return 1;
         * </pre>
         */
        """;

    assertThat(Tidy.commentedOut(source)).isEmpty();
  }

  @Test
  void aRedZoneMayShrinkButNeitherGrowNorOutstayItsNeed() {
    var red = Map.of("Big.java#big", 400);

    assertThat(overgrown(Map.of("Big.java#big", 390), "lines", 330, red)).isEmpty();
    assertThat(overgrown(Map.of("Big.java#big", 401), "lines", 330, red)).hasSize(1);
    assertThat(overgrown(Map.of("Big.java#big", 300), "lines", 330, red)).hasSize(1);
    assertThat(overgrown(Map.of(), "lines", 330, red)).hasSize(1);
    assertThat(overgrown(Map.of("Other.java#other", 331, "Big.java#big", 400), "lines", 330, red))
        .hasSize(1);
  }

  private static List<String> overgrown(
      Map<String, Integer> sizes, String unit, int max, Map<String, Integer> red) {
    var found = new ArrayList<String>();
    sizes.forEach(
        (name, count) -> {
          if (count > red.getOrDefault(name, max)) {
            found.add(
                name + " has " + count + " " + unit + ", more than " + red.getOrDefault(name, max));
          }
        });
    for (String name : red.keySet()) {
      if (sizes.getOrDefault(name, 0) <= max) {
        found.add(name + " fits again: take it off the list");
      }
    }
    return found;
  }

  private static Map<String, List<String>> findings(Function<String, List<String>> rule)
      throws IOException {
    var findings = new TreeMap<String, List<String>>();
    sources()
        .forEach(
            (file, source) -> {
              var found = rule.apply(source);
              if (!found.isEmpty()) {
                findings.put(file, found);
              }
            });
    return findings;
  }

  /** By path, relative to the root of the sources. */
  private static Map<String, String> sources() throws IOException {
    var sources = new TreeMap<String, String>();
    try (Stream<Path> files = Files.walk(MAIN)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        var name = MAIN.relativize(file).toString().replace('\\', '/');
        sources.put(name, Files.readString(file));
      }
    }
    assertThat(sources).hasSizeGreaterThan(50);
    return sources;
  }
}
