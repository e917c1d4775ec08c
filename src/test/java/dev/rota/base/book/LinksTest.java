package dev.rota.base.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every link within the project leads to a file that exists and to an anchor that it has. */
class LinksTest {
  private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```$");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
  private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\">");
  private static final Pattern CLASS = Pattern.compile("(?<![*\\w])[A-Z][a-z]\\w*(?:Test|IT)\\b");
  private static final Pattern PLACE =
      Pattern.compile("`((?:[a-z]+/)+[A-Z]\\w+)(?:\\.([a-z]\\w*))?`");
  private static final Pattern PURPOSE = Pattern.compile("\\A# .+\n\nThis page is for ");
  private static final Pattern PAGE = Pattern.compile("docs/[\\w/-]+\\.(?:md|svg)");

  @Test
  void everyLinkOfEveryPageResolves() throws IOException {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path page : Pages.all()) {
      for (String link : found(LINK, prose(page))) {
        if (!link.contains("://")) {
          links++;
          if (!resolves(page, link)) {
            broken.add(page + " -> " + link);
          }
        }
      }
    }
    assertThat(broken).isEmpty();
    assertThat(links).isGreaterThan(100);
  }

  @Test
  void everyPageThatTheProgramNamesExists() throws IOException {
    List<Path> sources =
        Stream.of("src/main", "src/test/java", "deploy", "rota", "docker-compose.yml")
            .flatMap(LinksTest::files)
            .toList();
    List<String> named =
        sources.stream().flatMap(file -> found(PAGE, Pages.text(file)).stream()).toList();
    assertThat(named).contains("docs/executors.md");
    assertThat(named).allSatisfy(page -> assertThat(Path.of(page)).exists());
  }

  @Test
  void everyTestThatAPageNamesExists() throws IOException {
    Set<String> tests = new HashSet<>();
    for (Path folder : List.of(Path.of("src/test/java"), Path.of("examples/alarms/src/test"))) {
      Pages.files(folder)
          .forEach(file -> tests.add(file.getFileName().toString().replace(".java", "")));
    }
    for (Path page : Pages.all()) {
      assertThat(tests).as("%s", page).containsAll(found(CLASS, Pages.text(page)));
    }
  }

  @Test
  void everyClassAndMethodThatThePagesNameExists() throws IOException {
    int methods = 0;
    for (Path page : Pages.all()) {
      for (MatchResult place : PLACE.matcher(Pages.text(page)).results().toList()) {
        Path file = Path.of("src/main/java/dev/rota", place.group(1) + ".java");
        boolean schema = Files.exists(Path.of("schemas", place.group(1) + ".avsc"));
        assertThat(schema || Files.exists(file)).as("%s: %s", page, place.group()).isTrue();
        if (place.group(2) != null) {
          methods++;
          assertThat(Pages.text(file)).as("%s", file).contains(" " + place.group(2) + "(");
        }
      }
    }
    assertThat(methods).as("the way of an event").isGreaterThan(15);
  }

  @Test
  void everyPageIsReachedFromTheIndex() throws IOException {
    Path index = Path.of("docs/README.md");
    List<Path> reached =
        found(LINK, prose(index)).stream()
            .map(link -> Path.of("docs").resolve(link.replaceFirst("#.*", "")).normalize())
            .toList();
    Pages.files(Path.of("docs"))
        .filter(file -> file.getParent().equals(Path.of("docs")))
        .filter(file -> file.toString().endsWith(".md") && !file.equals(index))
        .forEach(page -> assertThat(reached).contains(page));
  }

  @Test
  void everyPageSaysFirstWhomItIsFor() throws IOException {
    Pages.files(Path.of("docs"))
        .filter(file -> file.getParent().equals(Path.of("docs")))
        .filter(file -> file.toString().endsWith(".md"))
        .forEach(page -> assertThat(Pages.text(page)).as("%s", page).containsPattern(PURPOSE));
  }

  private static Stream<Path> files(String place) {
    try {
      return Pages.files(Path.of(place));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean resolves(Path page, String link) {
    int hash = link.indexOf('#');
    String file = hash < 0 ? link : link.substring(0, hash);
    Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
    return Files.exists(target) && (hash < 0 || anchors(target).contains(link.substring(hash + 1)));
  }

  private static Set<String> anchors(Path page) {
    Set<String> anchors = new HashSet<>(found(ANCHOR, prose(page)));
    found(HEADING, prose(page)).forEach(heading -> anchors.add(slug(heading)));
    return anchors;
  }

  /** As forges make an anchor of a heading. */
  private static String slug(String heading) {
    return heading
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N} _-]", "")
        .strip()
        .replace(' ', '-');
  }

  private static String prose(Path page) {
    return CODE.matcher(Pages.text(page)).replaceAll("");
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(LinksTest::last).toList();
  }

  private static String last(MatchResult match) {
    return match.group(match.groupCount());
  }
}
