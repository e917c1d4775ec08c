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

/**
 * The sources are kept as the house wants them: short methods, small types beside their one user,
 * and nothing lying about.
 */
final class TidyTest {
  private static final Path MAIN = Path.of("src/main/java");

  private static final int METHOD_LINES_MAX = 40;

  /** In a hundred types. The terms of the field are one word, such as Turn, Lane, Job or Shard. */
  private static final int ONE_WORD_MAX = 5;

  /**
   * Red zones, as {@code dev/rota/Some.java#method}: methods that are longer, and how long they
   * are. They may shrink, never grow; one that fits again has to leave this list.
   */
  private static final Map<String, Integer> LONG_METHODS = Map.of();

  /** A type with less code that one other file uses is part of that file. */
  private static final int LINES_MIN = 25;

  /** Small types with one user that have a file nevertheless, and why. */
  private static final Map<String, String> ALONE =
      Map.of(
          "dev/rota/app/doctor/SandboxCheck.java", "each check of the doctor has a file",
          "dev/rota/app/log/LogFilter.java", "logback.xml names it",
          "dev/rota/app/log/PrintableLog.java", "logback.xml names it",
          "dev/rota/bots/forecast/GridMemory.java", "each domain's forecast has a memory",
          "dev/rota/chunks/forecast/NetworkMemory.java", "each domain's forecast has a memory");

  @Test
  void methodsAreShort() throws IOException {
    var lengths = Tidy.methods(sources());

    assertThat(overgrown(lengths, METHOD_LINES_MAX, LONG_METHODS)).isEmpty();
    assertThat(overgrown(lengths, 20, LONG_METHODS)).as("there are methods").isNotEmpty();
  }

  @Test
  void aSmallTypeThatOneFileUsesIsPartOfIt() throws IOException {
    var small = Tidy.withOneUser(sources(), LINES_MIN);

    assertThat(small.keySet()).containsAll(ALONE.keySet());
    small.keySet().removeAll(ALONE.keySet());
    var sources = sources();
    small.keySet().removeIf(file -> isForProgramsOutside(file, sources.get(file)));
    assertThat(small).isEmpty();
  }

  /** What a room has as its twins have it begins with the domain, such as BotsWire. */
  @Test
  void noSimpleNameHasTwoMeanings() throws IOException {
    var reused = Tidy.reusedNames(sources().keySet());
    // A program outside sees no grid's state: to it, a bot is what it starts.
    assertThat(reused.remove("Bot"))
        .containsExactlyInAnyOrder("dev/rota/bots/model/Bot.java", "dev/rota/client/Bot.java");
    assertThat(reused).isEmpty();
  }

  /** What the client's jar shows has users that are not here. */
  private static boolean isForProgramsOutside(String file, String source) {
    return file.startsWith("dev/rota/client/") && source.contains("\npublic ");
  }

  /** Without its package, one word rarely says which one is meant. */
  @Test
  void aTypeIsNamedByANounAndItsRole() throws IOException {
    var files = sources().keySet();
    var oneWord = Tidy.oneWordNames(files);

    assertThat(oneWord).contains("Turn").hasSizeLessThan(files.size() * ONE_WORD_MAX / 100);
  }

  @Test
  void aNameIsReusedIfTwoPackagesHaveIt() {
    var files =
        List.of(
            "dev/rota/bots/rules/Fetch.java",
            "dev/rota/base/fetch/Fetch.java",
            "dev/rota/base/fetch/HttpFetcher.java",
            "dev/rota/base/fetch/package-info.java",
            "dev/rota/bots/rules/package-info.java",
            "dev/rota/base/proof/Ed25519.java",
            "dev/rota/base/http/TLS.java");

    assertThat(Tidy.reusedNames(files))
        .isEqualTo(
            Map.of(
                "Fetch",
                List.of("dev/rota/bots/rules/Fetch.java", "dev/rota/base/fetch/Fetch.java")));
    assertThat(Tidy.oneWordNames(files)).containsExactly("Ed25519", "Fetch", "Fetch", "TLS");
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
    assertThat(Tidy.methods(Map.of("Untidy.java", source)))
        .containsEntry("Untidy.java#longer", 4)
        .containsEntry("Untidy.java#shorter", 1);
  }

  @Test
  void aSwitchOverPatternsIsAsLongAsItsLongestArm() {
    var source =
        """
        class Asking {
          int kinds(Object of) {
            return switch (of) {
              case String text -> text.length();
              case Integer number -> {
                yield number;
              }
              default -> 0;
            };
          }
          void kindsToo(Object of) {
            switch (of) {
              case String text -> text.length();
              default -> {}
            }
          }
          int more(Object of) {
            Object one = of;
            return switch (one) {
              case String text -> text.length();
              default -> 0;
            };
          }
          int constants(int of) {
            return switch (of) {
              case 1 -> 2;
              default -> 0;
            };
          }
        }
        """;

    assertThat(Tidy.methods(Map.of("Asking.java", source)))
        .isEqualTo(
            Map.of(
                "Asking.java#kinds", 3,
                "Asking.java#kindsToo", 1,
                "Asking.java#more", 7,
                "Asking.java#constants", 6));
  }

  @Test
  void aTypeIsFoundIfItIsSmallAndHasOneUserBesideIt() {
    var sources = new TreeMap<String, String>();
    sources.put("a/b/Owner.java", "package a.b; class Owner { Small small; }");
    sources.put("a/b/Small.java", "package a.b;\n/** Of two lines. */\nrecord Small() {\n}\n");
    sources.put("a/c/Other.java", "package a.c;\n/** {@code a.b.Small} */\ninterface Other {}\n");

    assertThat(Tidy.withOneUser(sources, 3)).isEqualTo(Map.of("a/b/Small.java", "a/b/Owner.java"));
    assertThat(Tidy.withOneUser(sources, 2)).as("what is large").isEmpty();
    assertThat(Tidy.withOneUser(with(sources, "d/b/DSmall.java", ""), 3)).as("a twin").isEmpty();
    var another = "package a.c; import a.b.Small; class User {}";
    assertThat(Tidy.withOneUser(with(sources, "a/c/User.java", another), 3)).isEmpty();
    sources.put("a/b/Owner.java", "package a.b; class Owner { String small = \"Small\"; }");
    assertThat(Tidy.withOneUser(sources, 3)).as("what nobody uses").isEmpty();
    assertThat(Tidy.withOneUser(with(sources, "a/c/User.java", another), 3))
        .as("what another package uses")
        .isEmpty();
  }

  private static Map<String, String> with(Map<String, String> sources, String file, String source) {
    var more = new TreeMap<>(sources);
    more.put(file, source);
    return more;
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
    var red = Map.of("Big.java#big", 60);

    assertThat(overgrown(Map.of("Big.java#big", 59), 40, red)).isEmpty();
    assertThat(overgrown(Map.of("Big.java#big", 61), 40, red)).hasSize(1);
    assertThat(overgrown(Map.of("Big.java#big", 40), 40, red)).hasSize(1);
    assertThat(overgrown(Map.of(), 40, red)).hasSize(1);
    assertThat(overgrown(Map.of("Other.java#other", 41, "Big.java#big", 60), 40, red)).hasSize(1);
  }

  private static List<String> overgrown(
      Map<String, Integer> lengths, int max, Map<String, Integer> red) {
    var found = new ArrayList<String>();
    lengths.forEach(
        (name, count) -> {
          if (count > red.getOrDefault(name, max)) {
            found.add(name + " has " + count + " lines, more than " + red.getOrDefault(name, max));
          }
        });
    for (String name : red.keySet()) {
      if (lengths.getOrDefault(name, 0) <= max) {
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
